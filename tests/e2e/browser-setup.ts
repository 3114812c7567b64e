/** One browser for all tests in one: to launch it for each file would take a tenth of their time. */
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { CHROMIUM_FLAGS } from '../../scripts/chromium-flags.ts';

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const executablePath = process.env.CHROMIUM_PATH;
  if (executablePath === undefined)
    throw new Error('CHROMIUM_PATH names no browser: run these tests by npm test');
  const browser = await chromium.launchServer({ executablePath, args: CHROMIUM_FLAGS });
  project.provide('browserAddress', browser.wsEndpoint());
  return () => browser.close();
}
