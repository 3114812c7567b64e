/** Lists of parts that were searched for or narrowed: by relevance, or in an order of their own. */
import { type RawBuilder, sql } from 'kysely';
import type { Querier } from '#server/platform/db/database.ts';
import { allOf, conditionsOf, firstOf, type PartCriteria } from './part-criteria.ts';
import { FACET_COLUMNS, type FacetCount, facetSql } from './part-facets.ts';
import { PART_COLUMNS, PART_JOINS, type PartRow } from './parts.ts';

/** How far lists are counted. */
export const COUNTED_TO = 2_000;

/**
 * The first parts of each type that was named, looked at beside the first hits where there are more of those than are
 * looked at. Most parts of a type have its name's words, so they are taken first and asked for the words then.
 */
const OF_NAMED_TYPE = 300;
/** How much a hit of a type that was named is above all others; relevance by words is below 1,000,000. */
const NAMED_TYPE_SCORE = 1_500_000;

export type ScoredPart = { readonly partId: number; readonly score: number };
export type FoundPart = PartRow & { readonly score: number; readonly total: number };
export type RelevancePlace = { readonly score: number; readonly rank: number; readonly id: number };

/**
 * A page of parts by relevance: the parts that numbers found, by their scores, then words, those of the types that the
 * words name first, then by the owner's rank. Each row has how many there are in all, counted to one more than 2,000;
 * beyond, the best of the first 2,000 and of the named types are ranked.
 *
 * @param lookAt fewer hits to look at, where the first ones will do
 */
export async function listByRelevance(
  db: Querier,
  criteria: PartCriteria,
  search: Searched,
  page: { readonly limit: number; readonly after?: RelevancePlace | undefined },
  lookAt: number = COUNTED_TO,
): Promise<FoundPart[]> {
  const found = relevantPage(criteria, search, page, lookAt);
  if (found === undefined) return [];
  const { rows } = await sql<FoundPart>`WITH ${sql.join(found.sets)} ${found.select}`.execute(db);
  return rows;
}

/**
 * The first page by relevance together with the counts of its facets, by one statement that looks at the hits once.
 *
 * @param attributesOf as for `facetSql`
 */
export async function firstPageWithFacets(
  db: Querier,
  criteria: PartCriteria & { readonly text: string },
  namedTypeIds: readonly number[],
  limit: number,
  attributesOf: number | undefined,
): Promise<{ readonly rows: readonly FoundPart[]; readonly counts: readonly FacetCount[] }> {
  const page = relevantPage(criteria, { numbers: [], namedTypeIds }, { limit }, COUNTED_TO, FACET_COLUMNS);
  if (page === undefined) return { rows: [], counts: [] };
  const facets = facetSql(criteria, COUNTED_TO, attributesOf, 'hit');
  const { rows } = await sql<{ rows: FoundPart[]; counts: FacetCount[] }>`
    WITH ${sql.join([...page.sets, ...facets.sets])}
    SELECT coalesce((SELECT json_agg(row_to_json(page)) FROM (${page.select}) AS page), '[]') AS rows,
           coalesce((SELECT json_agg(row_to_json(counted))
                     FROM (${sql.join(facets.counts, sql` UNION ALL `)}) AS counted (dimension, value, name, count, "of")),
                    '[]') AS counts`.execute(db);
  return rows[0] ?? { rows: [], counts: [] };
}

type Searched = { readonly numbers: readonly ScoredPart[]; readonly namedTypeIds: readonly number[] };

/** The common table expressions of a page and the SELECT of its rows; undefined where nothing is looked for. */
function relevantPage(
  criteria: PartCriteria,
  search: Searched,
  page: { readonly limit: number; readonly after?: RelevancePlace | undefined },
  lookAt: number,
  moreOfHits?: RawBuilder<unknown>,
): { readonly sets: readonly RawBuilder<unknown>[]; readonly select: RawBuilder<unknown> } | undefined {
  const { text, ...rest } = criteria;
  const narrowed = allOf(conditionsOf(rest));
  const parts: RawBuilder<unknown>[] = [];
  if (text !== undefined)
    parts.push(sql`SELECT part_id, rank, score FROM hit`, sql`SELECT part_id, rank, score FROM typed`);
  if (search.numbers.length > 0) {
    parts.push(sql`
      SELECT s.part_id, s.rank, n.score
      FROM unnest(${search.numbers.map((hit) => hit.partId)}::bigint[], ${search.numbers.map((hit) => hit.score)}::int[])
        AS n (part_id, score)
      JOIN part_search AS s ON s.part_id = n.part_id
      WHERE ${narrowed}`);
  }
  if (parts.length === 0) return undefined;
  const { after } = page;
  const behind =
    after === undefined
      ? sql`true`
      : sql`(-score, rank, part_id) > (${-after.score}::int, ${after.rank}::int, ${after.id}::bigint)`;
  const sets = [
    ...(text === undefined ? [] : wordHits(text, narrowed, search.namedTypeIds, lookAt, moreOfHits)),
    sql`best AS MATERIALIZED (
      SELECT part_id, min(rank) AS rank, max(score) AS score
      FROM (${sql.join(parts, sql` UNION ALL `)}) AS any_hit GROUP BY part_id
    )`,
    sql`shown AS (
      SELECT * FROM best WHERE ${behind} ORDER BY score DESC, rank, part_id LIMIT ${sql.lit(page.limit)}
    )`,
  ];
  const select = sql`
    SELECT ${PART_COLUMNS}, shown.score, (SELECT count(*) FROM best)::int AS total
    FROM shown JOIN part ON part.id = shown.part_id ${PART_JOINS}
    ORDER BY shown.score DESC, shown.rank, part.id`;
  return { sets, select };
}

function wordHits(
  text: string,
  narrowed: RawBuilder<unknown>,
  namedTypeIds: readonly number[],
  lookAt: number,
  moreOfHits: RawBuilder<unknown> | undefined,
): RawBuilder<unknown>[] {
  const more = moreOfHits === undefined ? sql`` : sql`, ${moreOfHits}`;
  const matches = sql`s.document @@ to_tsquery('shop', ${text}) AND ${narrowed}`;
  const score = sql`
    (ts_rank('{0.05, 0.1, 0.4, 1}', s.document, to_tsquery('shop', ${text})) * 1000000)::int
    + CASE WHEN s.part_type_id = any(${namedTypeIds}::int[]) THEN ${sql.lit(NAMED_TYPE_SCORE)} ELSE 0 END AS score`;
  return [
    ...firstOf(
      'hit',
      sql`SELECT s.part_id, s.rank, ${score}${more} FROM part_search AS s WHERE ${matches}`,
      lookAt + 1,
    ),
    sql`typed AS MATERIALIZED (
      SELECT of_type.*
      FROM unnest(${namedTypeIds}::int[]) AS named (id)
      CROSS JOIN LATERAL (
        SELECT s.part_id, s.rank, ${score}
        FROM (
          SELECT * FROM part_search
          WHERE part_type_id = named.id AND (SELECT count(*) FROM hit) > ${sql.lit(lookAt)}
          ORDER BY rank, part_id LIMIT ${sql.lit(OF_NAMED_TYPE)}
        ) AS s
        WHERE ${matches}
      ) AS of_type
    )`,
  ];
}

export type PartOrder = 'rank' | 'price' | '-price' | 'name';
/** Where a list in an order of its own ended: the last part's rank, price or name, and its id. */
export type OrderPlace = { readonly key: number | string; readonly id: number };

const ORDERS = {
  rank: { key: sql`s.rank`, isDescending: false, type: sql`int` },
  price: { key: sql`s.price_minor`, isDescending: false, type: sql`bigint` },
  '-price': { key: sql`s.price_minor`, isDescending: true, type: sql`bigint` },
  name: { key: sql`s.sort_name`, isDescending: false, type: sql`text` },
} as const;

export type OrderedPart = PartRow & { readonly order_key: number | string };

/**
 * A page of parts in an order of their own, from behind a place. Few parts are looked up and then put in order; of many,
 * the order's own index is walked until the page is full. The planner can't tell which is better, and either is slow
 * where the other belongs.
 */
export async function listInOrder(
  db: Querier,
  criteria: PartCriteria,
  page: {
    readonly limit: number;
    readonly order: PartOrder;
    readonly after?: OrderPlace | undefined;
    readonly isFew: boolean;
  },
): Promise<OrderedPart[]> {
  const { key, isDescending, type } = ORDERS[page.order];
  const direction = isDescending ? sql`DESC` : sql`ASC`;
  const behind =
    page.after === undefined
      ? sql`true`
      : sql`(${key}, s.part_id) ${isDescending ? sql`<` : sql`>`} (${page.after.key}::${type}, ${page.after.id}::bigint)`;
  const matches = sql`${allOf(conditionsOf(criteria))} AND ${behind}`;
  const { rows } = await sql<OrderedPart>`
    WITH ${page.isFew ? sql`few AS MATERIALIZED (SELECT s.part_id, s.rank, s.price_minor, s.sort_name FROM part_search AS s WHERE ${matches}),` : sql``}
    shown AS MATERIALIZED (
      SELECT s.part_id, ${key} AS order_key FROM ${page.isFew ? sql`few` : sql`part_search`} AS s
      WHERE ${page.isFew ? sql`true` : matches}
      ORDER BY ${key} ${direction}, s.part_id ${direction}
      LIMIT ${sql.lit(page.limit)}
    )
    SELECT ${PART_COLUMNS}, shown.order_key
    FROM shown JOIN part ON part.id = shown.part_id ${PART_JOINS}
    ORDER BY shown.order_key ${direction}, shown.part_id ${direction}`.execute(db);
  return rows;
}

/** How many parts there are, counted to one more than {@link COUNTED_TO}. */
export async function countMatches(db: Querier, criteria: PartCriteria): Promise<number> {
  const matches = sql`SELECT s.part_id FROM part_search AS s WHERE ${allOf(conditionsOf(criteria))}`;
  const { rows } = await sql<{ count: number }>`
    WITH ${sql.join(firstOf('hit', matches, COUNTED_TO + 1))} SELECT count(*)::int AS count FROM hit`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** The first of several criteria that any part fulfils, by its place; undefined where none does. They are tried in order. */
export async function firstFulfilled(
  db: Querier,
  attempts: readonly PartCriteria[],
): Promise<number | undefined> {
  if (attempts.length === 0) return undefined;
  const sets = attempts.map(
    (criteria, place) => sql`${sql.ref(`a${place}`)} AS MATERIALIZED (
      SELECT s.part_id FROM part_search AS s WHERE ${allOf(conditionsOf(criteria))})`,
  );
  const tries = attempts.map(
    (_, place) => sql`(SELECT ${sql.lit(place)} AS place FROM ${sql.ref(`a${place}`)} LIMIT 1)`,
  );
  const { rows } = await sql<{ place: number }>`
    WITH ${sql.join(sets)}
    SELECT place FROM (${sql.join(tries, sql` UNION ALL `)}) AS tried LIMIT 1`.execute(db);
  return rows[0]?.place;
}
