/** What an owner exports and brings back unchanged leaves every row of the shop as it was, whatever stands in it. */
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ImportKind } from '#contract/imports.ts';
import { catalogueAsText, type FileRow, keptPart, partRow } from '../factories/files.ts';
import { bring, bringCodes, csvOf, download } from '../factories/imports.ts';
import { openTestShop, type Person, type TestShop } from '../shop.ts';

let shop: TestShop;
let admin: Person;
beforeAll(async () => {
  shop = await openTestShop();
  admin = await shop.person('admin');
});
afterAll(() => shop.close());
beforeEach(async () => {
  // A part's own GTIN is the one among its numbers.
  await sql`UPDATE part SET gtin = NULL`.execute(shop.databases.write);
  await sql`DELETE FROM part_number_alias`.execute(shop.databases.write);
});

const XML = { type: 'application/xml', fileName: 'file.xml' };
const CSV = 'csv';
type Wanted = readonly [kind: ImportKind, format: 'csv' | 'aces' | 'pies'];
const EVERY_FILE: readonly Wanted[] = [
  ...ImportKind.options.map((kind): Wanted => [kind, CSV]),
  ['parts', 'pies'],
];

const FILES_OF_PARTS: readonly Wanted[] = [
  ['parts', CSV],
  ['parts', 'pies'],
  ['numbers', CSV],
];

const exported = ([kind, format]: Wanted) =>
  download(shop, admin, { what: 'export', kind, ...(format !== CSV && { format }) });

/** Brings a file back as it was exported, and expects that no row of the shop is another then. */
async function expectSameAgain(wanted: Wanted) {
  const [kind, format] = wanted;
  const before = await catalogueAsText(shop.databases);
  const file = await exported(wanted);
  // Of a shop without such rows it is a line of names.
  if (format === CSV && file.trim().split('\n').length < 2) return;
  expect(await bring(shop, admin, file, format === CSV ? { kind } : XML)).toMatchObject({
    state: 'applied',
    errorCount: 0,
    inserted: 0,
    updated: 0,
  });
  expect(await catalogueAsText(shop.databases)).toBe(before);
}

async function numbersOf(sku: string): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    SELECT concat_ws(' / ', kind, maker, number) AS text FROM part_number_alias JOIN part ON part.id = part_id
    WHERE sku = ${sku} ORDER BY 1`.execute(shop.databases.write);
  return rows.map(({ text }) => text);
}

/** The cells of a part's line in an export of parts, as they stand there. */
async function lineOf(sku: string): Promise<string> {
  const file = await exported(['parts', CSV]);
  return file.split('\n').find((line) => line.startsWith(`${sku},`)) ?? '';
}

const number = (sku: string, kind: string, maker: string, text: string): FileRow => ({
  sku,
  kind,
  maker,
  number: text,
});

describe('numbers of a parts file', () => {
  it('keep their makers, and what stands in them, where the file is brought back', async () => {
    const one = partRow();
    await bring(shop, admin, csvOf([one]));
    await bring(
      shop,
      admin,
      csvOf([
        number(one.sku, 'superseded', 'Othermaker', 'OLD-1'),
        number(one.sku, 'superseded', '', 'OLD-2'),
        number(one.sku, 'trade', 'Bosch', 'TR-1'),
        number(one.sku, 'trade', 'Valeo', 'TR-1'),
        number(one.sku, 'trade', '', 'A|B1'),
        number(one.sku, 'trade', '', 'A:B1'),
        number(one.sku, 'trade', '', String.raw`A\|B1\\`),
        number(one.sku, 'oe', 'M|A:N', '1:2|3'),
        number(one.sku, 'competitor', 'Other', 'C|1'),
      ]),
    );
    const before = await numbersOf(one.sku);
    expect(before).toHaveLength(9);
    for (const wanted of EVERY_FILE) await expectSameAgain(wanted);
    expect(await numbersOf(one.sku)).toEqual(before);
  });

  it('without makers, as files from before have them, have none', async () => {
    const one = partRow({
      trade_numbers: 'T 1|T\\2||T3',
      superseded_numbers: 'OLD 1',
      oe_numbers: 'BMW:1:2',
    });
    await bring(shop, admin, csvOf([one]));
    expect(await numbersOf(one.sku)).toEqual([
      'oe / BMW / 1:2',
      'superseded /  / OLD 1',
      'trade /  / T 1',
      'trade /  / T3',
      'trade /  / T\\2',
    ]);
  });

  it('are read and written with the maker before a colon', async () => {
    const one = partRow({
      trade_numbers: 'Bosch: T1|T2',
      superseded_numbers: 'Other:OLD 1',
      oe_numbers: 'VW:1',
    });
    await bring(shop, admin, csvOf([one]));
    expect(await numbersOf(one.sku)).toEqual([
      'oe / VW / 1',
      'superseded / Other / OLD 1',
      'trade /  / T2',
      'trade / Bosch / T1',
    ]);
    expect(await lineOf(one.sku)).toContain(',VW:1,"T2|Bosch:T1",Other:OLD 1,');
  });

  it('follow one that is taken away, and a part that gets another brand and number', async () => {
    const one = partRow();
    await bring(shop, admin, csvOf([one]));
    const trade = [number(one.sku, 'trade', 'Bosch', 'T|1'), number(one.sku, 'trade', 'Valeo', 'T2')];
    await bring(shop, admin, csvOf([...trade, number(one.sku, 'superseded', 'Kolbmann', 'OLD 1')]));
    const old = await exported(['parts', CSV]);

    await bring(shop, admin, csvOf(trade.slice(1)));
    expect(await lineOf(one.sku)).toContain(',Valeo:T2,Kolbmann:OLD 1,');
    await expectSameAgain(['parts', CSV]);

    const changes = { brand: 'Filtron', partNumber: 'FX 1' };
    const renamed = await shop.call('PUT', `/parts/${(await keptPart(shop, one.sku)).id}`, {
      token: admin.token,
      body: changes,
    });
    expect(renamed.status).toBe(200);
    for (const wanted of EVERY_FILE) await expectSameAgain(wanted);
    expect(await numbersOf(one.sku)).toEqual(['superseded / Kolbmann / OLD 1', 'trade / Valeo / T2']);

    // A file from before says what it said: its numbers come back, and so does the name.
    await bring(shop, admin, old, { kind: 'parts' });
    expect(await numbersOf(one.sku)).toEqual([
      'superseded / Kolbmann / OLD 1',
      'trade / Bosch / T|1',
      'trade / Valeo / T2',
    ]);
  });

  it('may be as long as those of a numbers file, and a GTIN keeps the maker that one told', async () => {
    const one = partRow();
    await bring(shop, admin, csvOf([one]));
    await bring(
      shop,
      admin,
      csvOf([
        number(one.sku, 'oe', 'M'.repeat(120), 'N'.repeat(120)),
        number(one.sku, 'trade', '|'.repeat(120), `${':'.repeat(119)}1`),
        number(one.sku, 'gtin', 'Kolbmann', '4006381333931'),
      ]),
    );
    for (const wanted of EVERY_FILE) await expectSameAgain(wanted);
    expect(await numbersOf(one.sku)).toContain('gtin / Kolbmann / 4006381333931');
  });
});

describe('a part', () => {
  it('keeps what PIES would shorten or spell otherwise', async () => {
    await bringCodes(shop, admin);
    const parts = [
      partRow({
        gtin: '00012348',
        image: 'pictures/disc.webp',
        attributes: 'Diameter=1|diameter=2|NOTE=a\\|b',
      }),
      partRow({ gtin: '0036000291452', image: '/media/disc/960.webp', attributes: 'note=a\\\\b:c' }),
      partRow({ gtin: '00036000291452', attributes: 'x_1=y=z' }),
    ];
    await bring(shop, admin, csvOf(parts));
    for (const wanted of EVERY_FILE) await expectSameAgain(wanted);
    const { rows } = await sql<{ attributes: unknown }>`
      SELECT attributes FROM part WHERE sku = ${parts[0]?.sku ?? ''}`.execute(shop.databases.write);
    expect(rows).toEqual([{ attributes: { Diameter: '1', diameter: '2', NOTE: 'a|b' } }]);
  });

  it('keeps a stock that only a count could have brought', async () => {
    const one = partRow();
    await bring(shop, admin, csvOf([one]));
    await bring(shop, admin, csvOf([{ sku: one.sku, stock: 1_000_000_000 }]));
    for (const wanted of EVERY_FILE) await expectSameAgain(wanted);
  });
});

describe('fitments as ACES', () => {
  it('lack a part of which one has no id, and bring back those of all others', async () => {
    const { kind, make, model, first } = await bringCodes(shop, admin);
    const [whole, torn] = [partRow(), partRow()];
    await bring(shop, admin, csvOf([whole, torn]));
    const fits = (sku: string, position: string): FileRow => ({
      sku,
      kind,
      make,
      model,
      year_from: first,
      year_to: first + 2,
      position,
    });
    await bring(
      shop,
      admin,
      csvOf([fits(whole.sku, 'front axle'), fits(torn.sku, 'front axle'), fits(torn.sku, 'rear axle')]),
    );
    const file = await exported(['fitments', 'aces']);
    expect(file).toContain(`>${whole.part_number}</Part>`);
    expect(file).not.toContain(`>${torn.part_number}</Part>`);
    expect(file).toContain('<!-- 2 fitments are left out');
    await expectSameAgain(['fitments', 'aces']);
  });
});

describe('whatever stands in them', () => {
  const signs = fc.constantFrom(...'AB1z9é \'"=+-@,;|:\\/&<>#%.(', '\\|', '\\\\', "'=");
  /** Text as the shop keeps it, with a letter in it. */
  const text = (max: number) =>
    fc
      .tuple(
        fc.array(signs, { maxLength: Math.floor(max / 4) }),
        fc.array(signs, { maxLength: Math.floor(max / 4) }),
      )
      .map(([before, behind]) => `${before.join('')}X${behind.join('')}`.trim());
  const maker = fc.oneof(fc.constant(''), fc.constant('Bosch'), text(20));
  const numbers = fc.array(
    fc.record({
      kind: fc.constantFrom('oe', 'trade', 'superseded', 'competitor'),
      maker,
      number: text(24),
    }),
    { maxLength: 6 },
  );
  const attributes = fc.dictionary(fc.stringMatching(/^[A-Za-z0-9_-]{1,8}$/), text(24), { maxKeys: 4 });
  const part = fc.record({ name: text(40), description: text(80), image: text(30), attributes, numbers });

  it('parts and their numbers are the same again', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 6 }), async (parts) => {
        const rows = parts.map(({ name, description, image }) => partRow({ name, description, image }));
        await bring(shop, admin, csvOf(rows));
        for (const [at, { sku }] of rows.entries()) {
          const given = parts[at];
          await sql`UPDATE part SET attributes = ${JSON.stringify(given?.attributes)}::jsonb WHERE sku = ${sku}`.execute(
            shop.databases.write,
          );
          for (const { kind, maker, number } of given?.numbers ?? []) {
            await sql`
              INSERT INTO part_number_alias (part_id, kind, maker, number)
              SELECT id, ${kind}::text, ${kind === 'oe' ? maker || 'VW' : maker}::text, ${number}::text FROM part WHERE sku = ${sku}
              ON CONFLICT DO NOTHING`.execute(shop.databases.write);
          }
        }
        for (const wanted of FILES_OF_PARTS) await expectSameAgain(wanted);
      }),
      { numRuns: 6 },
    );
  });
});
