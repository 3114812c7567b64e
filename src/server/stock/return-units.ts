/** Units that come back from a buyer to the shelf. */
import type { Tx } from '#server/platform/db/database.ts';
import { adjustOnHand, lockLevels, type PartUnits } from './stock-store.ts';

/** Puts units back on the shelf in the caller's transaction; the ledger says why. */
export async function returnUnits(
  tx: Tx,
  parts: readonly PartUnits[],
  back: { readonly reason: string; readonly actorId: string; readonly now: Date },
): Promise<void> {
  await lockLevels(
    tx,
    parts.map((part) => part.partId),
  );
  for (const part of parts) {
    // What was ordered once fits on the shelf again: a level holds far more than an order.
    if ((await adjustOnHand(tx, { ...part, ...back })) === undefined) {
      throw new Error(`part ${part.partId} has no stock to return ${part.units} units to`);
    }
  }
}
