/** The columns of the files that owners import. `docs/import.md` tells them the same. */

import * as z from 'zod';
import { text } from '#contract/fields.ts';
import { Grade, Lifecycle } from '#contract/part-settings.ts';
import { MAX_ENGINE_LENGTH } from '#domain/vehicles/engine.ts';
import { VEHICLE_KINDS } from '#domain/vehicles/vehicle.ts';
import { ENGINE_TABLES } from './engine-codes.ts';
import { type MadeNumber, splitList, splitNumbers } from './listed-entries.ts';

const MAX_WHOLE = 9_999_999;
const MAX_ON_HAND_UNITS = 1_000_000_000;
const whole = (min: number, max = MAX_WHOLE) =>
  z
    .string({ error: 'A whole number is needed' })
    .regex(/^\d{1,10}$/, 'A whole number is needed')
    .transform(Number)
    .refine((value) => value >= min, `At least ${min}`)
    .refine((value) => value <= max, `At most ${max}`);

/** `320` or `12.50`: at most two digits behind the point. */
const price = z
  .string({ error: 'A price is needed' })
  .regex(/^\d{1,7}(\.\d{1,2})?$/, 'A price looks like 12.50')
  .transform(Number)
  .refine((value) => value > 0, 'A price is more than 0');

/** Characters of the longest attribute, number or maker of one: the same in every file, so that each takes what another brought. */
const MAX_ENTRY_LENGTH = 120;

const noAttributes: string[] = [];
const noNumbers: MadeNumber[] = [];
const hasLetterOrDigit = /[A-Za-z0-9]/;

/** A long number as spreadsheets show it, and save it: its last digits are lost. */
const SHORTENED = /^\d([.,]\d+)?E\+\d{1,3}$/i;
const NOT_WHOLE = 'A spreadsheet has cut this number short; make its column text, and bring the whole number';
const isWhole = (number: string): boolean => !SHORTENED.test(number);

const GTIN_DIGITS = /^\d{8}$|^\d{12,14}$/;
const Gtin = z
  .string()
  .regex(
    GTIN_DIGITS,
    'A GTIN has 8, 12, 13 or 14 digits; spreadsheets drop zeros at its start and cut it short',
  )
  .refine(hasRightCheckDigit, 'The check digit of this GTIN is wrong');

const attributeList = z
  .string()
  .transform(splitList)
  .refine(
    (entries) => entries.every((entry) => /^[a-z0-9_-]+=.+$/i.test(entry)),
    'Attributes look like diameter=320|ventilated=yes',
  )
  .refine(
    (entries) => entries.every((entry) => entry.length <= MAX_ENTRY_LENGTH),
    `At most ${MAX_ENTRY_LENGTH} characters between two bars`,
  )
  .default(noAttributes);

/** Numbers with their makers, where these are told. */
const numberList = (isGood: (number: MadeNumber) => boolean, message: string) =>
  z
    .string()
    .transform(splitNumbers)
    .refine((numbers) => numbers.every(isGood), message)
    .refine(
      (numbers) =>
        numbers.every(
          ({ maker, number }) => maker.length <= MAX_ENTRY_LENGTH && number.length <= MAX_ENTRY_LENGTH,
        ),
      `A number has at most ${MAX_ENTRY_LENGTH} characters, and so has its maker`,
    )
    .refine((numbers) => numbers.every(({ number }) => isWhole(number)), NOT_WHOLE)
    .default(noNumbers);
const otherNumbers = numberList(
  ({ number }) => hasLetterOrDigit.test(number),
  'A number needs a letter or a digit',
);

export const PartFileRow = z.object({
  sku: text(60, 'A SKU is needed')
    .regex(hasLetterOrDigit, 'A SKU needs a letter or a digit')
    .refine(isWhole, NOT_WHOLE),
  brand: text(60, 'A brand is needed').regex(hasLetterOrDigit, 'A brand needs a letter or a digit'),
  part_number: text(60, 'A part number is needed')
    .regex(hasLetterOrDigit, 'A part number needs a letter or a digit')
    .refine(isWhole, NOT_WHOLE),
  name: text(120, 'Name is Required'),
  part_type: text(60).optional(),
  grade: Grade.default('aftermarket'),
  description: text(4000, 'Info is Required'),
  price,
  stock: whole(0, MAX_ON_HAND_UNITS).optional(),
  min_order: whole(1).default(1),
  order_multiple: whole(1).default(1),
  gtin: Gtin.optional(),
  attributes: attributeList,
  oe_numbers: numberList(
    ({ maker, number }) => maker !== '' && hasLetterOrDigit.test(number),
    'OE numbers look like BMW:34116792217|AUDI:8E0615301',
  ),
  trade_numbers: otherNumbers,
  superseded_numbers: otherNumbers,
  image: text(500).default(''),
  rank: whole(0).default(1_000_000),
  lifecycle: Lifecycle.default('active'),
});
export type PartFileRow = z.output<typeof PartFileRow>;

/** GS1: the digits, weighted 3 and 1 from the right, add up to a multiple of ten. */
function hasRightCheckDigit(gtin: string): boolean {
  // Whatever is none is told once.
  if (!GTIN_DIGITS.test(gtin)) return true;
  const sum = [...gtin]
    .reverse()
    .reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}

const yearText = z
  .string({ error: 'A year is needed' })
  .regex(/^(19|20)\d{2}$/, 'A year is needed')
  .transform(Number);

/** How a row names the part that it is about: by our own number, or by brand and the maker's number, or by both. */
const namedPart = {
  sku: text(60).refine(isWhole, NOT_WHOLE).optional(),
  brand: text(60).optional(),
  part_number: text(60).refine(isWhole, NOT_WHOLE).optional(),
};

/** The columns of a fitments file: each row says that a part fits these years of a model. */
export const FitmentFileRow = z.object({
  ...namedPart,
  kind: z.enum(VEHICLE_KINDS, { error: 'car, truck or motorcycle is needed' }),
  make: text(60, 'A make is needed'),
  model: text(80, 'A model is needed'),
  year_from: yearText,
  year_to: yearText,
  position: text(60).default(''),
  quantity_per_vehicle: whole(1, 1_000).default(1),
  engine: text(MAX_ENGINE_LENGTH)
    .refine((engine) => engine === '' || hasLetterOrDigit.test(engine), 'An engine needs a letter or a digit')
    .default(''),
  qualifiers: text(200).default(''),
});
export type FitmentFileRow = z.output<typeof FitmentFileRow>;

export const NumberKind = z.enum(['oe', 'trade', 'competitor', 'superseded', 'gtin'], {
  error: 'oe, trade, competitor, superseded or gtin is needed',
});

/** The columns of a numbers file: each row is one more number of a part, or says that it has none of a kind. */
export const NumberFileRow = z
  .object({
    ...namedPart,
    kind: NumberKind,
    maker: text(MAX_ENTRY_LENGTH).default(''),
    number: text(MAX_ENTRY_LENGTH)
      .refine(
        (number) => number === '' || hasLetterOrDigit.test(number),
        'A number needs a letter or a digit',
      )
      .refine(isWhole, NOT_WHOLE)
      .default(''),
  })
  .superRefine((row, context) => {
    const complain = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    if (row.kind === 'oe' && row.number !== '' && row.maker === '')
      complain('maker', 'An OE number needs the maker of the vehicle');
    if (row.kind === 'gtin' && row.number !== '') {
      const judged = Gtin.safeParse(row.number);
      if (!judged.success) complain('number', judged.error.issues[0]?.message ?? 'This is no GTIN');
    }
  });
export type NumberFileRow = z.output<typeof NumberFileRow>;

/** The columns of a prices file. */
export const PriceFileRow = z.object({
  ...namedPart,
  price,
  currency: text(3).optional(),
});
export type PriceFileRow = z.output<typeof PriceFileRow>;

/** The columns of a stock file: units on hand, those included that unpaid orders have reserved. */
export const StockFileRow = z.object({
  ...namedPart,
  stock: whole(0, MAX_ON_HAND_UNITS),
  reason: text(200).default('import'),
});
export type StockFileRow = z.output<typeof StockFileRow>;

/** The tables of the trade that ids may be of. */
const CODE_TABLES = [
  ...(['vehicle', 'make', 'model', 'brand', 'part_type', 'position', 'attribute'] as const),
  ...ENGINE_TABLES,
] as const;

/** The columns of a codes file: what an id of the trade's own tables means in this shop. */
export const CodeFileRow = z
  .object({
    table: z.enum(CODE_TABLES, {
      error: `${CODE_TABLES.slice(0, -1).join(', ')} or ${CODE_TABLES.at(-1)} is needed`,
    }),
    id: text(60, 'An id is needed'),
    value: text(120).default(''),
    kind: z.enum(VEHICLE_KINDS, { error: 'car, truck or motorcycle is needed' }).optional(),
    make: text(60).default(''),
    model: text(80).default(''),
    year: yearText.optional(),
  })
  .superRefine((row, context) => {
    const needed: Readonly<Record<string, readonly (keyof typeof row)[]>> = {
      vehicle: ['kind', 'make', 'model', 'year'],
      make: ['make'],
      model: ['kind', 'make', 'model'],
    };
    for (const column of needed[row.table] ?? ['value']) {
      if (row[column] === undefined || row[column] === '')
        context.addIssue({ code: 'custom', path: [column], message: `A row of ${row.table} needs this` });
    }
  });
export type CodeFileRow = z.output<typeof CodeFileRow>;
