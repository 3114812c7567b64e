/** What pages ask the catalogue. */
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { api } from '#web/api.ts';
import { type CatalogueSearch, partsParameters } from './catalogue-search.ts';
import type { ListedPart } from './listed-part.ts';
import type { PartAddress } from './shown-page.ts';

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

/** A part that some list in this browser has. */
export function findListed(
  queryClient: QueryClient,
  { brand, partNumber }: PartAddress,
): ListedPart | undefined {
  const lists = queryClient.getQueriesData<{ parts: readonly ListedPart[] }>({ queryKey: ['search'] });
  return lists
    .flatMap(([, list]) => list?.parts ?? [])
    .find((part) => part.brandSlug === brand && part.partNumberSlug === partNumber);
}

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

/** How many parts there are for each kind of vehicle. */
export const kindsQuery = queryOptions({
  queryKey: ['catalogue', 'kinds'],
  queryFn: ({ signal }) => api().kindsList({}, { signal }),
});
