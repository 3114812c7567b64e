/**
 * Reading a VIN, without asking anybody. What comes of it is a prefill for the buyer to confirm, never a proof: makers use
 * the characters as they like outside North America, and the table has gaps and mistakes.
 */
import type { VinMatch, VinModel, VinTable } from './vin-table.ts';

/**
 * - `right`: the ninth character is the check digit that the others give.
 * - `wrong`: it could be one, but is not this one: a slip in the typing, or a vehicle for a market without check digits.
 * - `none`: it cannot be one, so the VIN is not made by North America's rules.
 */
export type CheckDigit = 'right' | 'wrong' | 'none';

export type VinReading = {
  readonly vin: string;
  readonly checkDigit: CheckDigit;
  /** Makes that the manufacturer's code stands for; empty when it is not known. */
  readonly makes: readonly string[];
  /** The model years that it may be of: one where that is sound, none where nothing is read, else both of its letter. */
  readonly years: readonly number[];
  /** Models that the VIN may be of. More than one, or more than one year: the VIN alone doesn't tell. */
  readonly models: readonly (VinModel & { readonly year: number })[];
};

const VIN = /^[A-HJ-NPR-Z0-9]{17}$/;

/** As it is compared: capitals, without spaces and dashes; I, O and Q, which no VIN has, as the digits they look like. */
export function normaliseVin(text: string): string {
  return text
    .replace(/[\s.\-_]/g, '')
    .toUpperCase()
    .replaceAll('I', '1')
    .replace(/[OQ]/g, '0');
}

/** Whether a text has the form of a VIN: 17 letters and digits. */
export function isVin(text: string): boolean {
  return VIN.test(normaliseVin(text)) && /^[A-Za-z0-9\s.\-_]+$/.test(text);
}

const WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];
const LETTER_VALUES: Readonly<Record<string, number>> = Object.fromEntries(
  ['AJ', 'BKS', 'CLT', 'DMU', 'ENV', 'FW', 'GPX', 'HY', 'RZ'].flatMap((letters, index) =>
    [...letters].map((letter) => [letter, index + 1]),
  ),
);

/** Judges the ninth character. */
export function checkDigitOf(vin: string): CheckDigit {
  const given = vin[8] ?? '';
  if (!/[0-9X]/.test(given)) return 'none';
  const sum = [...vin].reduce(
    (total, character, index) =>
      total + (LETTER_VALUES[character] ?? Number(character)) * (WEIGHTS[index] ?? 0),
    0,
  );
  const right = sum % 11 === 10 ? 'X' : String(sum % 11);
  return given === right ? 'right' : 'wrong';
}

/** The tenth character's years: its letters and digits come round every 30 years. */
const YEAR_CODES = 'ABCDEFGHJKLMNPRSTVWXY123456789';

/** The model years that the tenth character may stand for, up to the latest one that there can be. */
export function yearsOfVin(vin: string, latestYear: number): number[] {
  const index = YEAR_CODES.indexOf(vin[9] ?? ' ');
  return index < 0 ? [] : [1980 + index, 2010 + index].filter((year) => year <= latestYear);
}

/**
 * Reads a VIN of 17 characters in normal form.
 *
 * Only a right check digit says that the vehicle was made for North America, by whose rules the rest is read. A wrong one
 * is taken for a slip where it was also made there (first character 1 to 5); of all others only the make is read.
 */
export function readVin(vin: string, table: VinTable, latestYear: number): VinReading {
  const checkDigit = checkDigitOf(vin);
  const manufacturer =
    (vin[2] === '9' ? table.manufacturer(`${vin.slice(0, 3)}${vin.slice(11, 14)}`) : undefined) ??
    table.manufacturer(vin.slice(0, 3));
  const nothing = { vin, checkDigit, makes: manufacturer?.makes ?? [], years: [], models: [] };
  const isReadable = checkDigit === 'right' || (checkDigit === 'wrong' && /^[1-5]/.test(vin));
  if (manufacturer === undefined || !isReadable) return nothing;

  const descriptor = `${vin.slice(3, 8)}|${vin.slice(9)}`;
  const years = yearsOfVin(vin, latestYear);
  const found = years.flatMap((year) =>
    best(manufacturer.match(descriptor, year)).map(({ kind, make, model }) => ({ kind, make, model, year })),
  );
  // Of what no pattern speaks for, all that the manufacturer makes decides what the seventh character tells.
  const isTold = (found.length > 0 ? found : manufacturer.models()).every(tellsCycle);
  const possible =
    isTold && years.length > 1 ? years.filter((year) => year >= 2010 === isSecondCycle(vin)) : years;
  const models = found.filter((one) => possible.includes(one.year));
  if (models.length === 0) {
    // Without a pattern only the check digit speaks for the year, and by chance it is right for one VIN in eleven.
    const isSound = checkDigit === 'right' && !/^[S-Z]/.test(vin);
    return { ...nothing, years: isSound ? possible : [] };
  }
  return { vin, checkDigit, makes: [...new Set(models.map((one) => one.make))], years: possible, models };
}

/** The matches that most of the VIN speaks for, each model once. */
function best(matches: readonly VinMatch[]): VinMatch[] {
  const highest = Math.max(0, ...matches.map((match) => match.weight));
  const found = new Map(
    matches
      .filter((match) => match.weight === highest)
      .map((match) => [`${match.kind}|${match.make}|${match.model}`, match]),
  );
  return [...found.values()];
}

/** Makers whose trucks are light ones, but for {@link HEAVIER}. */
const LIGHT_TRUCKS: ReadonlySet<string> = new Set([
  ...[
    'Chevrolet',
    'Dodge',
    'Ford',
    'GMC',
    'Honda',
    'Jeep',
    'Mazda',
    'Nissan',
    'RAM',
    'Rivian',
    'Suzuki',
    'Toyota',
  ],
]);
const HEAVIER = /^(F-[2-8]|L\d|LN|LT|[2-5]500|P-Series|E-[34]50|ProMaster [23]|Transit$|Si\w+ HD)/;

/**
 * Whether the seventh character tells the cycle of years: by law of cars and light trucks (up to 10,000 lb), of which it
 * is a digit before 2010 and a letter since. Motorcycles and heavier trucks use it as they like.
 */
function tellsCycle({ kind, make, model }: VinModel): boolean {
  return kind === 'car' || (kind === 'truck' && LIGHT_TRUCKS.has(make) && !HEAVIER.test(model));
}

/** A letter since 2010, a digit before. */
function isSecondCycle(vin: string): boolean {
  return /[A-Z]/.test(vin[6] ?? '');
}
