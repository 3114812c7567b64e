import type { FacetsBody, SearchBody } from '#contract/search.ts';
import { type CatalogueSearch, isWhole } from './catalogue-search.ts';

/** What a list can be narrowed to. Where a part is mounted is of no use before a type is chosen. */
export function facetsOf({ facets }: SearchBody, search: CatalogueSearch): FacetsBody {
  const all = facets ?? NO_FACETS;
  return isWhole(search) ? { ...all, position: EMPTY } : all;
}

const EMPTY: FacetsBody['brand'] = { values: [], relation: 'eq' };
const NO_FACETS: FacetsBody = {
  brand: EMPTY,
  type: EMPTY,
  grade: EMPTY,
  kind: EMPTY,
  position: EMPTY,
  inStock: EMPTY,
  price: null,
  attributes: [],
};
