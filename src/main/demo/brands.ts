/**
 * The makers of the sample catalogue's parts. All of them are invented. Numbers are written in each house's own form:
 * `@@` is the part type's two letters, `%%` its number in the house's range, `#` a digit, `?` a letter.
 */

import type { Segment, Tier } from './hints/part-type-hints.ts';
import type { Random } from './random.ts';

export interface Brand {
  readonly name: string;
  readonly tier: Tier;
  /** `genuine` sells what vehicle makers put in their own boxes, under the vehicle maker's number. */
  readonly line: 'genuine' | 'own' | 'remanufactured';
  readonly numberForm: string;
  readonly segments: readonly Segment[];
  /** The categories that it makes parts of, whole (`Braking`) or in part (`Braking/Sensors`); empty: all. */
  readonly categories: readonly string[];
}

const CAR = ['car', 'light'] as const;
const ROAD = ['car', 'light', 'commercial'] as const;
const COMMERCIAL = ['commercial'] as const;
const MOTORCYCLE = ['motorcycle'] as const;
const ALL = ['car', 'light', 'commercial', 'motorcycle'] as const;

function own(
  name: string,
  tier: Tier,
  numberForm: string,
  segments: readonly Segment[],
  categories: readonly string[] = [],
): Brand {
  return { name, tier, line: 'own', numberForm, segments, categories };
}

export const BRANDS: readonly Brand[] = [
  {
    name: 'Markenwerk Original',
    tier: 'premium',
    line: 'genuine',
    numberForm: '',
    segments: CAR,
    categories: [],
  },
  {
    name: 'Firstfit Genuine',
    tier: 'premium',
    line: 'genuine',
    numberForm: '',
    segments: ROAD,
    categories: [],
  },
  {
    name: 'Ridemark Genuine',
    tier: 'premium',
    line: 'genuine',
    numberForm: '',
    segments: MOTORCYCLE,
    categories: [],
  },
  // Specialists that also deliver to vehicle makers.
  own('Nordhelm', 'premium', '@@ ####.##', ROAD, ['Braking']),
  own('Gripstane', 'premium', 'GS-%%-####', ALL, ['Braking']),
  own('Tarnbrook', 'premium', '%%#####', COMMERCIAL, ['Braking/Air brakes', 'Wheels', 'Suspension/Springs']),
  own('Puravent', 'premium', '? ## ### @@', ROAD, ['Filters']),
  own('Silvacore', 'standard', 'SC%%####', ALL, ['Filters']),
  own('Osterlund & Vey', 'premium', '%%-#####-#', ALL, [
    'Suspension/Damping',
    'Suspension/Springs',
    'Suspension/Forks',
    'Body/Lids and doors',
  ]),
  own('Sorvik', 'premium', '## ### ##', ROAD, [
    'Suspension/Arms and joints',
    'Suspension/Springs',
    'Steering',
  ]),
  own('Calderix', 'standard', 'CX ##### @@', ROAD, [
    'Suspension',
    'Steering/Rods and joints',
    'Engine/Mounts',
    'Drivetrain/Mounts',
  ]),
  own('Kugelund', 'premium', 'KL %%.###.##', ALL, [
    'Wheels',
    'Engine/Belts',
    'Engine/Timing',
    'Steering/Rods and joints',
    'Drivetrain/Shafts and joints',
  ]),
  own('Ferrowick', 'premium', 'FW%%####?', ALL, [
    'Engine/Timing',
    'Engine/Belts',
    'Engine/Pistons and cylinders',
    'Engine/Gaskets and seals',
  ]),
  own('Reiterna', 'premium', '###.###-%%', ROAD, [
    'Engine/Gaskets and seals',
    'Engine/Mounts',
    'Exhaust',
    'Wheels',
  ]),
  own('Ionmark', 'premium', 'IM #### ###', ALL, ['Ignition and fuel', 'Lighting/Bulbs']),
  own('Metravik', 'premium', '@@#####', ROAD, [
    'Ignition and fuel/Sensors',
    'Ignition and fuel/Fuel supply',
    'Braking/Sensors',
  ]),
  own('Voltessa', 'premium', '%%.####.##', ALL, ['Electrics', 'Lighting', 'Ignition and fuel/Ignition']),
  own('Stromwall', 'standard', 'SW-######', ALL, ['Electrics']),
  own('Lumatrek', 'premium', 'L%% ###-###', ALL, ['Lighting', 'Body']),
  own('Clarivane', 'standard', 'CV###@@', CAR, ['Body', 'Lighting']),
  own('Kelvora', 'premium', '#%%-####', ALL, ['Cooling', 'Climate', 'Engine/Charging and exhaust gas']),
  own('Hydrelle', 'standard', 'HY%%###?', ALL, ['Cooling', 'Climate', 'Steering/Gears and pumps']),
  own('Torvane', 'premium', '%%# #### ##', ROAD, ['Drivetrain', 'Engine/Charging and exhaust gas']),
  own('Axelborn', 'standard', 'AX%%-####', CAR, ['Drivetrain', 'Wheels', 'Steering']),
  own('Exhalon', 'standard', 'EX.%%.####', ROAD, ['Exhaust', 'Engine/Charging and exhaust gas']),
  // For trucks.
  own('Ironwain', 'standard', 'IW@@#####', COMMERCIAL, [
    'Suspension',
    'Steering',
    'Drivetrain',
    'Wheels',
    'Braking',
  ]),
  own('Drovane', 'standard', 'D-%%####', COMMERCIAL),
  own('Hillcart', 'economy', 'HC%%#####', COMMERCIAL),
  // For motorcycles.
  own('Toruga', 'premium', '@@###-##?', MOTORCYCLE, ['Drivetrain', 'Controls']),
  own('Hayabane', 'premium', 'HB-%%####', MOTORCYCLE, ['Braking', 'Filters', 'Engine', 'Wheels']),
  own('Kastavi', 'standard', 'K%%.####', MOTORCYCLE, [
    'Electrics',
    'Ignition and fuel',
    'Lighting',
    'Cooling',
    'Body',
  ]),
  own('Rennari', 'standard', 'RN ## ###@@', MOTORCYCLE),
  own('Motorook', 'economy', 'MR%%-#####', MOTORCYCLE),
  // Full ranges at a price.
  own('Velmora', 'standard', 'VM %%#####', ROAD),
  own('Quillan', 'standard', 'Q@@#####', CAR),
  own('Linmoor', 'economy', '%%#-###-##', CAR),
  own('Stockvale', 'economy', 'ST@@ ####', ROAD),
  own('Partova', 'economy', 'P%%######', CAR),
  // Rebuilders.
  {
    name: 'Corelane',
    tier: 'standard',
    line: 'remanufactured',
    numberForm: 'R%%-####',
    segments: ROAD,
    categories: [],
  },
  {
    name: 'Turnwell',
    tier: 'standard',
    line: 'remanufactured',
    numberForm: '@@ #####R',
    segments: ROAD,
    categories: [],
  },
  {
    name: 'Rebornix',
    tier: 'economy',
    line: 'remanufactured',
    numberForm: 'RX%%#####',
    segments: ROAD,
    categories: [],
  },
];

/** Letters that can't be taken for digits. */
const LETTERS = 'ABCDEFGHJKLMNPRSTUVWXYZ';

/** A number in the brand's form. It may have been given out before. */
export function partNumberOf(brand: Brand, letters: string, typeNumber: number, random: Random): string {
  return brand.numberForm
    .replace('@@', letters)
    .replace('%%', String(10 + (typeNumber % 90)))
    .replace(/[#?]/g, (mark) => (mark === '#' ? String(random.int(0, 9)) : random.pick([...LETTERS])));
}
