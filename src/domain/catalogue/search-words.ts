/** What buyers type, turned into what the catalogue calls it. */

/** Spellings that people use for a maker's name. */
const SPELLINGS: ReadonlyMap<string, string> = new Map([
  ['porshe', 'porsche'],
  ['merc', 'mercedes-benz'],
  ['mercedes', 'mercedes-benz'],
  ['benz', 'mercedes-benz'],
  ['vw', 'volkswagen'],
  ['chevy', 'chevrolet'],
  ['bmv', 'bmw'],
]);

/** The query with known spellings put right; the rest as it was typed. */
export function correctSpellings(query: string): string {
  return query.replace(/[\p{L}\p{N}-]+/gu, (word) => SPELLINGS.get(word.toLowerCase()) ?? word);
}

/** Whether a query may be a number on a part: it has a digit, and at least three letters and digits in all. */
export function looksLikeNumber(normalised: string): boolean {
  return normalised.length >= 3 && /\d/.test(normalised);
}
