/** Parts by a number on them: our own, the maker's, a vehicle maker's, another maker's, an older one, a GTIN. */
import { type RawBuilder, sql } from 'kysely';
import type { Querier } from '#server/platform/db/database.ts';
import { isOfMaker } from './part-supersession.ts';

/** Which number of a part it was. */
export type NumberKind =
  | 'sku'
  | 'part-number'
  | 'oe'
  | 'trade'
  | 'competitor'
  | 'superseded'
  | 'gtin'
  | 'customer';
export type NumberHit = {
  readonly part_id: number;
  readonly kind: NumberKind;
  /** Who gave the number to the part, where it isn't the part's own maker; '' where not known. */
  readonly maker: string;
  readonly number: string;
  readonly is_exact: boolean;
};

const EXACT_LIMIT = 400;
/** Parts that are not sold any more and have a number that was asked for, or took the place of such a part. */
const GONE_LIMIT = 100;

/** Of a number on a part, as `alias`. As a join, which EXISTS would be, it is prepared for thousands of rows, in ten times the time. */
const IS_ON_SALE = sql`(SELECT archived_at IS NULL FROM part WHERE part.id = alias.part_id)`;

/** Columns of `part` and `alias`: the parts that list those of `gone` as replaced, and how they write that. */
const selectReplacing = (columns: RawBuilder<unknown>, gone: RawBuilder<unknown>) => sql`
  SELECT ${columns} FROM ${gone}
  JOIN brand AS own ON own.id = gone.brand_id
  JOIN part_number_alias AS alias ON alias.number_norm = gone.part_number_norm AND alias.kind = 'superseded'
  JOIN part ON part.id = alias.part_id
  JOIN brand ON brand.id = part.brand_id
  WHERE ${isOfMaker(sql`own.name`)}`;

/**
 * Parts on sale with one of these numbers, given in their normalised form, and those with a number that begins with `prefix`,
 * so many at most from each kind of number. A part may be found by several of its numbers.
 *
 * A part that is not sold any more has none; but what took its place, over any number of such parts, counts as if it
 * had them, and is told with the number that it replaces.
 */
export async function findNumbers(
  db: Querier,
  asked: {
    readonly exact: readonly string[];
    readonly prefix?: string | undefined;
    readonly prefixLimit: number;
  },
): Promise<NumberHit[]> {
  const { exact, prefix } = asked;
  const limit = sql.lit(asked.prefixLimit);
  const from = prefix ?? '';
  // What comes behind all texts that begin so; the numbers are upper-case ASCII letters and digits.
  const to = `${from}~`;
  const prefixes =
    prefix === undefined
      ? sql``
      : sql`
    UNION ALL (SELECT part.id, 'part-number', '', part_number, false FROM part
      WHERE part_number_norm ~>=~ ${from} AND part_number_norm ~<~ ${to} AND archived_at IS NULL
      ORDER BY part_number_norm USING ~<~ LIMIT ${limit})
    UNION ALL (SELECT part.id, 'sku', '', sku, false FROM part
      WHERE normalised_number(sku) ~>=~ ${from} AND normalised_number(sku) ~<~ ${to} AND archived_at IS NULL
      ORDER BY normalised_number(sku) USING ~<~ LIMIT ${limit})
    UNION ALL (SELECT part_id, kind, maker, number, false FROM part_number_alias AS alias
      WHERE number_norm ~>=~ ${from} AND number_norm ~<~ ${to} AND ${IS_ON_SALE}
      ORDER BY number_norm USING ~<~ LIMIT ${limit})`;
  const { rows } = await sql<NumberHit>`
    WITH RECURSIVE gone AS (
      (SELECT id, brand_id, part_number_norm FROM part
        WHERE part_number_norm = any(${exact}::text[]) AND archived_at IS NOT NULL
      UNION ALL SELECT id, brand_id, part_number_norm FROM part
        WHERE normalised_number(sku) = any(${exact}::text[]) AND archived_at IS NOT NULL
      UNION ALL SELECT part.id, brand_id, part_number_norm FROM part_number_alias JOIN part ON part.id = part_id
        WHERE number_norm = any(${exact}::text[]) AND archived_at IS NOT NULL)
      UNION
      ${selectReplacing(sql`part.id, part.brand_id, part.part_number_norm`, sql`gone`)} AND part.archived_at IS NOT NULL
    )
    SELECT part_id, kind, maker, number, is_exact FROM (
      (SELECT part.id AS part_id, 'part-number' AS kind, '' AS maker, part_number AS number, true AS is_exact FROM part
        WHERE part_number_norm = any(${exact}::text[]) AND archived_at IS NULL LIMIT ${sql.lit(EXACT_LIMIT)})
      UNION ALL (SELECT part.id, 'sku', '', sku, true FROM part
        WHERE normalised_number(sku) = any(${exact}::text[]) AND archived_at IS NULL LIMIT ${sql.lit(EXACT_LIMIT)})
      UNION ALL (SELECT part_id, kind, maker, number, true FROM part_number_alias AS alias
        WHERE number_norm = any(${exact}::text[]) AND ${IS_ON_SALE} LIMIT ${sql.lit(EXACT_LIMIT)})
      UNION ALL (${selectReplacing(
        sql`part.id, alias.kind, alias.maker, alias.number, true`,
        sql`(SELECT * FROM gone LIMIT ${sql.lit(GONE_LIMIT)}) AS gone`,
      )} AND part.archived_at IS NULL LIMIT ${sql.lit(EXACT_LIMIT)})
      ${prefixes}
    ) AS hit`.execute(db);
  return rows;
}

/** The numbers of parts on sale right before and right behind one, in their normalised form: the nearest by how they begin. */
export async function neighbouringNumbers(db: Querier, number: string): Promise<string[]> {
  const { rows } = await sql<{ number: string }>`
    SELECT number FROM (
      (SELECT part_number_norm AS number FROM part WHERE part_number_norm ~<=~ ${number} AND archived_at IS NULL
        ORDER BY part_number_norm USING ~>~ LIMIT 1)
      UNION ALL (SELECT part_number_norm FROM part WHERE part_number_norm ~>=~ ${number} AND archived_at IS NULL
        ORDER BY part_number_norm USING ~<~ LIMIT 1)
      UNION ALL (SELECT number_norm FROM part_number_alias AS alias WHERE number_norm ~<=~ ${number} AND ${IS_ON_SALE}
        ORDER BY number_norm USING ~>~ LIMIT 1)
      UNION ALL (SELECT number_norm FROM part_number_alias AS alias WHERE number_norm ~>=~ ${number} AND ${IS_ON_SALE}
        ORDER BY number_norm USING ~<~ LIMIT 1)
      UNION ALL (SELECT normalised_number(sku) FROM part WHERE normalised_number(sku) ~<=~ ${number} AND archived_at IS NULL
        ORDER BY normalised_number(sku) USING ~>~ LIMIT 1)
      UNION ALL (SELECT normalised_number(sku) FROM part WHERE normalised_number(sku) ~>=~ ${number} AND archived_at IS NULL
        ORDER BY normalised_number(sku) USING ~<~ LIMIT 1)
    ) AS near`.execute(db);
  return rows.map((row) => row.number);
}
