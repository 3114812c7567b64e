/**
 * What comes first of what a search finds: the number that was typed, numbers that begin so, parts of a type that the words name,
 * other parts with the words.
 */
import type { KnownType } from './search-lexicon.ts';

/** A hit by words scores less than this by its relevance. */
export const WORDS_SCORE = 1_000_000;
/** And so much more where it is of a type that was named. */
export const NAMED_TYPE_SCORE = 1_500_000;
const BEGUN_NUMBER_SCORE = 2_900_000;
const NUMBER_SCORE = 3_900_000;
/** The part's own number stands before other makers' same one. */
const OWN_NUMBER_SCORE = 100_000;

export const numberScore = ({ isExact, isOwn }: Readonly<Record<'isExact' | 'isOwn', boolean>>): number =>
  (isExact ? NUMBER_SCORE : BEGUN_NUMBER_SCORE) + (isOwn ? OWN_NUMBER_SCORE : 0);

const MAX_NAMED_TYPES = 3;

/** The types whose parts come first, of those that were named, the best fitting first. */
export const namedTypeIds = (types: readonly KnownType[]): number[] =>
  types.slice(0, MAX_NAMED_TYPES).map((type) => type.id);
