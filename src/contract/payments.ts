/** Calls of payment: the provider's intent and its webhook. */
import * as z from 'zod';
import { Amount, Moment, OrderRef } from './fields.ts';
import { operations } from './kernel/operation.ts';
import {
  BAD_SIGNATURE,
  NOT_FOUND,
  ORDER_CLOSED,
  ORDER_PAID,
  PAYMENT_REFUSED,
  PAYMENT_UNAVAILABLE,
  PRICE_CHANGED,
} from './refusals.ts';

/** A payment that found no payable order; the money is at the provider and wants a person's decision. */
export const StrayPaymentBody = z
  .object({
    transactionId: z.string(),
    orderId: z.string().nullable(),
    amount: z.number(),
    currency: z.string(),
    reason: z.string(),
    at: Moment,
  })
  .meta({ id: 'StrayPayment' });

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
    output: z.array(StrayPaymentBody),
  },
});
