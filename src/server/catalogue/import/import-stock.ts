/** A stock file: the units on hand of each part that it names, as they were counted. */
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#server/platform/db/database.ts';
import { adjustToCounted } from '#server/stock/import-stock.ts';
import type { Acting, FileKind } from './file-kind.ts';
import { aboutNamedParts, partsGone, partsTwice } from './named-parts.ts';
import { StockFileRow } from './part-row.ts';

export const stockFile: FileKind<typeof StockFileRow> = {
  ...aboutNamedParts,
  kind: 'stock',
  schema: StockFileRow,
  table: 'staged_stock',
  columns: 'part_id bigint, stock int, reason text',
  sets: {
    column: 'stock',
    now: sql`SELECT part_id, on_hand_units AS was FROM stock_level`,
  },
  check,
  foresee,
  merge,
};

function check(): RawBuilder<unknown>[] {
  return [
    partsGone('staged_stock'),
    partsTwice('staged_stock'),
    sql`SELECT s.group_key, line, 'stock', level.reserved_units || ' are reserved by unpaid orders', s.stock::text
      FROM staged_stock AS s JOIN stock_level AS level USING (part_id)
      WHERE s.stock < level.reserved_units`,
  ];
}

async function foresee(tx: Tx) {
  const { rows } = await sql<{ changed: number }>`
    SELECT count(*)::int AS changed FROM staged_stock AS s JOIN stock_level AS level USING (part_id)
    WHERE s.stock <> level.on_hand_units`.execute(tx);
  return { inserted: 0, changed: rows[0]?.changed ?? 0 };
}

async function merge(tx: Tx, acting: Acting) {
  const adjusted = await adjustToCounted(tx, acting);
  // The search reads no stock.
  return { inserted: 0, updated: adjusted.length, partIds: [] };
}
