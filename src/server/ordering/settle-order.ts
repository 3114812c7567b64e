/** What payments may do with orders, in their own transaction. */
import type { CompiledQuery } from 'kysely';
import { type Order, type PaidOrder, paidBy } from '#domain/ordering/order.ts';
import type { Tx } from '#server/platform/db/database.ts';
import type { JobStatement } from '#server/platform/queue.ts';
import { shipping } from '#server/stock/reserve.ts';
import {
  findOrder,
  findOrderPaidBy,
  lockOrder,
  markGivenBack,
  markingPaid,
  orderStateFinder,
} from './order-store.ts';
import { unitsOf } from './order-units.ts';

/** The order as it is now, by its id or its number. */
export const readOrder = findOrder;

export type { OrderState } from './order-store.ts';

/** Gives what reads whose an order is and how far it has got; make one for all calls, whose orders it reads together. */
export const orderStateReader = orderStateFinder;

/** The order, locked until the transaction ends. */
export const lockOrderForPayment = lockOrder;

/** The order that a payment paid, by the provider's id of it. */
export const readOrderPaidBy = findOrderPaidBy;

/** Says of a paid order whether all of its money has gone back. The caller holds the order's lock. */
export const noteGivenBack = markGivenBack;

/**
 * The statements that pay an unpaid order which the caller has locked and judged, and ship it: fulfilment ships on payment.
 * They fail when the order is not unpaid, which the caller's lock rules out. And the order as it is then.
 */
export async function payingOrder(
  tx: Tx,
  jobStatement: JobStatement,
  order: Order,
  payment: { readonly transactionId: string; readonly now: Date },
): Promise<{ readonly paid: PaidOrder; readonly statements: readonly CompiledQuery[] }> {
  const paid = paidBy(order, payment);
  return {
    paid,
    statements: [
      markingPaid(tx, paid),
      ...shipping(tx, unitsOf(order.lines), { orderId: order.id, now: payment.now }),
      await jobStatement('mail-about-order', { orderId: order.id, event: 'paid' }),
    ],
  };
}
