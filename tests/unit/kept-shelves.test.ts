/** How long the counts of a catalogue are kept. */
import { expect, test } from 'vitest';
import { keptShelves } from '#server/catalogue/kept-shelves.ts';
import { arrangeShelves } from '#server/catalogue/shelves.ts';

const KINDS = [{ kind: 'car' as const, count: 1 }];
const shelvesOf = (count: number) =>
  arrangeShelves({
    brands: [{ id: 1, slug: 'kolb', name: 'Kolb' }],
    types: [],
    cells: [{ brand_id: 1, part_type_id: null, grade: 'oe', count }],
    kinds: KINDS,
  });

/** A catalogue of so many parts, one more with each counting, which takes 100 ms. */
function countedShelves(parts: number) {
  let nowMs = 0;
  let countings = 0;
  let isDown = false;
  const shelves = keptShelves(
    async () => {
      countings += 1;
      nowMs += 100;
      if (isDown) throw new Error('the database is gone');
      return shelvesOf(parts + countings);
    },
    () => nowMs,
  );
  return {
    count: async () => (await shelves()).partCount - parts,
    pass: (ms: number) => {
      nowMs += ms;
    },
    fail: () => {
      isDown = true;
    },
    countings: () => countings,
  };
}

test('a small catalogue is counted whenever it is asked for', async () => {
  const shop = countedShelves(10);
  expect([await shop.count(), await shop.count()]).toEqual([1, 2]);
});

test('those who ask at the same time share one counting', async () => {
  const shop = countedShelves(10);
  await Promise.all([shop.count(), shop.count(), shop.count()]);
  expect(shop.countings()).toBe(1);
});

test('a large one is counted in the background once its counts are twenty times as old as counting takes', async () => {
  const shop = countedShelves(1_000_000);
  expect(await shop.count()).toBe(1);
  shop.pass(1_800);
  expect(await shop.count()).toBe(1);
  shop.pass(200);
  expect(await shop.count()).toBe(1);
  expect(await shop.count()).toBe(2);
  expect(shop.countings()).toBe(2);
});

test('nobody is given counts that are much too old, and a failure is told to whoever needs new ones', async () => {
  const shop = countedShelves(1_000_000);
  await shop.count();
  shop.pass(10_000);
  expect(await shop.count()).toBe(2);
  shop.fail();
  shop.pass(2_500);
  expect(await shop.count()).toBe(2);
  shop.pass(10_000);
  await expect(shop.count()).rejects.toThrow('the database is gone');
});
