/** Pages of a list, and their headers: where the next one is, and how many there are in all. */

import { queryPairs } from '#contract/kernel/wire.ts';
import { encodeMomentCursor } from '#domain/paging.ts';

export type PageHeaders = {
  readonly link?: string;
  readonly 'x-total-count': string;
  readonly 'x-total-count-relation': 'eq' | 'gte';
};

/**
 * @param path the operation's path under `/api`
 * @param query the request's parameters, all but the cursor
 * @param cursor where the next page begins; undefined on the last one
 * @param total how many there are; counted no further than `countedTo`, so more than that means "at least"
 */
export function pageHeaders(
  path: string,
  query: Readonly<Record<string, string | number | readonly string[] | undefined>>,
  cursor: string | undefined,
  total: number,
  countedTo: number,
): PageHeaders {
  const counted = {
    'x-total-count': String(Math.min(total, countedTo)),
    'x-total-count-relation': total > countedTo ? ('gte' as const) : ('eq' as const),
  };
  if (cursor === undefined) return counted;
  const parameters = new URLSearchParams();
  for (const [name, value] of queryPairs(query)) parameters.append(name, value);
  parameters.set('cursor', cursor);
  return { ...counted, link: `</api${path}?${parameters}>; rel="next"` };
}

/** The rows of a page that was read with one row more than its limit, and whether there is a next page. */
export function cutPage<Row>(
  rows: readonly Row[],
  limit: number,
): { rows: readonly Row[]; last: Row | undefined } {
  const shown = rows.slice(0, limit);
  return { rows: shown, last: rows.length > limit ? shown.at(-1) : undefined };
}

/** Lists that nobody searches are counted to this; above it they say "at least". */
export const COUNTED_TO = 10_000;

/**
 * A page of a list by moment, newest first, from rows that were read with one more than the limit.
 *
 * @param total counted to one more than {@link COUNTED_TO}
 */
export function momentPage<Row>(
  path: string,
  query: Readonly<Record<string, string | number | undefined>> & { readonly limit: number },
  found: { readonly rows: readonly Row[]; readonly total: number },
  placeOf: (row: Row) => { readonly moment: Date; readonly id: string },
): { rows: readonly Row[]; headers: PageHeaders } {
  const { rows, last } = cutPage(found.rows, query.limit);
  const place = last && placeOf(last);
  const { cursor: _, ...parameters } = query;
  const cursor = place && encodeMomentCursor(place.moment, place.id);
  return { rows, headers: pageHeaders(path, parameters, cursor, found.total, COUNTED_TO) };
}
