/** What payments may do with orders, in their own transaction. */
import { type Order, type PaidOrder, paidBy } from '#domain/ordering/order.ts';
import type { Tx } from '#server/platform/db/database.ts';
import type { Enqueue } from '#server/platform/queue.ts';
import { ship } from '#server/stock/reserve.ts';
import {
  findOrder,
  findOrderPaidBy,
  findOrderState,
  lockOrder,
  markGivenBack,
  markPaid,
} from './order-store.ts';
import { unitsOf } from './order-units.ts';

/** The order as it is now, by its id or its number. */
export const readOrder = findOrder;

/** Whose it is and how far it has got. */
export const readOrderState = findOrderState;

/** The order, locked until the transaction ends. */
export const lockOrderForPayment = lockOrder;

/** The order that a payment paid, by the provider's id of it. */
export const readOrderPaidBy = findOrderPaidBy;

/** Says of a paid order whether all of its money has gone back. The caller holds the order's lock. */
export const noteGivenBack = markGivenBack;

/**
 * Pays an unpaid order that the caller has locked and judged, and ships it: fulfilment ships on payment. Answers the
 * order as it is then.
 * @throws when the order is not unpaid, which the caller's lock rules out.
 */
export async function payOrder(
  tx: Tx,
  enqueue: Enqueue,
  order: Order,
  payment: { readonly transactionId: string; readonly now: Date },
): Promise<PaidOrder> {
  const paid = paidBy(order, payment);
  await Promise.all([
    markPaid(tx, paid),
    ship(tx, unitsOf(order.lines), { orderId: order.id, now: payment.now }),
    enqueue(tx, 'mail-about-order', { orderId: order.id, event: 'paid' }),
  ]);
  return paid;
}
