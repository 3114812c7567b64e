/** A query taken apart: the words that somebody typed, in the forms in which they are compared. */

/** A word of a query: as it was typed, in lower case, and its letters and digits alone ("A/C" → "ac"). */
export type Token = { readonly typed: string; readonly plain: string };

/** More words than these say nothing new; the rest of a query is not looked at. */
const MAX_TOKENS = 24;

/** Words around a request that no part is called by. */
const FILLERS: ReadonlySet<string> = new Set([
  ...[
    'a',
    'an',
    'and',
    'the',
    'for',
    'of',
    'on',
    'in',
    'to',
    'with',
    'my',
    'our',
    'need',
    'want',
    'buy',
    'fit',
    'fits',
  ],
  ...[
    'please',
    'cheap',
    'best',
    'online',
    'quality',
    'price',
    'pn',
    'oem',
    'part',
    'parts',
    'number',
    'no',
    'nr',
    'ref',
  ],
]);

/** Letters without their marks, in lower case. */
export function foldLetters(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** The words of a query, those without a letter or digit left out. */
export function tokensOf(query: string): Token[] {
  return foldLetters(query)
    .split(/[\s,;|"“”()[\]]+/u)
    .map((typed) => ({
      typed: typed.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''),
      plain: typed.replace(/[^\p{L}\p{N}]+/gu, ''),
    }))
    .filter((token) => token.plain !== '')
    .slice(0, MAX_TOKENS);
}

/** The words that say something; all of them where none does. */
export function withoutFillers(tokens: readonly Token[]): readonly Token[] {
  const telling = tokens.filter((token) => !FILLERS.has(token.plain));
  return telling.length > 0 ? telling : tokens;
}

/** One of a thing: "pads" → "pad", "bushes" → "bush", "batteries" → "battery". Words of other kinds may lose an s. */
export function singularOf(word: string): string {
  if (word.length < 4 || !word.endsWith('s') || /(ss|us|is)$/.test(word)) return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return /(x|ch|sh|ss|z)es$/.test(word) ? word.slice(0, -2) : word.slice(0, -1);
}
