/** Where a list goes on. */

/** Pages of one list that are read together at the most: 1,000 rows of 100 each. */
const MOST_PAGES = 10;

type Page<Row> = { readonly body: readonly Row[]; readonly headers: { readonly link?: string | undefined } };

/** A whole list that is short for most people: its pages one after the other, 1,000 rows at the most. */
export async function gatherPages<Row>(
  readPage: (cursor: string | undefined) => Promise<Page<Row>>,
): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const { body, headers } = await readPage(cursor);
    rows.push(...body);
    cursor = nextCursor(headers.link);
    if (cursor === undefined) break;
  }
  return rows;
}

/** The cursor of the next page, from a `Link: <…?cursor=…>; rel="next"` header; undefined on the last page. */
export function nextCursor(link: string | undefined): string | undefined {
  const address = /<([^>]*)>\s*;[^,]*\brel="?next\b/.exec(link ?? '')?.[1];
  if (address === undefined) return undefined;
  const query = address.split('?')[1] ?? '';
  return new URLSearchParams(query).get('cursor') ?? undefined;
}
