import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** The fuzzing at its full length, which `npm run fuzz` runs; `npm test` has a short form of it. */
export default defineConfig({
  test: {
    root: join(import.meta.dirname, '../..'),
    pool: 'forks',
    fileParallelism: false,
    include: ['tests/fuzz/*.test.ts', 'tests/unit/hostile-files.test.ts'],
    globalSetup: ['tests/global-setup.ts'],
    testTimeout: 4 * 60 * 60 * 1000,
    hookTimeout: 120_000,
    slowTestThreshold: 3_600_000,
  },
});
