/** What other nouns may do with stock, in their own transaction: reserve, release and ship for an order. */
import type { CompiledQuery } from 'kysely';
import type { Tx } from '#server/platform/db/database.ts';
import { lockingLevels, lockLevels, type MoveOrder, movingForOrder, type PartUnits } from './stock-store.ts';

/** Locks the stock of these parts until the transaction ends; ordering judges quantities under this lock. */
export const lockStock = lockLevels;

/**
 * Promises units to an order. Lock the stock and judge the quantities first.
 * @throws when the stock does not allow it, which that rules out
 */
export async function reserve(tx: Tx, parts: readonly PartUnits[], order: MoveOrder): Promise<void> {
  await tx.executeQuery(movingForOrder(tx, 'reserved', parts, order));
}

/**
 * Gives an order's units back.
 * @throws when they are not promised to it any more
 */
export async function release(tx: Tx, parts: readonly PartUnits[], order: MoveOrder): Promise<void> {
  await Promise.all([
    lockLevels(tx, idsOf(parts)),
    tx.executeQuery(movingForOrder(tx, 'released', parts, order)),
  ]);
}

/** The statements that send an order's units out of the warehouse; they fail when they are not promised to it any more. */
export function shipping(tx: Tx, parts: readonly PartUnits[], order: MoveOrder): CompiledQuery[] {
  return [lockingLevels(tx, idsOf(parts)), movingForOrder(tx, 'shipped', parts, order)];
}

const idsOf = (parts: readonly PartUnits[]) => parts.map(({ partId }) => partId);
