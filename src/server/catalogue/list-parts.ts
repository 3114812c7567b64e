/** A page of the catalogue: in the shop's own order, or by relevance where something is searched for. */
import type { Lexicon } from '#domain/catalogue/search-lexicon.ts';
import { decodeCursor, encodeCursor } from '#domain/paging.ts';
import { cutPage, pageHeaders } from '#server/platform/page-headers.ts';
import type { PartCriteria } from '#server/read-models/part-criteria.ts';
import {
  countParts,
  LIST_COUNTED_TO,
  listParts,
  type PartFilter,
  type PartRow,
} from '#server/read-models/parts.ts';
import {
  COUNTED_TO,
  countMatches,
  type FoundPart,
  listByRelevance,
  listInOrder,
  type PartOrder,
} from '#server/read-models/search-parts.ts';
import type { ShopDeps } from '#server/shop-deps.ts';
import { partBody } from './part-body.ts';
import { type ListQuery, type Reading, readQuery } from './read-query.ts';

export type ListDeps = Pick<ShopDeps, 'databases' | 'exchange'> & {
  readonly lexicon: () => Promise<Lexicon>;
};

export type PartsPage = {
  readonly rows: readonly PartRow[];
  readonly total: number;
  readonly countedTo: number;
  /** Where the next page begins; undefined on the last one. */
  readonly cursor: string | undefined;
};

/** An answer of the list. A cursor that is not one of ours begins from the start. */
export async function partsPage(deps: ListDeps, query: ListQuery) {
  const plain = plainFilter(query);
  const page = await (plain === undefined ? search(deps, query) : browse(deps, query, plain));
  const { cursor: _, ...parameters } = query;
  return {
    body: page.rows.map((row) => partBody(row, deps.exchange)),
    headers: pageHeaders('/parts', parameters, page.cursor, page.total, page.countedTo),
  };
}

/** What only brand, type and kind narrow, one of each, is read from the parts themselves. */
function plainFilter({
  limit: _,
  cursor: __,
  q,
  brand,
  type,
  kind,
  ...others
}: ListQuery): PartFilter | undefined {
  if ((q ?? '') !== '' || Object.values(others).some((value) => value !== undefined)) return undefined;
  if (Array.isArray(brand) || Array.isArray(type) || Array.isArray(kind)) return undefined;
  return { brand, type, kind };
}

async function browse(deps: ListDeps, query: ListQuery, filter: PartFilter): Promise<PartsPage> {
  const [rank, id] = wholeNumbers(query.cursor, 2) ?? [];
  const after = rank === undefined || id === undefined ? undefined : { rank, id };
  const [found, total] = await Promise.all([
    listParts(deps.databases.read, filter, { limit: query.limit + 1, after }),
    countParts(deps.databases.read, filter),
  ]);
  const { rows, last } = cutPage(found, query.limit);
  return { rows, total, countedTo: LIST_COUNTED_TO, cursor: last && encodeCursor([last.rank, last.id]) };
}

async function search(deps: ListDeps, query: ListQuery): Promise<PartsPage> {
  const reading = await readQuery(deps.databases.read, await deps.lexicon(), query, deps.exchange);
  return pageOf(deps, reading, query);
}

export type PagedReading = Pick<Reading, 'criteria' | 'numbers' | 'phrase' | 'hasMoreNumbers'>;

/** The page of what was read from a query. */
export async function pageOf(
  { databases }: Pick<ListDeps, 'databases'>,
  reading: PagedReading,
  { limit, cursor, sort }: Pick<ListQuery, 'limit' | 'cursor' | 'sort'>,
): Promise<PartsPage> {
  const { criteria, numbers } = reading;
  const isSearched = criteria.text !== undefined || numbers.length > 0;
  if (isSearched && (sort ?? 'relevance') === 'relevance') {
    return byRelevance(databases.read, reading, limit, cursor);
  }
  const order: PartOrder = sort === undefined || sort === 'relevance' ? 'rank' : sort;
  // Where there are no words, what a number found is all there is.
  const found: PartCriteria =
    criteria.text === undefined && numbers.length > 0
      ? { ...criteria, partIds: numbers.map((hit) => hit.partId) }
      : criteria;
  const total = await countMatches(databases.read, found);
  const read = await listInOrder(databases.read, found, {
    limit: limit + 1,
    order,
    after: orderPlace(cursor, order),
    isFew: total <= COUNTED_TO,
  });
  const { rows, last } = cutPage(read, limit);
  return { rows, total, countedTo: COUNTED_TO, cursor: last && encodeCursor([last.order_key, last.id]) };
}

async function byRelevance(
  db: ListDeps['databases']['read'],
  { criteria, numbers, phrase, hasMoreNumbers }: PagedReading,
  limit: number,
  cursor: string | undefined,
): Promise<PartsPage> {
  const [score, rank, id] = wholeNumbers(cursor, 3) ?? [];
  const isPlace = score !== undefined && rank !== undefined && id !== undefined;
  // Numbers alone: they are found, and only narrowed by the rest.
  const { partIds: _, ...narrowing } = criteria;
  const found = await listByRelevance(
    db,
    narrowing,
    { numbers, namedTypeIds: namedTypeIds(phrase) },
    { limit: limit + 1, after: isPlace ? { score, rank, id } : undefined },
  );
  return relevantPage(found, limit, hasMoreNumbers);
}

/** The page of rows by relevance, of which there may be one more than the limit. */
export function relevantPage(found: readonly FoundPart[], limit: number, hasMoreNumbers = false): PartsPage {
  const { rows, last } = cutPage(found, limit);
  const total = rows[0]?.total ?? 0;
  return {
    rows,
    ...(hasMoreNumbers && total <= COUNTED_TO
      ? { total: total + 1, countedTo: total }
      : { total, countedTo: COUNTED_TO }),
    cursor: last && encodeCursor([last.score, last.rank, last.id]),
  };
}

/** The types whose parts come first. */
export function namedTypeIds(phrase: Reading['phrase']): number[] {
  return phrase.types.slice(0, 3).map((type) => type.id);
}

function orderPlace(cursor: string | undefined, order: PartOrder) {
  if (cursor === undefined) return undefined;
  if (order !== 'name') {
    const [key, id] = wholeNumbers(cursor, 2, order === 'rank' ? 2 ** 31 : 2 ** 53) ?? [];
    return key === undefined || id === undefined ? undefined : { key, id };
  }
  const [key, idText] = decodeCursor(cursor, 2) ?? [];
  const id = Number(idText);
  // Text that no database keeps is none of ours.
  return key === undefined || key.includes('\0') || !Number.isSafeInteger(id) ? undefined : { key, id };
}

/** So many whole numbers of a cursor; all but the last, an id, below a bound. */
function wholeNumbers(cursor: string | undefined, length: number, bound = 2 ** 31): number[] | undefined {
  const numbers = (cursor === undefined ? undefined : decodeCursor(cursor, length))?.map(Number);
  const isSound = numbers?.every(
    (number, at) => Number.isSafeInteger(number) && (at === length - 1 || Math.abs(number) < bound),
  );
  return isSound ? numbers : undefined;
}
