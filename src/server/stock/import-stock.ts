/** Stock as files bring it. */
import { sql } from 'kysely';
import type { Tx } from '#server/platform/db/database.ts';

type Acting = { readonly actorId: string | null; readonly now: Date };

/**
 * Makes the units on hand those of `staged_part.stock`, the import's temporary table in this transaction. New parts
 * receive them; the rest are adjusted by the difference. A row without stock leaves it as it is. The import has checked
 * that no row goes below what is reserved. Answers the parts whose units were adjusted.
 */
export async function receiveImportedStock(tx: Tx, { now, actorId }: Acting): Promise<number[]> {
  await sql`
    WITH opened AS (
      INSERT INTO stock_level (part_id, on_hand_units)
      SELECT part.id, coalesce(s.stock, 0) FROM staged_part AS s JOIN part ON part.sku = s.sku
      WHERE NOT EXISTS (SELECT FROM stock_level WHERE part_id = part.id)
      RETURNING part_id, on_hand_units
    )
    INSERT INTO stock_movement (part_id, kind, on_hand_change, reserved_change, actor_id, reason, moved_at)
    SELECT part_id, 'received', on_hand_units, 0, ${actorId}::uuid, 'import', ${now}::timestamptz
    FROM opened WHERE on_hand_units > 0`.execute(tx);
  const { rows } = await sql<{ part_id: number }>`
    WITH wanted AS (
      SELECT part.id AS part_id, s.stock AS units FROM staged_part AS s JOIN part ON part.sku = s.sku
      WHERE s.stock IS NOT NULL
    ), locked AS (
      SELECT level.part_id, wanted.units, wanted.units - level.on_hand_units AS change
      FROM stock_level AS level JOIN wanted USING (part_id)
      WHERE level.on_hand_units <> wanted.units
      ORDER BY level.part_id
      FOR NO KEY UPDATE OF level
    ), adjusted AS (
      UPDATE stock_level AS level SET on_hand_units = locked.units
      FROM locked WHERE level.part_id = locked.part_id
      RETURNING level.part_id, locked.change
    )
    INSERT INTO stock_movement (part_id, kind, on_hand_change, reserved_change, actor_id, reason, moved_at)
    SELECT part_id, 'adjusted', change, 0, ${actorId}::uuid, 'import', ${now}::timestamptz FROM adjusted
    RETURNING part_id`.execute(tx);
  return rows.map((row) => row.part_id);
}

/**
 * Makes the units on hand those of `staged_stock`, with the row's reason in the ledger. The levels are locked in the order
 * of the parts' ids, as orders lock them. The caller has checked that no row goes below what is reserved; one that does so
 * since fails the transaction by the level's own constraint. Answers the parts whose units were adjusted.
 */
export async function adjustToCounted(tx: Tx, { now, actorId }: Acting): Promise<number[]> {
  const { rows } = await sql<{ part_id: number }>`
    WITH locked AS (
      SELECT level.part_id, s.stock AS units, s.stock - level.on_hand_units AS change, s.reason
      FROM stock_level AS level JOIN staged_stock AS s USING (part_id)
      WHERE level.on_hand_units <> s.stock
      ORDER BY level.part_id
      FOR NO KEY UPDATE OF level
    ), adjusted AS (
      UPDATE stock_level AS level SET on_hand_units = locked.units
      FROM locked WHERE level.part_id = locked.part_id
      RETURNING level.part_id, locked.change, locked.reason
    )
    INSERT INTO stock_movement (part_id, kind, on_hand_change, reserved_change, actor_id, reason, moved_at)
    SELECT part_id, 'adjusted', change, 0, ${actorId}::uuid, reason, ${now}::timestamptz FROM adjusted
    RETURNING part_id`.execute(tx);
  return rows.map((row) => row.part_id);
}
