import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tests/longest-first.ts';

/**
 * Three projects, from fast to slow:
 *
 * - `unit`: pure rules and the house's own laws; needs nothing but the source.
 * - `api`: the server on a real PostgreSQL.
 * - `e2e`: the built shop in a real browser. Each worker has a shop, which all files that it runs share.
 *
 * `npm test -- --project unit` runs one of them.
 */
export default defineConfig({
  test: {
    pool: 'forks',
    // Each worker of `api` drives a database beside itself; more workers than this only queue for the processor.
    maxWorkers: 2,
    // The files of a worker share what they load, as the calls of a shop do: a process for each would load it anew, which takes half the
    // time of most. A file that puts something else in the place of a module says so (`vi.resetModules`).
    isolate: false,
    sequence: { sequencer: LongestFirst },
    slowTestThreshold: 1_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/{domain,contract,unit,web,reference,demo,architecture}/**/*.test.ts'],
          testTimeout: 10_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'api',
          globalSetup: ['tests/global-setup.ts'],
          include: ['tests/{api,matrix,ports}/**/*.test.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          globalSetup: ['tests/e2e/global-setup.ts', 'tests/e2e/browser-setup.ts'],
          include: ['tests/{e2e,accessibility}/**/*.test.ts'],
          // After the other two, so that a browser isn't timed while they have the processor.
          sequence: { groupOrder: 1 },
          testTimeout: 90_000,
          hookTimeout: 180_000,
          // What a page does by and by takes as long as the machine is slow.
          expect: { poll: { timeout: 10_000 } },
        },
      },
    ],
  },
});
