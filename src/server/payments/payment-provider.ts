/**
 * The port to whoever moves the money, in the shop's own words. Amounts are integers of the currency's smallest unit
 * as `#domain/money.ts` has it (USD and BDT: hundredths); what unit the provider counts in is the adapter's business.
 */
import type { PayableAmounts } from '#domain/payments/payable.ts';

/** How far a payment has got. `open` can still be paid or cancelled; `succeeded` and `cancelled` are final. */
export type IntentStatus = 'open' | 'processing' | 'succeeded' | 'cancelled';

/** A payment as the provider itself knows it. */
export type IntentState = {
  /** The provider's id (`pi_…`): the order's `transactionId` once it has succeeded. */
  readonly intentId: string;
  readonly status: IntentStatus;
  /** What is asked for; once succeeded, what was received. */
  readonly amountMinor: number;
  /** ISO 4217, upper case. */
  readonly currency: string;
  /** The order that this payment was made for; null for a payment that the shop did not start. */
  readonly orderId: string | null;
  /** What the browser needs to pay this one intent; never logged, never kept. */
  readonly clientSecret: string;
};

export type CreateIntentInput = {
  readonly orderId: string;
  /** The human order number, for the provider's own screens. */
  readonly orderNumber: string;
  /** Counts the intents of an order from 1. The same order and attempt give the same intent. */
  readonly attempt: number;
  readonly amountMinor: number;
  /** ISO 4217, upper case. */
  readonly currency: string;
  readonly receiptEmail: string;
};

/** A payment in a list: what {@link IntentState} has, but for the browser's secret. */
export type ListedIntent = Omit<IntentState, 'clientSecret'>;

/** How far giving money back has got. `failed` is final, and now and then follows `succeeded`: a bank sent it back. */
export type ProviderRefundStatus = 'pending' | 'succeeded' | 'failed';

/** A refund as the provider itself knows it. */
export type ProviderRefund = {
  /** The provider's id (`re_…`). */
  readonly providerId: string;
  /** Our own id of it; null for one that somebody made at the provider's pages. */
  readonly refundId: string | null;
  readonly intentId: string;
  readonly status: ProviderRefundStatus;
  readonly amountMinor: number;
  /** ISO 4217, upper case. */
  readonly currency: string;
  /** Why it failed, in a word of the provider's; null unless it did. */
  readonly failure: string | null;
};

export type CreateRefundInput = {
  /** Our own id: the same id gives the same refund, for a day at least. */
  readonly refundId: string;
  readonly intentId: string;
  readonly amountMinor: number;
  /** ISO 4217, upper case. */
  readonly currency: string;
};

/** Made from `from` to `to`, both included, to the second. */
export type MadeWithin = { readonly from: Date; readonly to: Date };

/** A page of a list, newest first. */
export type ProviderPage<T> = {
  readonly items: readonly T[];
  /** What to ask for the next page with; null on the last one. */
  readonly next: string | null;
};

/** A webhook whose signature is right. It says that something happened, not what is true now: ask the provider. */
export type WebhookNotice = {
  readonly eventId: string;
  /** The provider's name of the event, such as `payment_intent.succeeded`. */
  readonly type: string;
  /** The payment that it is about; null where it is about none. */
  readonly intentId: string | null;
  /** Whether it tells of money of this payment that goes back. */
  readonly isAboutRefund: boolean;
};

/**
 * Every call may throw `PaymentProviderUnavailable` (try again later) or `PaymentProviderRejected` (trying again will
 * not help), except `amountsOf` and `parseWebhook`, which ask nobody.
 */
export type PaymentProvider = {
  /** What one payment in this currency (ISO 4217, upper case) can come to. */
  amountsOf(currency: string): PayableAmounts;
  /** Starts a payment, or answers the present state of the one already started for this order and attempt. */
  createIntent(input: CreateIntentInput): Promise<IntentState>;
  /** The payment with this id as the provider knows it now; null when it knows none, whatever the text. */
  retrieveIntent(intentId: string): Promise<IntentState | null>;
  /**
   * Cancels a payment and answers what came of it, which may be `succeeded` (the buyer was faster), `processing`, or
   * `cancelled` (now, or earlier).
   */
  cancelIntent(intentId: string): Promise<IntentState>;
  /** The payments made within this time, a hundred at a time; all states, other people's included. */
  listIntents(within: MadeWithin, after: string | null): Promise<ProviderPage<ListedIntent>>;
  /** Gives back a part of a payment, or answers the present state of the refund already made under this id. */
  createRefund(input: CreateRefundInput): Promise<ProviderRefund>;
  /** The refund with this id of the provider's as it is now; null when it knows none. */
  retrieveRefund(providerId: string): Promise<ProviderRefund | null>;
  /** The refunds of one payment, or of all payments within a time, a hundred at a time. */
  listRefunds(
    of: { readonly intentId: string } | MadeWithin,
    after: string | null,
  ): Promise<ProviderPage<ProviderRefund>>;
  /** Checks the signature over the very bytes that came; signatures older than five minutes don't count. */
  parseWebhook(
    rawBody: Uint8Array,
    signatureHeader: string | undefined,
  ): Promise<WebhookNotice | 'bad-signature'>;
  /** The key that the browser may know. */
  readonly publishableKey: string;
  /** Whether this is the local stand-in, where no money moves. */
  readonly sandbox: boolean;
};

/**
 * The provider cannot be reached, is too slow, says that it is out of order, or does not take the shop's key. Nothing is known
 * of the outcome.
 */
export class PaymentProviderUnavailable extends Error {
  readonly kind = 'payment-provider-unavailable';
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'PaymentProviderUnavailable';
  }
}

/** The provider understood and said no: an amount that it does not take, an intent that it does not know. */
export class PaymentProviderRejected extends Error {
  readonly kind = 'payment-provider-rejected';
  /**
   * The provider's code: `amount_too_large`, `amount_too_small` (what it takes depends on the currency),
   * `idempotency_error` (this order and attempt were used with another amount), or its own for anything else.
   */
  readonly code: string;
  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'PaymentProviderRejected';
    this.code = code;
  }
}

/** Whether an error says that the provider is out of reach for now. */
export function isProviderUnavailable(error: unknown): error is PaymentProviderUnavailable {
  return hasKind(error, 'payment-provider-unavailable');
}

/** Whether an error says that the provider will not do what was asked. */
export function isProviderRejected(error: unknown): error is PaymentProviderRejected {
  return hasKind(error, 'payment-provider-rejected');
}

function hasKind(error: unknown, kind: string): boolean {
  return typeof error === 'object' && error !== null && 'kind' in error && error.kind === kind;
}
