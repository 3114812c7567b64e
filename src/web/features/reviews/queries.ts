/** What pages ask of reviews. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { nextCursor } from '#web/addresses/page-links.ts';
import { api } from '#web/api.ts';

/** The newest reviews, for a place that shows only a few. */
export function newestReviewsQuery(limit: number) {
  return queryOptions({
    queryKey: ['reviews', 'newest', limit],
    queryFn: async ({ signal }) => (await api().reviewsList({ query: { limit } }, { signal })).body,
  });
}

/** The reviews of a part, newest first, a few at a time. */
export function partReviewsQuery(partId: string) {
  return infiniteQueryOptions({
    queryKey: ['reviews', 'part', partId],
    queryFn: async ({ pageParam, signal }) => {
      const query = { partId, limit: 4, cursor: pageParam };
      const { body, headers } = await api().reviewsList({ query }, { signal });
      return { reviews: body, next: nextCursor(headers.link) };
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
  });
}

/** How a part is rated. */
export function ratingQuery(partsId: string) {
  return queryOptions({
    queryKey: ['reviews', 'rating', partsId],
    queryFn: ({ signal }) => api().partsRating({ params: { partsId } }, { signal }),
  });
}

/** All reviews, newest first, page by page. */
export const reviewsQuery = infiniteQueryOptions({
  queryKey: ['reviews', 'all'],
  queryFn: async ({ pageParam, signal }) => {
    const { body, headers } = await api().reviewsList({ query: { cursor: pageParam } }, { signal });
    return { reviews: body, total: Number(headers['x-total-count']), next: nextCursor(headers.link) };
  },
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page) => page.next,
});
