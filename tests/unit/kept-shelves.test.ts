/** How long the counts of a catalogue are kept. */
import { expect, test } from 'vitest';
import { keptShelves } from '#server/catalogue/kept-shelves.ts';
import { knownOnShelves } from '#server/catalogue/shelf-facets.ts';
import { arrangeShelves } from '#server/catalogue/shelves.ts';

const KINDS = [{ kind: 'car' as const, count: 1 }];
const shelvesOf = (count: number) =>
  arrangeShelves({
    brands: [{ id: 1, slug: 'kolb', name: 'Kolb' }],
    types: [],
    cells: [{ brand_id: 1, part_type_id: null, grade: 'oe', count }],
    kinds: KINDS,
  });

/** A catalogue of so many parts, one more with each counting, which takes 100 ms; it changes all the time unless told. */
function countedShelves(parts: number) {
  let nowMs = 0;
  let countings = 0;
  let isDown = false;
  let version = 0;
  let isChanging = true;
  const shelves = keptShelves(
    async () => {
      countings += 1;
      nowMs += 100;
      if (isDown) throw new Error('the database is gone');
      return shelvesOf(parts + countings);
    },
    async () => {
      if (isDown) throw new Error('nobody can tell');
      if (isChanging) version += 1;
      return version;
    },
    () => nowMs,
  );
  return {
    shelves,
    count: async () => (await shelves.read()).partCount - parts,
    atHand: async () => {
      const found = await shelves.atHand();
      return found && found.partCount - parts;
    },
    pass: (ms: number) => {
      nowMs += ms;
    },
    fail: () => {
      isDown = true;
    },
    /** From now on it changes only by this. */
    change: () => {
      isChanging = false;
      version += 1;
    },
    countings: () => countings,
  };
}

test('a small catalogue is counted after each change', async () => {
  const shop = countedShelves(10);
  expect([await shop.count(), await shop.count()]).toEqual([1, 2]);
  shop.change();
  expect([await shop.count(), await shop.count()]).toEqual([3, 3]);
  shop.change();
  expect(await shop.count()).toBe(4);
});

test('whoever asks after a change is not given a counting that began before it', async () => {
  const shop = countedShelves(10);
  shop.change();
  const before = shop.count();
  await Promise.resolve();
  shop.change();
  expect(await Promise.all([before, shop.count()])).toEqual([1, 2]);
});

test('of a large catalogue that has not changed the counts are kept for as long as that', async () => {
  const shop = countedShelves(1_000_000);
  shop.change();
  await shop.count();
  shop.pass(3_600_000);
  expect(await shop.count()).toBe(1);
});

test('those who ask at the same time share one counting', async () => {
  const shop = countedShelves(10);
  shop.change();
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

test('a large one is at hand as long as nothing has changed since it was counted, and is not counted for that', async () => {
  const shop = countedShelves(1_000_000);
  shop.change();
  await shop.count();
  shop.pass(3_600_000);
  expect(await shop.atHand()).toBe(1);
  shop.change();
  expect(await shop.atHand()).toBeUndefined();
  expect(shop.countings()).toBe(1);
  await shop.count();
  expect(await shop.atHand()).toBe(2);
  shop.fail();
  expect(await shop.atHand()).toBeUndefined();
});

test('a small one is counted for who can do without, too, who never meets a failure', async () => {
  const shop = countedShelves(10);
  expect([await shop.atHand(), await shop.atHand()]).toEqual([1, 2]);
  shop.fail();
  expect(await shop.atHand()).toBeUndefined();
});

test('of a large catalogue that has changed a search is told of the whole as it was counted, and of nothing less', async () => {
  const { shelves } = countedShelves(30_000);
  await shelves.read();
  const whole = await knownOnShelves(shelves, { filters: {} });
  expect(whole.total).toBe(30_001);
  expect(whole.facets.get('brand')).toMatchObject([{ value: 'kolb', count: 30_001, isPartial: false }]);
  expect(await knownOnShelves(shelves, { filters: { grades: ['oe'] } })).toEqual({
    facets: new Map(),
    total: undefined,
  });
});

test('before it is known how large a catalogue is, it is counted once for all who ask, whatever has changed meanwhile', async () => {
  const shop = countedShelves(1_000_000);
  await Promise.all([shop.count(), shop.count(), shop.count()]);
  expect(shop.countings()).toBe(1);
});
