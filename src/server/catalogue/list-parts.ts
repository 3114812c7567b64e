/** A page of the catalogue: in the shop's own order, or by relevance where something is searched for. */
import type { Lexicon } from '#domain/catalogue/search-lexicon.ts';
import { namedTypeIds } from '#domain/catalogue/search-scores.ts';
import { decodeCursor, encodeCursor } from '#domain/paging.ts';
import { COUNTED_TO, cutPage, pageHeaders } from '#server/platform/page-headers.ts';
import { HITS_COUNTED_TO } from '#server/read-models/part-hits.ts';
import { countParts, listParts, type PartFilter, type PartRow } from '#server/read-models/parts.ts';
import {
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
  const [rank, counted, id] = wholeNumbers(query.cursor, 3) ?? [];
  const after = rank === undefined || id === undefined ? undefined : { rank, id };
  const [found, total] = await Promise.all([
    listParts(deps.databases.read, filter, { limit: query.limit + 1, after }),
    knownTotal(counted, COUNTED_TO + 1) ?? countParts(deps.databases.read, filter),
  ]);
  const { rows, last } = cutPage(found, query.limit);
  return {
    rows,
    total,
    countedTo: COUNTED_TO,
    cursor: last && encodeCursor([last.rank, total, last.id]),
  };
}

async function search(deps: ListDeps, query: ListQuery): Promise<PartsPage> {
  const reading = await readQuery(deps.databases.read, await deps.lexicon(), query, deps.exchange);
  return pageOf(deps, reading, { ...query, isDescribed: true });
}

/** Which page of a list; where its parts are not described, their descriptions are ''. */
export type PageQuery = Pick<ListQuery, 'limit' | 'cursor' | 'sort'> & { readonly isDescribed: boolean };
export type PagedReading = Pick<Reading, 'criteria' | 'numbers' | 'phrase' | 'hasMoreNumbers'>;

/**
 * The page of what was read from a query.
 *
 * @param counted how many parts there are, where that is known
 */
export async function pageOf(
  { databases }: Pick<ListDeps, 'databases'>,
  reading: PagedReading,
  query: PageQuery,
  counted?: number,
): Promise<PartsPage> {
  const { limit, cursor, sort, isDescribed } = query;
  const order = orderOf(reading, sort);
  if (order === 'relevance') return byRelevance(databases.read, reading, query);
  const { criteria, hasMoreNumbers } = reading;
  const place = orderPlace(cursor, order);
  const total = place?.total ?? counted ?? (await countMatches(databases.read, criteria));
  const read = await listInOrder(databases.read, criteria, {
    limit: limit + 1,
    isDescribed,
    order,
    after: place,
    isFew: total <= HITS_COUNTED_TO,
  });
  const { rows, last } = cutPage(read, limit);
  return {
    rows,
    // More than a count can come to is known from elsewhere, and exactly.
    ...toldOf(total, total > HITS_COUNTED_TO + 1 ? total : HITS_COUNTED_TO, hasMoreNumbers),
    cursor: last && encodeCursor([last.order_key, total, last.id]),
  };
}

/** By relevance where something is searched for and no other order is asked for. */
export function orderOf(
  { criteria, numbers }: PagedReading,
  sort: PageQuery['sort'] = 'relevance',
): PartOrder | 'relevance' {
  if (sort !== 'relevance') return sort;
  return criteria.text !== undefined || numbers.length > 0 ? sort : 'rank';
}

async function byRelevance(
  db: ListDeps['databases']['read'],
  { criteria, numbers, phrase, hasMoreNumbers }: PagedReading,
  { limit, cursor, isDescribed }: PageQuery,
): Promise<PartsPage> {
  const [score, rank, id] = wholeNumbers(cursor, 3) ?? [];
  const isPlace = score !== undefined && rank !== undefined && id !== undefined;
  // What numbers found has scores of its own, and is looked for beside the words.
  const { partIds: _, ...narrowing } = criteria;
  const found = await listByRelevance(
    db,
    narrowing,
    { numbers, namedTypeIds: namedTypeIds(phrase.types) },
    { limit: limit + 1, isDescribed, after: isPlace ? { score, rank, id } : undefined },
  );
  return relevantPage(found, limit, hasMoreNumbers);
}

/** The page of rows by relevance, of which there may be one more than the limit. */
export function relevantPage(found: readonly FoundPart[], limit: number, hasMoreNumbers = false): PartsPage {
  const { rows, last } = cutPage(found, limit);
  return {
    rows,
    ...toldOf(rows[0]?.total ?? 0, HITS_COUNTED_TO, hasMoreNumbers),
    cursor: last && encodeCursor([last.score, last.rank, last.id]),
  };
}

/** Where more numbers begin so than were looked at, there are more parts than were counted, too. */
function toldOf(total: number, countedTo: number, hasMoreNumbers: boolean) {
  return hasMoreNumbers && total <= countedTo ? { total: total + 1, countedTo: total } : { total, countedTo };
}

/** No catalogue has more. */
const MOST_PARTS = 2 ** 31;

/** A place in a list, and how many parts the list had when its first page was read: nobody counts on every page. */
function orderPlace(cursor: string | undefined, order: PartOrder) {
  if (cursor === undefined) return undefined;
  const [keyText, totalText, idText] = decodeCursor(cursor, 3) ?? [];
  const [total, id] = [knownTotal(Number(totalText), MOST_PARTS), Number(idText)];
  if (keyText === undefined || total === undefined || !Number.isSafeInteger(id)) return undefined;
  // Text that no database keeps is none of ours.
  if (order === 'name') return keyText.includes('\0') ? undefined : { key: keyText, total, id };
  const key = Number(keyText);
  const isSound = Number.isSafeInteger(key) && (order !== 'rank' || Math.abs(key) < 2 ** 31);
  return isSound ? { key, total, id } : undefined;
}

/** A total that can have been counted. */
const knownTotal = (total: number | undefined, most: number) =>
  total !== undefined && Number.isSafeInteger(total) && total >= 0 && total <= most ? total : undefined;

/** So many whole numbers of a cursor; all but the last, an id, of 32 bits. */
function wholeNumbers(cursor: string | undefined, length: number): number[] | undefined {
  const numbers = (cursor === undefined ? undefined : decodeCursor(cursor, length))?.map(Number);
  const isSound = numbers?.every(
    (number, at) => Number.isSafeInteger(number) && (at === length - 1 || Math.abs(number) < 2 ** 31),
  );
  return isSound ? numbers : undefined;
}
