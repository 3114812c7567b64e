/** What a list of parts is narrowed to, as conditions on `part_search AS s`. */
import { type RawBuilder, sql } from 'kysely';
import type { SearchedText } from '#domain/catalogue/search-text.ts';

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
  readonly text?: SearchedText | undefined;
  /** Any of these; an empty list finds nothing. */
  readonly vehicleIds?: readonly number[] | undefined;
  /** Of parts listed for these vehicles, those that are listed for nothing but these engines are left out. */
  readonly otherEngines?: readonly string[] | undefined;
  /** Parts that numbers found. Beside a text these are listed as well, whether they have its words or not. */
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

export type Condition = {
  readonly dimension: Dimension | 'base';
  readonly sql: RawBuilder<unknown>;
  /** Whether it is of one vehicle, of a named type or of some parts, which are few in any catalogue. */
  readonly isRare: boolean;
  /** Where it is that a part has any of some facets: the SELECT of their ids. */
  readonly facetIds?: RawBuilder<unknown>;
};

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
  const add = (dimension: Condition['dimension'], condition: RawBuilder<unknown>, isRare = false) =>
    found.push({ dimension, sql: condition, isRare });
  const addFacets = (dimension: Condition['dimension'], facetIds: RawBuilder<unknown>) =>
    found.push({ dimension, sql: hasAny(facetIds), isRare: false, facetIds });
  const ways = [
    ...(text === undefined ? [] : [hasWords(text)]),
    ...(partIds === undefined ? [] : [sql`s.part_id = any(${partIds}::bigint[])`]),
  ];
  if (ways.length > 0) add('base', anyOf(ways), text === undefined || text.types.length > 0);
  if (vehicleIds !== undefined) {
    add(
      'base',
      vehicleIds.length === 1
        ? sql`s.vehicle_ids @> ${vehicleIds}::int[]`
        : sql`s.vehicle_ids && ${vehicleIds}::int[]`,
      true,
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
  const { brands, types, categories, grades, kinds, positions, attributes = [] } = filters;
  if (brands !== undefined) addFacets('brand', idsOf(keysOf('brand', brands)));
  if (types !== undefined) addFacets('type', idsOf(keysOf('type', types)));
  if (categories !== undefined) {
    addFacets(
      'base',
      sql`
        SELECT facet.id FROM part_type JOIN search_facet AS facet ON facet.key = 'type=' || part_type.code
        WHERE category[1] = any(${categories}::text[]) OR array_to_string(category, '/') = any(${categories}::text[])`,
    );
  }
  if (grades !== undefined) addFacets('grade', idsOf(keysOf('grade', grades)));
  if (kinds !== undefined) addFacets('kind', idsOf(keysOf('kind', kinds)));
  if (positions !== undefined) addFacets('position', idsOf(keysOf('position', positions)));
  for (const attribute of attributes) addFacets(`attribute:${attribute.key}`, idsOfAttribute(attribute));
  const { priceFromMinor, priceToMinor, inStock } = filters;
  if (priceFromMinor !== undefined) add('price', sql`s.price_minor >= ${priceFromMinor}::bigint`);
  if (priceToMinor !== undefined) add('price', sql`s.price_minor <= ${priceToMinor}::bigint`);
  if (inStock === true) add('stock', IN_STOCK);
  if (inStock === false) add('stock', sql`NOT ${IN_STOCK}`);
  return found;
}

/** Read once for a statement; without the SELECT it would be read again for each row. */
export const asTsQuery = (query: string) => sql`(SELECT to_tsquery('shop', ${query}))`;

function hasWords({ query, types, isInName }: SearchedText): RawBuilder<unknown> {
  const words = (text: string) => sql`s.document @@ ${asTsQuery(text)}`;
  if (isInName) return sql`${words(query)} AND to_tsvector('shop', s.sort_name) @@ ${asTsQuery(query)}`;
  if (types.length === 0) return words(query);
  const ways = [...Map.groupBy(types, ({ beside }) => beside)].map(([beside, some]) => {
    const isOfTypes = hasAny(sql`
      SELECT facet.id FROM part_type JOIN search_facet AS facet ON facet.key = 'type=' || part_type.code
      WHERE part_type.id = any(${some.map(({ id }) => id)}::int[])`);
    return beside === '' ? isOfTypes : sql`(${isOfTypes} AND ${words(beside)})`;
  });
  return sql`(${sql.join([...ways, sql`(${hasAny(idsOf(['type=']))} AND ${words(query)})`], sql` OR `)})`;
}

/** The keys in `search_facet` of values of one dimension. */
export const keysOf = (dimension: Dimension, values: readonly string[]) =>
  values.map((value) => `${dimension}=${value}`);

/** Any of the facets that a SELECT finds. */
const hasAny = (ids: RawBuilder<unknown>) => sql`s.facets && ARRAY(${ids})`;

const idsOf = (keys: readonly string[]) => sql`SELECT id FROM search_facet WHERE key = any(${keys}::text[])`;

function idsOfAttribute({ key, values, ranges }: AttributeFilter): RawBuilder<unknown> {
  const dimension = `attribute:${key}` as const;
  const exact = keysOf(dimension, values);
  if (ranges.length === 0) return idsOf(exact);
  // All keys that begin so, and then whatever stands behind.
  const [from, to] = [`${dimension}=`, `${dimension}>`];
  const value = sql`substr(key, ${from.length + 1}::int)`;
  const least = ranges.map((range) => String(range.from ?? '-Infinity'));
  const most = ranges.map((range) => String(range.to ?? 'Infinity'));
  // However many there are, the text is the same.
  const isWithin = sql`EXISTS (
    SELECT FROM unnest(${least}::numeric[], ${most}::numeric[]) AS range(least, most)
    WHERE ${value}::numeric BETWEEN range.least AND range.most)`;
  return sql`
    ${idsOf(exact)}
    UNION ALL
    SELECT id FROM search_facet
    WHERE key >= ${from} AND key < ${to}
      AND CASE WHEN ${value} ~ '^-?[0-9]{1,12}([.][0-9]{1,9})?$' THEN ${isWithin} ELSE false END`;
}

/**
 * The conditions of a list whose order is walked through. Its one type, or its one brand, is named as the indexes have it
 * that keep the parts of each in order; the others are written so that no index is asked for them.
 */
export function walkedConditions(criteria: PartCriteria): Condition[] {
  const [brand, type] = [onlyOne(criteria.filters.brands), onlyOne(criteria.filters.types)];
  const own: Condition | undefined =
    type !== undefined
      ? {
          dimension: 'type',
          sql: sql`s.part_type_id = (SELECT id FROM part_type WHERE code = ${type})`,
          isRare: false,
        }
      : brand !== undefined
        ? {
            dimension: 'brand',
            sql: sql`s.brand_id = (SELECT id FROM brand WHERE slug = ${brand})`,
            isRare: false,
          }
        : undefined;
  const others = conditionsOf(criteria)
    .filter(({ dimension }) => dimension !== own?.dimension)
    .map((condition) => ({ ...condition, sql: sql`(${condition.sql}) IS TRUE` }));
  return own === undefined ? others : [own, ...others];
}

const onlyOne = (values: readonly string[] | undefined) => (values?.length === 1 ? values[0] : undefined);

const anyOf = (ways: readonly RawBuilder<unknown>[]) => sql`(${sql.join(ways, sql` OR `)})`;

/** All of them; true where there are none. */
export function allOf(conditions: readonly Condition[]): RawBuilder<unknown> {
  return conditions.length === 0
    ? sql`true`
    : sql.join(
        conditions.map((condition) => condition.sql),
        sql` AND `,
      );
}
