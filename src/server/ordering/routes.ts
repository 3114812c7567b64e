/** The operations of ordering. */
import type { Handlers } from '#contract/kernel/operation.ts';
import type { OrdersFilter, ordering } from '#contract/ordering.ts';
import { describeReceipt } from '#domain/ordering/receipt.ts';
import { decodeMomentCursor } from '#domain/paging.ts';
import { isRefusal, refuse } from '#domain/refusal.ts';
import { mayAskAbout } from '#domain/users/permission.ts';
import { exportedList, given } from '#server/audit/exported-list.ts';
import { refuseWhenUnavailable } from '#server/payments/refuse-when-unavailable.ts';
import type { Db } from '#server/platform/db/database.ts';
import { momentPage } from '#server/platform/page-headers.ts';
import type { ShopDeps } from '#server/shop-deps.ts';
import type { ShopCallers } from '#server/users/caller.ts';
import { findUserIdByEmail } from '#server/users/find-user.ts';
import { cancelOrder } from './close-order.ts';
import { drawReceipt } from './draw-receipt.ts';
import { orderBody, receiptBody } from './order-body.ts';
import { findOrderFor, orderDetail } from './order-detail.ts';
import { listOrders, type OrderFilter, pageOfOrders } from './order-list-store.ts';
import { ordersCsv } from './orders-csv.ts';
import { ordersToday } from './orders-today.ts';
import { placeOrder } from './place-order.ts';

/** The id of no user: an unknown email has no orders. */
const NOBODY = '00000000-0000-0000-0000-000000000000';
/** Orders in the answer to a cancelling. */
const UPDATED_LIST_LENGTH = 100;

/** `shop` is how documents name it. */
export type OrderingDeps = ShopDeps & { readonly shop: { readonly name: string; readonly url: string } };

export function orderingHandlers(
  deps: OrderingDeps,
): Handlers<Omit<typeof ordering, 'orderPay'>, ShopCallers> {
  // Orders are read where they are written: a buyer looks right after ordering, and money allows no lag.
  const db = deps.databases.write;
  const issuer = { ...deps.shop, takesTestPayments: deps.payments.sandbox };
  return {
    orderPlace: ({ body, caller, idempotencyKey }) =>
      placeOrder(deps, caller, { order: body, idempotencyKey }),
    orderListMine: async ({ query, caller }) => {
      if (!mayAskAbout(caller, query.email)) return refuse('NOT_YOURS');
      const userId = query.email === caller.email ? caller.id : await userIdOf(db, query.email);
      return ordersPage(db, '/order', query, { userId, status: query.status });
    },
    orderGet: async ({ params, caller }) => {
      const order = await findOrderFor(db, caller, params.id);
      return isRefusal(order) ? order : orderDetail(db, caller, order);
    },
    orderReceipt: async ({ params, caller }) => {
      const order = await findOrderFor(db, caller, params.id);
      return isRefusal(order) ? order : receiptBody(describeReceipt(order, issuer));
    },
    orderReceiptPdf: async ({ params, caller }) => {
      const order = await findOrderFor(db, caller, params.id);
      if (isRefusal(order)) return order;
      const refundedAt = order.refunds.findLast(({ isDone }) => isDone)?.at;
      const changedAt = refundedAt ?? order.closedAt ?? order.paidAt ?? order.placedAt;
      return {
        contentType: 'application/pdf',
        bytes: await drawReceipt(describeReceipt(order, issuer), changedAt),
        fileName: `${order.number}.pdf`,
      };
    },
    orderCancel: ({ params, caller, audit }) =>
      refuseWhenUnavailable(async () => {
        const cancelled = await cancelOrder(deps, caller, params.id, audit);
        if (isRefusal(cancelled)) return cancelled;
        const theirs = { userId: cancelled.userId, status: undefined };
        return (await listOrders(db, theirs, { limit: UPDATED_LIST_LENGTH })).map(orderBody);
      }),
    ordersAll: async ({ query }) => ordersPage(db, '/orders/order', query, await orderFilter(db, query)),
    ordersToday: ({ query }) => ordersToday(deps, query),
    ordersExport: async ({ query, audit }) => {
      const { status, buyer, find } = query;
      const isWhole = buyer === undefined && find === undefined;
      return exportedList({ db, now: deps.now }, audit, {
        names: [isWhole ? 'all-orders' : 'orders', status],
        narrowedTo: { status, buyer: given(buyer), find: given(find) },
        bytes: ordersCsv(db, await orderFilter(db, query)),
      });
    },
  };
}

async function userIdOf(db: Db, email: string): Promise<string> {
  return (await findUserIdByEmail(db, email)) ?? NOBODY;
}

async function orderFilter(db: Db, { status, buyer, find }: OrdersFilter): Promise<OrderFilter> {
  return { status, find, userId: buyer === undefined ? undefined : await userIdOf(db, buyer) };
}

type PageOfOrders = Parameters<typeof momentPage>[1] & { readonly cursor?: string | undefined };

/** A page of everybody's orders, or of one user's; `query` is what was asked for it. */
async function ordersPage(db: Db, path: string, query: PageOfOrders, filter: OrderFilter) {
  const found = await pageOfOrders(db, filter, {
    limit: query.limit + 1,
    after: decodeMomentCursor(query.cursor),
  });
  const page = momentPage(path, query, found, (order) => ({ moment: order.placedAt, id: order.id }));
  return { body: page.rows.map(orderBody), headers: page.headers };
}
