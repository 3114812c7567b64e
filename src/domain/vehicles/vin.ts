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
  /** The model year, where it is sound. */
  readonly year: number | null;
  /** Models that the VIN may be of, in that year. More than one: the VIN alone doesn't tell. */
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
 * Of European makers (first character S to Z), and where the ninth character is no check digit at all, only the make is
 * read, unless a right check digit says that the vehicle was made for North America.
 */
export function readVin(vin: string, table: VinTable, latestYear: number): VinReading {
  const checkDigit = checkDigitOf(vin);
  const manufacturer =
    (vin[2] === '9' ? table.manufacturer(`${vin.slice(0, 3)}${vin.slice(11, 14)}`) : undefined) ??
    table.manufacturer(vin.slice(0, 3));
  const nothing = { vin, checkDigit, makes: manufacturer?.makes ?? [], year: null, models: [] };
  const isEuropean = /^[S-Z]/.test(vin);
  const isReadable = checkDigit === 'right' || (checkDigit === 'wrong' && !isEuropean);
  if (manufacturer === undefined || !isReadable) return nothing;

  const descriptor = `${vin.slice(3, 8)}|${vin.slice(9)}`;
  const years = yearsOfVin(vin, latestYear);
  const found = years.flatMap((year) =>
    best(manufacturer.match(descriptor, year)).map(({ kind, make, model }) => ({ kind, make, model, year })),
  );
  const ofCycle = inCycle(vin, found);
  const [first] = ofCycle;
  if (first === undefined) {
    // No pattern speaks for the year, so only the check digit does.
    const year = checkDigit === 'right' ? years.find((one) => one >= 2010 === isSecondCycle(vin)) : undefined;
    return { ...nothing, year: isEuropean ? null : (year ?? null) };
  }
  return {
    vin,
    checkDigit,
    makes: [...new Set(ofCycle.map((one) => one.make))],
    year: ofCycle.every((one) => one.year === first.year) ? first.year : null,
    models: ofCycle,
  };
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

/** Where a model was made in both cycles of years, the seventh character of cars and light trucks tells which it is. */
function inCycle<T extends VinModel & { readonly year: number }>(
  vin: string,
  found: readonly T[],
): readonly T[] {
  const cycles = new Set(found.map((one) => one.year >= 2010));
  if (cycles.size < 2 || found.some((one) => one.kind === 'motorcycle')) return found;
  return found.filter((one) => one.year >= 2010 === isSecondCycle(vin));
}

/** A letter since 2010, a digit before. */
function isSecondCycle(vin: string): boolean {
  return /[A-Z]/.test(vin[6] ?? '');
}
