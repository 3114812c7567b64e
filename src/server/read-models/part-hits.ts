/** The first parts of a list that fulfil conditions, as common table expressions, found in whichever way is sooner. */
import { type RawBuilder, sql } from 'kysely';
import { allOf, type Condition } from './part-criteria.ts';

/** How far lists are counted that are searched for or narrowed. */
export const HITS_COUNTED_TO = 2_000;
/** Of a list with more parts, so many stand for all where parts are ranked or counted by what they are. */
const SAMPLED = 1_000;
/**
 * Conditions are common where, of so many of the first parts that are asked, at least so many fulfil them, and by that at least
 * so many parts in all. Those are found sooner by walking through the shop's order than in an index; so many are walked through
 * at most.
 */
const COMMON = {
  asked: 150,
  atLeastOfAsked: 23,
  atLeastInAll: 1.5 * HITS_COUNTED_TO,
  walked: 16_000,
} as const;
/** How many parts there are, as the database last counted them. */
const PART_COUNT = sql`(SELECT reltuples FROM pg_class WHERE oid = 'part_search'::regclass)`;

/**
 * So many of the parts, as the expression `name`; the first of the shop's order where the conditions are common.
 *
 * @param columns of `part_search AS s`
 */
export function firstHits(
  name: string,
  columns: RawBuilder<unknown>,
  conditions: readonly Condition[],
  limit: number,
): RawBuilder<unknown>[] {
  const matches = allOf(conditions);
  const look = sql`SELECT ${columns} FROM part_search AS s WHERE ${matches}`;
  if (conditions.some((condition) => condition.isRare)) return firstOf(name, look, limit);
  const [asked, walked, looked] = [`${name}_asked`, `${name}_walked`, `${name}_looked`].map((part) =>
    sql.ref(part),
  );
  const isCommon = sql`(SELECT n >= ${sql.lit(COMMON.atLeastOfAsked)}
    AND n * ${PART_COUNT} > ${sql.lit(COMMON.asked * COMMON.atLeastInAll)} FROM ${asked})`;
  const isEnough = sql`(SELECT count(*) FROM ${walked}) >= ${sql.lit(limit)}`;
  return [
    sql`${asked} AS MATERIALIZED (
      SELECT count(*) AS n
      FROM (SELECT * FROM part_search ORDER BY rank, part_id LIMIT ${sql.lit(COMMON.asked)}) AS s WHERE ${matches}
    )`,
    sql`${walked} AS MATERIALIZED (
      SELECT ${columns}
      FROM (SELECT * FROM part_search WHERE ${isCommon}
            ORDER BY rank, part_id LIMIT ${sql.lit(COMMON.walked)}) AS s
      WHERE ${matches} LIMIT ${sql.lit(limit)}
    )`,
    sql`${looked} AS MATERIALIZED (${look} AND NOT ${isEnough})`,
    sql`${sql.ref(name)} AS MATERIALIZED (
      SELECT * FROM (SELECT * FROM ${walked} WHERE ${isEnough} UNION ALL SELECT * FROM ${looked}) AS found
      LIMIT ${sql.lit(limit)}
    )`,
  ];
}

/**
 * So many rows of a SELECT, as the expression `name`. A limit on the SELECT itself would let the planner walk through the
 * whole table where it expects enough hits soon, and find none: rows are looked up as if all were wanted, and fetched only
 * until there are enough.
 */
export function firstOf(name: string, select: RawBuilder<unknown>, limit: number): RawBuilder<unknown>[] {
  const all = sql.ref(`all_${name}`);
  return [
    sql`${all} AS MATERIALIZED (${select})`,
    sql`${sql.ref(name)} AS MATERIALIZED (SELECT * FROM ${all} LIMIT ${sql.lit(limit)})`,
  ];
}

/**
 * How many rows `first` has and, as the expression `name`, the rows themselves. Of more than {@link HITS_COUNTED_TO} only
 * some, that stand for all.
 */
export function countAndSample(name: string, first: string): RawBuilder<unknown>[] {
  const from = sql.ref(first);
  return [
    sql`${countName(first)} AS MATERIALIZED (SELECT count(*)::int AS n FROM ${from})`,
    sql`${sql.ref(name)} AS MATERIALIZED (
      SELECT * FROM ${from}
      LIMIT CASE WHEN ${countOf(first)} > ${sql.lit(HITS_COUNTED_TO)} THEN ${sql.lit(SAMPLED)} END)`,
  ];
}

/** How many rows an expression has of which there is a sample. They are counted once, however often this is asked. */
export const countOf = (first: string) => sql`(SELECT n FROM ${countName(first)})`;

const countName = (first: string) => sql.ref(`${first}_count`);
