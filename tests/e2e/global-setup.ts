/** A running shop for each worker that runs tests in a browser. */
import type { TestProject } from 'vitest/node';
import { makeDataDir, type RunningShop, removeDataDir, startShop } from './running-shop.ts';
import type { SharedShop } from './the-shop.ts';

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const running: (RunningShop & SharedShop)[] = [];
  const close = async () => {
    await Promise.all(running.map((shop) => shop.stop()));
    await Promise.all(running.map((shop) => removeDataDir(shop.dataDir)));
  };
  try {
    // One after the other: the first may have to build the pages.
    for (let worker = 1; worker <= project.config.maxWorkers; worker += 1) {
      const dataDir = await makeDataDir();
      running.push({ ...(await startShop(dataDir)), dataDir });
    }
  } catch (error) {
    await close();
    throw error;
  }
  project.provide(
    'shops',
    running.map(({ url, dataDir }) => ({ url, dataDir })),
  );
  return close;
}
