/** The operations of ordering. */
import type { Handlers } from '#contract/kernel/operation.ts';
import type { ordering } from '#contract/ordering.ts';
import { decodeMomentCursor, encodeMomentCursor } from '#domain/paging.ts';
import { isRefusal, refuse } from '#domain/refusal.ts';
import { mayAccess, mayAskAbout } from '#domain/users/permission.ts';
import { refuseWhenUnavailable } from '#server/payments/refuse-when-unavailable.ts';
import { cutPage, pageHeaders } from '#server/platform/page-headers.ts';
import type { ShopDeps } from '#server/shop-deps.ts';
import type { ShopCallers } from '#server/users/caller.ts';
import { findUserIdByEmail } from '#server/users/find-user.ts';
import { cancelOrder } from './close-order.ts';
import { orderBody } from './order-body.ts';
import { countOrders, findOrder, listAllOrders, listOrdersOf } from './order-store.ts';
import { placeOrder } from './place-order.ts';

const COUNTED_TO = 10_000;

export function orderingHandlers(deps: ShopDeps): Handlers<Omit<typeof ordering, 'orderPay'>, ShopCallers> {
  // Orders are read where they are written: a buyer looks right after ordering, and money allows no lag.
  const db = deps.databases.write;
  return {
    orderPlace: ({ body, caller, idempotencyKey }) =>
      placeOrder(deps, caller, { order: body, idempotencyKey }),
    orderListMine: async ({ query, caller }) => {
      if (!mayAskAbout(caller, query.email)) return refuse('NOT_YOURS');
      const userId = query.email === caller.email ? caller.id : await findUserIdByEmail(db, query.email);
      return userId === undefined ? [] : (await listOrdersOf(db, userId, query.status)).map(orderBody);
    },
    orderGet: async ({ params, caller }) => {
      const order = await findOrder(db, params.id);
      return order === undefined || !mayAccess(caller, order) ? refuse('NOT_FOUND') : orderBody(order);
    },
    orderCancel: ({ params, caller }) =>
      refuseWhenUnavailable(async () => {
        const cancelled = await cancelOrder(deps, caller, params.id);
        if (isRefusal(cancelled)) return cancelled;
        return (await listOrdersOf(db, cancelled.userId, undefined)).map(orderBody);
      }),
    ordersAll: async ({ query }) => {
      const after = decodeMomentCursor(query.cursor);
      const [found, total] = await Promise.all([
        listAllOrders(db, { limit: query.limit + 1, after, status: query.status }),
        countOrders(db, query.status),
      ]);
      const { rows, last } = cutPage(found, query.limit);
      const cursor = last && encodeMomentCursor(last.placedAt, last.id);
      const { cursor: _, ...parameters } = query;
      return {
        body: rows.map(orderBody),
        headers: pageHeaders('/orders/order', parameters, cursor, total, COUNTED_TO),
      };
    },
  };
}
