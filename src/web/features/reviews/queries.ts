/** What pages ask of reviews. */
import { queryOptions } from '@tanstack/react-query';
import { api } from '#web/api.ts';
import { listQuery } from '#web/list-query.ts';

/** The newest reviews, for a place that shows only a few. */
export function newestReviewsQuery(limit: number) {
  return queryOptions({
    queryKey: ['reviews', 'newest', limit],
    queryFn: async ({ signal }) => (await api().reviewsList({ query: { limit } }, { signal })).body,
  });
}

/** The reviews of a part, newest first, a few at a time. */
export const partReviewsQuery = (partId: string) =>
  listQuery(['reviews', 'part', partId], (cursor, signal) =>
    api().reviewsList({ query: { partId, limit: 4, cursor } }, { signal }),
  );

/** How a part is rated. */
export function ratingQuery(partsId: string) {
  return queryOptions({
    queryKey: ['reviews', 'rating', partsId],
    queryFn: ({ signal }) => api().partsRating({ params: { partsId } }, { signal }),
  });
}

/** All reviews, newest first, page by page. */
export const reviewsQuery = listQuery(['reviews', 'all'], (cursor, signal) =>
  api().reviewsList({ query: { cursor } }, { signal }),
);
