/** What a list of parts is narrowed to, as conditions on `part_search AS s`. */
import { type RawBuilder, sql } from 'kysely';

/** Several values of one filter widen it; several filters narrow the list together. */
export type PartFilters = {
  /** Slugs. */
  readonly brands?: readonly string[] | undefined;
  /** Codes. */
  readonly types?: readonly string[] | undefined;
  /** "Braking", or "Braking/Discs and drums". */
  readonly categories?: readonly string[] | undefined;
  readonly grades?: readonly string[] | undefined;
  readonly kinds?: readonly string[] | undefined;
  readonly positions?: readonly string[] | undefined;
  readonly attributes?: readonly AttributeFilter[] | undefined;
  /** List currency's smallest unit. */
  readonly priceFromMinor?: number | undefined;
  readonly priceToMinor?: number | undefined;
  /** Enough for the part's minimum order. */
  readonly inStock?: boolean | undefined;
};

/** One attribute: any of these values, or a number in any of these ranges. */
export type AttributeFilter = {
  readonly key: string;
  readonly values: readonly string[];
  readonly ranges: readonly { readonly from: number | null; readonly to: number | null }[];
};

export type PartCriteria = {
  /** Text for `to_tsquery`. */
  readonly text?: string | undefined;
  /** Any of these; an empty list finds nothing. */
  readonly vehicleIds?: readonly number[] | undefined;
  /** Of parts listed for these vehicles, those that are listed for nothing but these engines are left out. */
  readonly otherEngines?: readonly string[] | undefined;
  /** Only among these parts. */
  readonly partIds?: readonly number[] | undefined;
  readonly filters: PartFilters;
};

/** What can be chosen among; a facet's counts leave the choice in its own dimension out. */
export type Dimension =
  | 'brand'
  | 'type'
  | 'grade'
  | 'kind'
  | 'position'
  | 'price'
  | 'stock'
  | `attribute:${string}`;

export type Condition = { readonly dimension: Dimension | 'base'; readonly sql: RawBuilder<unknown> };

/** A part that can be ordered now: its minimum is on hand and not promised. */
export const IN_STOCK = sql`EXISTS (
  SELECT FROM stock_level AS level
  WHERE level.part_id = s.part_id AND level.on_hand_units - level.reserved_units >= s.min_order)`;

export function conditionsOf({
  text,
  vehicleIds,
  otherEngines = [],
  partIds,
  filters,
}: PartCriteria): Condition[] {
  const found: Condition[] = [];
  const add = (dimension: Condition['dimension'], condition: RawBuilder<unknown>) =>
    found.push({ dimension, sql: condition });
  if (text !== undefined) add('base', sql`s.document @@ to_tsquery('shop', ${text})`);
  if (vehicleIds !== undefined) {
    add(
      'base',
      vehicleIds.length === 1
        ? sql`s.vehicle_ids @> ${vehicleIds}::int[]`
        : sql`s.vehicle_ids && ${vehicleIds}::int[]`,
    );
  }
  // Which engines a part is for is not in its row: it is looked up for parts that are listed for the vehicle.
  if (vehicleIds !== undefined && otherEngines.length > 0) {
    add(
      'base',
      sql`EXISTS (SELECT FROM fitment AS own
          WHERE own.part_id = s.part_id AND own.vehicle_id = any(${vehicleIds}::int[])
            AND own.engine <> ALL (${otherEngines}::text[]))`,
    );
  }
  if (partIds !== undefined) add('base', sql`s.part_id = any(${partIds}::bigint[])`);
  const { brands, types, categories, grades, kinds, positions, attributes = [] } = filters;
  if (brands !== undefined) add('brand', sql`s.brand_id = ${idsOf('brand', 'slug', brands)}`);
  if (types !== undefined) add('type', sql`s.part_type_id = ${idsOf('part_type', 'code', types)}`);
  if (categories !== undefined) {
    add(
      'base',
      sql`s.part_type_id = any(ARRAY(SELECT id FROM part_type
          WHERE category[1] = any(${categories}::text[]) OR array_to_string(category, '/') = any(${categories}::text[])))`,
    );
  }
  if (grades !== undefined) add('grade', sql`s.grade = any(${grades}::text[])`);
  if (kinds !== undefined) add('kind', sql`s.kinds && ${kinds}::text[]`);
  if (positions !== undefined) add('position', sql`s.positions && ${positions}::text[]`);
  for (const attribute of attributes) add(`attribute:${attribute.key}`, attributeCondition(attribute));
  const { priceFromMinor, priceToMinor, inStock } = filters;
  if (priceFromMinor !== undefined) add('price', sql`s.price_minor >= ${priceFromMinor}::bigint`);
  if (priceToMinor !== undefined) add('price', sql`s.price_minor <= ${priceToMinor}::bigint`);
  if (inStock === true) add('stock', IN_STOCK);
  if (inStock === false) add('stock', sql`NOT ${IN_STOCK}`);
  return found;
}

/** One id can be looked up in an index of several columns; of many that can't, so one is asked for as one. */
function idsOf(table: 'brand' | 'part_type', column: 'slug' | 'code', values: readonly string[]) {
  const ids = sql`SELECT id FROM ${sql.table(table)} WHERE ${sql.ref(column)}`;
  return values.length === 1
    ? sql`(${ids} = ${values[0]})`
    : sql`any(ARRAY(${ids} = any(${values}::text[])))`;
}

function attributeCondition({ key, values, ranges }: AttributeFilter): RawBuilder<unknown> {
  const exact = values.map((value) => `${key}=${value}`);
  const conditions: RawBuilder<unknown>[] = [];
  if (exact.length === 1) conditions.push(sql`s.attributes @> ${exact}::text[]`);
  if (exact.length > 1) conditions.push(sql`s.attributes && ${exact}::text[]`);
  for (const { from, to } of ranges) {
    conditions.push(sql`EXISTS (
      SELECT FROM unnest(s.attributes) AS own
      WHERE starts_with(own, ${`${key}=`})
        AND CASE WHEN substr(own, ${key.length + 2}::int) ~ '^-?[0-9]{1,12}([.][0-9]{1,9})?$'
                 THEN substr(own, ${key.length + 2}::int)::numeric BETWEEN ${from ?? '-Infinity'}::numeric AND ${to ?? 'Infinity'}::numeric
                 ELSE false END)`);
  }
  return sql`(${sql.join(conditions, sql` OR `)})`;
}

/** All of them; true where there are none. */
export function allOf(conditions: readonly Condition[]): RawBuilder<unknown> {
  return conditions.length === 0
    ? sql`true`
    : sql.join(
        conditions.map((condition) => condition.sql),
        sql` AND `,
      );
}

/**
 * So many rows of a SELECT, as the common table expression `name`. A limit on the SELECT itself would let the planner walk
 * through the whole table where it expects enough hits soon, and find none: rows are looked up as if all were wanted, and
 * fetched only until there are enough.
 */
export function firstOf(name: string, select: RawBuilder<unknown>, limit: number): RawBuilder<unknown>[] {
  const all = sql.ref(`all_${name}`);
  return [
    sql`${all} AS MATERIALIZED (${select})`,
    sql`${sql.ref(name)} AS MATERIALIZED (SELECT * FROM ${all} LIMIT ${sql.lit(limit)})`,
  ];
}
