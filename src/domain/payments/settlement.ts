/** Whether a payment at the provider pays an order of ours. Nothing else is ever believed about money. */
import type { Order } from '../ordering/order.ts';

/** What the provider says of a payment, in our words. */
export type ProviderPayment = {
  readonly intentId: string;
  readonly status: 'open' | 'processing' | 'succeeded' | 'cancelled';
  readonly amountMinor: number;
  readonly currency: string;
  /** The order that we named when making the intent. */
  readonly orderId: string | null;
};

export type Settlement =
  /** Pay the order. */
  | 'pays'
  /** This very payment has paid it before. */
  | 'has-paid'
  /** No money has come (yet). */
  | 'not-succeeded'
  /** The payment is for something else. */
  | 'other-order'
  | 'wrong-amount'
  | 'wrong-currency'
  /** Money has come for an order that another payment paid. */
  | 'already-paid'
  /** Money has come for an order that is cancelled or expired. */
  | 'order-closed';

/** Judges a payment against an order. From `already-paid` on, the money is with the provider and belongs to the buyer. */
export function judgePayment(
  order: Pick<Order, 'id' | 'status' | 'totalMinor' | 'settlementCurrency' | 'transactionId'>,
  payment: ProviderPayment,
): Settlement {
  if (payment.orderId !== order.id) return 'other-order';
  if (payment.status !== 'succeeded') return 'not-succeeded';
  if (order.transactionId === payment.intentId) return 'has-paid';
  if (payment.currency !== order.settlementCurrency.code) return 'wrong-currency';
  if (payment.amountMinor !== order.totalMinor) return 'wrong-amount';
  if (order.transactionId !== null) return 'already-paid';
  if (order.status !== 'unpaid') return 'order-closed';
  return 'pays';
}
