/** Parts that stand in for the same number as one part: alternatives to it, and the numbers that other makers give it. */

import { sql } from 'kysely';
import { GRADES } from '#domain/catalogue/grade.ts';
import type { Querier } from '#server/platform/db/database.ts';
import { PART_COLUMNS, PART_JOINS, type PartRow } from './parts.ts';

/** How many entries of the list of numbers are looked at, for each kind of number. */
const MAX_ENTRIES = 1_000;
/** How many parts of each grade are listed. */
const MAX_OF_GRADE = 6;
const MAX_NUMBERS = 60;

/** A part that shares a number; `by_oe` where an OE number is among those shared. */
export type SharingPart = { readonly id: number; readonly by_oe: boolean };

/**
 * The parts of the same type, or of none, that share an OE or trade number with this one, archived ones among them. Where both
 * say whose number it is and don't agree, they have to be listed for a vehicle in common, since makers of vehicles give
 * out the same digits. The number of a genuine part is an OE number.
 */
export async function findSharingParts(db: Querier, partId: number): Promise<SharingPart[]> {
  const entries = (kind: 'oe' | 'trade') => sql`
    (SELECT alias.part_id, own.kind, own.maker = '' OR alias.maker = '' OR own.maker = lower(alias.maker) AS is_sure
     FROM own JOIN part_number_alias AS alias ON alias.number_norm = own.number AND alias.kind = own.kind
     WHERE own.kind = ${sql.lit(kind)}
     LIMIT ${sql.lit(MAX_ENTRIES)})`;
  const { rows } = await sql<SharingPart>`
    WITH asked AS MATERIALIZED (
      SELECT part.id, part.part_type_id, part.part_number_norm, part.grade, lower(brand.name) AS brand
      FROM part JOIN brand ON brand.id = part.brand_id WHERE part.id = ${partId}::bigint
    ),
    own AS MATERIALIZED (
      SELECT kind, lower(maker) AS maker, number_norm AS number FROM part_number_alias
      WHERE part_id = ${partId}::bigint AND kind IN ('oe', 'trade')
      UNION
      SELECT 'oe', brand, part_number_norm FROM asked WHERE grade = 'genuine'
    ),
    entry AS MATERIALIZED (
      ${entries('oe')} UNION ALL ${entries('trade')} UNION ALL
      (SELECT part.id, own.kind, own.maker = '' OR own.maker = lower(brand.name)
       FROM own
       JOIN part ON part.part_number_norm = own.number AND part.grade = 'genuine'
       JOIN brand ON brand.id = part.brand_id
       WHERE own.kind = 'oe'
       LIMIT ${sql.lit(MAX_ENTRIES)})
    ),
    sharing AS (
      SELECT part_id, bool_or(kind = 'oe') AS by_oe, bool_or(is_sure) AS is_sure
      FROM entry WHERE part_id <> ${partId}::bigint GROUP BY part_id
    )
    SELECT part.id, sharing.by_oe
    FROM sharing JOIN part ON part.id = sharing.part_id CROSS JOIN asked
    WHERE (part.part_type_id IS NULL OR asked.part_type_id IS NULL OR part.part_type_id = asked.part_type_id)
      AND (sharing.is_sure OR EXISTS (
        SELECT FROM fitment AS ours JOIN fitment AS theirs USING (vehicle_id)
        WHERE ours.part_id = asked.id AND theirs.part_id = part.id))
    ORDER BY sharing.by_oe DESC, part.id`.execute(db);
  return rows;
}

export type AlternativeRow = PartRow & {
  /** How many there are of this grade. */
  readonly of_grade: number;
};

/** Those of these parts that are of the same type as this one, as lists show them: the first of each grade. */
export async function listAlternatives(
  db: Querier,
  partId: number,
  ids: readonly number[],
): Promise<AlternativeRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<AlternativeRow>`
    SELECT * FROM (
      SELECT ${PART_COLUMNS}, count(*) OVER (PARTITION BY part.grade)::int AS of_grade,
             row_number() OVER (
               PARTITION BY part.grade
               ORDER BY coalesce(level.on_hand_units - level.reserved_units, 0) < part.min_order,
                        part.price_minor, part.id) AS place
      FROM part ${PART_JOINS}
      WHERE part.id = any(${ids}::bigint[]) AND part.archived_at IS NULL
        AND part.part_type_id = (SELECT part_type_id FROM part WHERE id = ${partId}::bigint)
    ) AS ranked
    WHERE place <= ${sql.lit(MAX_OF_GRADE)}
    ORDER BY array_position(${GRADES}::text[], grade), place`.execute(db);
  return rows;
}

export type InterchangeRow = {
  readonly maker: string;
  readonly number: string;
  readonly part_id: number | null;
  readonly brand_slug: string | null;
};

/**
 * The numbers of other makers' parts among these, and those that they list as comparable: each once, without those that
 * this part lists itself; one more than {@link INTERCHANGE_LIMIT} at most.
 */
export async function listInterchange(
  db: Querier,
  partId: number,
  ids: readonly number[],
): Promise<InterchangeRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<InterchangeRow>`
    WITH asked AS MATERIALIZED (
      SELECT brand.id AS brand_id, lower(brand.name) AS brand
      FROM part JOIN brand ON brand.id = part.brand_id WHERE part.id = ${partId}::bigint
    ),
    named AS (
      SELECT brand.name AS maker, part.part_number AS number, part.part_number_norm AS norm,
             CASE WHEN part.archived_at IS NULL THEN part.id END AS part_id, brand.slug AS brand_slug
      FROM part JOIN brand ON brand.id = part.brand_id
      WHERE part.id = any(${ids}::bigint[]) AND part.brand_id <> (SELECT brand_id FROM asked)
      UNION ALL
      SELECT alias.maker, alias.number, alias.number_norm, theirs.id, brand.slug
      FROM part_number_alias AS alias
      LEFT JOIN brand ON lower(brand.name) = lower(alias.maker)
      LEFT JOIN part AS theirs
        ON theirs.part_number_norm = alias.number_norm AND theirs.brand_id = brand.id AND theirs.archived_at IS NULL
      WHERE alias.part_id = any(${ids}::bigint[]) AND alias.kind = 'competitor'
        AND lower(alias.maker) <> (SELECT brand FROM asked)
    ),
    once AS (
      SELECT DISTINCT ON (lower(maker), norm) maker, number, part_id, brand_slug
      FROM named
      WHERE NOT EXISTS (
        SELECT FROM part_number_alias AS own
        WHERE own.part_id = ${partId}::bigint AND own.number_norm = named.norm AND own.kind <> 'superseded')
      ORDER BY lower(maker), norm, part_id NULLS LAST
    )
    SELECT maker, number, part_id, CASE WHEN part_id IS NOT NULL THEN brand_slug END AS brand_slug
    FROM once ORDER BY lower(maker), number
    LIMIT ${sql.lit(MAX_NUMBERS + 1)}`.execute(db);
  return rows;
}

/** How many interchange numbers are listed. */
export const INTERCHANGE_LIMIT = MAX_NUMBERS;
