/** What other nouns may do with stock, in their own transaction: reserve, release and ship for an order. */
import type { MovementKind } from '#domain/stock/ledger.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { lockLevels, type MoveOrder, moveForOrder, type PartUnits } from './stock-store.ts';

/** Locks the stock of these parts until the transaction ends; ordering judges quantities under this lock. */
export const lockStock = lockLevels;

/** Promises units to an order. Lock the stock and judge the quantities first. */
export const reserve = (tx: Tx, parts: readonly PartUnits[], order: MoveOrder) =>
  moveAll(tx, 'reserved', parts, order);

/** Gives an order's units back. */
export const release = (tx: Tx, parts: readonly PartUnits[], order: MoveOrder) =>
  lockAndMove(tx, 'released', parts, order);

/** Sends an order's units out of the warehouse. */
export const ship = (tx: Tx, parts: readonly PartUnits[], order: MoveOrder) =>
  lockAndMove(tx, 'shipped', parts, order);

async function lockAndMove(
  tx: Tx,
  kind: 'released' | 'shipped',
  parts: readonly PartUnits[],
  order: MoveOrder,
): Promise<void> {
  const ids = parts.map(({ partId }) => partId);
  await Promise.all([lockLevels(tx, ids), moveAll(tx, kind, parts, order)]);
}

// All or nothing. What can't be moved here was promised or judged before, so it can only be a bug: the transaction ends.
async function moveAll(
  tx: Tx,
  kind: Extract<MovementKind, 'reserved' | 'released' | 'shipped'>,
  parts: readonly PartUnits[],
  order: MoveOrder,
): Promise<void> {
  const moved = await moveForOrder(tx, kind, parts, order);
  if (moved !== parts.length)
    throw new Error(`${kind} ${moved} of ${parts.length} lines of order ${order.orderId}`);
}
