/** How the pages fetch and keep data. */
import { MutationCache, QueryClient } from '@tanstack/react-query';
import { problemOf } from '#contract/kernel/api-error.ts';
import { isWorthRetrying } from './api.ts';

const FIVE_MINUTES_MS = 5 * 60 * 1000;
const RETRIES = 3;

/**
 * A cache with the shop's defaults: kept for 5 minutes; a fault is tried 3 times more, after 1, 2 and 4 s (never more
 * than 30 s apart); a refusal shows at once; a write is never sent twice by itself, and one that met an outage has the shop
 * asked whether it takes orders.
 */
export function createQueryClient(): QueryClient {
  const onServer = !('window' in globalThis);
  const queryClient: QueryClient = new QueryClient({
    mutationCache: new MutationCache({
      // Perhaps nothing can be written just now; then every page says so.
      onError(error) {
        if (problemOf(error)?.status === 503) void queryClient.invalidateQueries({ queryKey: ['shop'] });
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: FIVE_MINUTES_MS,
        gcTime: onServer ? Number.POSITIVE_INFINITY : FIVE_MINUTES_MS,
        retry: (failures, error) => !onServer && failures < RETRIES && isWorthRetrying(error),
        retryDelay: (failures) => Math.min(1000 * 2 ** failures, 30_000),
        // A lost connection fails and says so, instead of waiting in silence until it is back.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  return queryClient;
}

/** First words of the keys of whatever tells of parts, what they cost and how many there are. */
const OF_PARTS = ['parts', 'part', 'part-by-number', 'search', 'stock'];

/**
 * Asks anew, wherever it is shown, for what tells of parts: one of them is another now.
 *
 * @param others first words of the keys of what else is another
 */
export function refreshParts(queryClient: QueryClient, ...others: readonly string[]): void {
  for (const root of [...OF_PARTS, ...others]) void queryClient.invalidateQueries({ queryKey: [root] });
}

/** First words of the keys of what is the same for everybody. */
const SAME_FOR_ALL: ReadonlySet<unknown> = new Set([
  'shop',
  'catalogue',
  'parts',
  'part',
  'part-by-number',
  'search',
  'reviews',
  'vehicles',
]);

/** Empties the cache of what a user saw and others may not. */
export function forgetUsersData(queryClient: QueryClient): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => !SAME_FOR_ALL.has(queryKey[0]) });
}
