/** What comes to mind while somebody types, of what is kept in memory: part types, brands, vehicles. Pure. */
import type { KnownBrand, KnownModel, KnownType, KnownVehicle, Lexicon } from './search-lexicon.ts';
import { plainName } from './search-lexicon.ts';
import { readPhrase, type WordGroup } from './search-phrase.ts';
import { singularOf, tokensOf } from './search-tokens.ts';

export type Remembered = {
  /** With the name or synonym that begins as typed. */
  readonly types: readonly { readonly type: KnownType; readonly matched: string }[];
  readonly brands: readonly KnownBrand[];
  /** The newest first. */
  readonly vehicles: readonly KnownVehicle[];
  /** All vehicles that were named, where some were. */
  readonly vehicleIds: readonly number[] | undefined;
  /** The words beside the vehicle, the last of them completed in the ways that are in use. */
  readonly words: readonly WordGroup[];
};

const MAX_COMPLETIONS = 8;
const MIN_MODEL_LENGTH = 3;

/** @param limit how many of each at most */
export function remember(query: string, lexicon: Lexicon, limit: number): Remembered {
  const phrase = readPhrase(query, lexicon);
  // Behind a space the last word is whole.
  const isOpen = !/\s$/.test(query);
  const words = phrase.words.map((word, at) =>
    isOpen && at === phrase.words.length - 1 ? completed(word, lexicon) : word,
  );
  const vehicles = vehiclesOf(query, phrase.vehicle?.vehicleIds, lexicon);
  return {
    types: typesOf(phrase.words, lexicon).slice(0, limit),
    brands: brandsOf(query, lexicon).slice(0, limit),
    vehicles: vehicles.slice(0, limit),
    vehicleIds: phrase.vehicle?.vehicleIds,
    words,
  };
}

function completed(word: WordGroup, lexicon: Lexicon): WordGroup {
  if (/\d/.test(word.typed) || word.typed.length < 2) return word;
  const completions = lexicon.vocabulary.completions(word.typed, MAX_COMPLETIONS);
  return completions.length === 0
    ? word
    : { typed: word.typed, forms: [...new Set([word.typed, ...completions])], isKnown: true };
}

/** Types with a name or synonym that has all words, the last one perhaps not finished. */
function typesOf(words: readonly WordGroup[], lexicon: Lexicon) {
  const asked = words.map((word) => singularOf(word.corrected ?? word.typed.replace(/[^\p{L}\p{N}]+/gu, '')));
  const last = words.at(-1)?.typed.replace(/[^\p{L}\p{N}]+/gu, '') ?? '';
  if (last === '' || asked.length > 6) return [];
  const best = new Map<KnownType, { matched: string; value: number }>();
  for (const { type, name, words: own, singulars, place } of lexicon.typeNames) {
    const places = asked.map((word, at) =>
      own.findIndex(
        (token, i) => singulars[i] === word || (at === asked.length - 1 && token.startsWith(last)),
      ),
    );
    if (places.includes(-1)) continue;
    // Beginning with the first word, short, and the type's own name come first.
    const value = (places[0] ?? 0) * 10 + (own.length - asked.length) * 3 + Math.min(place, 2);
    const before = best.get(type);
    if (before === undefined || value < before.value) best.set(type, { matched: name, value });
  }
  const found = [...best].map(([type, match]) => ({ type, ...match }));
  return found
    .sort((a, b) => a.value - b.value || (a.type.name < b.type.name ? -1 : 1))
    .map(({ type, matched }) => ({ type, matched }));
}

function brandsOf(query: string, lexicon: Lexicon): KnownBrand[] {
  const plain = plainName(query);
  if (plain.length < 2) return [];
  const begins = (text: string) => plainName(text).startsWith(plain);
  return lexicon.brands
    .filter((brand) => begins(brand.name) || brand.name.split(/\s+/).some(begins))
    .sort((a, b) => Number(begins(b.name)) - Number(begins(a.name)) || (a.name < b.name ? -1 : 1));
}

/** The vehicles that were named; else those of models that begin as typed, of each the newest. */
function vehiclesOf(query: string, named: readonly number[] | undefined, lexicon: Lexicon): KnownVehicle[] {
  const newestFirst = (a: KnownVehicle, b: KnownVehicle) => b.year - a.year;
  if (named !== undefined && named.length > 0) {
    return named.flatMap((id) => lexicon.vehiclesById.get(id) ?? []).sort(newestFirst);
  }
  const tokens = tokensOf(query);
  const last = tokens.at(-1)?.plain ?? '';
  const make = tokens.map((token) => lexicon.makes.get(token.plain)).find((known) => known !== undefined);
  const models: KnownModel[] =
    make === undefined
      ? last.length < MIN_MODEL_LENGTH
        ? []
        : [...lexicon.modelsByPlain].flatMap(([plain, some]) => (plain.startsWith(last) ? some : []))
      : [...(lexicon.modelsOfMake.get(make)?.values() ?? [])].filter(
          (model) => lexicon.makes.get(last) === make || model.plain.startsWith(last),
        );
  return models.flatMap((model) => model.vehicles.toSorted(newestFirst).slice(0, 1)).sort(newestFirst);
}

/** The words of a query that no vehicle was read from, as typed. */
export function wordsBeside(words: readonly WordGroup[]): string {
  return words.map((word) => word.typed).join(' ');
}
