/** The headers of a page: where the next one is, and how many there are in all. */

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
  query: Readonly<Record<string, string | number | undefined>>,
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
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) parameters.set(name, String(value));
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
