/** What an admin asks of the newsletter's list. */
import { queryOptions, useMutation } from '@tanstack/react-query';
import type { SubscriptionStatus } from '#domain/newsletter/subscription.ts';
import { api } from '#web/api.ts';
import { listQuery } from '#web/list-query.ts';
import { saveAnswer } from '#web/save-file.ts';

/** People come and leave by themselves, so what is kept is shown and asked for anew. */
const ALWAYS_STALE = { staleTime: 0 } as const;

/** The addresses of a status, newest first, page by page. */
export function subscriptionsQuery(status: SubscriptionStatus) {
  return {
    ...listQuery(['newsletter', 'list', status], (cursor, signal) =>
      api().newsletterList({ query: { limit: 50, cursor, status } }, { signal }),
    ),
    ...ALWAYS_STALE,
  };
}

/** How many addresses there are of each status. */
export const subscriptionCountsQuery = queryOptions({
  queryKey: ['newsletter', 'counts'],
  queryFn: ({ signal }) => api().newsletterCounts({}, { signal }),
  ...ALWAYS_STALE,
});

/** Fetches all addresses of a status, also those that have not been loaded, as a CSV file. */
export function useSubscriptionsExport() {
  return useMutation({
    mutationFn: async (status: SubscriptionStatus) =>
      saveAnswer(await api().newsletterExport({ query: { status } }), 'newsletter.csv'),
  });
}
