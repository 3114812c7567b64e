/** Families of the sample catalogue: one application of a part, which several makers serve under numbers of their own. */
import { normaliseNumber } from '#domain/catalogue/part-number.ts';
import type { PartType } from '../reference/part-types.ts';
import type { VehicleRange } from '../reference/vehicles.ts';
import type { Application } from './applications.ts';
import { enginesOf, type Years } from './engines.ts';
import {
  type Draw,
  isCommercial,
  type PartTypeHints,
  type Segment,
  type Values,
} from './hints/part-type-hints.ts';
import { oeNumberOf, partsSystemOf } from './oe-numbers.ts';
import { type Random, randomFrom, roundTo } from './random.ts';
import { fill } from './text.ts';

export interface FamilyFitment {
  readonly make: string;
  readonly model: string;
  readonly yearFrom: number;
  readonly yearTo: number;
}

export interface Family {
  readonly type: PartType;
  readonly hints: PartTypeHints;
  readonly app: Application;
  readonly segment: Segment;
  /** Empty where that is no question. */
  readonly position: string;
  readonly draw: Draw;
  readonly dimensions: Values;
  readonly fitments: readonly FamilyFitment[];
  readonly quantityPerVehicle: number;
  /** The engines that it is for; none where that makes no difference. */
  readonly engines: readonly string[];
  /** Under what condition it fits, or empty. */
  readonly qualifiers: string;
  readonly oeNumbers: readonly { readonly make: string; readonly number: string }[];
  readonly tradeNumbers: readonly string[];
  /** Aftermarket price of a middling brand, in USD. */
  readonly priceUsd: number;
}

/** An application where one part may sit. */
export interface Slot {
  readonly app: Application;
  readonly position: string;
}

/** Makes that the shop promises to cover well. */
export const LEADING_MAKES: readonly string[] = [
  'BMW',
  'Audi',
  'Porsche',
  'Chevrolet',
  'Mercedes-Benz',
  'Volkswagen',
  'Nissan',
  'Honda',
  'Toyota',
];

export function segmentOf(app: Application): Segment {
  if (app.kind === 'motorcycle') return 'motorcycle';
  if (app.kind === 'car') return 'car';
  return isCommercial(app) ? 'commercial' : 'light';
}

/** How large a vehicle is for its segment, 0 to 1. Pickups start where middling cars are. */
function sizeIn(segment: Segment, app: Application): number {
  if (segment === 'light') return Math.min(1, 0.3 + app.size * 1.4);
  if (segment === 'commercial') return Math.min(1, Math.max(0, (app.size - 0.4) / 0.52));
  return app.size;
}

/** Every place for a type in a segment, leading makes tending to come first. */
export function slotsOf(
  hints: PartTypeHints,
  segment: Segment,
  applications: readonly Application[],
  random: Random,
): Slot[] {
  const positions = hints.positions?.[segment] ??
    (segment === 'light' ? hints.positions?.car : undefined) ?? [''];
  return applications
    .filter(
      (app) =>
        segmentOf(app) === segment && app.yearTo >= (hints.firstYear ?? 0) && (hints.needs?.(app) ?? true),
    )
    .flatMap((app) => {
      const weight = app.models.some(({ make }) => LEADING_MAKES.includes(make)) ? 2 : 1;
      const fitting = positions.filter((position) => hints.positionFits?.(app, position) ?? true);
      return fitting.map((position) => ({ slot: { app, position }, at: random.next() ** (1 / weight) }));
    })
    .sort((a, b) => b.at - a.at)
    .map(({ slot }) => slot);
}

function drawFor(slot: Slot, segment: Segment, year: number, random: Random): Draw {
  const size = sizeIn(segment, slot.app);
  return {
    app: slot.app,
    segment,
    position: slot.position,
    random,
    year,
    size,
    is: (trait) => slot.app.traits.has(trait),
    sized: (small, large, step) => {
      const at = Math.min(1, Math.max(0, size + (random.next() - 0.5) * 0.16));
      return roundTo(small + (large - small) * at, step);
    },
  };
}

/** Values without the crumbs of binary fractions. */
export function tidied(values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [
      key,
      typeof value === 'number' ? Number(value.toFixed(3)) : value,
    ]),
  );
}

/** Some of the application's models through 3 to 12 of its years, as far as the shop knows these vehicles. */
function fitmentsOf(
  app: Application,
  firstYear: number,
  rangesOf: RangesOf,
  random: Random,
): FamilyFitment[] {
  const first = Math.max(app.yearFrom, firstYear);
  const yearCount = Math.min(app.yearTo - first + 1, random.int(3, 12));
  const yearFrom = random.int(first, app.yearTo - yearCount + 1);
  const within = (from: number, to: number) =>
    app.models
      .map(({ make, model }) =>
        rangesOf(app.kind, make, model)
          .map((range) => ({
            make,
            model,
            yearFrom: Math.max(range.yearFrom, from),
            yearTo: Math.min(range.yearTo, to),
          }))
          .filter((range) => range.yearFrom <= range.yearTo),
      )
      .filter((ranges) => ranges.length > 0);
  const window = within(yearFrom, yearFrom + yearCount - 1);
  const models = window.length > 0 ? window : within(first, app.yearTo);
  const modelCount = Math.min(8, Math.max(random.int(1, models.length), random.int(1, models.length)));
  const chosen = new Set(random.shuffled(models).slice(0, modelCount));
  return models.filter((ranges) => chosen.has(ranges)).flat();
}

export type RangesOf = (kind: Application['kind'], make: string, model: string) => readonly VehicleRange[];

/** `2012- with start-stop system` → when it was so, and the words. */
function datedCondition(source: string): { from: number; to: number; text: string } {
  const [, from, to, text] = /^(\d{4})?-(\d{4})? (.+)$/.exec(source) ?? [];
  return { from: Number(from ?? 0), to: Number(to ?? 9999), text: text ?? source };
}

type Condition = Pick<Family, 'engines' | 'qualifiers'>;
const NONE: Condition = { engines: [], qualifiers: '' };

function conditionOf(hints: PartTypeHints, draw: Draw, dimensions: Values, years: Years): Condition {
  const { random } = draw;
  if (hints.dependsOnEngine === true && random.chance(0.6))
    return { ...NONE, engines: enginesOf(draw.app, years, random) };
  const chassisOnly = draw.segment === 'motorcycle' || draw.segment === 'commercial';
  if (!hints.qualifiers || chassisOnly || !random.chance(0.14)) return NONE;
  const known = hints.qualifiers
    .map(datedCondition)
    .filter(({ from, to }) => from <= years.from && years.to <= to)
    .map(({ text }) => text)
    .filter((text) => draw.segment === 'car' || !text.includes('sport'))
    .filter((text) =>
      [...text.matchAll(/\{([a-z-]+)\}/g)].every(([, key]) => key !== undefined && key in dimensions),
    );
  return known.length > 0 ? { ...NONE, qualifiers: fill(random.pick(known), dimensions) } : NONE;
}

/** Makes the family of a slot; `taken` holds the normalised maker's numbers that are given out. */
export function familyOf(
  request: { type: PartType; hints: PartTypeHints; slot: Slot; segment: Segment; seed: string },
  rangesOf: RangesOf,
  taken: Set<string>,
): Family {
  const { type, hints, slot, segment } = request;
  const random = randomFrom(request.seed);
  const fitments = fitmentsOf(slot.app, hints.firstYear ?? 0, rangesOf, random);
  const years = {
    from: Math.min(...fitments.map((fitment) => fitment.yearFrom)),
    to: Math.max(...fitments.map((fitment) => fitment.yearTo)),
  };
  const draw = drawFor(slot, segment, years.from, random);
  const dimensions = tidied(hints.dimensions(draw));

  const oeNumbers: { make: string; number: string }[] = [];
  const bySystem = new Map<string, string[]>();
  for (const { make, model } of fitments.filter(
    (fitment, index) => fitments.findIndex((other) => other.make === fitment.make) === index,
  )) {
    const system = partsSystemOf(make, slot.app.kind);
    let numbers = bySystem.get(system);
    if (!numbers) {
      numbers = [];
      const wanted = random.chance(0.35) ? 2 : 1;
      for (let attempt = 0; numbers.length < wanted && attempt < 50; attempt++) {
        const number = oeNumberOf(
          {
            typeCode: type.code,
            category: type.category[0] ?? '',
            position: slot.position,
            make,
            model,
            kind: slot.app.kind,
            year: years.from,
          },
          random,
        );
        if (taken.has(normaliseNumber(number))) continue;
        taken.add(normaliseNumber(number));
        numbers.push(number);
      }
      bySystem.set(system, numbers);
    }
    oeNumbers.push(...numbers.map((number) => ({ make, number })));
  }

  const [small, large] = hints.priceUsd[segment] ?? hints.priceUsd.car ?? [0, 0];
  return {
    type,
    hints,
    app: slot.app,
    segment,
    position: slot.position,
    draw,
    dimensions,
    fitments,
    quantityPerVehicle: hints.perVehicle?.(draw) ?? 1,
    ...conditionOf(hints, draw, dimensions, years),
    oeNumbers,
    tradeNumbers: hints.tradeNumbers?.(draw, dimensions) ?? [],
    priceUsd: (small + (large - small) * draw.size) * (0.88 + random.next() * 0.3),
  };
}
