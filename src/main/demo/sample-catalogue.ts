/**
 * The sample catalogue: invented parts of invented makers for real vehicles, the same for the same seed. Here it is
 * chosen which parts there are; `sample-rows.ts` writes them down.
 */

import type { Grade } from '#domain/catalogue/grade.ts';
import { normaliseNumber } from '#domain/catalogue/part-number.ts';
import type { PartType } from '../reference/part-types.ts';
import type { VehicleRange } from '../reference/vehicles.ts';
import type { Application } from './applications.ts';
import { BRANDS, type Brand, partNumberOf } from './brands.ts';
import { type Family, familyOf, type RangesOf, slotsOf } from './families.ts';
import { PART_TYPE_HINTS } from './hints/all.ts';
import type { PartTypeHints, Segment } from './hints/part-type-hints.ts';
import { type Random, randomFrom } from './random.ts';

const DEFAULT_SEED = 'mainshaft';
const DEFAULT_PART_COUNT = 12_000;

/** What the sample is made from. */
export interface SampleSource {
  readonly vehicles: readonly VehicleRange[];
  readonly partTypes: readonly PartType[];
  readonly applications: readonly Application[];
  /** Any text; the project's own where missing. */
  readonly seed?: string;
  /** 12,000 where missing. */
  readonly partCount?: number;
}

/** One part: a family under one brand's number. */
export interface Article {
  readonly family: Family;
  readonly brand: Brand;
  readonly partNumber: string;
  readonly grade: Grade;
  readonly lifecycle: 'active' | 'superseded' | 'discontinued';
  /** Numbers that this article replaces. */
  readonly replaces: readonly string[];
  /** The number that replaces this article, where it is superseded. */
  readonly replacedBy: string | undefined;
  /** The seed of what is drawn for this article alone. */
  readonly seed: string;
}

/** What both files are made from. */
export interface Sample {
  readonly articles: readonly Article[];
  readonly seed: string;
}

const SEGMENTS: readonly Segment[] = ['car', 'light', 'commercial', 'motorcycle'];

interface Share {
  readonly type: PartType;
  readonly typeNumber: number;
  readonly hints: PartTypeHints;
  readonly segment: Segment;
  readonly count: number;
}

/** How many parts of each type and segment, adding up to `partCount`. */
function sharesOf(partTypes: readonly PartType[], partCount: number): Share[] {
  const wanted = partTypes.flatMap((type, typeNumber) => {
    const hints = PART_TYPE_HINTS[type.code];
    if (!hints) throw new Error(`The sample catalogue knows nothing of the part type ${type.code}.`);
    return SEGMENTS.map((segment) => ({
      type,
      typeNumber,
      hints,
      segment,
      weight: hints.weights[segment] ?? 0,
    }));
  });
  const total = wanted.reduce((sum, { weight }) => sum + weight, 0);
  let given = 0;
  let due = 0;
  return wanted.map(({ weight, ...share }) => {
    due += (weight / total) * partCount;
    const count = Math.round(due) - given;
    given += count;
    return { ...share, count };
  });
}

/** The brands that serve a family, with the grade of each. */
function brandsFor(family: Family, random: Random): { brand: Brand; grade: Grade }[] {
  const { segment, type, hints } = family;
  const [category = '', group = ''] = type.category;
  const serving = BRANDS.filter(
    (brand) =>
      brand.segments.includes(segment) &&
      (brand.categories.length === 0 ||
        brand.categories.includes(category) ||
        brand.categories.includes(`${category}/${group}`)),
  );
  // Specialists serve more families than those who sell everything.
  const ofLine = (line: Brand['line']) =>
    serving
      .filter((brand) => brand.line === line)
      .map((brand) => ({ brand, at: random.next() ** (brand.categories.length > 0 ? 0.45 : 1) }))
      .sort((a, b) => b.at - a.at)
      .map(({ brand }) => brand);
  const chosen: { brand: Brand; grade: Grade }[] = ofLine('own')
    .slice(0, random.int(2, 5))
    .map((brand) => ({
      brand,
      grade: random.chance({ premium: 0.55, standard: 0.12, economy: 0 }[brand.tier]) ? 'oe' : 'aftermarket',
    }));
  const [genuine] = ofLine('genuine');
  if (genuine && random.chance(0.26)) chosen.push({ brand: genuine, grade: 'genuine' });
  const [rebuilder] = hints.remanufactured ? ofLine('remanufactured') : [];
  if (rebuilder && random.chance(0.6)) chosen.push({ brand: rebuilder, grade: 'remanufactured' });
  return chosen;
}

/**
 * Chooses families, brands and numbers for the whole sample: no chance but the seed's, no clock, no files.
 *
 * @throws when a part type has no hints, or no application needs it.
 */
export function planSample(source: SampleSource): Sample {
  const seed = source.seed ?? DEFAULT_SEED;
  const ranges = new Map<string, VehicleRange[]>();
  for (const vehicle of source.vehicles) {
    const key = `${vehicle.kind}|${vehicle.make}|${vehicle.model}`;
    ranges.set(key, [...(ranges.get(key) ?? []), vehicle]);
  }
  const rangesOf: RangesOf = (kind, make, model) => ranges.get(`${kind}|${make}|${model}`) ?? [];
  const takenOeNumbers = new Set<string>();
  const takenByBrand = new Map(BRANDS.map((brand) => [brand.name, new Set<string>()]));
  const articles: Article[] = [];

  for (const { type, typeNumber, hints, segment, count } of sharesOf(
    source.partTypes,
    source.partCount ?? DEFAULT_PART_COUNT,
  )) {
    const typeSeed = `${seed}|${type.code}|${segment}`;
    const random = randomFrom(typeSeed);
    const slots = slotsOf(hints, segment, source.applications, random);
    if (count > 0 && slots.length === 0)
      throw new Error(`No application needs ${type.code} in segment ${segment}.`);
    const end = articles.length + count;

    const numberFor = (brand: Brand): string => {
      const taken = takenByBrand.get(brand.name) ?? new Set<string>();
      for (;;) {
        const number = partNumberOf(brand, hints.letters, typeNumber, random);
        if (taken.has(normaliseNumber(number))) continue;
        taken.add(normaliseNumber(number));
        return number;
      }
    };

    for (let at = 0; articles.length < end; at++) {
      const slot = slots[at % slots.length];
      if (!slot) break;
      const family = familyOf(
        { type, hints, slot, segment, seed: `${typeSeed}|${at}` },
        rangesOf,
        takenOeNumbers,
      );
      for (const { brand, grade } of brandsFor(family, random)) {
        const partNumber = grade === 'genuine' ? (family.oeNumbers[0]?.number ?? '') : numberFor(brand);
        const article = {
          family,
          brand,
          grade,
          partNumber,
          replaces: [],
          replacedBy: undefined,
          seed: `${typeSeed}|${at}|${brand.name}`,
        };
        if (grade === 'genuine' || !random.chance(0.07)) {
          articles.push({ ...article, lifecycle: random.chance(0.015) ? 'discontinued' : 'active' });
          continue;
        }
        const old = numberFor(brand);
        articles.push({ ...article, lifecycle: 'active', replaces: [old] });
        // Some replaced parts are still on the shelf.
        if (random.chance(0.35)) {
          articles.push({
            ...article,
            lifecycle: 'superseded',
            partNumber: old,
            replacedBy: partNumber,
            seed: `${article.seed}|old`,
          });
        }
      }
    }
    articles.length = end;
  }
  return { articles, seed };
}
