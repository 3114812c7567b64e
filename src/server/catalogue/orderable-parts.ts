/** What ordering may know of parts: their present price and quantity rules. Archived parts are not there. */
import { sql } from 'kysely';
import type { Querier, Tx } from '#server/platform/db/database.ts';

/** The parts with these ids that can be ordered at all, in no particular order. */
export async function findOrderableParts(db: Querier, ids: readonly number[]) {
  const rows = await db
    .selectFrom('part')
    .select(['id', 'sku', 'name', 'price_minor', 'min_order', 'order_multiple'])
    .where('id', '=', sql<number>`any(${ids})`)
    .where('archived_at', 'is', null)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    sku: row.sku,
    name: row.name,
    listPriceMinor: row.price_minor,
    minOrder: row.min_order,
    orderMultiple: row.order_multiple,
  }));
}

/** Whether a part can be ordered; one that can is not deleted until the transaction ends. */
export async function holdOrderablePart(tx: Tx, id: number): Promise<boolean> {
  const row = await tx
    .selectFrom('part')
    .select('id')
    .where('id', '=', id)
    .where('archived_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst();
  return row !== undefined;
}
