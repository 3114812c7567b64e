/** The rows of the sandbox's tables, checked as they come out of PostgreSQL and turned into records. */
import * as z from 'zod';
import { KNOWN_CARD_BRANDS } from '#domain/payments/card-number.ts';
import { CARD_BEHAVIOUR_NAMES } from '#domain/payments/test-cards.ts';
import type {
  ChargeRecord,
  EventRecord,
  IntentRecord,
  KeptAnswer,
  PaymentMethodRecord,
  RefundRecord,
} from './sandbox-records.ts';

const nullableText = z.string().nullable();
const Metadata = z.record(z.string(), z.string());
const DeclineCode = z.enum(['card_declined', 'expired_card', 'incorrect_cvc', 'processing_error']);

export const PaymentMethodRow = z
  .object({
    id: z.string(),
    brand: z.enum(KNOWN_CARD_BRANDS),
    last4: z.string(),
    exp_month: z.number(),
    exp_year: z.number(),
    funding: z.enum(['credit', 'debit', 'prepaid']),
    behaviour: z.enum(CARD_BEHAVIOUR_NAMES),
    cvc_given: z.boolean(),
    billing_details: z.object({
      name: nullableText,
      email: nullableText,
      phone: nullableText,
      address: z
        .object({
          city: nullableText,
          country: nullableText,
          line1: nullableText,
          line2: nullableText,
          postal_code: nullableText,
          state: nullableText,
        })
        .nullable(),
    }),
    spent_on: nullableText,
    created_at: z.date(),
  })
  .transform(
    (row): PaymentMethodRecord => ({
      id: row.id,
      brand: row.brand,
      last4: row.last4,
      expMonth: row.exp_month,
      expYear: row.exp_year,
      funding: row.funding,
      behaviour: row.behaviour,
      cvcGiven: row.cvc_given,
      billingDetails: row.billing_details,
      spentOn: row.spent_on,
      createdAt: row.created_at,
    }),
  );

export const IntentRow = z
  .object({
    id: z.string(),
    client_secret: z.string(),
    status: z.enum(['requires_payment_method', 'requires_action', 'succeeded', 'canceled']),
    amount: z.number(),
    currency: z.string(),
    description: nullableText,
    receipt_email: nullableText,
    metadata: Metadata,
    payment_method_id: nullableText,
    latest_charge_id: nullableText,
    challenge_id: nullableText,
    last_failure: z
      .object({
        type: z.enum(['card_error', 'invalid_request_error']),
        code: z.union([DeclineCode, z.literal('payment_intent_authentication_failure')]),
        declineCode: nullableText,
        message: z.string(),
        chargeId: nullableText,
        paymentMethodId: z.string(),
      })
      .nullable(),
    cancellation_reason: nullableText,
    canceled_at: z.date().nullable(),
    created_at: z.date(),
  })
  .transform(
    (row): IntentRecord => ({
      id: row.id,
      clientSecret: row.client_secret,
      status: row.status,
      amount: row.amount,
      currency: row.currency,
      description: row.description,
      receiptEmail: row.receipt_email,
      metadata: row.metadata,
      paymentMethodId: row.payment_method_id,
      latestChargeId: row.latest_charge_id,
      challengeId: row.challenge_id,
      lastFailure: row.last_failure,
      cancellationReason: row.cancellation_reason,
      canceledAt: row.canceled_at,
      createdAt: row.created_at,
    }),
  );

export const ChargeRow = z
  .object({
    id: z.string(),
    payment_intent_id: z.string(),
    payment_method_id: z.string(),
    amount: z.number(),
    amount_refunded: z.number(),
    currency: z.string(),
    decline: z.object({ code: DeclineCode, declineCode: nullableText, message: z.string() }).nullable(),
    created_at: z.date(),
  })
  .transform(
    (row): ChargeRecord => ({
      id: row.id,
      intentId: row.payment_intent_id,
      paymentMethodId: row.payment_method_id,
      amount: row.amount,
      amountRefunded: row.amount_refunded,
      currency: row.currency,
      decline: row.decline,
      createdAt: row.created_at,
    }),
  );

export const RefundRow = z
  .object({
    id: z.string(),
    charge_id: z.string(),
    payment_intent_id: z.string(),
    amount: z.number(),
    currency: z.string(),
    reason: nullableText,
    metadata: Metadata,
    outcome: z.enum(['succeeds', 'pends', 'fails', 'failed']),
    settles_at: z.date().nullable(),
    created_at: z.date(),
  })
  .transform(
    (row): RefundRecord => ({
      id: row.id,
      chargeId: row.charge_id,
      intentId: row.payment_intent_id,
      amount: row.amount,
      currency: row.currency,
      reason: row.reason,
      metadata: row.metadata,
      outcome: row.outcome,
      settlesAt: row.settles_at,
      createdAt: row.created_at,
    }),
  );

export const KeyRow = z
  .object({ method_path: z.string(), fingerprint: z.string(), status: z.number(), body: z.string() })
  .transform(
    (row): KeptAnswer => ({
      methodPath: row.method_path,
      fingerprint: row.fingerprint,
      status: row.status,
      body: row.body,
    }),
  );

export const EventRow: z.ZodType<EventRecord> = z.object({
  id: z.string(),
  body: z.string(),
  attempts: z.number(),
});
