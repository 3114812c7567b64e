/** Which numbers replace which, as the newer parts list them (`part_number_alias`, kind `superseded`). */
import { type RawBuilder, sql } from 'kysely';
import { normaliseNumber, slugOf } from '#domain/catalogue/part-number.ts';
import type { Querier } from '#server/platform/db/database.ts';

/** A number of a maker: the name in either case, the number normalised. */
export type NumberKey = { readonly maker: string; readonly number: string };

/** One replacement: the older number as it is written, and the part that lists it. */
export type ReplacementRow = {
  readonly older_maker: string;
  readonly older_number: string;
  readonly newer_brand: string;
  readonly newer_number: string;
};

/** How many replacements are followed in each direction. */
const MAX_FOLLOWED = 100;

// A number without a maker is of the newer part's own brand.
const OLDER_MAKER = sql`coalesce(nullif(alias.maker, ''), brand.name)`;

/** Whether a replaced number, as `alias` of a part of `brand`, is one of this maker's. */
export const isOfMaker = (maker: RawBuilder<unknown>) => sql`lower(${OLDER_MAKER}) = lower(${maker})`;

/**
 * The replacements that lead on from a number, and those that led to it, over any number of steps. A circle ends
 * where it closes, since each replacement is found once. Archived parts still tell what they replaced.
 */
export async function listReplacements(
  db: Querier,
  { maker, number }: NumberKey,
): Promise<readonly ReplacementRow[]> {
  const { rows } = await sql<ReplacementRow>`
    WITH RECURSIVE newer AS (
      SELECT ${OLDER_MAKER} AS older_maker, alias.number AS older_number, part.id
      FROM (SELECT ${maker}::text AS maker, ${number}::text AS number) AS asked
      JOIN part_number_alias AS alias ON alias.number_norm = asked.number AND alias.kind = 'superseded'
      JOIN part ON part.id = alias.part_id
      JOIN brand ON brand.id = part.brand_id
      WHERE ${isOfMaker(sql`asked.maker`)}
      UNION
      SELECT ${OLDER_MAKER}, alias.number, part.id
      FROM newer
      JOIN part AS before ON before.id = newer.id
      JOIN brand AS before_brand ON before_brand.id = before.brand_id
      JOIN part_number_alias AS alias ON alias.number_norm = before.part_number_norm AND alias.kind = 'superseded'
      JOIN part ON part.id = alias.part_id
      JOIN brand ON brand.id = part.brand_id
      WHERE ${isOfMaker(sql`before_brand.name`)}
    ),
    older AS (
      SELECT ${OLDER_MAKER} AS older_maker, alias.number AS older_number, alias.number_norm AS older_norm, part.id
      FROM (SELECT ${maker}::text AS maker, ${number}::text AS number) AS asked
      JOIN part ON part.part_number_norm = asked.number
      JOIN brand ON brand.id = part.brand_id
      JOIN part_number_alias AS alias ON alias.part_id = part.id AND alias.kind = 'superseded'
      WHERE lower(brand.name) = lower(asked.maker)
      UNION
      SELECT ${OLDER_MAKER}, alias.number, alias.number_norm, part.id
      FROM older
      JOIN part ON part.part_number_norm = older.older_norm
      JOIN brand ON brand.id = part.brand_id
      JOIN part_number_alias AS alias ON alias.part_id = part.id AND alias.kind = 'superseded'
      WHERE lower(brand.name) = lower(older.older_maker)
    ),
    found AS (
      (SELECT older_maker, older_number, id FROM newer LIMIT ${sql.lit(MAX_FOLLOWED)})
      UNION
      (SELECT older_maker, older_number, id FROM older LIMIT ${sql.lit(MAX_FOLLOWED)})
    )
    SELECT older_maker, older_number, brand.name AS newer_brand, part.part_number AS newer_number
    FROM found JOIN part USING (id) JOIN brand ON brand.id = part.brand_id
    ORDER BY found.id, older_maker, older_number`.execute(db);
  return rows;
}

/** An old number that some part replaces, of the makers whose name in an address is this one. */
export async function findReplacedNumber(
  db: Querier,
  makerSlug: string,
  number: string,
): Promise<NumberKey[]> {
  const norm = normaliseNumber(number);
  if (norm === '') return [];
  const { rows } = await sql<{ maker: string }>`
    SELECT DISTINCT ${OLDER_MAKER} AS maker
    FROM part_number_alias AS alias
    JOIN part ON part.id = alias.part_id
    JOIN brand ON brand.id = part.brand_id
    WHERE alias.number_norm = ${norm} AND alias.kind = 'superseded'
    LIMIT ${sql.lit(MAX_FOLLOWED)}`.execute(db);
  return rows
    .filter((row) => slugOf(row.maker) === makerSlug.toLowerCase())
    .map(({ maker }) => ({ maker, number: norm }));
}
