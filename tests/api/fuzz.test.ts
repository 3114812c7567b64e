/** A short form of the fuzzing that `npm run fuzz` does at length. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fuzzApi } from '../fuzz/fuzz-api.ts';
import { openTestShop, type TestShop } from '../shop.ts';

const SEED = 20_261_121;
const REQUESTS = 900;

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

test('every operation, as everyone, with what fits, what nearly fits and what means harm', async () => {
  const report = await fuzzApi(shop, { seed: SEED, requests: REQUESTS });
  expect(report.flaws).toEqual([]);
  expect(report.sent).toBeGreaterThanOrEqual(REQUESTS);
}, 60_000);
