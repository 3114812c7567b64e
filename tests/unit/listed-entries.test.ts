/** What a part's row of an exported file says is what an import reads from it: lists of numbers and attributes above all. */
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { currencyOf } from '#domain/money.ts';
import { type ExportedPart, exportColumns, partFileRow } from '#server/catalogue/export/export-rows.ts';
import { readCsv } from '#server/catalogue/import/csv-file.ts';
import { partsFile } from '#server/catalogue/import/import-parts.ts';
import { joinList, joinNumbers, splitList, splitNumbers } from '#server/catalogue/import/listed-entries.ts';
import { PartFileRow } from '#server/catalogue/import/part-row.ts';
import { csvBytes } from '#server/platform/csv-bytes.ts';

const sign = fc.oneof(
  fc.constantFrom('|', ':', '\\', ' ', 'A', '1', '=', "'", '"', ',', ';', '-', 'é', '|', ':', '\\'),
  fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 1 })
    .filter((one) => !/\p{Cc}|\p{Cs}|\ufffd/u.test(one)),
);
const signs = fc.array(sign, { maxLength: 12 });
/** Text as the shop keeps it, without blanks around it; with a letter or a digit. */
const text = fc.tuple(signs, fc.constantFrom('A', '1'), signs).map((parts) => parts.flat().join('').trim());
const number = fc.record({ maker: fc.oneof(fc.constant(''), text), number: text });

describe('a list in a field', () => {
  test('of numbers reads back as it was, whatever stands in them', () => {
    fc.assert(
      fc.property(fc.array(number, { maxLength: 5 }), (numbers) => {
        expect(splitNumbers(joinNumbers(numbers))).toEqual(numbers);
      }),
      { numRuns: 2_000 },
    );
  });

  test('of texts reads back as it was, whatever stands in them', () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 5 }), (texts) => {
        expect(splitList(joinList(texts))).toEqual(texts);
      }),
      { numRuns: 2_000 },
    );
  });

  test('without a mark before a mark is split at each bar, as it always was', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii' }), (field) => {
        fc.pre(!/\\[\\|:]/.test(field));
        const before = field.split('|').map((one) => one.trim());
        expect(splitList(field)).toEqual(before.filter((one) => one !== ''));
      }),
    );
  });

  it.each([
    ['A1|B2', [' / A1', ' / B2']],
    ['Bosch:A1| Valeo : B 2 |', ['Bosch / A1', 'Valeo / B 2']],
    ['BMW:1:2', ['BMW / 1:2']],
    [':A1', [' / A1']],
    [String.raw`A\|1|A\:1`, [' / A|1', ' / A:1']],
    [String.raw`M\:N:A\\|B`, ['M:N / A\\', ' / B']],
    [String.raw`C:\1|D\E`, ['C / \\1', ' / D\\E']],
    [String.raw`A\\:B`, ['A\\ / B']],
  ])('%s is told apart', (field, numbers) => {
    expect(splitNumbers(field).map(({ maker, number }) => `${maker} / ${number}`)).toEqual(numbers);
  });
});

describe('a part', () => {
  const usd = currencyOf('USD');
  const exchange = { list: usd, settlement: usd, rate: '1', date: '2026-11-01' };
  const kinds = ['oe', 'trade', 'superseded', 'competitor'] as const;
  const part: fc.Arbitrary<ExportedPart> = fc.record({
    key: fc.constant(1),
    sku: text,
    brand: text,
    part_number: text,
    name: text,
    part_type: fc.constantFrom(null, 'brake-disc'),
    grade: fc.constantFrom('genuine', 'oe', 'aftermarket', 'remanufactured'),
    description: text,
    price_minor: fc.integer({ min: 1, max: 999_999_999 }),
    stock: fc.oneof(fc.constant(null), fc.integer({ min: 0, max: 1_000_000_000 })),
    min_order: fc.integer({ min: 1, max: 9_999_999 }),
    order_multiple: fc.integer({ min: 1, max: 9_999_999 }),
    gtin: fc.constantFrom(null, '00012348', '4006381333931'),
    attributes: fc.dictionary(fc.stringMatching(/^[A-Za-z0-9_-]{1,8}$/), text, {
      maxKeys: 4,
      noNullPrototype: true,
    }),
    numbers: fc.array(
      fc
        .tuple(fc.constantFrom(...kinds), number)
        .map(([kind, { maker, number }]) => ({ kind, maker: kind === 'oe' ? maker || 'VW' : maker, number })),
      { maxLength: 6 },
    ),
    image: fc.oneof(fc.constant(''), text),
    rank: fc.integer({ min: 0, max: 9_999_999 }),
    lifecycle: fc.constantFrom('active', 'superseded', 'discontinued'),
  });

  /** What an import stages of a part that is exported. */
  async function readBack(given: ExportedPart, list = usd) {
    async function* rows() {
      yield [partFileRow(given, list)];
    }
    for await (const read of readCsv(csvBytes(exportColumns('parts'), rows()), PartFileRow)) {
      if ('errors' in read) throw new Error(JSON.stringify(read.errors));
      const acting = { exchange: { ...exchange, list }, now: new Date(0), actorId: null };
      return partsFile.stagedOf(read.row, acting, undefined);
    }
    throw new Error('there is no row');
  }

  test('is in the import what it was in the export', async () => {
    await fc.assert(
      fc.asyncProperty(part, async (given) => {
        const staged = await readBack(given);
        const { key: _, numbers, part_type, gtin, stock, ...plain } = given;
        const inColumns = kinds.slice(0, 3).flatMap((kind) => numbers.filter((one) => one.kind === kind));
        expect(staged).toMatchObject({
          ...plain,
          numbers: [...inColumns, ...(gtin === null ? [] : [{ kind: 'gtin', maker: '', number: gtin }])],
          ...(part_type !== null && { part_type }),
          ...(gtin !== null && { gtin }),
          ...(stock !== null && { stock }),
        });
        expect(staged.attributes).toEqual(given.attributes);
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['USD', 1_250],
    ['JPY', 1_250],
    ['KWD', 12_500],
  ])('has its price in %s', async (code, minor) => {
    const [given] = fc.sample(part, { numRuns: 1, seed: 1 });
    if (given === undefined) throw new Error('there is no part');
    const staged = await readBack({ ...given, price_minor: minor }, currencyOf(code));
    expect(staged).toMatchObject({ price_minor: minor });
  });
});
