/** Parts by a number on them: our own, the maker's, a vehicle maker's, another maker's, an older one, a GTIN. */
import { sql } from 'kysely';
import type { Querier } from '#server/platform/db/database.ts';

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

/**
 * Parts with one of these numbers, given in their normalised form, and parts with a number that begins with `prefix`, so
 * many at most from each kind of number. The rows of a part that has the number in several ways come one after the other.
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
    UNION ALL (SELECT part_id, kind, maker, number, false FROM part_number_alias
      WHERE number_norm ~>=~ ${from} AND number_norm ~<~ ${to}
      ORDER BY number_norm USING ~<~ LIMIT ${limit})`;
  const { rows } = await sql<NumberHit>`
    SELECT part_id, kind, maker, number, is_exact FROM (
      (SELECT part.id AS part_id, 'part-number' AS kind, '' AS maker, part_number AS number, true AS is_exact FROM part
        WHERE part_number_norm = any(${exact}::text[]) AND archived_at IS NULL LIMIT ${sql.lit(EXACT_LIMIT)})
      UNION ALL (SELECT part.id, 'sku', '', sku, true FROM part
        WHERE normalised_number(sku) = any(${exact}::text[]) AND archived_at IS NULL LIMIT ${sql.lit(EXACT_LIMIT)})
      UNION ALL (SELECT part_id, kind, maker, number, true FROM part_number_alias
        WHERE number_norm = any(${exact}::text[]) LIMIT ${sql.lit(EXACT_LIMIT)})
      ${prefixes}
    ) AS hit`.execute(db);
  return rows;
}

/** The numbers right before and right behind one, in their normalised form: the nearest by how they begin. */
export async function neighbouringNumbers(db: Querier, number: string): Promise<string[]> {
  const { rows } = await sql<{ number: string }>`
    SELECT number FROM (
      (SELECT part_number_norm AS number FROM part WHERE part_number_norm ~<=~ ${number} AND archived_at IS NULL
        ORDER BY part_number_norm USING ~>~ LIMIT 1)
      UNION ALL (SELECT part_number_norm FROM part WHERE part_number_norm ~>=~ ${number} AND archived_at IS NULL
        ORDER BY part_number_norm USING ~<~ LIMIT 1)
      UNION ALL (SELECT number_norm FROM part_number_alias WHERE number_norm ~<=~ ${number}
        ORDER BY number_norm USING ~>~ LIMIT 1)
      UNION ALL (SELECT number_norm FROM part_number_alias WHERE number_norm ~>=~ ${number}
        ORDER BY number_norm USING ~<~ LIMIT 1)
      UNION ALL (SELECT normalised_number(sku) FROM part WHERE normalised_number(sku) ~<=~ ${number} AND archived_at IS NULL
        ORDER BY normalised_number(sku) USING ~>~ LIMIT 1)
      UNION ALL (SELECT normalised_number(sku) FROM part WHERE normalised_number(sku) ~>=~ ${number} AND archived_at IS NULL
        ORDER BY normalised_number(sku) USING ~<~ LIMIT 1)
    ) AS near`.execute(db);
  return rows.map((row) => row.number);
}
