/** What the pages of categories, part types, brands and vehicles ask. */
import { queryOptions } from '@tanstack/react-query';
import { api } from '#web/api.ts';

/** Parts that such a page begins with. */
export const FIRST_PARTS = 12;

export const categoriesQuery = queryOptions({
  queryKey: ['catalogue', 'categories'],
  queryFn: ({ signal }) => api().categoriesList({}, { signal }),
});

export function partTypeQuery(type: string) {
  return queryOptions({
    queryKey: ['catalogue', 'type', type],
    queryFn: ({ signal }) => api().partTypeGet({ params: { type } }, { signal }),
  });
}

export const brandsQuery = queryOptions({
  queryKey: ['catalogue', 'brands'],
  queryFn: ({ signal }) => api().brandsList({}, { signal }),
});

export function brandQuery(brand: string) {
  return queryOptions({
    queryKey: ['catalogue', 'brand', brand],
    queryFn: ({ signal }) => api().brandGet({ params: { brand } }, { signal }),
  });
}

/** The first parts of a category, a type or a brand, in the shop's own order. */
export function shelfPartsQuery(shelf: {
  readonly category?: string;
  readonly type?: string;
  readonly brand?: string;
}) {
  return queryOptions({
    queryKey: ['parts', shelf, FIRST_PARTS],
    queryFn: async ({ signal }) =>
      (await api().partsList({ query: { ...shelf, limit: FIRST_PARTS } }, { signal })).body,
  });
}

/** The first parts that are listed for a vehicle, how many there are, and of which types. */
export function vehiclePartsQuery(vehicle: number) {
  return queryOptions({
    queryKey: ['search', 'of-vehicle', vehicle],
    queryFn: async ({ signal }) => {
      const query = { vehicle: String(vehicle), limit: FIRST_PARTS };
      const { parts, total, facets, relaxed } = await api().searchParts({ query }, { signal });
      // Of a vehicle that nothing is listed for, the search answers with the nearest that there is.
      if (relaxed.length > 0) return { parts: [], total: { count: 0, relation: 'eq' as const }, types: [] };
      return { parts, total, types: facets?.type.values ?? [] };
    },
  });
}
