/** Lists of parts that were searched for or narrowed: by relevance, or in an order of their own. */
import { type RawBuilder, sql } from 'kysely';
import { NAMED_TYPE_SCORE, WORDS_SCORE } from '#domain/catalogue/search-scores.ts';
import type { SearchedText } from '#domain/catalogue/search-text.ts';
import type { Querier } from '#server/platform/db/database.ts';
import { allOf, asTsQuery, conditionsOf, type PartCriteria, walkedConditions } from './part-criteria.ts';
import { FACET_COLUMNS, type FacetCount, facetCounts, facetSql } from './part-facets.ts';
import { countAndSample, countOf, firstHits, firstOf, HITS_COUNTED_TO } from './part-hits.ts';
import { PART_COLUMNS, PART_COLUMNS_UNDESCRIBED, PART_JOINS, type PartRow } from './parts.ts';

/**
 * The first parts of each type that was named, looked at beside the first hits where there are more of those than are
 * looked at. Most parts of a type have its name's words, so they are taken first and asked for the words then.
 */
const OF_NAMED_TYPE = 300;

export type ScoredPart = { readonly partId: number; readonly score: number };
export type FoundPart = PartRow & { readonly score: number; readonly total: number };
/** What is read of a page. Where parts are not described, their descriptions are ''. */
type PageSize = { readonly limit: number; readonly isDescribed: boolean };
export type RelevancePlace = { readonly score: number; readonly rank: number; readonly id: number };

/**
 * A page of parts by relevance: the parts that numbers found, by their scores, then words, those of the types that the
 * words name first, then by the owner's rank. Each row has how many there are in all, counted to one more than
 * {@link HITS_COUNTED_TO}; of more, some of the first ones and of the named types are ranked.
 *
 * @param lookAt fewer hits to look at, where the first ones will do
 */
export async function listByRelevance(
  db: Querier,
  criteria: PartCriteria,
  search: Searched,
  page: PageSize & { readonly after?: RelevancePlace | undefined },
  lookAt: number = HITS_COUNTED_TO,
): Promise<FoundPart[]> {
  const found = relevantPage(criteria, search, page, { lookAt, columns: sql`s.part_id` });
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
  criteria: PartCriteria & { readonly text: SearchedText },
  namedTypeIds: readonly number[],
  size: PageSize,
  attributesOf: number | undefined,
): Promise<{ readonly rows: readonly FoundPart[]; readonly counts: readonly FacetCount[] }> {
  const hitOptions = { lookAt: HITS_COUNTED_TO, columns: FACET_COLUMNS };
  const page = relevantPage(criteria, { numbers: [], namedTypeIds }, size, hitOptions);
  if (page === undefined) return { rows: [], counts: [] };
  const facets = facetSql(criteria, attributesOf, { whole: { name: 'hit', total: WORD_HIT_COUNT } });
  const { rows } = await sql<{ rows: FoundPart[]; counts: Parameters<typeof facetCounts>[0] }>`
    WITH ${sql.join([...page.sets, ...facets.sets])}
    SELECT coalesce((SELECT json_agg(page) FROM (${page.select}) AS page), '[]') AS rows,
           (SELECT json_agg(row_of_counts) FROM (${sql.join(facets.counts, sql` UNION ALL `)}) AS row_of_counts) AS counts`.execute(
    db,
  );
  const [found] = rows;
  return { rows: found?.rows ?? [], counts: facetCounts(found?.counts ?? []) };
}

/** How many of the hits by words are looked at, and which columns of `part_search AS s` the expression `hit` has of them. */
type HitOptions = { readonly lookAt: number; readonly columns: RawBuilder<unknown> };

type Searched = { readonly numbers: readonly ScoredPart[]; readonly namedTypeIds: readonly number[] };

/** The common table expressions of a page and the SELECT of its rows; undefined where nothing is looked for. */
function relevantPage(
  criteria: PartCriteria,
  search: Searched,
  page: PageSize & { readonly after?: RelevancePlace | undefined },
  hitOptions: HitOptions,
): { readonly sets: readonly RawBuilder<unknown>[]; readonly select: RawBuilder<unknown> } | undefined {
  const { text, ...rest } = criteria;
  const words =
    text === undefined ? undefined : wordHits({ ...criteria, text }, search.namedTypeIds, hitOptions);
  const hits = [...(words?.hits ?? [])];
  if (search.numbers.length > 0) {
    hits.push(sql`
      SELECT s.part_id, s.rank, n.score
      FROM unnest(${search.numbers.map((hit) => hit.partId)}::bigint[], ${search.numbers.map((hit) => hit.score)}::int[])
        AS n (part_id, score)
      JOIN part_search AS s ON s.part_id = n.part_id
      WHERE ${allOf(conditionsOf(rest))}`);
  }
  if (hits.length === 0) return undefined;
  const { after } = page;
  const behind =
    after === undefined
      ? sql`true`
      : sql`(-score, rank, part_id) > (${-after.score}::int, ${after.rank}::int, ${after.id}::bigint)`;
  const anyHit = sql.join(hits, sql` UNION ALL `);
  // What is found in one way has each part once.
  const isFoundOneWay = hits.length === 1;
  const best = isFoundOneWay
    ? anyHit
    : sql`SELECT part_id, min(rank) AS rank, max(score) AS score FROM (${anyHit}) AS any_hit GROUP BY part_id`;
  const sets = [
    ...(words?.sets ?? []),
    // Kept where it is read twice. What is counted already is read once, and its rows are not copied.
    sql`best AS (${best})`,
    sql`shown AS (
      SELECT * FROM best WHERE ${behind} ORDER BY score DESC, rank, part_id LIMIT ${sql.lit(page.limit)}
    )`,
  ];
  const total = totalOf({ hasWords: text !== undefined, isFoundOneWay });
  const select = sql`
    SELECT ${columnsOf(page)}, shown.score, ${total} AS total
    FROM shown JOIN part ON part.id = shown.part_id ${PART_JOINS}
    ORDER BY shown.score DESC, shown.rank, part.id`;
  return { sets, select };
}

const columnsOf = ({ isDescribed }: PageSize) => (isDescribed ? PART_COLUMNS : PART_COLUMNS_UNDESCRIBED);

/** How many hits by words there are, counted to one more than are looked at. */
const WORD_HIT_COUNT = countOf('first_hit');

/** What is found by words alone is counted already. */
function totalOf({ hasWords, isFoundOneWay }: Readonly<Record<'hasWords' | 'isFoundOneWay', boolean>>) {
  const best = sql`(SELECT count(*) FROM best)::int`;
  if (!hasWords) return best;
  return isFoundOneWay ? WORD_HIT_COUNT : sql`greatest(${best}, ${WORD_HIT_COUNT})`;
}

const scoreOf = (text: SearchedText, namedTypeIds: readonly number[]) => {
  const byWords = sql`(ts_rank('{0.05, 0.1, 0.4, 1}', s.document, ${asTsQuery(text.query)}) * ${sql.lit(WORDS_SCORE)})::int`;
  if (namedTypeIds.length === 0) return byWords;
  return sql`${byWords}
    + CASE WHEN s.part_type_id = any(${namedTypeIds}::int[]) THEN ${sql.lit(NAMED_TYPE_SCORE)} ELSE 0 END`;
};

/**
 * The common table expressions `first_hit`, the first parts with the words, `hit`, those of them that are ranked and
 * counted, and `typed`, more of the types that were named, where there may be any; and the SELECTs of what was found.
 */
function wordHits(
  criteria: PartCriteria & { readonly text: SearchedText },
  namedTypeIds: readonly number[],
  { lookAt, columns: ownColumns }: HitOptions,
): { readonly sets: readonly RawBuilder<unknown>[]; readonly hits: readonly RawBuilder<unknown>[] } {
  const { text } = criteria;
  const conditions = conditionsOf(criteria);
  // The score and not the document: a row is copied from one expression to the next, and a document is most of it.
  const columns = sql`${ownColumns}, s.rank, ${scoreOf(text, namedTypeIds)} AS score`;
  const isOfTypesAlone =
    conditions.length === 1 && text.types.length > 0 && text.types.every(({ beside }) => beside === '');
  const first = isOfTypesAlone
    ? firstOfTypes('first_hit', columns, text, lookAt + 1)
    : firstHits('first_hit', columns, conditions, lookAt + 1);
  const sets = [...first, ...countAndSample('hit', 'first_hit')];
  const hits = [sql`SELECT part_id, rank, score FROM hit`];
  // Of one type alone, the first of its parts have been taken already.
  if (namedTypeIds.length === 0 || (isOfTypesAlone && text.types.length === 1)) return { sets, hits };
  const typed = sql`typed AS MATERIALIZED (
    SELECT of_type.*
    FROM unnest(${namedTypeIds}::int[]) AS named (id)
    CROSS JOIN LATERAL (
      SELECT s.part_id, s.rank, ${scoreOf(text, namedTypeIds)} AS score
      FROM (
        SELECT * FROM part_search
        WHERE part_type_id = named.id AND ${WORD_HIT_COUNT} > ${sql.lit(lookAt)}
        ORDER BY rank, part_id LIMIT ${sql.lit(OF_NAMED_TYPE)}
      ) AS s
      WHERE ${allOf(conditions)}
    ) AS of_type
  )`;
  return { sets: [...sets, typed], hits: [...hits, sql`SELECT * FROM typed`] };
}

/**
 * So many parts of types whose names have all the words, one type after the other, each in the shop's order; then those without a type.
 * The types stand in a SELECT of their own, where the planner can't tell how many there are: it would else plan each query anew, as
 * that seems to pay for few, and planning takes longer than looking.
 */
function firstOfTypes(
  name: string,
  columns: RawBuilder<unknown>,
  { query, types }: SearchedText,
  limit: number,
): RawBuilder<unknown>[] {
  return [
    sql`${sql.ref(name)} AS MATERIALIZED (
      SELECT * FROM (
        SELECT of_type.*
        FROM unnest((SELECT ${types.map(({ id }) => id)}::int[])) WITH ORDINALITY AS own (id, place)
        CROSS JOIN LATERAL (
          SELECT ${columns} FROM part_search AS s WHERE s.part_type_id = own.id
          ORDER BY s.rank, s.part_id LIMIT ${sql.lit(limit)}
        ) AS of_type
        UNION ALL
        SELECT ${columns} FROM part_search AS s
        WHERE s.part_type_id IS NULL AND s.document @@ ${asTsQuery(query)}
      ) AS any_type
      LIMIT ${sql.lit(limit)}
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
  page: PageSize & {
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
  const byKey = sql`ORDER BY ${key} ${direction}, s.part_id ${direction}`;
  const columns = sql`s.part_id, s.rank, s.price_minor, s.sort_name`;
  const found = page.isFew
    ? firstOf(
        'found',
        sql`SELECT ${columns} FROM part_search AS s WHERE ${allOf(conditionsOf(criteria))} AND ${behind}`,
        HITS_COUNTED_TO + 1,
      )
    : [
        sql`found AS MATERIALIZED (
          SELECT ${columns} FROM part_search AS s WHERE ${allOf(walkedConditions(criteria))} AND ${behind}
          ${byKey} LIMIT ${sql.lit(page.limit)}
        )`,
      ];
  const { rows } = await sql<OrderedPart>`
    WITH ${sql.join(found)},
    shown AS MATERIALIZED (
      SELECT s.part_id, ${key} AS order_key FROM found AS s ${byKey} LIMIT ${sql.lit(page.limit)}
    )
    SELECT ${columnsOf(page)}, shown.order_key
    FROM shown JOIN part ON part.id = shown.part_id ${PART_JOINS}
    ORDER BY shown.order_key ${direction}, shown.part_id ${direction}`.execute(db);
  return rows;
}

/** How many parts there are, counted to one more than {@link HITS_COUNTED_TO}. */
export async function countMatches(db: Querier, criteria: PartCriteria): Promise<number> {
  const hits = firstHits('hit', sql`s.part_id`, conditionsOf(criteria), HITS_COUNTED_TO + 1);
  const { rows } = await sql<{ count: number }>`
    WITH ${sql.join(hits)} SELECT count(*)::int AS count FROM hit`.execute(db);
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
