/** Mistyped words, put right by the words that the catalogue is made of. */
import { singularOf } from './search-tokens.ts';

export type Vocabulary = {
  /** Whether a word, or what it is the plural of, is in use. */
  knows(word: string): boolean;
  /** The word that was most likely meant by one that is not in use. */
  nearest(word: string): string | undefined;
  /** Two words that were typed as one: "brakepads" → ["brake", "pads"]. */
  halves(word: string): readonly [string, string] | undefined;
  /** Words that begin so, the weightier and shorter ones first. */
  completions(prefix: string, limit: number): readonly string[];
};

/** Words of the trade are meant more often than those that only some name has. */
export type Weight = 'trade' | 'name';

const MIN_CORRECTED_LENGTH = 4;
const MAX_REMEMBERED = 5_000;
/** Costs of one slip. Fingers swap and double letters, or miss one, more often than they hit another. */
const SWAP = 0.7;
const DOUBLED = 0.6;
const MISSED = 0.9;
const ADDED = 1;
const WRONG = 1;
const WRONG_FIRST_LETTER = 0.4;
const UNCOMMON = 0.25;

/** How many slips a word may have: one in four letters, two in seven. */
const allowedFor = (length: number) => (length < 5 ? 1 : length < 7 ? 1.6 : 2.1);

/**
 * The cost of the slips that turn one word into the other: swapped neighbours, missed, added, doubled and wrong letters.
 *
 * @returns more than `most`, and no exact figure, as soon as it is more
 */
export function slipsBetween(typed: string, meant: string, most: number): number {
  if (Math.abs(typed.length - meant.length) * DOUBLED > most) return most + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: meant.length + 1 }, (_, i) => i * MISSED);
  for (let i = 1; i <= typed.length; i += 1) {
    const row = [i * ADDED];
    let least = row[0] ?? 0;
    for (let j = 1; j <= meant.length; j += 1) {
      const a = typed[i - 1];
      const b = meant[j - 1];
      const addedCost = a === typed[i - 2] ? DOUBLED : ADDED;
      const missedCost = b === meant[j - 2] ? DOUBLED : MISSED;
      let cost = Math.min(
        (last[j - 1] ?? 0) + (a === b ? 0 : WRONG),
        (last[j] ?? 0) + addedCost,
        (row[j - 1] ?? 0) + missedCost,
      );
      if (i > 1 && j > 1 && a === meant[j - 2] && typed[i - 2] === b) {
        cost = Math.min(cost, (beforeLast[j - 2] ?? 0) + (a === b ? 0 : SWAP));
      }
      row.push(cost);
      least = Math.min(least, cost);
    }
    if (least > most) return most + 1;
    beforeLast = last;
    last = row;
  }
  return last[meant.length] ?? most + 1;
}

/** Makes a vocabulary of words in lower case without marks; digits are in none of them. */
export function makeVocabulary(words: Iterable<readonly [word: string, weight: Weight]>): Vocabulary {
  const weights = new Map<string, Weight>();
  for (const [word, weight] of words) {
    if (word.length >= 2 && !/\d/.test(word) && weights.get(word) !== 'trade') weights.set(word, weight);
  }
  const sorted = [...weights.keys()].sort();
  const byLength = new Map<number, string[]>();
  for (const word of sorted) {
    const some = byLength.get(word.length);
    if (some === undefined) byLength.set(word.length, [word]);
    else some.push(word);
  }
  // The same slips are typed again and again, and each is looked for in thousands of words.
  const corrected = new Map<string, string | undefined>();
  const knows = (word: string) => weights.has(word) || weights.has(singularOf(word));
  return {
    knows,
    nearest(word) {
      if (word.length < MIN_CORRECTED_LENGTH || /\d/.test(word)) return undefined;
      if (corrected.has(word)) return corrected.get(word);
      if (corrected.size >= MAX_REMEMBERED) corrected.clear();
      const meant = nearestOf(word, byLength, weights);
      corrected.set(word, meant);
      return meant;
    },
    halves(word) {
      for (let at = 3; at <= word.length - 3; at += 1) {
        const [first, second] = [word.slice(0, at), word.slice(at)];
        if (weights.get(first) === 'trade' && weights.get(singularOf(second)) === 'trade')
          return [first, second];
      }
      return undefined;
    },
    completions(prefix, limit) {
      const found: string[] = [];
      for (let at = firstFrom(sorted, prefix); at < sorted.length; at += 1) {
        const word = sorted[at];
        if (word === undefined || !word.startsWith(prefix)) break;
        found.push(word);
      }
      const value = (word: string) => (weights.get(word) === 'trade' ? 0 : 100) + word.length;
      return found.sort((a, b) => value(a) - value(b)).slice(0, limit);
    },
  };
}

/** Where in an ordered list the words begin that are not before this one. */
function firstFrom(sorted: readonly string[], word: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? '') < word) low = middle + 1;
    else high = middle;
  }
  return low;
}

function nearestOf(
  word: string,
  byLength: ReadonlyMap<number, readonly string[]>,
  weights: ReadonlyMap<string, Weight>,
): string | undefined {
  const allowed = allowedFor(word.length);
  let best: string | undefined;
  let bestCost = Number.POSITIVE_INFINITY;
  for (let length = word.length - 3; length <= word.length + 3; length += 1) {
    for (const candidate of byLength.get(length) ?? []) {
      if (candidate.length < 3) continue;
      const slips = slipsBetween(word, candidate, allowed);
      if (slips > allowed) continue;
      const cost =
        slips +
        (candidate[0] === word[0] ? 0 : WRONG_FIRST_LETTER) +
        (weights.get(candidate) === 'trade' ? 0 : UNCOMMON);
      if (cost < bestCost) {
        best = candidate;
        bestCost = cost;
      }
    }
  }
  return best;
}
