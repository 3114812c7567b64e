/** Counts what a list can be narrowed to: all in one pass where few parts have what is asked for, else list by list. */
import { type RawBuilder, sql } from 'kysely';
import type { Querier } from '#server/platform/db/database.ts';
import {
  allOf,
  type Condition,
  conditionsOf,
  type Dimension,
  IN_STOCK,
  type PartCriteria,
} from './part-criteria.ts';
import {
  type CountRow,
  chosenIn,
  FACET_COLUMNS,
  type FacetCount,
  facetCounts,
  facetSql,
  facetsFoundOnce,
  type KnownFacets,
  keysWanted,
  listWithout,
} from './part-facets.ts';
import { firstOf, HITS_COUNTED_TO } from './part-hits.ts';

export type CountedFacets = {
  readonly counts: readonly FacetCount[];
  /** How many parts the list has, counted at least to one more than {@link HITS_COUNTED_TO}. */
  readonly total: number;
};
type Asked = {
  readonly criteria: PartCriteria;
  /** The part type whose attributes are counted; none where undefined. */
  readonly attributesOf: number | undefined;
  readonly known: KnownFacets;
};

/** The counts of a list, those that are known among them, and of how many parts it is. */
export async function countFacets(db: Querier, asked: Asked): Promise<CountedFacets> {
  return (await countInOnePass(db, asked)) ?? countListByList(db, asked);
}

/** Each list by itself: the statement, and what planning it takes, grow with the square of what is chosen. */
export async function countListByList(
  db: Querier,
  { criteria, attributesOf, known }: Asked,
): Promise<CountedFacets> {
  const { sets, counts } = facetSql(criteria, attributesOf, { facets: known });
  const { rows } = await sql<CountRow>`
    WITH ${sql.join(sets)} ${sql.join(counts, sql` UNION ALL `)}`.execute(db);
  return countedFacets(rows, known);
}

/**
 * The lists that differ by one choice from what is asked for are counted together. Of each part of the type, or of what else few
 * parts have, it is found out which choices it misses: what misses none is in all of the lists, what misses one is in the list
 * without that choice, and the others are in none. Only the list of other types is one by itself.
 *
 * Undefined where nothing that is asked for is rare, where no choice is to be counted without, or where more parts were to be
 * looked at than by the lists one by one.
 */
export async function countInOnePass(
  db: Querier,
  { criteria, attributesOf, known }: Asked,
): Promise<CountedFacets | undefined> {
  const { sets, conditions } = facetsFoundOnce(conditionsOf(criteria));
  const ofAll = conditions.filter(isOfAll);
  const chosen = chosenIn(conditions.filter((condition) => !isOfAll(condition)));
  const isOfType = ofAll.some(({ dimension }) => dimension === 'type');
  const isFew = isOfType || ofAll.some(({ isRare }) => isRare);
  if (!isFew || chosen.every((dimension) => known.has(dimension))) return undefined;

  sets.push(...listedParts(conditions, chosen, criteria.filters.types));
  const counts = [
    sql`
    SELECT are_all, own.*
    FROM looked_at LEFT JOIN (${countsByMissed(chosen, attributesOf)}) AS own ON true`,
  ];
  if (isOfType && !known.has('type')) {
    const onlyIfAll: Condition = { dimension: 'base', sql: ARE_ALL, isRare: false };
    const ofTypes = listWithout('type', 'of_types', [...conditions, onlyIfAll], attributesOf);
    sets.push(...ofTypes.sets);
    counts.push(sql`SELECT true, of_type.* FROM (${ofTypes.counts}) AS of_type`);
  }
  const { rows } = await sql<{ are_all: boolean } & (CountRow | { total: null })>`
    WITH ${sql.join(sets)} ${sql.join(counts, sql` UNION ALL `)}`.execute(db);
  if (rows.some((row) => !row.are_all)) return undefined;
  const found = rows.filter((row) => row.total !== null);
  const ofTypes = found.filter((row) => row.of === 'type');
  return countedFacets([...withWhatMissesNone(found, chosen), ...ofTypes], known);
}

/** Conditions of every list but that of other types. */
const isOfAll = ({ dimension }: Condition) => dimension === 'base' || dimension === 'type';

/**
 * The parts that miss one choice at most, as the expression `listed`; which one, `missed` says as a bit, or 0 for none. Of
 * more than are to be looked at there are none, and `looked_at` says so.
 */
function listedParts(
  conditions: readonly Condition[],
  chosen: readonly Dimension[],
  types: readonly string[] | undefined,
): RawBuilder<unknown>[] {
  const lookAt = HITS_COUNTED_TO * chosen.length;
  const ofAll = conditions.filter(isOfAll);
  const isOfTypesAlone = types !== undefined && !ofAll.some(({ isRare }) => isRare);
  const areFew = isOfTypesAlone ? ARE_FEW_OF_TYPES : sql`true`;
  const missed = (dimension: Dimension) => sql`
    CASE WHEN ${allOf(conditions.filter((condition) => condition.dimension === dimension))}
      THEN 0 ELSE ${bitOf(dimension, chosen)} END`;
  // Stock is looked up of those alone that miss one other choice at most.
  const ofRow = chosen.filter((dimension) => dimension !== 'stock');
  const missedOfRow = ofRow.length === 0 ? sql`0` : sql.join(ofRow.map(missed), sql` + `);
  const missedStock = chosen.includes('stock') ? missed('stock') : sql`0`;
  return [
    ...(isOfTypesAlone ? areFewOfTypes(types, lookAt) : []),
    ...firstOf(
      'looked',
      sql`SELECT ${FACET_COLUMNS} FROM part_search AS s WHERE ${allOf(ofAll)} AND ${areFew}`,
      lookAt + 1,
    ),
    // Before anything is asked of them: where there are too many, nothing is.
    sql`looked_at AS MATERIALIZED (SELECT ${areFew} AND count(*) <= ${sql.lit(lookAt)} AS are_all FROM looked)`,
    sql`asked AS MATERIALIZED (SELECT ${FACET_COLUMNS}, ${missedOfRow} AS missed FROM looked AS s WHERE ${ARE_ALL})`,
    sql`near AS MATERIALIZED (
      SELECT ${FACET_COLUMNS}, s.missed + ${missedStock} AS missed FROM asked AS s WHERE ${MISSES_ONE_AT_MOST})`,
    sql`listed AS MATERIALIZED (SELECT * FROM near AS s WHERE ${MISSES_ONE_AT_MOST})`,
  ];
}

/** Whether types have so many parts at most, as the expression `few`: told by an index alone, long before an index of facets would. */
const areFewOfTypes = (codes: readonly string[], most: number): RawBuilder<unknown>[] => [
  sql`few AS MATERIALIZED (
    SELECT count(*) <= ${sql.lit(most)} AS are_few
    FROM (SELECT
          FROM part_type CROSS JOIN LATERAL (
            SELECT FROM part_search AS s WHERE s.part_type_id = part_type.id
            ORDER BY s.rank, s.part_id LIMIT ${sql.lit(most + 1)}) AS of_type
          WHERE code = any(${codes}::text[]) LIMIT ${sql.lit(most + 1)}) AS of_types)`,
];
const ARE_FEW_OF_TYPES = sql`(SELECT are_few FROM few)`;
const ARE_ALL = sql`(SELECT are_all FROM looked_at)`;
const MISSES_ONE_AT_MOST = sql`s.missed & (s.missed - 1) = 0`;

const bitOf = (dimension: Dimension, chosen: readonly Dimension[]) => sql.lit(2 ** chosen.indexOf(dimension));

/**
 * The counts of the parts that miss nothing, and of those that miss each choice: rows of {@link CountRow}, of which those of a
 * choice lack what misses nothing.
 */
function countsByMissed(chosen: readonly Dimension[], attributesOf: number | undefined): RawBuilder<unknown> {
  const missed = (dimension: Dimension) => sql`missed = ${bitOf(dimension, chosen)}`;
  const which = chosen.map((dimension) => sql`WHEN ${missed(dimension)} THEN ${dimension}`);
  // What is chosen is counted among those that miss it, too.
  const wanted = [
    sql`missed = 0 AND (${keysWanted(null, attributesOf)} OR ${sql.join(
      chosen.map((dimension) => keysWanted(dimension, attributesOf)),
      sql` OR `,
    )})`,
    ...chosen.map((dimension) => sql`${missed(dimension)} AND ${keysWanted(dimension, attributesOf)}`),
  ];
  const isStockWanted = chosen.includes('stock') ? sql`missed = 0 OR ${missed('stock')}` : sql`missed = 0`;
  return sql`
    SELECT CASE ${sql.join(which, sql` `)} END::text AS "of", total, coalesce(facets, '[]') AS facets,
           in_stock, total AS counted, price_from, price_to
    FROM (SELECT missed, count(*)::int AS total,
                 count(*) FILTER (WHERE (${isStockWanted}) AND ${IN_STOCK})::int AS in_stock,
                 min(price_minor) AS price_from, max(price_minor) AS price_to
          FROM listed AS s GROUP BY missed) AS own
    LEFT JOIN (
      SELECT missed, json_agg(json_build_array(key, n, n_of_type)) AS facets
      FROM (SELECT missed, facet_id, count(*)::int AS n,
                   ${attributesOf === undefined ? sql`0` : sql`count(*) FILTER (WHERE part_type_id = ${attributesOf}::int)::int`} AS n_of_type
            FROM (SELECT missed, part_type_id, unnest(facets) AS facet_id FROM listed) AS has
            GROUP BY missed, facet_id) AS c
      JOIN search_facet ON search_facet.id = facet_id
      WHERE ${sql.join(wanted, sql` OR `)}
      GROUP BY missed) AS counted USING (missed)`;
}

const NOTHING: CountRow = {
  of: null,
  total: 0,
  facets: [],
  in_stock: 0,
  counted: 0,
  price_from: null,
  price_to: null,
};

/** The counts of the list as it is, and of each that leaves one choice out: what misses nothing is in all of them. */
function withWhatMissesNone(rows: readonly CountRow[], chosen: readonly Dimension[]): CountRow[] {
  const whole = rows.find((row) => row.of === null) ?? NOTHING;
  return [
    whole,
    ...chosen.map((dimension) => {
      const missing = rows.find((row) => row.of === dimension) ?? NOTHING;
      return { ...bothOf(whole, missing), of: dimension };
    }),
  ];
}

function bothOf(one: CountRow, other: CountRow): CountRow {
  const facets = new Map(one.facets.map((facet) => [facet[0], facet]));
  for (const [key, count, countOfType] of other.facets) {
    const [, had, hadOfType] = facets.get(key) ?? [key, 0, 0];
    facets.set(key, [key, had + count, hadOfType + countOfType]);
  }
  const prices = [one.price_from, one.price_to, other.price_from, other.price_to].filter(
    (price) => price !== null,
  );
  return {
    of: one.of,
    total: one.total + other.total,
    facets: [...facets.values()],
    in_stock: one.in_stock + other.in_stock,
    counted: one.counted + other.counted,
    price_from: prices.length === 0 ? null : Math.min(...prices),
    price_to: prices.length === 0 ? null : Math.max(...prices),
  };
}

function countedFacets(rows: readonly CountRow[], known: KnownFacets): CountedFacets {
  const looked = facetCounts(rows).filter(({ dimension }) => !known.has(dimension));
  return {
    counts: [...looked, ...[...known.values()].flat()],
    total: rows.find((row) => row.of === null)?.total ?? 0,
  };
}
