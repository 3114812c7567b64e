/** The fuzzing at its full length: `npm run fuzz -- --seed N --requests N`. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestShop, type TestShop } from '../shop.ts';
import { fuzzApi } from './fuzz-api.ts';

const seed = Number(process.env.FUZZ_SEED ?? 1);
const requests = Number(process.env.FUZZ_REQUESTS ?? 100_000);

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop({ work: true });
});
afterAll(() => shop.close());

test(`whatever anyone sends to any operation (seed ${seed})`, async () => {
  const beganAtMs = performance.now();
  const report = await fuzzApi(shop, {
    seed,
    requests,
    onProgress: (sent) =>
      process.stdout.write(`  ${sent} requests, ${Math.round((performance.now() - beganAtMs) / 1000)} s\n`),
  });
  const statuses = [...report.statuses]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${status}: ${count}`);
  process.stdout.write(
    `  seed ${seed}: ${report.sent} requests to ${report.operations} operations; ${statuses.join(', ')}\n`,
  );
  expect(report.flaws).toEqual([]);
  expect(report.sent).toBeGreaterThanOrEqual(requests);
});
