/** The columns of a parts file. `docs/import.md` tells owners the same. */
import * as z from 'zod';
import { Grade, Lifecycle } from '#contract/catalogue.ts';
import { text } from '#contract/fields.ts';

const MAX_WHOLE = 9_999_999;
const whole = (min: number, max = MAX_WHOLE) =>
  z
    .string({ error: 'A whole number is needed' })
    .regex(/^\d{1,7}$/, 'A whole number is needed')
    .transform(Number)
    .refine((value) => value >= min, `At least ${min}`)
    .refine((value) => value <= max, `At most ${max}`);

/** `320` or `12.50`: at most two digits behind the point. */
const price = z
  .string({ error: 'A price is needed' })
  .regex(/^\d{1,7}(\.\d{1,2})?$/, 'A price looks like 12.50')
  .transform(Number)
  .refine((value) => value > 0, 'A price is more than 0');

/** Characters of the longest entry in a list of numbers or attributes. */
const MAX_ENTRY_LENGTH = 120;

/** Entries with a bar between them. */
const list = (item: RegExp, message: string) =>
  z
    .string()
    .transform((value) =>
      value
        .split('|')
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    )
    .refine((items) => items.every((part) => item.test(part)), message)
    .refine(
      (items) => items.every((part) => part.length <= MAX_ENTRY_LENGTH),
      `At most ${MAX_ENTRY_LENGTH} characters between two bars`,
    );
const noNumbers: string[] = [];
const hasLetterOrDigit = /[A-Za-z0-9]/;

export const PartFileRow = z.object({
  sku: text(60, 'A SKU is needed').regex(hasLetterOrDigit, 'A SKU needs a letter or a digit'),
  brand: text(60, 'A brand is needed').regex(hasLetterOrDigit, 'A brand needs a letter or a digit'),
  part_number: text(60, 'A part number is needed').regex(
    hasLetterOrDigit,
    'A part number needs a letter or a digit',
  ),
  name: text(120, 'Name is Required'),
  part_type: text(60).optional(),
  grade: Grade.default('aftermarket'),
  description: text(4000, 'Info is Required'),
  price,
  stock: whole(0).optional(),
  min_order: whole(1).default(1),
  order_multiple: whole(1).default(1),
  gtin: z
    .string()
    .regex(/^\d{8}$|^\d{12,14}$/, 'A GTIN has 8, 12, 13 or 14 digits')
    .refine(hasRightCheckDigit, 'The check digit of this GTIN is wrong')
    .optional(),
  attributes: list(/^[a-z0-9_-]+=.+$/i, 'Attributes look like diameter=320|ventilated=yes').default(
    noNumbers,
  ),
  oe_numbers: list(/^[^:]+:.*[A-Za-z0-9]/, 'OE numbers look like BMW:34116792217|AUDI:8E0615301').default(
    noNumbers,
  ),
  trade_numbers: list(hasLetterOrDigit, 'A number needs a letter or a digit').default(noNumbers),
  superseded_numbers: list(hasLetterOrDigit, 'A number needs a letter or a digit').default(noNumbers),
  image: text(500).default(''),
  rank: whole(0).default(1_000_000),
  lifecycle: Lifecycle.default('active'),
});
export type PartFileRow = z.output<typeof PartFileRow>;

/** GS1: the digits, weighted 3 and 1 from the right, add up to a multiple of ten. */
function hasRightCheckDigit(gtin: string): boolean {
  const sum = [...gtin]
    .reverse()
    .reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}

const yearText = z
  .string({ error: 'A year is needed' })
  .regex(/^(19|20)\d{2}$/, 'A year is needed')
  .transform(Number);

/** The columns of a fitments file: each row says that a part fits these years of a model. */
export const FitmentFileRow = z.object({
  brand: text(60, 'A brand is needed'),
  part_number: text(60, 'A part number is needed'),
  kind: z.enum(['car', 'truck', 'motorcycle'], { error: 'car, truck or motorcycle is needed' }),
  make: text(60, 'A make is needed'),
  model: text(80, 'A model is needed'),
  year_from: yearText,
  year_to: yearText,
  position: text(60).default(''),
  quantity_per_vehicle: whole(1, 1_000).default(1),
  qualifiers: text(200).default(''),
});
export type FitmentFileRow = z.output<typeof FitmentFileRow>;
