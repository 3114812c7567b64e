/** A stock file: the units on hand of each part that it names, as they were counted. */
import { sql } from 'kysely';
import type { Tx } from '#server/platform/db/database.ts';
import { adjustToCounted } from '#server/stock/import-stock.ts';
import { type Acting, type FileKind, partGroup, partRefOf, type StagedError } from './file-kind.ts';
import { StockFileRow } from './part-row.ts';

export const stockFile: FileKind<typeof StockFileRow> = {
  kind: 'stock',
  schema: StockFileRow,
  maxRows: 500_000,
  table: 'staged_stock',
  columns: 'part_id bigint, stock int, reason text',
  refOf: partRefOf,
  groupOf: (_, partId) => partGroup(partId),
  stagedOf: (row, _, partId) => ({ ...row, part_id: partId }),
  check,
  foresee,
  merge,
};

async function check(tx: Tx): Promise<StagedError[]> {
  await sql`ANALYZE staged_stock`.execute(tx);
  const { rows } = await sql<StagedError>`
    SELECT group_key, line, 'sku' AS "column", 'This part is not in the shop any more' AS message, '' AS value
      FROM staged_stock AS s
      WHERE part_id IS NOT NULL AND NOT EXISTS (SELECT FROM part WHERE part.id = s.part_id AND part.archived_at IS NULL)
    UNION ALL
    SELECT group_key, line, 'sku', 'This part is in the file twice', ''
      FROM (SELECT *, row_number() OVER (PARTITION BY part_id ORDER BY line) AS nth FROM staged_stock) AS s WHERE nth > 1
    UNION ALL
    SELECT s.group_key, line, 'stock', level.reserved_units || ' are reserved by unpaid orders', s.stock::text
      FROM staged_stock AS s JOIN stock_level AS level USING (part_id)
      WHERE s.stock < level.reserved_units
    ORDER BY line`.execute(tx);
  return rows;
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
