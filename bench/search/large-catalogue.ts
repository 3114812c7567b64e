/**
 * A catalogue of any size, the same for the same seed: parts of all part types with measures, makers, numbers and ten
 * fitments each, in the words of the sample catalogue. Popular models have most of the parts, as on the road.
 */
import type { PartType } from '#main/reference/part-types.ts';

export type VehicleRow = {
  readonly id: number;
  readonly kind: 'car' | 'truck' | 'motorcycle';
  readonly make: string;
  readonly model: string;
  readonly year: number;
};
export type MadePart = {
  readonly id: number;
  readonly sku: string;
  readonly brandId: number;
  readonly partNumber: string;
  readonly typeId: number;
  readonly name: string;
  readonly description: string;
  readonly grade: (typeof GRADES)[number];
  readonly priceMinor: number;
  readonly minOrder: number;
  readonly attributes: Readonly<Record<string, string>>;
  readonly rank: number;
  readonly stock: number;
  readonly kind: VehicleRow['kind'];
  readonly position: string;
  readonly vehicleIds: readonly number[];
  readonly numbers: readonly { readonly kind: string; readonly maker: string; readonly number: string }[];
};

export const FITMENTS_EACH = 10;
export const BRAND_COUNT = 120;
const GRADES = [
  'aftermarket',
  'aftermarket',
  'aftermarket',
  'oe',
  'oe',
  'genuine',
  'remanufactured',
] as const;
const FIRST = [
  'Nord',
  'Grip',
  'Tarn',
  'Pura',
  'Silva',
  'Oster',
  'Calde',
  'Kugel',
  'Ferro',
  'Reit',
  'Ion',
  'Volt',
];
const LAST = ['helm', 'stane', 'brook', 'vent', 'core', 'lund', 'rix', 'mark', 'wick', 'ernia'];
const TEXTS: Readonly<Record<string, readonly string[]>> = {
  surface: ['coated', 'uncoated', 'high-carbon coated', 'zinc-nickel coated'],
  material: ['ceramic', 'semi-metallic', 'organic', 'sintered', 'steel', 'aluminium', 'rubber', 'plastic'],
  design: ['twin-tube gas', 'monotube gas', 'twin-tube oil', 'parabolic'],
  type: ['spin-on', 'cartridge', 'in-line', 'electric', 'mechanical', 'pneumatic', 'standard'],
  technology: ['AGM', 'EFB', 'lead-acid', 'lithium'],
  seal: ['X-ring', 'O-ring', 'without seal'],
  'light-source': ['LED', 'halogen', 'xenon', 'bulb'],
  finish: ['black', 'chrome', 'primed', 'silver'],
  thread: ['M12 × 1.25', 'M14 × 1.25', 'M18 × 1.5', 'M10 × 1'],
};
const PLAIN_TEXTS = ['standard', 'reinforced', 'heavy duty', 'compact'];
const SENTENCES = [
  'Made to the drawing of the part that it replaces and checked piece by piece.',
  'Replace in pairs where the vehicle has two.',
  'Supplied with all bolts and gaskets.',
  'Clean the mating faces before fitting and use a torque wrench.',
  'Delivered in a box without fitting instructions.',
  'Protected against corrosion for the life of the vehicle.',
  'Run in for 300 kilometres without hard use.',
  'Check the connector before ordering: there are two shapes.',
];

/** Chance without objects: a few nanoseconds a number, since a million parts take some hundred million. */
export function chanceFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export function brandName(index: number): string {
  return `${FIRST[index % FIRST.length]}${LAST[Math.floor(index / FIRST.length) % LAST.length]}`;
}

/** Models of each kind with their vehicles in the order of years, the most popular first. */
export function modelsByKind(
  vehicles: readonly VehicleRow[],
  seed: number,
): ReadonlyMap<string, readonly VehicleRow[][]> {
  const models = [...Map.groupBy(vehicles, ({ kind, make, model }) => `${kind}|${make}|${model}`).values()];
  const next = chanceFrom(seed + 7);
  // Long runs of years are popular models; chance mixes the rest.
  const weighed = models.map((model) => ({
    model: model.toSorted((a, b) => a.year - b.year),
    at: model.length * (0.5 + next()),
  }));
  return Map.groupBy(
    weighed.sort((a, b) => b.at - a.at).map(({ model }) => model),
    (model) => model[0]?.kind ?? 'car',
  );
}

/** Parts 1 to `count`. */
export function* madeParts(
  count: number,
  seed: number,
  types: readonly (PartType & { readonly id: number })[],
  vehicles: readonly VehicleRow[],
): Generator<MadePart> {
  const models = modelsByKind(vehicles, seed);
  for (let id = 1; id <= count; id += 1) yield makePart(id, seed, types, models);
}

function makePart(
  id: number,
  seed: number,
  types: readonly (PartType & { readonly id: number })[],
  models: ReadonlyMap<string, readonly VehicleRow[][]>,
): MadePart {
  const next = chanceFrom(Math.imul(id, 2_654_435_761) ^ seed);
  const int = (below: number) => Math.floor(next() * below);
  const pick = <T>(items: readonly T[]): T => {
    const item = items[int(items.length)];
    if (item === undefined) throw new Error('Nothing to pick from');
    return item;
  };
  const type = pick(types);
  const kind = pick(type.kinds);
  const position = type.positions.length === 0 ? '' : pick(type.positions);
  const attributes: Record<string, string> = {};
  const shown: string[] = [];
  for (const { key, unit, type: form } of type.attributes) {
    const value =
      form === 'boolean'
        ? pick(['yes', 'no'])
        : form === 'number'
          ? String(20 + int(80) * 5)
          : pick(TEXTS[key] ?? PLAIN_TEXTS);
    attributes[key] = value;
    if (shown.length < 2)
      shown.push(form === 'boolean' ? (value === 'yes' ? key : `without ${key}`) : `${value} ${unit}`.trim());
  }
  const brand = int(BRAND_COUNT);
  const kindModels = models.get(kind) ?? [];
  const vehicleIds = new Set<number>();
  const makes = new Set<string>();
  // The third power makes the first tenth of the models have about half of the parts.
  while (vehicleIds.size < FITMENTS_EACH) {
    const model = kindModels[Math.floor(next() ** 3 * kindModels.length)] ?? [];
    const from = int(Math.max(1, model.length - 5));
    for (const vehicle of model.slice(from, from + 3 + int(5))) {
      if (vehicleIds.size < FITMENTS_EACH) vehicleIds.add(vehicle.id);
      makes.add(vehicle.make);
    }
  }
  const [make = ''] = makes;
  const family = Math.floor(id / 3);
  return {
    id,
    sku: `MS-${1_000_000 + id}`,
    brandId: brand + 1,
    // Each maker numbers in its own way.
    partNumber: `${brandName(brand).slice(0, 2).toUpperCase()}${brand % 2 === 0 ? ' ' : '-'}${brand % 3 === 0 ? `${id % 97}.` : ''}${100_000 + id}`,
    typeId: type.id,
    name: [type.name, position, ...shown].filter((piece) => piece !== '').join(', '),
    description: `${type.name} for the workshop, ${shown.join(', ')}. ${pick(SENTENCES)} ${pick(SENTENCES)}`,
    grade: pick(GRADES),
    priceMinor: 300 + int(60) * int(60) * 20 + int(100),
    minOrder: pick([1, 1, 1, 2, 4]),
    attributes,
    rank: int(1_000_000),
    stock: next() < 0.12 ? 0 : int(400),
    kind,
    position,
    vehicleIds: [...vehicleIds],
    numbers: [
      {
        kind: 'oe',
        maker: make,
        number: `${make.slice(0, 1).toUpperCase()}${int(9)} ${100 + (family % 900)} ${Math.floor(family / 900)} A`,
      },
      { kind: 'trade', maker: '', number: `TR${200_000 + family}` },
    ],
  };
}
