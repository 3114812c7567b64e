/** Which numbers on parts somebody may have typed, alone or in a phrase. */
import { normaliseNumber } from './part-number.ts';
import { looksLikeNumber } from './search-words.ts';

export type AskedNumbers = {
  /** The whole query as one number, in the forms that it may be kept in; none where it can't be one. */
  readonly whole: readonly string[];
  /** Numbers that may stand among other words; neighbouring pieces are put together. */
  readonly within: readonly string[];
};

const MAX_PIECES = 6;
const MAX_WITHIN = 24;
/** Shorter ones are years, sizes and models. */
const MIN_WITHIN_LENGTH = 6;

export function askedNumbers(query: string): AskedNumbers {
  const whole = normaliseNumber(query);
  if (whole.length > 60) return { whole: [], within: [] };
  return { whole: looksLikeNumber(whole) ? formsOf(whole) : [], within: numbersWithin(query, whole) };
}

/** A GTIN has 8, 12, 13 or 14 digits and is the same with zeros before it. */
function formsOf(number: string): string[] {
  if (!/^\d{8,14}$/.test(number)) return [number];
  const short = number.replace(/^0+/, '');
  return [
    ...new Set([
      number,
      ...[8, 12, 13, 14].filter((n) => n >= short.length).map((n) => short.padStart(n, '0')),
    ]),
  ];
}

function numbersWithin(query: string, whole: string): string[] {
  const pieces = query.split(/\s+/).map(normaliseNumber).slice(0, 30);
  const found = new Set<string>();
  for (let length = Math.min(MAX_PIECES, pieces.length); length >= 1; length -= 1) {
    for (let at = 0; at + length <= pieces.length; at += 1) {
      const some = pieces.slice(at, at + length);
      // Words are no pieces of a number, but a letter or three before it are.
      if (!some.every((piece) => /\d/.test(piece) || (piece.length > 0 && piece.length <= 3))) continue;
      const number = some.join('');
      if (number !== whole && number.length >= MIN_WITHIN_LENGTH && looksLikeNumber(number))
        found.add(number);
    }
  }
  return [...found].slice(0, MAX_WITHIN);
}

/** How many characters two numbers have in common from the beginning. */
export function sharedBeginning(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return length;
}
