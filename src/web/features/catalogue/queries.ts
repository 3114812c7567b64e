/** What pages ask the catalogue. */
import { queryOptions } from '@tanstack/react-query';
import type { PartBody } from '#contract/catalogue.ts';
import { api } from '#web/api.ts';
import { nextCursor } from '#web/page-links.ts';
import type { CatalogueSearch } from './catalogue-search.ts';

/** One page of a list, and how much there is in all. */
export type PartsPage = {
  readonly parts: readonly PartBody[];
  readonly total: number;
  /** Whether there may be more than `total`. */
  readonly isLowerBound: boolean;
  /** Undefined on the last page. */
  readonly next: string | undefined;
};

/** A page of parts; 24 unless told. */
export function partsQuery(search: CatalogueSearch & { readonly limit?: number | undefined } = {}) {
  return queryOptions({
    queryKey: ['parts', search],
    queryFn: async ({ signal }): Promise<PartsPage> => {
      const { body, headers } = await api().partsList({ query: search }, { signal });
      return {
        parts: body,
        total: Number(headers['x-total-count']),
        isLowerBound: headers['x-total-count-relation'] === 'gte',
        next: nextCursor(headers.link),
      };
    },
  });
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

/** What the catalogue can be narrowed to, with counts. */
export const catalogueQuery = queryOptions({
  queryKey: ['catalogue'],
  queryFn: ({ signal }) => api().catalogueGet({}, { signal }),
});
