/** What parts are asked for: from the words of a query to texts of a search, and what may be left out of them. Pure. */
import type { KnownType } from './search-lexicon.ts';
import type { WordGroup } from './search-phrase.ts';
import { singularOf, tokensOf } from './search-tokens.ts';

/** Words that parts must have. All texts are for `to_tsquery`. */
export type SearchedText = {
  /** All the words. */
  readonly query: string;
  /**
   * Types that the words name, each with the words that its parts must have beside what the type is called; '' for none.
   * Where there are any, parts of other types that happen to have the words are not meant. Parts without a type must have
   * all the words themselves.
   */
  readonly types: readonly { readonly id: number; readonly beside: string }[];
  /** Whether the words have to be in a part's own name. */
  readonly isInName: boolean;
};

/** Beyond these, types that a phrase names aren't what it is about. */
const MAX_TYPES = 8;

/**
 * What is asked for by words that name these types: "front brake pads" means pads at the front, and no wear sensor "for
 * brake pads".
 */
export const textOf = (words: readonly WordGroup[], types: readonly KnownType[]): SearchedText => ({
  query: searchText(words),
  types: types
    .slice(0, MAX_TYPES)
    .map((type) => ({ id: type.id, beside: searchText(wordsBeside(type, words)) })),
  isInName: false,
});

/** All of the words, wherever a part of whatever type has them. */
export const textAnywhere = (words: readonly WordGroup[]): SearchedText => ({
  query: searchText(words),
  types: [],
  isInName: false,
});

/** All of the words, in the own names of parts of whatever type. */
export const textOfNames = (words: readonly WordGroup[]): SearchedText => ({
  ...textAnywhere(words),
  isInName: true,
});

/** The words that no one of these types is called by, as far as one name goes. */
export const wordsBesideTypes = (words: readonly WordGroup[], types: readonly KnownType[]): WordGroup[] =>
  words.filter((word) => types.every((type) => wordsBeside(type, words).includes(word)));

/** The words beside the one of its names that has most of them. */
export function wordsBeside(
  { name, synonyms }: KnownType,
  words: readonly WordGroup[],
): readonly WordGroup[] {
  const rests = [name, ...synonyms].map((called) => {
    const own = singularsOf(called);
    return words.filter((word) => !isAmong(word, own));
  });
  return rests.reduce((least, rest) => (rest.length < least.length ? rest : least), words);
}

const isAmong = ({ forms }: WordGroup, own: readonly string[]) =>
  forms.some((form) => {
    const words = singularsOf(form);
    return words.length > 0 && words.every((word) => own.includes(word));
  });

/** Whether a word says by itself what somebody looks for: a number says nothing without its unit, or its other half. */
export const saysWhat = ({ typed, isKnown }: WordGroup) => isKnown && typed.length >= 3 && !/\d/.test(typed);

const singularsOf = (text: string) => tokensOf(text).map((token) => singularOf(token.plain));

/**
 * The words as a text search asks for them: all of them, each in any of its forms. A form of several words is a phrase.
 */
export function searchText(words: readonly WordGroup[]): string {
  return words
    .map(({ forms }) => `(${forms.map((form) => `'${form.replace(/['\\]/g, ' ')}'`).join(' | ')})`)
    .join(' & ');
}
