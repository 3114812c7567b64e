/**
 * What the shop asks Stripe, through its package. The same code speaks to Stripe itself and to the local sandbox.
 *
 * Calls are bounded: ten seconds without an answer end a try, and the package tries twice more. That is safe, because
 * every POST carries an idempotency key.
 */
import Stripe from 'stripe';
import * as z from 'zod';
import {
  type CreateIntentInput,
  type IntentState,
  type IntentStatus,
  type ListedIntent,
  type MadeWithin,
  type PaymentProvider,
  PaymentProviderRejected,
  PaymentProviderUnavailable,
  type ProviderPage,
  type ProviderRefund,
  type ProviderRefundStatus,
  type WebhookNotice,
} from '#server/payments/payment-provider.ts';
import { fromStripeAmount, toStripeAmount } from './stripe-amounts.ts';

const TIMEOUT_MS = 10_000;
const RETRIES = 2;
/** As many as Stripe puts on a page. */
const PAGE_LENGTH = 100;

export type StripePaymentsOptions = {
  readonly secretKey: string;
  readonly publishableKey: string;
  readonly webhookSecret: string;
  /** Where Stripe's API is spoken instead of at Stripe, such as `http://127.0.0.1:4010`. It has no path of its own. */
  readonly apiBase?: URL | undefined;
};

/** What a provider is asked. */
export type ProviderCalls = Omit<PaymentProvider, 'amountsOf' | 'publishableKey' | 'sandbox'>;

/** Opens no connection before the first call. */
export function stripeCalls(options: StripePaymentsOptions): ProviderCalls {
  const stripe = new Stripe(options.secretKey, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
    ...(options.apiBase === undefined ? {} : addressOf(options.apiBase)),
  });

  const retrieve = async (intentId: string): Promise<IntentState> =>
    stateOf(await withoutCallSite(() => stripe.paymentIntents.retrieve(intentId)));

  return {
    createIntent: (input) =>
      asPortErrors(async () => {
        const intent = await stripe.paymentIntents.create(
          {
            amount: toStripeAmount(input.amountMinor, input.currency),
            currency: input.currency.toLowerCase(),
            allowed_payment_method_types: ['card'],
            description: `Order ${input.orderNumber}`,
            receipt_email: input.receiptEmail,
            metadata: { orderId: input.orderId, orderNumber: input.orderNumber, attempt: input.attempt },
          },
          { idempotencyKey: intentKey(input) },
        );
        // A replay is the answer of back then; the buyer may have paid since.
        const replayed = intent.lastResponse.headers['idempotent-replayed'] === 'true';
        return replayed ? retrieve(intent.id) : stateOf(intent);
      }),

    retrieveIntent: (intentId) =>
      asPortErrors(async () => {
        // The id may be anything that a client sent as its transaction id.
        if (!/^pi_\w{1,250}$/u.test(intentId)) return null;
        try {
          return await retrieve(intentId);
        } catch (error) {
          if (error instanceof Stripe.errors.StripeError && error.code === 'resource_missing') return null;
          throw error;
        }
      }),

    cancelIntent: (intentId) =>
      asPortErrors(async () => {
        try {
          return stateOf(await stripe.paymentIntents.cancel(intentId));
        } catch (error) {
          const tooLate =
            error instanceof Stripe.errors.StripeError && error.code === 'payment_intent_unexpected_state';
          if (!tooLate) throw error;
          return await retrieve(intentId);
        }
      }),

    listIntents: (within, after) =>
      asPortErrors(async () =>
        pageOf(await stripe.paymentIntents.list({ created: created(within), ...page(after) }), listedOf),
      ),

    createRefund: ({ refundId, intentId, amountMinor, currency }) =>
      asPortErrors(async () => {
        const refund = await stripe.refunds.create(
          {
            payment_intent: intentId,
            amount: toStripeAmount(amountMinor, currency),
            reason: 'requested_by_customer',
            metadata: { refundId },
          },
          { idempotencyKey: `refund-${refundId}` },
        );
        // A replay is the answer of back then; the refund has moved on since.
        const replayed = refund.lastResponse.headers['idempotent-replayed'] === 'true';
        return ourRefundOf(replayed ? await stripe.refunds.retrieve(refund.id) : refund);
      }),

    retrieveRefund: (providerId) =>
      asPortErrors(async () => {
        try {
          return refundOf(await stripe.refunds.retrieve(providerId));
        } catch (error) {
          if (error instanceof Stripe.errors.StripeError && error.code === 'resource_missing') return null;
          throw error;
        }
      }),

    listRefunds: (of, after) =>
      asPortErrors(async () => {
        const chosen = 'intentId' in of ? { payment_intent: of.intentId } : { created: created(of) };
        return pageOf(await stripe.refunds.list({ ...chosen, ...page(after) }), refundOf);
      }),

    parseWebhook: async (rawBody, signatureHeader) => {
      if (signatureHeader === undefined) return 'bad-signature';
      try {
        return noticeOf(
          await stripe.webhooks.constructEventAsync(
            Buffer.from(rawBody.buffer, rawBody.byteOffset, rawBody.byteLength),
            signatureHeader,
            options.webhookSecret,
          ),
        );
      } catch {
        // Either the signature is wrong, or somebody with the secret signed what is no event: nothing to act on.
        return 'bad-signature';
      }
    },
  };
}

function intentKey(input: CreateIntentInput): string {
  return `order-${input.orderId}-${input.attempt}`;
}

function addressOf(apiBase: URL): { host: string; port: string; protocol: 'http' | 'https' } {
  const protocol = apiBase.protocol === 'http:' ? 'http' : 'https';
  // A URL's IPv6 address stands in brackets, a socket's doesn't.
  const host = apiBase.hostname.replace(/^\[|\]$/gu, '');
  return { host, port: apiBase.port === '' ? (protocol === 'http' ? '80' : '443') : apiBase.port, protocol };
}

const STATUSES: Readonly<Record<string, IntentStatus>> = {
  requires_payment_method: 'open',
  requires_confirmation: 'open',
  requires_action: 'open',
  // Money is held but not taken; no intent of ours is made that way, and it is not for a buyer to pay again.
  requires_capture: 'processing',
  processing: 'processing',
  succeeded: 'succeeded',
  canceled: 'cancelled',
};

function stateOf(intent: Stripe.PaymentIntent): IntentState {
  if (intent.client_secret === null)
    throw unexpected(`an intent in state ${intent.status} without its secret`);
  return { ...listedOf(intent), clientSecret: intent.client_secret };
}

function listedOf(intent: Stripe.PaymentIntent): ListedIntent {
  const status = STATUSES[intent.status];
  if (status === undefined) throw unexpected(`an intent in state ${intent.status}`);
  const currency = intent.currency.toUpperCase();
  return {
    intentId: intent.id,
    status,
    amountMinor: fromStripeAmount(status === 'succeeded' ? intent.amount_received : intent.amount, currency),
    currency,
    orderId: intent.metadata.orderId ?? null,
  };
}

const REFUND_STATUSES: Readonly<Record<string, ProviderRefundStatus>> = {
  pending: 'pending',
  // The buyer's bank wants a word with them; no card does.
  requires_action: 'pending',
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'failed',
};

/** Null for a refund of a charge that belongs to no intent, which no payment of the shop does. */
function refundOf(refund: Stripe.Refund): ProviderRefund | null {
  const status = REFUND_STATUSES[refund.status ?? ''];
  if (status === undefined) throw unexpected(`a refund in state ${refund.status}`);
  if (refund.payment_intent === null) return null;
  const currency = refund.currency.toUpperCase();
  return {
    providerId: refund.id,
    refundId: refund.metadata?.refundId ?? null,
    intentId: typeof refund.payment_intent === 'string' ? refund.payment_intent : refund.payment_intent.id,
    status,
    amountMinor: fromStripeAmount(refund.amount, currency),
    currency,
    failure: status === 'failed' ? (refund.failure_reason ?? refund.status) : null,
  };
}

function ourRefundOf(refund: Stripe.Refund): ProviderRefund {
  const ours = refundOf(refund);
  if (ours === null) throw unexpected('a refund without its payment');
  return ours;
}

function unexpected(what: string): PaymentProviderRejected {
  return new PaymentProviderRejected('unexpected_answer', `Stripe answered ${what}.`);
}

function created({ from, to }: MadeWithin): { gte: number; lte: number } {
  const seconds = (moment: Date) => Math.floor(moment.getTime() / 1_000);
  return { gte: seconds(from), lte: seconds(to) };
}

function page(after: string | null): { limit: number; starting_after?: string } {
  return after === null ? { limit: PAGE_LENGTH } : { limit: PAGE_LENGTH, starting_after: after };
}

/** Other people's things in the account, which need not fit the shop's words and units, are left out. */
function pageOf<T extends { readonly id: string }, Item>(
  list: Stripe.ApiList<T>,
  itemOf: (one: T) => Item | null,
): ProviderPage<Item> {
  const items = list.data.flatMap((one) => {
    try {
      return itemOf(one) ?? [];
    } catch (error) {
      if (error instanceof PaymentProviderRejected) return [];
      throw error;
    }
  });
  return { items, next: list.has_more ? (list.data.at(-1)?.id ?? null) : null };
}

/** What an event may be about: an intent, or something that names one (a charge, a refund). */
const EventSubject = z.union([
  z.object({ object: z.literal('payment_intent'), id: z.string() }).transform((intent) => intent.id),
  z.object({ payment_intent: z.string() }).transform((about) => about.payment_intent),
  z.unknown().transform(() => null),
]);

const StripeEvent = z.object({ id: z.string(), type: z.string(), data: z.object({ object: EventSubject }) });

function noticeOf(event: Stripe.Event): WebhookNotice {
  const { id, type, data } = StripeEvent.parse(event);
  return {
    eventId: id,
    type,
    intentId: data.object,
    isAboutRefund: /^(refund\.|charge\.refund)/u.test(type),
  };
}

/**
 * Makes a call of the package, which writes down where it comes from in case that it fails. That takes a third of the call's
 * time; the errors of the port say it themselves.
 */
function withoutCallSite<T>(call: () => Promise<T>): Promise<T> {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return call();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** Runs a call of the package and turns its errors into the port's. */
async function asPortErrors<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    if (isOutage(error)) {
      throw new PaymentProviderUnavailable(`Stripe is out of reach: ${error.message}`, { cause: error });
    }
    if (isAboutKey(error)) {
      throw new PaymentProviderUnavailable(`Stripe does not take the shop's key: ${error.message}`, {
        cause: error,
      });
    }
    throw new PaymentProviderRejected(
      error instanceof Stripe.errors.StripeIdempotencyError
        ? 'idempotency_error'
        : (error.code ?? error.type),
      `Stripe refused: ${error.message}`,
      { cause: error },
    );
  }
}

function isOutage(error: InstanceType<typeof Stripe.errors.StripeError>): boolean {
  return (
    error instanceof Stripe.errors.StripeConnectionError ||
    error instanceof Stripe.errors.StripeRateLimitError ||
    // Includes 409: another call holds the same intent or the same key just now.
    error instanceof Stripe.errors.StripeAPIError
  );
}

/** Says nothing of the payment that was asked about: with the right key the answer is another one. */
function isAboutKey(error: InstanceType<typeof Stripe.errors.StripeError>): boolean {
  return (
    error instanceof Stripe.errors.StripeAuthenticationError ||
    error instanceof Stripe.errors.StripePermissionError
  );
}
