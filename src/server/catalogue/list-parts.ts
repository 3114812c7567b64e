/** A page of the catalogue: in the shop's own order, or by relevance where something is searched for. */
import type * as z from 'zod';
import type { PartsQuery } from '#contract/catalogue.ts';
import { decodeCursor, encodeCursor } from '#domain/paging.ts';
import { cutPage, pageHeaders } from '#server/platform/page-headers.ts';
import { COUNTED_EXACTLY, countParts, listParts, searchParts } from '#server/read-models/parts.ts';
import type { ShopDeps } from '#server/shop-deps.ts';
import { partBody } from './part-body.ts';

type Deps = Pick<ShopDeps, 'databases' | 'exchange'>;
type Query = z.output<typeof PartsQuery>;

/** An answer of the list. A cursor that is not one of ours begins from the start. */
export async function partsPage(deps: Deps, query: Query) {
  const text = query.q === undefined || query.q === '' ? undefined : query.q;
  const page = await (text === undefined ? browse(deps, query) : search(deps, { ...query, q: text }));
  const { cursor: _, ...parameters } = query;
  return {
    body: page.rows.map((row) => partBody(row, deps.exchange)),
    headers: pageHeaders('/parts', parameters, page.cursor, page.total, page.countedTo),
  };
}

async function browse(deps: Deps, query: Query) {
  const after = numbersOf(query.cursor);
  const [found, total] = await Promise.all([
    listParts(deps.databases.read, query, {
      limit: query.limit + 1,
      after: after && { rank: after[0], id: after[1] },
    }),
    countParts(deps.databases.read, query),
  ]);
  const { rows, last } = cutPage(found, query.limit);
  return { rows, total, countedTo: COUNTED_EXACTLY.list, cursor: last && encodeCursor([last.rank, last.id]) };
}

async function search(deps: Deps, query: Query & { q: string }) {
  const after = numbersOf(query.cursor);
  const found = await searchParts(deps.databases.read, query, {
    limit: query.limit + 1,
    after: after && { score: after[0], id: after[1] },
  });
  const { rows, last } = cutPage(found, query.limit);
  return {
    rows,
    total: rows[0]?.total ?? 0,
    countedTo: COUNTED_EXACTLY.text,
    cursor: last && encodeCursor([last.score, last.id]),
  };
}

/** The two whole numbers of a cursor. */
function numbersOf(cursor: string | undefined): [number, number] | undefined {
  const [first, second] = (cursor === undefined ? undefined : decodeCursor(cursor, 2))?.map(Number) ?? [];
  if (first === undefined || second === undefined) return undefined;
  const sound = Math.abs(first) < 2 ** 31 && Number.isSafeInteger(first) && Number.isSafeInteger(second);
  return sound ? [first, second] : undefined;
}
