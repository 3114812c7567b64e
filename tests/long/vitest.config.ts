import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/**
 * The long tests, which `npm run test:long` runs and `npm test` doesn't. One file at a time: those of a project share one
 * emulator, or one shop.
 */
export default defineConfig({
  test: {
    root: join(import.meta.dirname, '../..'),
    pool: 'forks',
    fileParallelism: false,
    slowTestThreshold: 5_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'firebase',
          include: ['tests/long/*.test.ts'],
          globalSetup: ['tests/global-setup.ts', 'tests/e2e/browser-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 180_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'money',
          include: ['tests/api/money-model.test.ts'],
          globalSetup: ['tests/global-setup.ts'],
          env: { MODEL_RUNS: process.env.MODEL_RUNS ?? '400' },
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'firefox',
          include: ['tests/long/firefox/*.test.ts'],
          globalSetup: ['tests/e2e/global-setup.ts'],
          // After the other, so that a browser isn't timed while that has the processor.
          sequence: { groupOrder: 1 },
          testTimeout: 240_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
