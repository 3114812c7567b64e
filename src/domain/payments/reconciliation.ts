/** Where the books and the payment provider do not agree about a payment. */
import type { OrderStatus } from '../ordering/order.ts';
import type { ProviderPayment } from './settlement.ts';

/** What the books have about a payment. */
export type PaymentInBooks = {
  /** The order that it paid. */
  readonly paid: { readonly totalMinor: number; readonly currency: string } | null;
  /** The state of the order that it names. */
  readonly namedStatus: OrderStatus | null;
  /** It is kept as one that found no order. */
  readonly isStray: boolean;
};

export type PaymentComparison =
  | 'agrees'
  /** Money has come that the books don't know: to be settled. */
  | 'unsettled'
  /** It could still be paid, and its order can't: to be cancelled. */
  | 'open-for-closed-order'
  /** The books call an order paid by it, and the provider has no money of it. */
  | 'paid-without-money'
  /** The books have another amount or currency. */
  | 'other-amount';

/** Compares a payment at the provider with the books. */
export function comparePayment(payment: ProviderPayment, books: PaymentInBooks): PaymentComparison {
  if (books.paid !== null) {
    if (payment.status !== 'succeeded') return 'paid-without-money';
    const isSame = payment.amountMinor === books.paid.totalMinor && payment.currency === books.paid.currency;
    return isSame ? 'agrees' : 'other-amount';
  }
  if (payment.status === 'succeeded') return books.isStray ? 'agrees' : 'unsettled';
  const isForClosed = books.namedStatus !== null && books.namedStatus !== 'unpaid';
  return payment.status === 'open' && isForClosed ? 'open-for-closed-order' : 'agrees';
}

/** What a comparison of everything finds; each kind with the words that people read. */
export const FINDINGS = {
  'payment-settled': 'Money had come that the books did not know: settled',
  'payment-cancelled': 'It could still be paid though its order is closed: cancelled',
  'paid-without-money': 'The order is paid by it in the books, and the provider has no money of it',
  'other-amount': 'The provider received another amount than the books have',
  'payment-unknown': 'The order is paid by it in the books, and the provider does not know it',
  'refund-recorded': 'It was made at the provider, and the books did not know it: recorded',
  'refund-updated': 'It had moved on at the provider: put right in the books',
  'refund-sent': 'The provider had not been asked for it, or had not answered: it has now',
  'refund-failed': 'The money did not go back',
  'refund-differs': 'The books have it with another amount or payment',
  'refund-claimed': 'A refund under way claims the same money: look again when that has ended',
  'refund-of-unknown-payment': 'It gives back a payment that is not in the books',
  'refund-unknown': 'The books have it, and the provider does not know it',
} as const satisfies Record<string, string>;
export type FindingKind = keyof typeof FINDINGS;
