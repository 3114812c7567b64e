/** One running shop for all tests in a browser. */
import type { TestProject } from 'vitest/node';
import { makeDataDir, removeDataDir, startShop } from './running-shop.ts';

declare module 'vitest' {
  interface ProvidedContext {
    shopUrl: string;
    shopDataDir: string;
  }
}

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
