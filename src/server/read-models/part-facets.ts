/** What a list of parts can be narrowed to, counted. */
import { type RawBuilder, sql } from 'kysely';
import {
  type Condition,
  conditionsOf,
  type Dimension,
  IN_STOCK,
  type PartCriteria,
} from './part-criteria.ts';
import { countAndSample, countOf, firstHits, HITS_COUNTED_TO } from './part-hits.ts';

export type FacetCount = {
  readonly dimension: Dimension | 'price-from' | 'price-to';
  /** Slug, code or the value itself; of prices the amount in the list currency's smallest unit. */
  readonly value: string;
  readonly count: number;
  /** Whether the list has more parts than are counted, and these are counts of some of them. */
  readonly isPartial: boolean;
};

/** Lists to count in, as common table expressions, and the counts of each: a row of {@link CountRow}. */
export type FacetSql = {
  readonly sets: readonly RawBuilder<unknown>[];
  readonly counts: readonly RawBuilder<unknown>[];
};

/** The counts of one list. */
export type CountRow = {
  /** The one dimension that the list is for; null for all in which nothing is chosen. */
  readonly of: Dimension | null;
  /** Parts of the list; where it is counted by itself, to one more than {@link HITS_COUNTED_TO}. */
  readonly total: number;
  /** Keys of `search_facet`, how many parts have each, and how many of these are of the type whose attributes are counted. */
  readonly facets: readonly (readonly [key: string, count: number, countOfType: number])[];
  readonly in_stock: number;
  /** Parts that were looked at: all of the list, or those that stand for it. */
  readonly counted: number;
  readonly price_from: number | null;
  readonly price_to: number | null;
};

/** What a statement need not find out again. */
type KnownOfList = {
  /** A common table expression with the {@link FACET_COLUMNS} of the list as it is. */
  readonly whole?: { readonly name: string; readonly total: RawBuilder<unknown> };
  /** Facets that somebody else has counted. */
  readonly facets?: KnownFacets;
};
/** Those of a list that need not be counted, by what they count. */
export type KnownFacets = ReadonlyMap<FacetCount['dimension'], readonly FacetCount[]>;

/**
 * Counts every dimension of a list. Those in which nothing is chosen are counted in the list as it is; each other one in
 * the list without its own choice, unless it is known. A list of up to {@link HITS_COUNTED_TO} parts is counted exactly, and
 * so are the bounds of all prices.
 *
 * @param attributesOf the part type whose attributes are counted; none where undefined
 */
export function facetSql(
  criteria: PartCriteria,
  attributesOf: number | undefined,
  { whole, facets: known }: KnownOfList = {},
): FacetSql {
  const { sets, conditions } = facetsFoundOnce(conditionsOf(criteria));
  const counts: RawBuilder<unknown>[] = [];
  const list = whole ?? { name: 'h0', total: totalOf('h0') };
  if (whole === undefined) sets.push(...hits(list.name, conditions));
  const chosen = chosenIn(conditions);
  counts.push(countsIn(list, null, attributesOf, !chosen.includes('stock')));
  const isOfAllPrices = without('price', conditions).length === 0;
  if (isOfAllPrices) counts.push(BOUNDS_OF_ALL_PRICES);
  const uncounted = chosen.filter(
    (dimension) => known?.has(dimension) !== true && !(dimension === 'price' && isOfAllPrices),
  );
  for (const [at, dimension] of uncounted.entries()) {
    const list = listWithout(dimension, `h${at + 1}`, conditions, attributesOf);
    sets.push(...list.sets);
    counts.push(list.counts);
  }
  return { sets, counts };
}

/** The list without the choice in one dimension, as common table expressions that begin with `name`, and that dimension's counts. */
export function listWithout(
  dimension: Dimension,
  name: string,
  conditions: readonly Condition[],
  attributesOf: number | undefined,
): { readonly sets: readonly RawBuilder<unknown>[]; readonly counts: RawBuilder<unknown> } {
  return {
    sets: hits(name, without(dimension, conditions)),
    counts: countsIn({ name, total: totalOf(name) }, dimension, attributesOf, dimension === 'stock'),
  };
}

const without = (dimension: Dimension, conditions: readonly Condition[]) =>
  conditions.filter((condition) => !isChoiceOf(dimension, condition));

/** The rows of counts as a list of them. */
export function facetCounts(rows: readonly CountRow[]): FacetCount[] {
  const chosen = rows.flatMap((row) => row.of ?? []);
  return rows.flatMap((row) => {
    const isPartial = row.counted < row.total;
    const isWanted = (dimension: Dimension) =>
      row.of === null ? !chosen.includes(dimension) : row.of === dimension;
    const found: FacetCount[] = [];
    for (const [key, count, countOfType] of row.facets) {
      const at = key.indexOf('=');
      const dimension = dimensionOf(key.slice(0, at));
      const value = key.slice(at + 1);
      const parts = dimension.startsWith('attribute:') ? countOfType : count;
      if (isWanted(dimension) && parts > 0 && value !== '') {
        found.push({ dimension, value, count: parts, isPartial });
      }
    }
    if (isWanted('stock')) {
      for (const [value, count] of [
        ['true', row.in_stock],
        ['false', row.counted - row.in_stock],
      ] as const) {
        if (count > 0) found.push({ dimension: 'stock', value, count, isPartial });
      }
    }
    if (isWanted('price') && row.price_from !== null && row.price_to !== null) {
      found.push({ dimension: 'price-from', value: String(row.price_from), count: 1, isPartial });
      found.push({ dimension: 'price-to', value: String(row.price_to), count: 1, isPartial });
    }
    return found;
  });
}

/** What of `part_search AS s` is counted. */
export const FACET_COLUMNS = sql`s.part_id, s.part_type_id, s.facets, s.price_minor, s.min_order`;

const PLAIN: readonly Dimension[] = ['brand', 'type', 'grade', 'kind', 'position', 'price', 'stock'];

function dimensionOf(name: string): Dimension {
  const plain = PLAIN.find((dimension) => dimension === name);
  return plain ?? `attribute:${name.slice('attribute:'.length)}`;
}

/** Conditions of several lists, whose facets are found once for all of these, as common table expressions. */
export function facetsFoundOnce(conditions: readonly Condition[]) {
  const sets: RawBuilder<unknown>[] = [];
  const shared = conditions.map((condition, at): Condition => {
    if (condition.facetIds === undefined) return condition;
    const found = sql.ref(`f${at}`);
    sets.push(sql`${found} AS MATERIALIZED (SELECT ARRAY(${condition.facetIds}) AS ids)`);
    return { ...condition, sql: sql`s.facets && (SELECT ids FROM ${found})` };
  });
  return { sets, conditions: shared };
}

/** In what something is chosen. */
export const chosenIn = (conditions: readonly Condition[]) =>
  [...new Set(conditions.map(({ dimension }) => dimension))].filter(
    (dimension): dimension is Dimension => dimension !== 'base',
  );

/** Attributes are those of a type: whoever looks at other types leaves them behind. */
function isChoiceOf(dimension: Dimension, { dimension: of }: Condition): boolean {
  return of === dimension || (dimension === 'type' && of.startsWith('attribute:'));
}

const counted = (name: string) => `${name}_counted`;
const totalOf = (name: string) => countOf(counted(name));

function hits(name: string, conditions: readonly Condition[]): RawBuilder<unknown>[] {
  return [
    ...firstHits(counted(name), FACET_COLUMNS, conditions, HITS_COUNTED_TO + 1),
    ...countAndSample(name, counted(name)),
  ];
}

/**
 * Facets are taken apart among the columns of a SELECT: a function in FROM is begun anew for each part, which takes a third longer.
 *
 * @param of the one dimension that is wanted; null for those in which nothing is chosen
 * @param isStockWanted whether parts are looked up that can be ordered now
 */
function countsIn(
  { name, total }: { readonly name: string; readonly total: RawBuilder<unknown> },
  of: Dimension | null,
  attributesOf: number | undefined,
  isStockWanted: boolean,
): RawBuilder<unknown> {
  const from = sql.ref(name);
  const ofType =
    attributesOf === undefined
      ? sql`0`
      : sql`count(*) FILTER (WHERE part_type_id = ${attributesOf}::int)::int`;
  const facets =
    of === 'price' || of === 'stock'
      ? sql`'[]'::json`
      : sql`coalesce((
          SELECT json_agg(json_build_array(key, n, n_of_type))
          FROM (SELECT facet_id, count(*)::int AS n, ${ofType} AS n_of_type
                FROM (SELECT part_type_id, unnest(facets) AS facet_id FROM ${from}) AS has GROUP BY facet_id) AS c
          JOIN search_facet ON search_facet.id = facet_id
          WHERE ${keysWanted(of, attributesOf)}), '[]')`;
  return sql`
    SELECT ${of}::text AS "of", ${total} AS total, ${facets} AS facets, own.*
    FROM (SELECT ${isStockWanted ? sql`count(*) FILTER (WHERE ${IN_STOCK})::int` : sql`0`} AS in_stock,
                 count(*)::int AS counted, min(price_minor) AS price_from, max(price_minor) AS price_to
          FROM ${from} AS s) AS own`;
}

/** Keys of `search_facet` that are counted, of one dimension or, where that is null, of any. */
export function keysWanted(of: Dimension | null, attributesOf: number | undefined): RawBuilder<unknown> {
  if (of !== null) return sql`starts_with(key, ${`${of}=`})`;
  return attributesOf === undefined ? sql`NOT (key >= 'attribute:' AND key < 'attribute;')` : sql`true`;
}

/** The ends of an index, whatever the parts are. */
const BOUNDS_OF_ALL_PRICES = sql`
  SELECT 'price' AS "of", 0 AS total, '[]'::json AS facets, 0 AS in_stock, 0 AS counted,
         (SELECT min(price_minor) FROM part_search) AS price_from,
         (SELECT max(price_minor) FROM part_search) AS price_to`;

const MAX_ATTRIBUTE_VALUES = 60;

/** The values that most parts have, in the order of numbers where they are numbers. */
export function shownValues<V extends { readonly value: string; readonly count: number }>(
  values: readonly V[],
  isNumber: boolean,
): V[] {
  const most = [...values]
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
    .slice(0, MAX_ATTRIBUTE_VALUES);
  return isNumber ? most.sort((a, b) => Number(a.value) - Number(b.value)) : most;
}
