/** A running shop for each worker that runs tests in a browser. */
import type { TestProject } from 'vitest/node';
import { makeDataDir, type RunningShop, removeDataDir, startShop } from './running-shop.ts';
import type { SharedShop } from './the-shop.ts';

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const running: RunningShop[] = [];
  const shops: SharedShop[] = [];
  const dataDirs: string[] = [];
  const close = async () => {
    await Promise.all(running.map((shop) => shop.stop()));
    await Promise.all(dataDirs.map(removeDataDir));
  };
  try {
    // One after the other: the first may have to build the pages.
    while (shops.length < project.config.maxWorkers) {
      const dataDir = await makeDataDir();
      dataDirs.push(dataDir);
      const shop = await startShop(dataDir);
      running.push(shop);
      shops.push({ url: shop.url, dataDir });
    }
  } catch (error) {
    await close();
    throw error;
  }
  project.provide('shops', shops);
  return close;
}
