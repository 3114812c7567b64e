/** The sandbox's records as Stripe's API shows them. The types are the `stripe` package's own, so a field that it gains or drops shows here. */
import type Stripe from 'stripe';
import { API_VERSION } from './api-version.ts';
import type {
  ChargeRecord,
  IntentFailure,
  IntentRecord,
  PaymentMethodRecord,
  RefundRecord,
  SandboxTx,
} from './sandbox-records.ts';

export function paymentMethodBody(record: PaymentMethodRecord): Stripe.PaymentMethod {
  const { address, ...who } = record.billingDetails;
  return {
    id: record.id,
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: { ...who, address: address ?? NO_ADDRESS, tax_id: null },
    card: {
      brand: record.brand,
      checks: {
        address_line1_check: null,
        address_postal_code_check: null,
        cvc_check: record.cvcGiven ? 'unchecked' : null,
      },
      country: 'US',
      display_brand: record.brand,
      exp_month: record.expMonth,
      exp_year: record.expYear,
      funding: record.funding,
      generated_from: null,
      last4: record.last4,
      networks: { available: [record.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: seconds(record.createdAt),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  };
}

const NO_ADDRESS = {
  city: null,
  country: null,
  line1: null,
  line2: null,
  postal_code: null,
  state: null,
} satisfies Stripe.Address;

/** An intent as the holder of the secret key sees it. */
export async function intentBody(tx: SandboxTx, record: IntentRecord): Promise<Stripe.PaymentIntent> {
  return {
    id: record.id,
    object: 'payment_intent',
    allowed_payment_method_types: ['card'],
    amount: record.amount,
    amount_capturable: 0,
    amount_received: record.status === 'succeeded' ? record.amount : 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: record.canceledAt === null ? null : seconds(record.canceledAt),
    cancellation_reason: record.cancellationReason,
    capture_method: 'automatic_async',
    client_secret: record.clientSecret,
    confirmation_method: 'automatic',
    created: seconds(record.createdAt),
    currency: record.currency,
    customer: null,
    customer_account: null,
    description: record.description,
    excluded_payment_method_types: null,
    last_payment_error: record.lastFailure === null ? null : await failureBody(tx, record.lastFailure),
    latest_charge: record.latestChargeId,
    livemode: false,
    managed_payments: null,
    metadata: record.metadata,
    next_action:
      record.challengeId === null
        ? null
        : {
            type: 'use_stripe_sdk',
            use_stripe_sdk: { type: 'stripe_3ds2_fingerprint', three_d_secure_2_source: record.challengeId },
          },
    on_behalf_of: null,
    payment_method: record.paymentMethodId,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: record.receiptEmail,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: record.status,
    transfer_data: null,
    transfer_group: null,
  };
}

/** What a browser may see of an intent. */
type BrowserField =
  | 'id'
  | 'object'
  | 'amount'
  | 'automatic_payment_methods'
  | 'canceled_at'
  | 'cancellation_reason'
  | 'capture_method'
  | 'client_secret'
  | 'confirmation_method'
  | 'created'
  | 'currency'
  | 'description'
  | 'last_payment_error'
  | 'livemode'
  | 'next_action'
  | 'payment_method'
  | 'payment_method_types'
  | 'processing'
  | 'receipt_email'
  | 'setup_future_usage'
  | 'shipping'
  | 'source'
  | 'status';

/** What a browser, which holds the publishable key and the client secret, may see of an intent. */
export function forBrowser(intent: Stripe.PaymentIntent): Pick<Stripe.PaymentIntent, BrowserField> {
  return {
    id: intent.id,
    object: intent.object,
    amount: intent.amount,
    automatic_payment_methods: intent.automatic_payment_methods,
    canceled_at: intent.canceled_at,
    cancellation_reason: intent.cancellation_reason,
    capture_method: intent.capture_method,
    client_secret: intent.client_secret,
    confirmation_method: intent.confirmation_method,
    created: intent.created,
    currency: intent.currency,
    description: intent.description,
    last_payment_error: intent.last_payment_error,
    livemode: intent.livemode,
    next_action: intent.next_action,
    payment_method: intent.payment_method,
    payment_method_types: intent.payment_method_types,
    processing: intent.processing,
    receipt_email: intent.receipt_email,
    setup_future_usage: intent.setup_future_usage,
    shipping: intent.shipping,
    source: intent.source,
    status: intent.status,
  };
}

/** Why the last attempt failed: the same object in an intent's `last_payment_error` and in a 402's `error`. */
export async function failureBody(
  tx: SandboxTx,
  failure: IntentFailure,
): Promise<Stripe.PaymentIntent.LastPaymentError & { message: string }> {
  const paymentMethod = await tx.findPaymentMethod(failure.paymentMethodId);
  return {
    type: failure.type,
    code: failure.code,
    message: failure.message,
    ...(failure.declineCode === null ? {} : { decline_code: failure.declineCode }),
    ...(failure.chargeId === null ? {} : { charge: failure.chargeId }),
    ...(paymentMethod === null ? {} : { payment_method: paymentMethodBody(paymentMethod) }),
  };
}

export async function chargeBody(tx: SandboxTx, record: ChargeRecord): Promise<Stripe.Charge> {
  const paymentMethod = await tx.findPaymentMethod(record.paymentMethodId);
  const paid = record.decline === null;
  return {
    id: record.id,
    object: 'charge',
    amount: record.amount,
    amount_captured: paid ? record.amount : 0,
    amount_refunded: record.amountRefunded,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details:
      paymentMethod === null
        ? { address: null, email: null, name: null, phone: null, tax_id: null }
        : paymentMethodBody(paymentMethod).billing_details,
    calculated_statement_descriptor: null,
    captured: paid,
    created: seconds(record.createdAt),
    currency: record.currency,
    customer: null,
    description: null,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: record.decline?.code ?? null,
    failure_message: record.decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: {},
    on_behalf_of: null,
    outcome: {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: paid ? 'approved_by_network' : 'declined_by_network',
      reason: record.decline?.declineCode ?? record.decline?.code ?? null,
      seller_message: paid
        ? 'Payment complete.'
        : 'The bank did not return any further details with this decline.',
      type: paid ? 'authorized' : 'issuer_declined',
    },
    paid,
    payment_intent: record.intentId,
    payment_method: record.paymentMethodId,
    payment_method_details: null,
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: paid && record.amountRefunded === record.amount,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: paid ? 'succeeded' : 'failed',
    transfer_data: null,
    transfer_group: null,
  };
}

/** A refund as it is by now: how those end that take their time is known from the beginning. */
export function refundBody(record: RefundRecord, now: Date): Stripe.Refund {
  const status = refundStatus(record, now);
  return {
    id: record.id,
    object: 'refund',
    amount: record.amount,
    balance_transaction: null,
    charge: record.chargeId,
    created: seconds(record.createdAt),
    currency: record.currency,
    customer: null,
    customer_account: null,
    metadata: record.metadata,
    payment_intent: record.intentId,
    payment_method: null,
    reason: record.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status,
    transfer_reversal: null,
    ...(status === 'failed' && { failure_reason: 'expired_or_canceled_card' }),
  };
}

function refundStatus({ outcome, settlesAt }: RefundRecord, now: Date): 'pending' | 'succeeded' | 'failed' {
  const isSettled = settlesAt === null || settlesAt <= now;
  switch (outcome) {
    case 'succeeds':
      return 'succeeded';
    case 'pends':
      return isSettled ? 'succeeded' : 'pending';
    case 'fails':
      return isSettled ? 'failed' : 'succeeded';
    case 'failed':
      return 'failed';
  }
}

/**
 * A page of a list.
 *
 * @param found read with one more than the page has
 */
export function listBody<T>(url: string, found: readonly T[], limit: number): Stripe.ApiList<T> {
  return { object: 'list', url, has_more: found.length > limit, data: found.slice(0, limit) };
}

export type IntentEventType =
  | 'payment_intent.succeeded'
  | 'payment_intent.payment_failed'
  | 'payment_intent.canceled';

export function intentEventBody(
  id: string,
  type: IntentEventType,
  intent: Stripe.PaymentIntent,
  now: Date,
):
  | Stripe.PaymentIntentSucceededEvent
  | Stripe.PaymentIntentPaymentFailedEvent
  | Stripe.PaymentIntentCanceledEvent {
  return { ...eventBase(id, now), data: { object: intent }, type };
}

export type RefundEventType = 'refund.created' | 'refund.updated' | 'refund.failed';

export function refundEventBody(
  id: string,
  type: RefundEventType,
  refund: Stripe.Refund,
  now: Date,
): Stripe.RefundCreatedEvent | Stripe.RefundUpdatedEvent | Stripe.RefundFailedEvent {
  return { ...eventBase(id, now), data: { object: refund }, type };
}

export function chargeRefundedBody(id: string, charge: Stripe.Charge, now: Date): Stripe.ChargeRefundedEvent {
  return { ...eventBase(id, now), data: { object: charge }, type: 'charge.refunded' };
}

function eventBase(id: string, now: Date) {
  return {
    id,
    object: 'event' as const,
    api_version: API_VERSION,
    created: seconds(now),
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
  };
}

function seconds(moment: Date): number {
  return Math.floor(moment.getTime() / 1_000);
}
