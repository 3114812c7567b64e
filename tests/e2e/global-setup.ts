/** A running shop for each worker that runs tests in a browser. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
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
    // The first builds the pages and fills a shop; all others begin with a copy of it.
    const first = await makeDataDir();
    dataDirs.push(first);
    await (await startShop(first)).stop();
    const copyFirst = async () => {
      const copy = await makeDataDir();
      dataDirs.push(copy);
      await promisify(execFile)('cp', ['-a', `${first}/.`, copy]);
      return copy;
    };
    project.provide('stoppedShop', await copyFirst());
    const shared = [first];
    while (shared.length < project.config.maxWorkers) shared.push(await copyFirst());
    for (const dataDir of shared) {
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
