/** Where a list goes on. */

/** The cursor of the next page, from a `Link: <…?cursor=…>; rel="next"` header; undefined on the last page. */
export function nextCursor(link: string | undefined): string | undefined {
  const address = /<([^>]*)>\s*;[^,]*\brel="?next\b/.exec(link ?? '')?.[1];
  if (address === undefined) return undefined;
  const query = address.split('?')[1] ?? '';
  return new URLSearchParams(query).get('cursor') ?? undefined;
}
