/** The list of parts as their owner walks it. */
import { infiniteQueryOptions } from '@tanstack/react-query';
import { nextCursor } from '#web/addresses/page-links.ts';
import { api } from '#web/api.ts';

const PAGE_SIZE = 50;

/** Parts by words or numbers, or all, page by page; always asked for anew, since their owner changes them. */
export function managedPartsQuery(q: string | undefined) {
  return infiniteQueryOptions({
    queryKey: ['parts', 'managed', q ?? ''],
    queryFn: async ({ pageParam, signal }) => {
      const { body, headers } = await api().partsList(
        { query: { q, cursor: pageParam, limit: PAGE_SIZE } },
        { signal },
      );
      return {
        parts: body,
        total: Number(headers['x-total-count']),
        isLowerBound: headers['x-total-count-relation'] === 'gte',
        next: nextCursor(headers.link),
      };
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    staleTime: 0,
  });
}
