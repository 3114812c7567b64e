/** What pages ask of reviews. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '#web/api.ts';
import { nextCursor } from '#web/page-links.ts';

/** The newest reviews, for a place that shows only a few. */
export function newestReviewsQuery(limit: number) {
  return queryOptions({
    queryKey: ['reviews', 'newest', limit],
    queryFn: async ({ signal }) => (await api().reviewsList({ query: { limit } }, { signal })).body,
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
