/** Files that are not imported: nothing of them is, and the owner is told why. */
import { EventEmitter, once } from 'node:events';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importParts } from '#server/catalogue/import/import-parts.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import {
  bringParts,
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
    ['At most 120 characters between two bars', 'trade_numbers', { trade_numbers: 'A'.repeat(3_000) }],
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

  it('is told of 200 at most', async () => {
    const report = await bringParts(shop, ...Array.from({ length: 300 }, () => partRow({ price: '' })));
    expect(errorsOf(report)).toHaveLength(200);
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
    const report = await importParts({ ...shop.shop.deps, exchange: yen }, fileOf(rows));
    expect(errorsOf(report)).toMatchObject([{ line: 3, column: 'price' }]);
  });
});

describe('an import that is not alone', () => {
  /** A file whose end comes only when it is let go. */
  function heldFile(rows: readonly FileRow[]) {
    const events = new EventEmitter();
    const released = once(events, 'release');
    const reached = once(events, 'reach');
    async function* file() {
      yield* fileOf(rows);
      events.emit('reach');
      await released;
    }
    return { file: file(), reached, release: () => events.emit('release') };
  }

  it('refuses a second one at once, and finishes', async () => {
    const slow = heldFile([partRow()]);
    const first = importParts(shop.shop.deps, slow.file);
    await slow.reached;
    expect(errorsOf(await bringParts(shop, partRow()))).toEqual([
      { line: 0, column: '', message: 'Another import is running; try again when it has finished' },
    ]);
    slow.release();
    expect(await first).toMatchObject({ inserted: 1 });
  });

  /**
   * What the owner is told when somebody else's change, begun before the file was checked, is committed while the file
   * waits for it.
   */
  async function crossedBy(change: (tx: Tx) => Promise<unknown>, row: FileRow) {
    const importing = await inTransaction(shop.databases.write, async (tx) => {
      await change(tx);
      const report = bringParts(shop, row);
      await expect.poll(isAnyoneWaiting, { timeout: 5_000 }).toBe(true);
      return { report };
    });
    return errorsOf(await importing.report);
  }
  async function isAnyoneWaiting(): Promise<boolean> {
    const { rows } = await sql<{ waiting: boolean }>`
      SELECT EXISTS (SELECT FROM pg_stat_activity
                     WHERE datname = current_database() AND wait_event_type = 'Lock') AS waiting`.execute(
      shop.databases.write,
    );
    return rows[0]?.waiting ?? false;
  }
  const meanwhile = {
    line: 0,
    column: '',
    message: 'The catalogue or the stock changed meanwhile; import the file again',
  };

  it('refuses the file when its stock is promised to a buyer meanwhile', async () => {
    const there = partRow({ stock: 5 });
    await bringParts(shop, there);
    const { id } = await keptPart(shop, there.sku);
    const promise = (tx: Tx) =>
      sql`UPDATE stock_level SET reserved_units = 3 WHERE part_id = ${id}::bigint`.execute(tx);
    expect(await crossedBy(promise, { ...there, stock: 2 })).toEqual([meanwhile]);
    // And nothing when what is left is enough.
    const release = (tx: Tx) =>
      sql`UPDATE stock_level SET reserved_units = 2 WHERE part_id = ${id}::bigint`.execute(tx);
    expect(await crossedBy(release, { ...there, stock: 3 })).toEqual([]);
  });

  it('refuses the file when one of its numbers is given to another part meanwhile', async () => {
    const [there, wanted] = [partRow(), partRow()];
    await bringParts(shop, there);
    const take = (tx: Tx) =>
      sql`UPDATE part SET part_number = ${wanted.part_number} WHERE sku = ${there.sku}`.execute(tx);
    expect(await crossedBy(take, wanted)).toEqual([meanwhile]);
  });

  it('does not take a file that has gone by for an empty one', async () => {
    const write = shop.databases.write;
    await sql`
      CREATE FUNCTION deadlock() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'deadlock' USING ERRCODE = '40P01'; END $$`.execute(write);
    await sql`CREATE TRIGGER crossing BEFORE INSERT ON part FOR EACH ROW EXECUTE FUNCTION deadlock()`.execute(
      write,
    );
    try {
      expect(errorsOf(await bringParts(shop, partRow()))).toMatchObject([{ line: 0 }]);
    } finally {
      await sql`DROP TRIGGER crossing ON part`.execute(write);
    }
  });
});

describe('a file of 50,001 rows', () => {
  it('is refused, and says which row is one too many', async () => {
    const before = await catalogueAsText(shop.databases);
    async function* file() {
      yield new TextEncoder().encode('sku,brand,part_number,name,description,price\n');
      for (let batch = 0; batch < 51; batch += 1) {
        const rows = Array.from({ length: batch === 50 ? 1 : 1_000 }, (_, at) => {
          const id = batch * 1_000 + at;
          return `MANY-${id},Kolbmann,MANY ${id},Disc,Coated.,1\n`;
        });
        yield new TextEncoder().encode(rows.join(''));
      }
    }
    expect(errorsOf(await importParts(shop.shop.deps, file()))).toEqual([
      { line: 50_002, column: '', message: 'A file has at most 50000 rows; split this one' },
    ]);
    expect(await catalogueAsText(shop.databases)).toBe(before);
  });
});
