import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** The long tests, which `npm run test:long` runs and `npm test` doesn't. One file at a time: they share one emulator. */
export default defineConfig({
  test: {
    root: join(import.meta.dirname, '../..'),
    include: ['tests/long/*.test.ts'],
    globalSetup: ['tests/global-setup.ts'],
    pool: 'forks',
    fileParallelism: false,
    slowTestThreshold: 5_000,
    testTimeout: 60_000,
    hookTimeout: 180_000,
  },
});
