/** Stock as the owner changes it. */
import { refuse, refuseWith } from '#domain/refusal.ts';
import { availableUnits } from '#domain/stock/ledger.ts';
import type { Audit } from '#server/audit/audit.ts';
import { findPartName } from '#server/catalogue/part-name.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { answerOnce } from '#server/platform/idempotency.ts';
import type { ShopDeps } from '#server/shop-deps.ts';
import type { User } from '#server/users/caller.ts';
import { adjustOnHand, lockLevels, openLevel } from './stock-store.ts';

type Deps = Pick<ShopDeps, 'databases' | 'now'>;
export type Adjustment = {
  readonly partId: number;
  /** Signed. */
  readonly units: number;
  readonly reason: string;
};

/** Far above any warehouse, and within what the database's integers hold. */
const MAX_ON_HAND_UNITS = 1_000_000_000;

/** Opens the stock of a new part in the caller's transaction. */
export const openStock = openLevel;

/** Changes the units on hand, with a reason; what is reserved by unpaid orders can't be taken away. */
export function adjustStock(
  deps: Deps,
  admin: User,
  adjustment: Adjustment,
  idempotencyKey: string | undefined,
  audit: Audit,
) {
  const now = deps.now();
  const { id: userId } = admin;
  const call = { userId, operation: 'stockAdjust', key: idempotencyKey, request: adjustment, now, audit };
  return inTransaction(deps.databases.write, (tx) =>
    answerOnce(tx, call, async (claimed) => {
      const keep = await claimed;
      // Under its lock, so that a refusal says what the stock is now.
      const level = (await lockLevels(tx, [adjustment.partId])).get(adjustment.partId);
      if (level === undefined) return refuse('NOT_FOUND');
      if (level.onHandUnits + adjustment.units > MAX_ON_HAND_UNITS) return refuse('STOCK_LIMIT');
      const adjusted = await adjustOnHand(tx, { ...adjustment, actorId: admin.id, now });
      if (adjusted === undefined)
        return refuseWith('STOCK_WOULD_BE_NEGATIVE', { stock: availableUnits(level) });
      await audit.write(tx, {
        object: { kind: 'part', id: adjustment.partId, name: await findPartName(tx, adjustment.partId) },
        before: { onHand: level.onHandUnits },
        after: { onHand: adjusted.onHandUnits, reason: adjustment.reason },
      });
      return keep({ stock: availableUnits(adjusted) });
    }),
  );
}
