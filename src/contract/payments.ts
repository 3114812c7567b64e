/** Calls of payment: the provider's intent and its webhook. */
import * as z from 'zod';
import { Amount, Id, Moment, OrderRef, PageHeaders, PageQuery, PartId, Quantity, text } from './fields.ts';
import { operations } from './kernel/operation.ts';
import {
  BAD_SIGNATURE,
  IDEMPOTENCY_MISMATCH,
  NOT_FOUND,
  NOTHING_TO_REFUND,
  ORDER_CLOSED,
  ORDER_PAID,
  PAYMENT_REFUSED,
  PAYMENT_UNAVAILABLE,
  PRICE_CHANGED,
  PRICE_NOT_IN_CURRENCY,
  REFUND_TOO_LARGE,
  TOO_MANY_RETURNED,
} from './refusals.ts';

/**
 * Money on its way back to a buyer. `requested`: the provider has not answered yet, and is asked until it does; `failed`: it
 * came to nothing, for the reason in `failure`, and may be asked for anew.
 */
export const RefundBody = z
  .object({
    _id: z.uuid(),
    /** Of the payment. */
    transactionId: z.string(),
    /** The number of the order that it is about; null where the payment named none. */
    orderId: z.string().nullable(),
    amount: z.number(),
    currency: z.string(),
    status: z.enum(['requested', 'pending', 'succeeded', 'failed']),
    /** An admin's, the shop's own because the payment came too late, or somebody's at the provider's pages. */
    cause: z.enum(['admin', 'late', 'provider']),
    reason: z.string(),
    failure: z.string().nullable(),
    requestedAt: Moment,
    settledAt: Moment.nullable(),
    /** The admin's email; told to admins alone. */
    byEmail: z.string().nullable(),
  })
  .meta({ id: 'Refund' });
export type RefundBody = z.output<typeof RefundBody>;

/** A payment that found no payable order: what became of its money, and what of it still wants a person's decision. */
export const StrayPaymentBody = z
  .object({
    transactionId: z.string(),
    orderId: z.string().nullable(),
    amount: z.number(),
    currency: z.string(),
    reason: z.string(),
    at: Moment,
    /** Neither given back nor on its way. */
    refundable: z.number(),
    refunds: z.array(RefundBody),
  })
  .meta({ id: 'StrayPayment' });
export type StrayPaymentBody = z.output<typeof StrayPaymentBody>;

/** What an admin says of a refund. Without an `amount` it is all that is left. */
const refundAsked = {
  amount: Amount.positive('More than 0').optional(),
  reason: text(200, 'A reason is required'),
};
const RefundAsked = z.object(refundAsked);

/** Something in which the books and the provider did not agree. */
export const FindingBody = z.object({
  kind: z.string(),
  /** The provider's id of the payment or the refund. */
  subject: z.string(),
  /** Put right by this comparison, or waiting for a person. */
  outcome: z.enum(['repaired', 'reported']),
  orderId: z.string().nullable(),
  detail: z.string(),
  at: Moment,
});
export type FindingBody = z.output<typeof FindingBody>;

/** A comparison of the books with the provider, over what was made between `from` and `to`. */
export const ReconciliationBody = z
  .object({
    _id: z.uuid(),
    from: Moment,
    to: Moment,
    state: z.enum(['running', 'done', 'failed']),
    paymentsSeen: z.number().int(),
    refundsSeen: z.number().int(),
    repaired: z.number().int(),
    reported: z.number().int(),
    /** What holds it up, or ended it. */
    fault: z.string().nullable(),
    startedAt: Moment,
    endedAt: Moment.nullable(),
    /** The admin who asked for it; null for one that the shop began by itself. */
    byEmail: z.string().nullable(),
    /** The first hundred. */
    findings: z.array(FindingBody),
  })
  .meta({ id: 'Reconciliation' });
export type ReconciliationBody = z.output<typeof ReconciliationBody>;

export const payments = operations({
  paymentIntentCreate: {
    method: 'POST',
    path: '/create-payment-intent',
    access: 'customer',
    noun: 'payments',
    summary: 'Get ready to pay an order',
    description:
      'The server computes the amount from the order. A `pricePerUnit` must be the one that the order was made with, or its list price. Asking again gives the same open intent.',
    body: z.object({ orderId: OrderRef, pricePerUnit: Amount.optional() }),
    output: z.object({ clientSecret: z.string(), amount: z.number(), currency: z.string() }),
    refusals: {
      NOT_FOUND,
      ORDER_PAID,
      ORDER_CLOSED,
      PRICE_CHANGED,
      PAYMENT_UNAVAILABLE,
      PAYMENT_REFUSED,
    },
    audit: { none: "A buyer's own; the order keeps what happened to it." },
  },
  paymentWebhook: {
    method: 'POST',
    path: '/webhooks/stripe',
    access: 'anonymous',
    noun: 'payments',
    summary: "The payment provider's signed notice",
    description:
      'The signature is checked on the raw bytes; the provider is asked before anything is believed. Answered 2xx only after the commit.',
    headers: z.object({ 'stripe-signature': z.string().max(1_000).optional() }),
    rawBody: ['application/json'],
    bodyLimitBytes: 500_000,
    output: z.object({ received: z.literal(true) }),
    refusals: { BAD_SIGNATURE, PAYMENT_UNAVAILABLE, PAYMENT_REFUSED },
    rateClass: 'webhook',
    audit: { none: "The provider's word; the order keeps what happened to it." },
  },
  paymentsStray: {
    method: 'GET',
    path: '/payments/stray',
    access: 'admin',
    noun: 'payments',
    summary: 'Payments that found no payable order',
    description:
      'Those whose order was closed or paid before go back by themselves; the others wait for an admin. The newest 500.',
    output: z.array(StrayPaymentBody),
  },
  strayRefund: {
    method: 'POST',
    path: '/payments/stray/{transactionId}/refund',
    access: 'admin',
    noun: 'payments',
    summary: 'Give a payment back that found no payable order',
    params: z.object({ transactionId: z.string().min(1).max(255) }),
    body: RefundAsked,
    idempotent: true,
    status: 201,
    output: RefundBody,
    refusals: {
      NOT_FOUND,
      NOTHING_TO_REFUND,
      REFUND_TOO_LARGE,
      PRICE_NOT_IN_CURRENCY,
      PAYMENT_REFUSED,
      IDEMPOTENCY_MISMATCH,
    },
    audit: 'payment.refunded',
  },
  orderRefund: {
    method: 'POST',
    path: '/order/{id}/refund',
    access: 'admin',
    noun: 'payments',
    summary: 'Give money of a paid order back',
    description:
      'All that is left, or a part. The provider is asked once, however often this is repeated; while it is out of reach the refund is `requested` and asked for again by itself. `returns` puts units back on the shelf.',
    params: z.object({ id: OrderRef }),
    body: z.object({
      ...refundAsked,
      returns: z
        .array(z.object({ partId: PartId, quantity: Quantity }))
        .max(50)
        .refine(
          (returns) => new Set(returns.map(({ partId }) => partId)).size === returns.length,
          'Each part once',
        )
        .optional(),
    }),
    idempotent: true,
    status: 201,
    output: RefundBody,
    refusals: {
      NOT_FOUND,
      NOTHING_TO_REFUND,
      REFUND_TOO_LARGE,
      PRICE_NOT_IN_CURRENCY,
      TOO_MANY_RETURNED,
      PAYMENT_REFUSED,
      IDEMPOTENCY_MISMATCH,
    },
    audit: 'order.refunded',
  },
  refundsList: {
    method: 'GET',
    path: '/payments/refunds',
    access: 'admin',
    noun: 'payments',
    summary: 'All refunds, newest first',
    query: PageQuery,
    output: z.array(RefundBody),
    outputHeaders: PageHeaders,
  },
  refundRetry: {
    method: 'POST',
    path: '/payments/refunds/{id}/retry',
    access: 'admin',
    noun: 'payments',
    summary: 'Ask the provider now for a refund that it has not answered yet',
    description: 'Safe to repeat. One that is past that is answered as it is.',
    params: z.object({ id: Id }),
    output: RefundBody,
    refusals: { NOT_FOUND, PAYMENT_REFUSED },
    audit: 'refund.asked-again',
  },
  reconciliationStart: {
    method: 'POST',
    path: '/payments/reconciliations',
    access: 'admin',
    noun: 'payments',
    summary: 'Compare the books with the payment provider',
    description:
      'Over the last days, 3 unless told. Goes on by itself; what can be put right safely is, and the rest is reported. One that is under way already is answered instead.',
    body: z.object({ days: z.number().int().min(1).max(365).default(3) }),
    status: 202,
    output: ReconciliationBody,
    audit: 'books.compared',
  },
  reconciliationsList: {
    method: 'GET',
    path: '/payments/reconciliations',
    access: 'admin',
    noun: 'payments',
    summary: 'The last twenty comparisons with the provider, newest first',
    output: z.array(ReconciliationBody),
  },
});
