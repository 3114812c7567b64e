/** The list of parts as their owner walks it. */
import { api } from '#web/api.ts';
import { listQuery } from '#web/list-query.ts';

const PAGE_SIZE = 50;

/** Parts by words or numbers, or all, page by page; always asked for anew, since their owner changes them. */
export function managedPartsQuery(q: string | undefined) {
  return {
    ...listQuery(['parts', 'managed', q ?? ''], (cursor, signal) =>
      api().partsList({ query: { q, cursor, limit: PAGE_SIZE } }, { signal }),
    ),
    staleTime: 0,
  };
}
