/** Files of numbers, fitments, prices, stock and codes, as an owner brings them; and that exports bring the same back. */
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ImportKind } from '#contract/imports.ts';
import { keptPart, partRow } from '../factories/files.ts';
import { bring, csvOf, download, dryRun, errorsOfImport } from '../factories/imports.ts';
import { stockOf } from '../factories/parts.ts';
import { openTestShop, type Person, type TestShop } from '../shop.ts';

let shop: TestShop;
let admin: Person;
let disc: ReturnType<typeof partRow>;

beforeAll(async () => {
  shop = await openTestShop();
  admin = await shop.person('admin');
});
afterAll(() => shop.close());
beforeEach(async () => {
  disc = partRow({ stock: 10, oe_numbers: 'BMW:1|BMW:2', trade_numbers: 'T1', gtin: '4006381333931' });
  await bring(shop, admin, csvOf([disc]));
});

const idOf = async (sku: string) => String((await keptPart(shop, sku)).id);
const detailOf = async (sku: string) =>
  (await shop.call('GET', `/parts/${await idOf(sku)}`)).body as {
    price: number;
    gtin: string | null;
    numbers: { kind: string; maker: string; number: string }[];
  };
const numbersOf = async (sku: string) =>
  (await detailOf(sku)).numbers.map(({ kind, maker, number }) =>
    `${kind} ${maker} ${number}`.replace('  ', ' '),
  );

/** What is told to be wrong with a file of these rows. */
async function errors(...rows: Parameters<typeof csvOf>[0]) {
  const { id } = await dryRun(shop, admin, csvOf(rows));
  await shop.call('POST', `/imports/${id}/cancel`, { token: admin.token });
  return (await errorsOfImport(shop, admin, id)).map(({ line, column, message }) => [line, column, message]);
}

describe('numbers', () => {
  it('of the kinds that the file names become those of the file; other kinds stay', async () => {
    const report = await bring(
      shop,
      admin,
      csvOf([
        { sku: disc.sku, kind: 'oe', maker: 'BMW', number: '2' },
        { sku: disc.sku, kind: 'oe', maker: 'AUDI', number: '8E0 615' },
        { sku: disc.sku, kind: 'competitor', maker: 'Brembor', number: '09.A' },
        { sku: disc.sku, kind: 'gtin', maker: '', number: '' },
      ]),
    );
    expect(report).toMatchObject({ state: 'applied', kind: 'numbers', inserted: 2, updated: 2 });
    expect(await numbersOf(disc.sku)).toEqual([
      'competitor Brembor 09.A',
      'oe AUDI 8E0 615',
      'oe BMW 2',
      'trade T1',
    ]);
    expect((await detailOf(disc.sku)).gtin).toBeNull();
    const found = await shop.call('GET', '/parts?q=8e0615');
    expect((found.body as { sku: string }[]).map((part) => part.sku)).toContain(disc.sku);
  });

  it('with mistakes are told', async () => {
    const other = partRow();
    await bring(shop, admin, csvOf([other]));
    const row = { sku: disc.sku, brand: '', part_number: '', kind: 'trade', maker: '', number: 'T2' };
    expect(
      await errors(
        { ...row, kind: 'else' },
        { ...row, sku: 'NOBODY' },
        { ...row, sku: '' },
        { ...row, brand: 'Kolbmann', part_number: other.part_number },
        { ...row, kind: 'oe' },
        { ...row, kind: 'gtin', number: '4006381333932' },
        { ...row, number: '--' },
        { ...row, number: '' },
        row,
      ),
    ).toEqual([
      [2, 'kind', 'oe, trade, competitor, superseded or gtin is needed'],
      [3, 'sku', 'There is no part with this SKU'],
      [4, 'sku', 'A SKU, or a brand and a part number, are needed'],
      [5, 'part_number', 'This brand and number are those of another part than the SKU'],
      [6, 'maker', 'An OE number needs the maker of the vehicle'],
      [7, 'number', 'The check digit of this GTIN is wrong'],
      [8, 'number', 'A number needs a letter or a digit'],
      [9, 'number', 'An empty number says that the part has none of this kind, but the file has one'],
    ]);
  });

  it('of a part are left out together where one of its rows is bad', async () => {
    const other = partRow();
    await bring(shop, admin, csvOf([other]));
    const file = csvOf([
      { sku: disc.sku, kind: 'trade', number: 'NEW 1' },
      { sku: disc.sku, kind: 'trade', number: '--' },
      { sku: other.sku, kind: 'trade', number: 'NEW 2' },
    ]);
    expect(await bring(shop, admin, file, { skipErrors: true })).toMatchObject({ inserted: 1, updated: 0 });
    expect(await numbersOf(disc.sku)).toContain('trade T1');
    expect(await numbersOf(other.sku)).toEqual(['trade NEW 2']);
  });
});

describe('prices', () => {
  it('change, by SKU or by brand and number, and nothing else does', async () => {
    const other = partRow();
    await bring(shop, admin, csvOf([other]));
    const file = csvOf([
      { sku: disc.sku, brand: '', part_number: '', price: '99.95', currency: 'usd' },
      {
        sku: '',
        brand: 'kolbmann',
        part_number: other.part_number.replace(' ', '-'),
        price: '12.50',
        currency: '',
      },
    ]);
    expect(await dryRun(shop, admin, file)).toMatchObject({
      kind: 'prices',
      foreseen: { inserted: 0, changed: 1 },
    });
    expect(await bring(shop, admin, file)).toMatchObject({ updated: 1 });
    expect(await detailOf(disc.sku)).toMatchObject({ price: 99.95, gtin: '4006381333931' });
  });

  it('with mistakes are told', async () => {
    const row = { sku: disc.sku, price: '1', currency: '' };
    expect(
      await errors({ ...row, price: '0' }, { ...row, price: '1.234' }, { ...row, currency: 'EUR' }, row),
    ).toEqual([
      [2, 'price', 'A price is more than 0'],
      [3, 'price', 'A price looks like 12.50'],
      [4, 'currency', 'Prices are in USD'],
      [5, 'sku', 'This part is in the file twice'],
    ]);
  });
});

describe('stock', () => {
  it('becomes what was counted, with its reason in the ledger', async () => {
    const file = csvOf([{ sku: disc.sku, stock: 7, reason: 'Counted in November' }]);
    expect(await bring(shop, admin, file)).toMatchObject({ kind: 'stock', updated: 1 });
    expect(await stockOf(shop.databases, await idOf(disc.sku))).toEqual({
      onHand: 7,
      reserved: 0,
      ledger: { onHand: 7, reserved: 0 },
    });
    const { body } = await shop.call('GET', `/parts/${await idOf(disc.sku)}/stock`, { token: admin.token });
    expect(body).toMatchObject({
      movements: [
        { kind: 'adjusted', quantity: -3, reason: 'Counted in November', by: admin.email },
        { kind: 'received' },
      ],
    });
  });
});

describe('codes', () => {
  it('say what ids mean, and are checked against the shop', async () => {
    const row = { table: 'position', id: '22', value: 'front', kind: '', make: '', model: '', year: '' };
    expect(
      await errors(
        { ...row, table: 'colour' },
        { ...row, value: '' },
        { ...row, table: 'part_type', value: 'flux-capacitor' },
        {
          ...row,
          table: 'vehicle',
          id: '7',
          kind: 'car',
          make: 'Trabant & Daughters',
          model: 'X',
          year: '2010',
        },
        row,
      ),
    ).toEqual([
      [
        2,
        'table',
        'vehicle, make, model, brand, part_type, position, attribute, engine_base, fuel_type, aspiration, engine_designation, engine_version or engine_vin is needed',
      ],
      [3, 'value', 'A row of position needs this'],
      [4, 'value', 'There is no such part type'],
      [5, 'model', 'There is no such vehicle'],
    ]);
    expect(await bring(shop, admin, csvOf([row]))).toMatchObject({ kind: 'codes', inserted: 1 });
    expect(await bring(shop, admin, csvOf([{ ...row, value: 'rear' }]))).toMatchObject({
      inserted: 0,
      updated: 1,
    });
  });
});

describe('what is exported', () => {
  const text = fc.stringMatching(/^[A-Za-z0-9é"',;| +=-]{0,12}$/).map((value) => `x${value}x`);
  const entry = fc.stringMatching(/^[A-Z0-9][A-Z0-9 .,"-]{0,8}$/).map((value) => `${value}1`);
  const part = fc.record({
    name: text,
    description: text,
    price: fc.integer({ min: 1, max: 999_999 }).map((minor) => (minor / 100).toFixed(2)),
    stock: fc.integer({ min: 0, max: 10_000 }),
    order_multiple: fc.constantFrom(1, 2, 6),
    grade: fc.constantFrom('genuine', 'oe', 'aftermarket', 'remanufactured'),
    oe_numbers: fc
      .uniqueArray(entry, { maxLength: 3 })
      .map((numbers) => numbers.map((one) => `BMW:${one}`).join('|')),
    trade_numbers: fc.uniqueArray(entry, { maxLength: 3 }).map((numbers) => numbers.join('|')),
    attributes: fc.constantFrom('', 'diameter=320', 'diameter=320|note=a, "b"'),
    part_type: fc.constantFrom('', 'brake-disc'),
    rank: fc.integer({ min: 0, max: 1_000 }),
  });

  it('imports to the same again, whatever stands in it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 5 }), async (parts) => {
        const rows = parts.map((values) => partRow({ ...values, min_order: values.order_multiple }));
        await bring(shop, admin, csvOf(rows));
        await bring(
          shop,
          admin,
          csvOf(rows.map(({ sku }) => ({ sku, kind: 'competitor', maker: 'Z, "Z"', number: '1;2' }))),
        );
        const { rows: models } = await sql<{ kind: string; make: string; model: string; year: number }>`
          SELECT kind, make, model, year FROM vehicle ORDER BY id LIMIT 40`.execute(shop.databases.write);
        const fits = rows.flatMap(({ sku }) =>
          models
            .filter((_, at) => at % 3 !== 1)
            .map(({ year, ...model }) => ({
              sku,
              ...model,
              year_from: year,
              year_to: year,
              position: 'front, left',
              engine: year % 2 === 0 ? '2.0 "TDI"; 8V' : '',
            })),
        );
        await bring(shop, admin, csvOf(fits));
        for (const kind of ImportKind.options) {
          const file = await download(shop, admin, { what: 'export', kind });
          if (file.trim().split('\n').length < 2) continue;
          const again = await bring(shop, admin, file, { kind });
          expect(again).toMatchObject({ state: 'applied', errorCount: 0, inserted: 0, updated: 0 });
          expect(await download(shop, admin, { what: 'export', kind })).toBe(file);
        }
      }),
      { numRuns: 8 },
    );
  });

  it('leaves out parts that were taken out of the shop', async () => {
    await shop.call('DELETE', `/parts/${await idOf(disc.sku)}`, { token: admin.token });
    for (const kind of ['parts', 'numbers', 'prices', 'stock'])
      expect(await download(shop, admin, { what: 'export', kind })).not.toContain(disc.sku);
  });
});
