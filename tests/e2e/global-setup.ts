/** One running shop for all tests in a browser. */
import type { TestProject } from 'vitest/node';
import { makeDataDir, removeDataDir, startShop } from './running-shop.ts';

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await makeDataDir();
  const shop = await startShop(dataDir);
  project.provide('shopUrl', shop.url);
  project.provide('shopDataDir', dataDir);
  return async () => {
    await shop.stop();
    await removeDataDir(dataDir);
  };
}
