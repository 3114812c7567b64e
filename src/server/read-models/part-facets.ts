/** What a list of parts can be narrowed to, counted. */
import { type RawBuilder, sql } from 'kysely';
import type { Querier } from '#server/platform/db/database.ts';
import {
  allOf,
  type Condition,
  conditionsOf,
  type Dimension,
  firstOf,
  IN_STOCK,
  type PartCriteria,
} from './part-criteria.ts';

export type FacetCount = {
  readonly dimension: Dimension | 'price-from' | 'price-to';
  /** Slug, code or the value itself. */
  readonly value: string;
  readonly name: string;
  readonly count: number;
  /** Of how many parts the counts of this dimension are, counted to one more than the limit. */
  readonly of: number;
};

const MAX_ATTRIBUTE_VALUES = 60;

/** Lists to count in, as common table expressions, and the counts, each a SELECT of {@link FacetCount}'s columns. */
export type FacetSql = {
  readonly sets: readonly RawBuilder<unknown>[];
  readonly counts: readonly RawBuilder<unknown>[];
};

/**
 * Counts every dimension of a list. Those in which nothing is chosen are counted in the list as it is; each other one in
 * the list without its own choice. Every list is counted to one more than `limit` and its counts are of these parts.
 *
 * @param attributesOf the part type whose attributes are counted; none where undefined
 * @param whole a common table expression with the {@link FACET_COLUMNS} of the list as it is, where there is one already
 */
export function facetSql(
  criteria: PartCriteria,
  limit: number,
  attributesOf: number | undefined,
  whole?: string,
): FacetSql {
  const conditions = conditionsOf(criteria);
  const chosen = [...new Set(conditions.map(({ dimension }) => dimension))].filter(
    (dimension): dimension is Dimension => dimension !== 'base',
  );
  const own = whole ?? 'h0';
  const sets: RawBuilder<unknown>[] = whole === undefined ? hits(own, conditions, limit) : [];
  const counts: RawBuilder<unknown>[] = [];
  for (const dimension of PLAIN) {
    if (!chosen.includes(dimension)) counts.push(countOf(dimension, own, attributesOf));
  }
  if (attributesOf !== undefined) counts.push(attributesIn(own, attributesOf, chosen));
  for (const [at, dimension] of chosen.entries()) {
    const set = `h${at + 1}`;
    sets.push(
      ...hits(
        set,
        conditions.filter((condition) => !isChoiceOf(dimension, condition)),
        limit,
      ),
    );
    counts.push(countOf(dimension, set, attributesOf));
  }
  return { sets, counts };
}

/** Asks for the counts of a list alone. */
export async function countFacets(db: Querier, { sets, counts }: FacetSql): Promise<FacetCount[]> {
  const { rows } = await sql<FacetCount>`
    WITH ${sql.join(sets)}
    SELECT * FROM (${sql.join(counts, sql` UNION ALL `)}) AS counted (dimension, value, name, count, "of")`.execute(
    db,
  );
  return rows;
}

/** What of `part_search AS s` is counted. */
export const FACET_COLUMNS = sql`
  s.brand_id, s.part_type_id, s.grade, s.kinds, s.positions, s.attributes, s.price_minor, ${IN_STOCK} AS in_stock`;

const PLAIN: readonly Dimension[] = ['brand', 'type', 'grade', 'kind', 'position', 'price', 'stock'];

/** Attributes are those of a type: whoever looks at other types leaves them behind. */
function isChoiceOf(dimension: Dimension, { dimension: of }: Condition): boolean {
  return of === dimension || (dimension === 'type' && of.startsWith('attribute:'));
}

function hits(name: string, conditions: readonly Condition[], limit: number): RawBuilder<unknown>[] {
  return firstOf(
    name,
    sql`SELECT ${FACET_COLUMNS} FROM part_search AS s WHERE ${allOf(conditions)}`,
    limit + 1,
  );
}

function countOf(dimension: Dimension, set: string, attributesOf: number | undefined): RawBuilder<unknown> {
  const from = sql.ref(set);
  const of = sql`(SELECT count(*) FROM ${from})::int`;
  const each = (value: RawBuilder<unknown>, more: RawBuilder<unknown> = sql``) => sql`
    (SELECT ${dimension}::text, ${value}, ${value}, count(*)::int, ${of} FROM ${from} ${more} GROUP BY ${value})`;
  switch (dimension) {
    case 'brand':
      return sql`
        (SELECT 'brand', brand.slug, brand.name, n, ${of}
         FROM (SELECT brand_id, count(*)::int AS n FROM ${from} GROUP BY brand_id) AS c JOIN brand ON brand.id = brand_id)`;
    case 'type':
      return sql`
        (SELECT 'type', part_type.code, part_type.name, n, ${of}
         FROM (SELECT part_type_id, count(*)::int AS n FROM ${from} GROUP BY part_type_id) AS c
         JOIN part_type ON part_type.id = part_type_id)`;
    case 'grade':
      return each(sql`grade`);
    case 'stock':
      return each(sql`in_stock::text`);
    case 'kind':
      return each(sql`one`, sql`, unnest(kinds) AS one`);
    case 'position':
      return each(sql`one`, sql`, unnest(positions) AS one`);
    case 'price':
      return sql`
        (SELECT bound, amount::text, '', 1, ${of}
         FROM (SELECT min(price_minor) AS least, max(price_minor) AS most FROM ${from}) AS p,
              LATERAL (VALUES ('price-from', least), ('price-to', most)) AS b (bound, amount)
         WHERE amount IS NOT NULL)`;
    default:
      return attributeCounts(
        set,
        attributesOf,
        sql`starts_with(own, ${`${dimension.slice('attribute:'.length)}=`})`,
      );
  }
}

/** Values of all attributes in which nothing is chosen. */
function attributesIn(set: string, typeId: number, chosen: readonly Dimension[]): RawBuilder<unknown> {
  const keys = chosen.flatMap((dimension) =>
    dimension.startsWith('attribute:') ? [dimension.slice('attribute:'.length)] : [],
  );
  return attributeCounts(set, typeId, sql`split_part(own, '=', 1) <> all(${keys}::text[])`);
}

function attributeCounts(set: string, typeId: number | undefined, which: RawBuilder<unknown>) {
  const from = sql.ref(set);
  return sql`
    (SELECT 'attribute:' || split_part(own, '=', 1), substr(own, strpos(own, '=') + 1),
            substr(own, strpos(own, '=') + 1), count(*)::int, (SELECT count(*) FROM ${from})::int
     FROM ${from}, unnest(attributes) AS own
     WHERE ${typeId === undefined ? sql`true` : sql`part_type_id = ${typeId}::int`} AND ${which}
     GROUP BY own)`;
}

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
