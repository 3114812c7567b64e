/** Units that come back from a buyer to the shelf. */
import type { Tx } from '#server/platform/db/database.ts';
import { type ComeBack, lockLevels, type PartUnits, puttingBack } from './stock-store.ts';

/** Puts units of parts, each part once, back on the shelf in the caller's transaction; the ledger says why. */
export async function returnUnits(tx: Tx, parts: readonly PartUnits[], back: ComeBack): Promise<void> {
  const partIds = parts.map((part) => part.partId);
  await Promise.all([lockLevels(tx, partIds), tx.executeQuery(puttingBack(tx, parts, back))]);
}
