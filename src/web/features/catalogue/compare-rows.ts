/** What is told of parts beside each other: a row for each thing, with what each part has there. */
import type { PartDetailBody } from '#contract/catalogue.ts';
import type { ShopBody } from '#contract/shop.ts';
import { formatDecimalMoney } from '#domain/money.ts';
import { wholeNumbers } from '#web/ui/whole-numbers.ts';
import { GRADE_NAMES, LIFECYCLE_NAMES, NUMBER_NAMES } from './words.ts';

export type CompareRow = {
  readonly key: string;
  readonly name: string;
  /** In the order of the parts; null where it is not known. */
  readonly texts: readonly (string | null)[];
  /** Whether it tells the parts apart. What is known of some and not of others does: it may be another. */
  readonly differs: boolean;
};

type Cell = (part: PartDetailBody) => string | null;

/** The rows, without those that say nothing of any part. `locale` is that of whole numbers. */
export function compareRows(
  parts: readonly PartDetailBody[],
  shop: Pick<ShopBody, 'listCurrency' | 'settlementCurrency'>,
  locale: string,
): CompareRow[] {
  const { listCurrency: list, settlementCurrency: settlement } = shop;
  const units = wholeNumbers(locale);
  const row = (key: string, name: string, cell: Cell): CompareRow => {
    const texts = parts.map(cell);
    return { key, name, texts, differs: new Set(texts).size > 1 };
  };
  const rows = [
    row('brand', 'Brand', (part) => part.brand),
    row('type', 'Part type', (part) => part.partType),
    row('grade', 'Grade', (part) => GRADE_NAMES[part.grade]),
    row('lifecycle', 'Still made', (part) => LIFECYCLE_NAMES[part.lifecycle]),
    row('price', `Price: ${list.label}`, (part) => formatDecimalMoney(part.price, list)),
    ...(list.code === settlement.code
      ? []
      : [row('perUnit', 'Price per unit', (part) => formatDecimalMoney(part.pricePerUnit, settlement))]),
    row('stock', 'Available Stock', (part) => units.format(part.stock)),
    row('minimum', 'Minimum Order', (part) => units.format(part.minOrder)),
    row('multiple', 'Sold in', (part) =>
      part.orderMultiple > 1 ? `${units.format(part.orderMultiple)}s` : 'single units',
    ),
    ...attributesOf(parts).map(({ key, name, unit }) =>
      row(`attribute ${key}`, name, (part) => {
        const own = part.attributes.find((attribute) => sameKey(attribute) === key);
        return own === undefined ? null : `${own.value}${unit === '' ? '' : ` ${unit}`}`;
      }),
    ),
    row('vehicles', 'Vehicles listed', (part) =>
      part.vehicleCount === 0 ? null : units.format(part.vehicleCount),
    ),
    ...NUMBERS.map((kind) =>
      row(`number ${kind}`, sentence(NUMBER_NAMES[kind]), (part) => numbersOf(part, kind)),
    ),
  ];
  return rows.filter(({ texts }) => texts.some((text) => text !== null));
}

const NUMBERS = [
  'part-number',
  'oe',
  'trade',
  'competitor',
  'superseded',
  'customer',
  'sku',
  'gtin',
] as const;

/** Numbers of one kind, one to a line, in an order that is the same for all parts. */
function numbersOf(part: PartDetailBody, kind: (typeof NUMBERS)[number]): string | null {
  switch (kind) {
    case 'part-number':
      return part.partNumber;
    case 'sku':
      return part.sku;
    case 'gtin':
      return part.gtin;
    default: {
      const own = part.numbers.filter((number) => number.kind === kind);
      const texts = own.map(({ maker, number }) => (maker === '' ? number : `${maker} ${number}`));
      return texts.length === 0 ? null : texts.toSorted().join('\n');
    }
  }
}

type Attribute = PartDetailBody['attributes'][number];

// Two types may mean something else by one key, or measure it in another unit.
const sameKey = ({ key, name, unit }: Pick<Attribute, 'key' | 'name' | 'unit'>) => `${key} ${name} ${unit}`;

/** All that any of the parts has, in the order of the first that has it. */
function attributesOf(parts: readonly PartDetailBody[]) {
  const all = parts.flatMap((part) => part.attributes);
  return [...new Map(all.map((attribute) => [sameKey(attribute), attribute])).entries()].map(
    ([key, { name, unit }]) => ({ key, name, unit }),
  );
}

const sentence = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
