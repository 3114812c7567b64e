/** The rows of the files that an owner would import, from a planned sample. */

import type { Grade } from '#domain/catalogue/grade.ts';
import type { PartType } from '../reference/part-types.ts';
import type { Kind } from './applications.ts';
import { BRANDS, type Brand } from './brands.ts';
import { describe, nameOf } from './describe.ts';
import { LEADING_MAKES, tidied } from './families.ts';
import type { Tier, Values } from './hints/part-type-hints.ts';
import { type Random, randomFrom, roundTo } from './random.ts';
import type { Article, Sample } from './sample-catalogue.ts';
import { printValue, type TextValues } from './text.ts';

/** A row of a parts file; cells are written as they are, numbers in decimal. */
export interface PartRow {
  readonly sku: string;
  readonly brand: string;
  readonly part_number: string;
  readonly name: string;
  readonly part_type: string;
  readonly grade: Grade;
  readonly description: string;
  /** USD with two decimals. */
  readonly price: string;
  readonly stock: number;
  readonly min_order: number;
  readonly order_multiple: number;
  readonly gtin: string;
  /** `diameter=320|ventilated=yes`, in the units of the part type. */
  readonly attributes: string;
  /** `BMW:34 11 6 855 152|MINI:…` */
  readonly oe_numbers: string;
  readonly trade_numbers: string;
  readonly superseded_numbers: string;
  readonly image: string;
  /** Place in the shop window, small first. */
  readonly rank: number;
  readonly lifecycle: Article['lifecycle'];
}

/** A row of a fitments file: the part fits these years of a model. */
export interface FitmentRow {
  readonly brand: string;
  readonly part_number: string;
  readonly kind: Kind;
  readonly make: string;
  readonly model: string;
  readonly year_from: number;
  readonly year_to: number;
  readonly position: string;
  readonly quantity_per_vehicle: number;
  readonly engine: string;
  readonly qualifiers: string;
}

const GRADE_PRICE: Record<Grade, number> = { genuine: 1.75, oe: 1.25, aftermarket: 1, remanufactured: 0.72 };
const TIER_PRICE: Record<Tier, number> = { premium: 1.12, standard: 1, economy: 0.74 };
/** The first six parts of the shop window: of this type, with this in the name or the attributes. */
const SHOP_WINDOW: readonly { readonly typeCode: string; readonly having: readonly string[] }[] = [
  { typeCode: 'brake-disc', having: ['front axle', 'surface=high-carbon coated'] },
  { typeCode: 'brake-pad-set', having: ['front axle', 'material=ceramic'] },
  { typeCode: 'oil-filter', having: ['type=spin-on'] },
  { typeCode: 'shock-absorber', having: ['rear axle', 'design=monotube gas'] },
  { typeCode: 'battery', having: ['technology=AGM'] },
  { typeCode: 'chain-kit', having: ['seal=X-ring'] },
];

function stockOf(article: Article, price: number, minOrder: number, random: Random): number {
  if (article.lifecycle !== 'active') return random.pick([0, 0, random.int(1, 6)]);
  const chance = random.next();
  if (chance < 0.05) return 0;
  if (chance < 0.1) return random.int(1, Math.max(2, minOrder - 1));
  const depth = price < 15 ? 40 : price < 60 ? 22 : price < 200 ? 10 : 5;
  const packs = Math.ceil(depth * (0.3 + random.next() ** 2 * 2.4));
  return minOrder * packs + (chance > 0.9 ? minOrder * depth * random.int(3, 6) : random.int(0, minOrder));
}

/** EAN-13 in the range 200–299, which is nobody's outside the shop. */
function gtinOf(index: number, brand: Brand): string {
  const digits = `2${String(10 + BRANDS.indexOf(brand)).padStart(2, '0')}${String(100_000 + index * 7).padStart(9, '0')}`;
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

function attributesOf(type: PartType, values: Values): string {
  return type.attributes
    .flatMap(({ key }) => (values[key] === undefined ? [] : [`${key}=${printValue(values[key])}`]))
    .join('|');
}

/** The attributes of a part: its family's measures, and how its brand makes it. */
export function valuesOf({ family, brand, grade }: Article, random: Random): Values {
  const making = { ...family.draw, random, tier: brand.tier, grade, dimensions: family.dimensions };
  return { ...family.dimensions, ...tidied(family.hints.making?.(making) ?? {}) };
}

/** What the texts of its type may name. */
export function textValuesOf({ family, brand, grade }: Article, values: Values): TextValues {
  const { app, segment, position } = family;
  return { ...values, kind: app.kind, segment, tier: brand.tier, grade, position };
}

function rowOf(article: Article, index: number): Omit<PartRow, 'rank'> {
  const { family, brand, grade } = article;
  const { type, hints } = family;
  const random = randomFrom(article.seed);
  const values = valuesOf(article, random);
  const textValues = textValuesOf(article, values);

  const price = roundTo(
    family.priceUsd * GRADE_PRICE[grade] * TIER_PRICE[brand.tier] * (0.95 + random.next() * 0.1),
    0.01,
  );
  const [minOrder, orderMultiple] =
    price > 60 || grade === 'genuine'
      ? (hints.order.find(([min]) => min <= 2) ?? [1, 1])
      : random.pick(hints.order);
  return {
    sku: `MS-${100_001 + index}`,
    brand: brand.name,
    part_number: article.partNumber,
    name: nameOf(type, hints, textValues),
    part_type: type.code,
    grade,
    description: describe(
      hints,
      textValues,
      { engines: family.engines, qualifiers: family.qualifiers, replacedBy: article.replacedBy },
      random,
    ),
    price: price.toFixed(2),
    stock: stockOf(article, price, minOrder, random),
    min_order: minOrder,
    order_multiple: orderMultiple,
    gtin: grade !== 'genuine' && random.chance(0.94) ? gtinOf(index, brand) : '',
    attributes: attributesOf(type, values),
    oe_numbers: family.oeNumbers.map(({ make, number }) => `${make}:${number}`).join('|'),
    trade_numbers: family.tradeNumbers.join('|'),
    superseded_numbers: article.replaces.join('|'),
    image: '',
    lifecycle: article.lifecycle,
  };
}

/** Ranks by index: the shop window, then one part of every type, then a stable mix in which what can't be ordered comes last. */
function ranksOf(sample: Sample, rows: readonly Omit<PartRow, 'rank'>[]): number[] {
  const random = randomFrom(`${sample.seed}|rank`);
  const shopWindow = SHOP_WINDOW.map(({ typeCode, having }) =>
    rows.findIndex((row, index) => {
      const article = sample.articles[index];
      return (
        row.part_type === typeCode &&
        having.every((text) => `${row.name}|${row.attributes}`.includes(text)) &&
        row.lifecycle === 'active' &&
        row.stock >= row.min_order * 8 &&
        article?.brand.tier === 'premium' &&
        article.brand.line === 'own' &&
        article.family.fitments.some(({ make }) => LEADING_MAKES.includes(make))
      );
    }),
  );
  const order = rows
    .map((row, index) => ({
      index,
      at: random.next() + (row.stock < row.min_order ? 1 : 0) + (row.lifecycle === 'active' ? 0 : 1),
    }))
    .sort((a, b) => a.at - b.at)
    .map(({ index }) => index)
    .filter((index) => !shopWindow.includes(index));
  const shown = new Set(SHOP_WINDOW.map(({ typeCode }) => typeCode));
  const firstOfType = order.filter((index) => {
    const typeCode = rows[index]?.part_type ?? '';
    return !shown.has(typeCode) && shown.add(typeCode);
  });
  const first = new Set([...shopWindow.filter((index) => index >= 0), ...firstOfType]);
  const ranks: number[] = [];
  for (const [place, index] of [...first, ...order.filter((index) => !first.has(index))].entries())
    ranks[index] = place + 1;
  return ranks;
}

/** All parts, in the order of their SKUs. */
export function* sampleParts(sample: Sample): Generator<PartRow> {
  const rows = sample.articles.map(rowOf);
  const ranks = ranksOf(sample, rows);
  for (const [index, row] of rows.entries()) yield { ...row, rank: ranks[index] ?? rows.length };
}

/** What each part fits, in the order of the parts. */
export function* sampleFitments(sample: Sample): Generator<FitmentRow> {
  for (const { family, brand, partNumber } of sample.articles) {
    const engines = family.engines.length === 0 ? [''] : family.engines;
    for (const { make, model, yearFrom, yearTo, engine } of family.fitments.flatMap((fitment) =>
      engines.map((one) => ({ ...fitment, engine: one })),
    )) {
      yield {
        brand: brand.name,
        part_number: partNumber,
        kind: family.app.kind,
        make,
        model,
        year_from: yearFrom,
        year_to: yearTo,
        position: family.position,
        quantity_per_vehicle: family.quantityPerVehicle,
        engine,
        qualifiers: family.qualifiers,
      };
    }
  }
}
