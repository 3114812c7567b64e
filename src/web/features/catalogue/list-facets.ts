import type { CatalogueBody } from '#contract/catalogue.ts';
import type { FacetsBody, SearchBody } from '#contract/search.ts';
import { type CatalogueSearch, isWhole } from './catalogue-search.ts';

/**
 * What a list can be narrowed to, with the most parts first. Of the catalogue as a whole all brands and types are told, as the page has
 * them; of a cut of it what the search tells, which is 200 brands at most, and of a large one that has just changed those of some parts.
 */
export function facetsOf(
  firstPage: SearchBody,
  catalogue: CatalogueBody,
  search: CatalogueSearch,
): FacetsBody {
  const facets = firstPage.facets ?? NO_FACETS;
  if (!isWhole(search)) return facets;
  const counted = (all: readonly { slug: string; name: string; count: number }[]) => ({
    relation: 'eq' as const,
    values: all
      .map(({ slug, name, count }) => ({ value: slug, name, count }))
      .toSorted((a, b) => b.count - a.count),
  });
  return {
    ...facets,
    type: counted(catalogue.categories.flatMap((category) => category.types)),
    brand: counted(catalogue.brands),
    kind: counted(catalogue.kinds.map(({ kind, count }) => ({ slug: kind, name: kind, count }))),
    // Of no use before a type is chosen.
    position: EMPTY,
  };
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
