/** A prices file: the list price of each part that it names. */
import { sql } from 'kysely';
import { fromDecimal } from '#domain/money.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { type Acting, type FileKind, partGroup, partRefOf, type StagedError } from './file-kind.ts';
import { PriceFileRow } from './part-row.ts';

export const pricesFile: FileKind<typeof PriceFileRow> = {
  kind: 'prices',
  schema: PriceFileRow,
  maxRows: 500_000,
  table: 'staged_price',
  columns: 'part_id bigint, price text, price_minor bigint, currency text',
  refOf: partRefOf,
  groupOf: (_, partId) => partGroup(partId),
  stagedOf: (row, { exchange }, partId) => ({
    ...row,
    part_id: partId,
    price_minor: fromDecimal(row.price, exchange.list),
  }),
  check,
  foresee,
  merge,
};

async function check(tx: Tx, { exchange }: Acting): Promise<StagedError[]> {
  await sql`ANALYZE staged_price`.execute(tx);
  const { rows } = await sql<StagedError>`
    SELECT group_key, line, 'sku' AS "column", 'This part is not in the shop any more' AS message, '' AS value
      FROM staged_price AS s
      WHERE part_id IS NOT NULL AND NOT EXISTS (SELECT FROM part WHERE part.id = s.part_id AND part.archived_at IS NULL)
    UNION ALL
    SELECT group_key, line, 'sku', 'This part is in the file twice', ''
      FROM (SELECT *, row_number() OVER (PARTITION BY part_id ORDER BY line) AS nth FROM staged_price) AS s WHERE nth > 1
    UNION ALL
    SELECT group_key, line, 'price', 'The list currency has no such small units', price
      FROM staged_price WHERE price_minor IS NULL
    UNION ALL
    SELECT group_key, line, 'currency', 'Prices are in ' || ${exchange.list.code}::text, currency
      FROM staged_price WHERE upper(currency) <> ${exchange.list.code}
    ORDER BY line`.execute(tx);
  return rows;
}

async function foresee(tx: Tx) {
  const { rows } = await sql<{ changed: number }>`
    SELECT count(*)::int AS changed FROM staged_price AS s JOIN part ON part.id = s.part_id
    WHERE part.price_minor <> s.price_minor`.execute(tx);
  return { inserted: 0, changed: rows[0]?.changed ?? 0 };
}

async function merge(tx: Tx, { now }: Acting) {
  // Orders keep the price that they were made with, and a new order is refused when the price has changed meanwhile.
  const { rows } = await sql<{ id: number }>`
    UPDATE part SET price_minor = s.price_minor, updated_at = ${now}::timestamptz
    FROM staged_price AS s
    WHERE part.id = s.part_id AND part.price_minor <> s.price_minor
    RETURNING part.id`.execute(tx);
  return { inserted: 0, updated: rows.length, partIds: rows.map((row) => row.id) };
}
