/** Files that are not imported: nothing of them is, and the owner is told why. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isRefusal } from '#domain/refusal.ts';
import { firstErrors } from '#server/catalogue/import/import-report.ts';
import { importWhole } from '#server/catalogue/import/import-whole.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import {
  bringParts,
  bringWhole,
  catalogueAsText,
  errorsOf,
  type FileRow,
  fileOf,
  keptPart,
  partRow,
} from '../factories/files.ts';
import { openTestShop, type TestShop } from '../shop.ts';

let shop: TestShop;

beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

describe('a file with a mistake', () => {
  it('is not imported at all', async () => {
    const before = await catalogueAsText(shop.databases);
    const report = await bringParts(shop, partRow(), partRow({ price: 'free' }), partRow());
    expect(errorsOf(report)).toEqual([{ line: 3, column: 'price', message: 'A price looks like 12.50' }]);
    expect(await catalogueAsText(shop.databases)).toBe(before);
  });

  it.each<[string, string, FileRow]>([
    ['A SKU is needed', 'sku', { sku: '' }],
    ['A brand needs a letter or a digit', 'brand', { brand: '&' }],
    ['A part number needs a letter or a digit', 'part_number', { part_number: '--' }],
    ['A price is needed', 'price', { price: '' }],
    ['A price is more than 0', 'price', { price: '0.00' }],
    ['A price looks like 12.50', 'price', { price: '12,50' }],
    ['A whole number is needed', 'stock', { stock: '1.5' }],
    ['A whole number is needed', 'stock', { stock: '-1' }],
    ['At least 1', 'min_order', { min_order: 0 }],
    [
      'The minimum order must be a multiple of the order multiple',
      'min_order',
      { min_order: 3, order_multiple: 2 },
    ],
    ['There is no such part type', 'part_type', { part_type: 'flux-capacitor' }],
    ['The check digit of this GTIN is wrong', 'gtin', { gtin: '4006381333932' }],
    ['Attributes look like diameter=320|ventilated=yes', 'attributes', { attributes: 'diameter: 320' }],
    ['OE numbers look like BMW:34116792217|AUDI:8E0615301', 'oe_numbers', { oe_numbers: '34116792217' }],
    ['A number needs a letter or a digit', 'trade_numbers', { trade_numbers: 'A1|-' }],
    [
      'A number has at most 120 characters, and so has its maker',
      'trade_numbers',
      { trade_numbers: 'A'.repeat(3_000) },
    ],
  ])('is told: %s', async (message, column, change) => {
    const report = await bringParts(shop, partRow(), partRow(change));
    expect(errorsOf(report)).toEqual([{ line: 3, column, message }]);
  });

  it('is told all of them, in the order of the lines', async () => {
    const report = await bringParts(
      shop,
      partRow({ price: '' }),
      partRow({ stock: 'x', min_order: 'y' }),
      partRow(),
      partRow({ name: '' }),
    );
    expect(errorsOf(report).map(({ line, column }) => [line, column])).toEqual([
      [2, 'price'],
      [3, 'stock'],
      [3, 'min_order'],
      [5, 'name'],
    ]);
  });

  it('may have it only in what the rows are together', async () => {
    const first = partRow();
    const report = await bringParts(
      shop,
      first,
      { ...partRow(), sku: first.sku },
      partRow({ part_number: first.part_number }),
    );
    expect(errorsOf(report)).toEqual([
      { line: 3, column: 'sku', message: 'This SKU is in the file twice' },
      { line: 4, column: 'part_number', message: 'This number of this brand is in the file twice' },
    ]);
    const spelled = [
      partRow({ part_number: 'zz 1-2' }),
      partRow({ part_number: 'ZZ.12', brand: 'KOLBMANN' }),
    ];
    expect(errorsOf(await bringParts(shop, ...spelled))).toMatchObject([{ line: 3, column: 'part_number' }]);
  });

  it('has no effect on the price of another currency', async () => {
    const yen = { ...shop.shop.deps.exchange, list: { code: 'JPY', label: '¥', decimals: 0 } };
    const rows = [partRow({ price: '1250' }), partRow({ price: '12.50' })];
    const report = await bringWhole({ ...shop.shop.deps, exchange: yen }, 'parts', fileOf(rows));
    expect(errorsOf(report)).toMatchObject([{ line: 3, column: 'price' }]);
  });
});

describe('a number that stands twice in a file whose bad rows are left out', () => {
  it.each([
    ['behind', 'TWICE-A1', 'TWICE-D1'],
    ['before', 'TWICE-KB1', 'TWICE-AA1'],
  ])('spoils the row that repeats it alone, with a SKU that sorts %s the other', async (_, has, repeats) => {
    const [there, beside] = [partRow({ sku: has }), partRow()];
    await bringParts(shop, there, beside);
    const rows = [
      { ...there, price: '20.00' },
      partRow({ sku: repeats, part_number: there.part_number }),
      { ...beside, price: '30.00' },
    ];
    const upload = { fileName: 'twice.csv', skipErrors: true };
    const report = await importWhole(shop.shop.deps, upload, fileOf(rows));
    if (isRefusal(report)) throw new Error(report.code);
    expect(report).toMatchObject({ state: 'applied', inserted: 0, updated: 2, badRows: 1, errorCount: 1 });
    expect(await firstErrors(shop.shop.deps, report.id)).toMatchObject([{ line: 3, column: 'part_number' }]);
    await expect(keptPart(shop, repeats)).rejects.toThrow('there is no part');
  });
});

describe('a batch that is crossed by what the shop does', () => {
  /** What becomes of a file when somebody else's change, begun before its rows were checked, is committed while they wait. */
  async function crossedBy(change: (tx: Tx) => Promise<unknown>, row: FileRow) {
    const importing = await inTransaction(shop.databases.write, async (tx) => {
      await change(tx);
      const report = importWhole(
        shop.shop.deps,
        { fileName: 'crossed.csv', skipErrors: true },
        fileOf([row, partRow({ sku: `${row.sku}-BESIDE` })]),
      );
      await expect.poll(isAnyoneWaiting, { timeout: 5_000 }).toBe(true);
      return { report };
    });
    const report = await importing.report;
    if (isRefusal(report)) throw new Error(report.code);
    const { state, inserted, updated } = report;
    const errors = await firstErrors(shop.shop.deps, report.id);
    return { state, inserted, updated, told: errors.map(({ line, message }) => [line, message]) };
  }
  async function isAnyoneWaiting(): Promise<boolean> {
    const { rows } = await sql<{ waiting: boolean }>`
      SELECT EXISTS (SELECT FROM pg_stat_activity
                     WHERE datname = current_database() AND wait_event_type = 'Lock') AS waiting`.execute(
      shop.databases.write,
    );
    return rows[0]?.waiting ?? false;
  }

  it('leaves out a row whose stock is promised to a buyer meanwhile, and applies the others', async () => {
    const there = partRow({ stock: 5 });
    await bringParts(shop, there);
    const { id } = await keptPart(shop, there.sku);
    const reserve = (units: number) => (tx: Tx) =>
      sql`UPDATE stock_level SET reserved_units = ${units}::int WHERE part_id = ${id}::bigint`.execute(tx);
    expect(await crossedBy(reserve(3), { ...there, stock: 2 })).toEqual({
      state: 'applied',
      inserted: 1,
      updated: 0,
      told: [[2, '3 are reserved by unpaid orders']],
    });
    // And nothing when what is left is enough.
    expect(await crossedBy(reserve(2), { ...there, sku: there.sku, stock: 3 })).toMatchObject({ told: [] });
  });

  it('leaves out a row whose number is given to another part meanwhile, and applies the others', async () => {
    const [there, wanted] = [partRow(), partRow()];
    await bringParts(shop, there);
    const take = (tx: Tx) =>
      sql`UPDATE part SET part_number = ${wanted.part_number} WHERE sku = ${there.sku}`.execute(tx);
    expect(await crossedBy(take, wanted)).toEqual({
      state: 'applied',
      inserted: 1,
      updated: 0,
      told: [[2, `Another part (${there.sku}) has this number of this brand`]],
    });
  });

  it('ends an import that fails again and again, and says so in it', async () => {
    const write = shop.databases.write;
    await sql`
      CREATE FUNCTION deadlock() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'deadlock' USING ERRCODE = '40P01'; END $$`.execute(write);
    await sql`CREATE TRIGGER crossing BEFORE INSERT ON part FOR EACH ROW EXECUTE FUNCTION deadlock()`.execute(
      write,
    );
    const row = partRow();
    try {
      expect(await importWhole(shop.shop.deps, { fileName: 'failing.csv' }, fileOf([row]))).toMatchObject({
        state: 'failed',
        inserted: 0,
        failure: expect.stringContaining('bringing the same file again does the rest'),
      });
    } finally {
      await sql`DROP TRIGGER crossing ON part`.execute(write);
    }
    expect(await bringParts(shop, row)).toMatchObject({ inserted: 1 });
  });
});
