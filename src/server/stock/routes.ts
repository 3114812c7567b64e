/** The stock's operations. */
import type { catalogue } from '#contract/catalogue.ts';
import type { Handlers } from '#contract/kernel/operation.ts';
import { refuse } from '#domain/refusal.ts';
import type { ShopDeps } from '#server/shop-deps.ts';
import type { ShopCallers } from '#server/users/caller.ts';
import { adjustStock } from './adjust-stock.ts';
import { levelOf, newestMovements } from './stock-store.ts';

type Deps = Pick<ShopDeps, 'databases' | 'now'>;

export function stockHandlers(
  deps: Deps,
): Handlers<Pick<typeof catalogue, 'stockAdjust' | 'stockMovements'>, ShopCallers> {
  return {
    stockAdjust: ({ params, body, caller, idempotencyKey, audit }) =>
      adjustStock(
        deps,
        caller,
        { partId: Number(params.id), units: body.quantity, reason: body.reason },
        idempotencyKey,
        audit,
      ),
    stockMovements: async ({ params }) => {
      const partId = Number(params.id);
      const level = await levelOf(deps.databases.write, partId);
      if (level === undefined) return refuse('NOT_FOUND');
      const movements = await newestMovements(deps.databases.write, partId);
      return {
        onHand: level.onHandUnits,
        reserved: level.reservedUnits,
        movements: movements.map((movement) => ({
          kind: movement.kind,
          quantity: movement.on_hand_change === 0 ? movement.reserved_change : movement.on_hand_change,
          reason: movement.reason,
          orderNumber: movement.order_number,
          by: movement.actor_email,
          at: movement.moved_at.toISOString(),
        })),
      };
    },
  };
}
