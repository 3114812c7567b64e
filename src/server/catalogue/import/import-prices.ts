/** A prices file: the list price of each part that it names. */
import { type RawBuilder, sql } from 'kysely';
import { fromDecimal } from '#domain/money.ts';
import type { Tx } from '#server/platform/db/database.ts';
import type { Acting, FileKind } from './file-kind.ts';
import { aboutNamedParts, partsGone, partsTwice } from './named-parts.ts';
import { PriceFileRow } from './part-row.ts';

export const pricesFile: FileKind<typeof PriceFileRow> = {
  ...aboutNamedParts,
  kind: 'prices',
  schema: PriceFileRow,
  table: 'staged_price',
  columns: 'part_id bigint, price text, price_minor bigint, currency text',
  stagedOf: (row, { exchange }, partId) => ({
    ...row,
    part_id: partId,
    price_minor: fromDecimal(row.price, exchange.list),
  }),
  sets: {
    column: 'price_minor',
    now: sql`SELECT id AS part_id, price_minor AS was FROM part WHERE archived_at IS NULL`,
  },
  check,
  foresee,
  merge,
};

function check({ exchange }: Acting): RawBuilder<unknown>[] {
  return [
    partsGone('staged_price'),
    partsTwice('staged_price'),
    sql`SELECT group_key, line, 'price', 'The list currency has no such small units', price
      FROM staged_price WHERE price_minor IS NULL`,
    sql`SELECT group_key, line, 'currency', 'Prices are in ' || ${exchange.list.code}::text, currency
      FROM staged_price WHERE upper(currency) <> ${exchange.list.code}`,
  ];
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
