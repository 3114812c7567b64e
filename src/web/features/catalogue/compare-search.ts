/** Which parts are compared, as it stands in the address: `?part=gripstane/gs-10-1243,kolb/k-7`. */
import { searchText, searchWord } from '#web/addresses/search-params.ts';
import { joined, valuesOf } from './catalogue-search.ts';

/** More columns than that can't be read beside each other. */
export const COMPARED_AT_MOST = 4;

/** A part's place in the catalogue: the slugs of its brand and of the maker's number. */
export type PartPlace = { readonly brandSlug: string; readonly partNumberSlug: string };

export type CompareSearch = {
  /** Places with commas between them. */
  readonly part?: string | undefined;
  /** Rows in which all parts are alike are left out. */
  readonly only?: 'differences' | undefined;
};

const PLACE = /^([^/\s]{1,100})\/([^/\s]{1,100})$/;

/** Reads it from a query string; what makes no sense is left out. */
export function compareSearch(search: Record<string, unknown>): CompareSearch {
  return {
    part: comparedText(comparedPlaces(searchText(search.part, 1_000))),
    only: searchWord(search.only, ['differences']),
  };
}

/** The places that stand in an address: the first four, each once. */
export function comparedPlaces(text: string | undefined): PartPlace[] {
  const names = new Set(valuesOf(text).filter((value) => PLACE.test(value)));
  return [...names].slice(0, COMPARED_AT_MOST).map((name) => {
    const [brandSlug = '', partNumberSlug = ''] = name.split('/');
    return { brandSlug, partNumberSlug };
  });
}

/** The other way; undefined where there are none. */
export function comparedText(places: readonly PartPlace[]): string | undefined {
  return joined(places.map(placeName));
}

/** "gripstane/gs-10-1243", which tells places apart. */
export function placeName({ brandSlug, partNumberSlug }: PartPlace): string {
  return `${brandSlug}/${partNumberSlug}`;
}
