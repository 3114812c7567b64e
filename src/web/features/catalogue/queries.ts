/** What pages ask the catalogue. */
import { queryOptions } from '@tanstack/react-query';
import type { CatalogueBody, PartDetailBody } from '#contract/catalogue.ts';
import { problemOfCall } from '#contract/kernel/api-error.ts';
import type { FacetsBody, SearchBody } from '#contract/search.ts';
import type { ShopTable } from '#contract/table.ts';
import { api, isNotFound } from '#web/api.ts';
import { type CatalogueSearch, isWhole, partsParameters } from './catalogue-search.ts';
import type { PartPlace } from './compare-search.ts';

/** The first parts in the shop's own order. */
export function firstPartsQuery(limit: number) {
  return queryOptions({
    queryKey: ['parts', limit],
    queryFn: async ({ signal }) => (await api().partsList({ query: { limit } }, { signal })).body,
  });
}

/** A page of the catalogue as it is narrowed, with what it can be narrowed to and how the words were read. */
export function searchQuery(search: CatalogueSearch) {
  return queryOptions({
    queryKey: ['search', search],
    queryFn: ({ signal }) => api().searchParts({ query: partsParameters(search) }, { signal }),
  });
}

/** What a list can be narrowed to. Of the catalogue as a whole all is counted, of a cut of it as far as the API counts. */
export function facetsOf(
  firstPage: SearchBody,
  catalogue: CatalogueBody,
  search: CatalogueSearch,
): FacetsBody {
  const facets = firstPage.facets ?? NO_FACETS;
  if (!isWhole(search)) return facets;
  const counted = (all: readonly { slug: string; name: string; count: number }[]) => ({
    relation: 'eq' as const,
    values: all.map(({ slug, name, count }) => ({ value: slug, name, count })),
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

/** One part by its id. */
export function partQuery(partsId: string) {
  return queryOptions({
    queryKey: ['part', partsId],
    queryFn: ({ signal }) => api().partsGet({ params: { partsId } }, { signal }),
  });
}

/** One part by its brand's slug and the maker's number in any form. */
export function partByNumberQuery(brand: string, partNumber: string) {
  return queryOptions({
    queryKey: ['part-by-number', brand, partNumber],
    queryFn: ({ signal }) => api().cataloguePart({ params: { brand, partNumber } }, { signal }),
  });
}

/** What is compared: a part; where it is gone, null and what replaces it, as far as that is known. */
export type ComparedPart = {
  readonly part: PartDetailBody | null;
  readonly replacedBy: readonly (PartPlace & { readonly brand: string; readonly partNumber: string })[];
};

/** One part to be compared with others. That it is gone is no failure of the rest. */
export function comparedPartQuery({ brandSlug: brand, partNumberSlug: partNumber }: PartPlace) {
  return queryOptions({
    queryKey: ['part-by-number', brand, partNumber, 'compared'],
    queryFn: async ({ signal }): Promise<ComparedPart> => {
      try {
        const part = await api().cataloguePart({ params: { brand, partNumber } }, { signal });
        return { part, replacedBy: [] };
      } catch (error) {
        if (!isNotFound(error)) throw error;
        const problem = problemOfCall<ShopTable['cataloguePart']>(error);
        return { part: null, replacedBy: problem?.code === 'PART_REPLACED' ? problem.replacedBy : [] };
      }
    },
  });
}

/** Vehicles that a part fits. */
export function fitmentsQuery(partsId: string) {
  return queryOptions({
    queryKey: ['part', partsId, 'fitments'],
    queryFn: ({ signal }) => api().partsFitments({ params: { partsId } }, { signal }),
  });
}

/** What else there is beside a part: what replaces it, alternatives, numbers, what goes with it. */
export function relatedPartsQuery(partsId: string) {
  return queryOptions({
    queryKey: ['part', partsId, 'related'],
    queryFn: ({ signal }) => api().partsRelated({ params: { partsId } }, { signal }),
  });
}

/** What the catalogue can be narrowed to, with counts. */
export const catalogueQuery = queryOptions({
  queryKey: ['catalogue'],
  queryFn: ({ signal }) => api().catalogueGet({}, { signal }),
});
