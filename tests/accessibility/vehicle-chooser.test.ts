/** axe finds nothing while a vehicle is chosen: what is found, its engine, a VIN, and the engine that a part asks for. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DESKTOP, openBrowser, openPage, PHONE } from '../e2e/browser.ts';
import { findings } from './findings.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

it.each([
  ['light', DESKTOP],
  ['dark', PHONE],
] as const)('%s', async (colorScheme, viewport) => {
  const page = await openPage(browser, { colorScheme, viewport });
  await page.goto('/catalogue', { waitUntil: 'networkidle' });
  await page.getByRole('button', { name: 'Choose your vehicle' }).first().click();
  const box = page.getByRole('combobox', { name: 'Make, model and year, or VIN' });
  await box.fill('1XPBDP9XXPD123456');
  await page
    .getByRole('button', { name: /That’s it/ })
    .first()
    .waitFor();
  expect(await findings(page)).toEqual([]);
  await box.fill('volkswagen golf 2014');
  await page.getByRole('option', { name: '2014 Volkswagen Golf' }).first().waitFor();
  expect(await findings(page)).toEqual([]);
  await box.press('Enter');
  await page.getByRole('combobox', { name: 'Engine, if you know it' }).waitFor();
  expect(await findings(page)).toEqual([]);
  await page.getByRole('option', { name: 'Not listed, or not known' }).click();
  await page.getByText('Fits if: with engine').first().waitFor();
  await page
    .locator('tr, article, li')
    .filter({ hasText: 'Fits if: with engine' })
    .first()
    .getByRole('link')
    .first()
    .click();
  await page.getByLabel('Which one does it have?').waitFor();
  expect(await findings(page)).toEqual([]);
  await page.getByRole('region', { name: 'Your vehicle' }).getByRole('button', { name: 'Change' }).click();
  await page.getByRole('button', { name: 'Choose the engine' }).waitFor();
  expect(await findings(page)).toEqual([]);
  await page.context().close();
});
