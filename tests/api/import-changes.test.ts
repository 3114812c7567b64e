/** A dry run of prices and stock shows what would change most, before anything does. */
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ImportChangesBody } from '#contract/imports.ts';
import { type FileRow, partRow } from '../factories/files.ts';
import { bring, csvOf, dryRun } from '../factories/imports.ts';
import { openTestShop, type Person, type TestShop } from '../shop.ts';

let shop: TestShop;
let admin: Person;

beforeAll(async () => {
  shop = await openTestShop();
  admin = await shop.person('admin');
});
afterAll(() => shop.close());
afterEach(async () => {
  await sql`UPDATE import_run SET state = 'cancelled', finished_at = now() WHERE finished_at IS NULL`.execute(
    shop.databases.write,
  );
});

/** Parts that are there, one for each change. */
async function bringParts(changes: readonly FileRow[]) {
  const parts = changes.map((change) => partRow(change));
  await bring(shop, admin, csvOf(parts));
  return parts;
}
const changesOf = (id: string) => shop.call('GET', `/imports/${id}/changes`, { token: admin.token });
async function changesIn(rows: readonly FileRow[], kind: 'prices' | 'stock'): Promise<ImportChangesBody> {
  const { id } = await dryRun(shop, admin, csvOf(rows), { kind });
  const answer = await changesOf(id);
  expect(answer.status).toBe(200);
  return answer.body as ImportChangesBody;
}

describe('a dry run of prices', () => {
  it('shows the prices that move most, down as well as up, with the parts that they are of', async () => {
    const parts = await bringParts([
      { price: '124.59' },
      { price: '50.00' },
      { price: '10.00' },
      { price: '20.00', name: 'Oil Filter' },
      { price: '8.00' },
    ]);
    const prices = ['0.01', '999999.00', '10.00', '21.00', '12.00'];
    const rows = parts.map(({ sku }, at) => ({ sku, price: prices[at] ?? '' }));
    const { movedFar, largest } = await changesIn(rows, 'prices');
    // A half more is not more than half.
    expect(movedFar).toBe(2);
    expect(largest.map(({ before, after }) => [before, after])).toEqual([
      [50, 999_999],
      [124.59, 0.01],
      [8, 12],
      [20, 21],
    ]);
    expect(largest[3]).toEqual({
      brand: 'Kolbmann',
      brandSlug: 'kolbmann',
      partNumber: parts[3]?.part_number,
      partNumberSlug: expect.stringMatching(/^[a-z0-9-]+$/i),
      name: 'Oil Filter',
      before: 20,
      after: 21,
      movesFar: false,
    });
  });

  it('shows twenty of many, those that move by more than half first, and counts all of these', async () => {
    const parts = await bringParts(Array.from({ length: 30 }, () => ({ price: '100.00' })));
    // A fall to 55 divides by more than a rise to 160 multiplies, and is not by more than half.
    const prices = ['160.00', ...Array.from({ length: 25 }, () => '55.00'), '20.00', '30.00'];
    const rows = prices.map((price, at) => ({ sku: parts[at]?.sku ?? '', price }));
    const { movedFar, largest } = await changesIn(rows, 'prices');
    expect(movedFar).toBe(3);
    expect(largest).toHaveLength(20);
    expect(largest.slice(0, 4).map(({ after }) => after)).toEqual([20, 30, 160, 55]);
  });

  it('leaves out what would be left out, and is true by the prices of now', async () => {
    const parts = await bringParts(Array.from({ length: 4 }, () => ({ price: '100.00' })));
    const [good, twice, foreign, changed] = parts.map(({ sku }) => sku);
    const row = (sku: string | undefined, price: string, currency = '') => ({
      sku: sku ?? '',
      price,
      currency,
    });
    const rows = [row(good, '90.00'), row(twice, '1.00'), row(twice, '2.00'), row(foreign, '3.00', 'XAU')];
    const file = csvOf([...rows, row(changed, '100.00')]);
    const { id, badRows } = await dryRun(shop, admin, file, { kind: 'prices' });
    expect(badRows).toBe(2);
    const shown = async () =>
      ((await changesOf(id)).body as ImportChangesBody).largest.map(({ before, after }) => [before, after]);
    expect(await shown()).toEqual([[100, 90]]);
    await sql`UPDATE part SET price_minor = 300 WHERE sku = ${changed}`.execute(shop.databases.write);
    expect(await shown()).toEqual([
      [3, 100],
      [100, 90],
    ]);
    await sql`UPDATE part SET archived_at = now() WHERE sku = ${changed}`.execute(shop.databases.write);
    expect(await shown()).toEqual([[100, 90]]);
  });
});

describe('a dry run of stock', () => {
  it('shows the stocks that move most; from and to none, too', async () => {
    const parts = await bringParts([{ stock: 40 }, { stock: 0 }, { stock: 100 }, { stock: 7 }, { stock: 3 }]);
    const counted = [0, 500, 90, 7, 4];
    const { largest } = await changesIn(
      parts.map(({ sku }, at) => ({ sku, stock: counted[at] ?? 0 })),
      'stock',
    );
    expect(largest.map(({ before, after }) => [before, after])).toEqual([
      [0, 500],
      [40, 0],
      [3, 4],
      [100, 90],
    ]);
  });
});

describe('the changes of an import', () => {
  it('are none of other kinds, and not told before it is checked or once it is over', async () => {
    const { id } = await dryRun(shop, admin, csvOf([partRow()]));
    expect(await changesOf(id)).toMatchObject({ status: 200, body: { movedFar: 0, largest: [] } });
    const setState = (state: string) =>
      sql`UPDATE import_run SET state = ${state} WHERE id = ${id}::uuid`.execute(shop.databases.write);
    await setState('checking');
    expect(await changesOf(id)).toMatchObject({ status: 409, body: { code: 'IMPORT_NOT_CHECKED' } });
    await setState('checked');
    await shop.call('POST', `/imports/${id}/cancel`, { token: admin.token });
    expect(await changesOf(id)).toMatchObject({ status: 409, body: { code: 'IMPORT_NOT_CHECKED' } });
  });
});
