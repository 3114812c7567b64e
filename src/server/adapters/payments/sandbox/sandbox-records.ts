/**
 * What the payment sandbox keeps, and the interface of the place where it keeps it. Amounts are integers as Stripe counts
 * them; currencies are lower case, as in Stripe's API.
 */
import type { KnownCardBrand } from '#domain/payments/card-number.ts';
import type { CardBehaviourName, CardDecline } from '#domain/payments/test-cards.ts';

export type BillingDetails = {
  readonly name: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly address: {
    readonly city: string | null;
    readonly country: string | null;
    readonly line1: string | null;
    readonly line2: string | null;
    readonly postal_code: string | null;
    readonly state: string | null;
  } | null;
};

export type PaymentMethodRecord = {
  readonly id: string;
  readonly brand: KnownCardBrand;
  readonly last4: string;
  readonly expMonth: number;
  readonly expYear: number;
  readonly funding: 'credit' | 'debit' | 'prepaid';
  readonly behaviour: CardBehaviourName;
  readonly cvcGiven: boolean;
  readonly billingDetails: BillingDetails;
  /** The intent that this card paid. Without a customer to belong to, a card pays once. */
  readonly spentOn: string | null;
  readonly createdAt: Date;
};

export type IntentRecordStatus = 'requires_payment_method' | 'requires_action' | 'succeeded' | 'canceled';

/** Why the last attempt to pay an intent failed. */
export type IntentFailure = {
  readonly type: 'card_error' | 'invalid_request_error';
  readonly code: CardDecline['code'] | 'payment_intent_authentication_failure';
  readonly declineCode: string | null;
  readonly message: string;
  readonly chargeId: string | null;
  readonly paymentMethodId: string;
};

export type IntentRecord = {
  readonly id: string;
  readonly clientSecret: string;
  readonly status: IntentRecordStatus;
  readonly amount: number;
  readonly currency: string;
  readonly description: string | null;
  readonly receiptEmail: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly paymentMethodId: string | null;
  readonly latestChargeId: string | null;
  readonly challengeId: string | null;
  readonly lastFailure: IntentFailure | null;
  readonly cancellationReason: string | null;
  readonly canceledAt: Date | null;
  readonly createdAt: Date;
};

/** What a step in an intent's life sets; everything that it doesn't name is cleared by the step's own rules. */
export type IntentMove = Pick<
  IntentRecord,
  | 'status'
  | 'paymentMethodId'
  | 'latestChargeId'
  | 'challengeId'
  | 'lastFailure'
  | 'cancellationReason'
  | 'canceledAt'
>;

export type ChargeRecord = {
  readonly id: string;
  readonly intentId: string;
  readonly paymentMethodId: string;
  readonly amount: number;
  readonly amountRefunded: number;
  readonly currency: string;
  /** Null for a charge that succeeded. */
  readonly decline: CardDecline | null;
  readonly createdAt: Date;
};

export type RefundRecord = {
  readonly id: string;
  readonly chargeId: string;
  readonly intentId: string;
  readonly amount: number;
  readonly currency: string;
  readonly reason: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  /** How it ends; `failed` once its money has been put back. */
  readonly outcome: RefundOutcome;
  /** When it ends as `outcome` says; null: it has. */
  readonly settlesAt: Date | null;
  readonly createdAt: Date;
};

/** Done at once; pending, then done; done, then sent back by the bank; sent back. */
export type RefundOutcome = 'succeeds' | 'pends' | 'fails' | 'failed';

/** The first answer to a call with an idempotency key. */
export type KeptAnswer = {
  readonly methodPath: string;
  readonly fingerprint: string;
  readonly status: number;
  readonly body: string;
};

export type EventRecord = {
  readonly id: string;
  /** The very JSON that is sent, the same at every try. */
  readonly body: string;
  /** Tries so far, the one just claimed included. */
  readonly attempts: number;
};

/** A page of a list, newest first. */
export type ListPage = {
  readonly limit: number;
  /** The last one of the page before; undefined for the first page. */
  readonly after: string | undefined;
  /** Made from here on, and up to here, in seconds since 1970; undefined without a bound. */
  readonly madeFrom?: number | undefined;
  readonly madeTo?: number | undefined;
};

/** What can be done within one call: all of it is kept, or none. */
export type SandboxTx = {
  /**
   * Takes a key for this call. Another call with the same key that is still under way is waited for. Answers null when
   * the key was free, else what it was used for. A key made before `expiredBefore` counts as free.
   */
  claimKey(
    key: string,
    use: Pick<KeptAnswer, 'methodPath' | 'fingerprint'>,
    now: Date,
    expiredBefore: Date,
  ): Promise<KeptAnswer | null>;
  keepAnswer(key: string, status: number, body: string): Promise<void>;

  insertPaymentMethod(record: PaymentMethodRecord): Promise<void>;
  findPaymentMethod(id: string): Promise<PaymentMethodRecord | null>;
  /** Marks a card as having paid this intent; false when it has paid one already. */
  spendPaymentMethod(id: string, intentId: string): Promise<boolean>;

  insertIntent(record: IntentRecord): Promise<void>;
  findIntent(id: string): Promise<IntentRecord | null>;
  findIntentByChallenge(challengeId: string): Promise<IntentRecord | null>;
  listIntents(page: ListPage): Promise<readonly IntentRecord[]>;
  /**
   * Moves an intent on, if it is in one of `from` and (where given) in this very challenge; null when it is not. Of two
   * calls at once, one wins.
   */
  moveIntent(
    id: string,
    from: { readonly statuses: readonly IntentRecordStatus[]; readonly challengeId?: string },
    to: IntentMove,
  ): Promise<IntentRecord | null>;

  insertCharge(record: ChargeRecord): Promise<void>;
  findCharge(id: string): Promise<ChargeRecord | null>;
  /** Gives back a part of a charge; null when that much is not left of it. */
  refundCharge(id: string, amount: number): Promise<ChargeRecord | null>;
  /** Puts the money of refunds back that have come to nothing by now. */
  endFailedRefunds(chargeId: string, now: Date): Promise<void>;
  insertRefund(record: RefundRecord): Promise<void>;
  findRefund(id: string): Promise<RefundRecord | null>;
  /** Those of one intent or charge, where it is given. */
  listRefunds(
    page: ListPage,
    of: { readonly intentId?: string | undefined; readonly chargeId?: string | undefined },
  ): Promise<readonly RefundRecord[]>;

  /** Puts an event on its way. */
  insertEvent(id: string, body: string, now: Date, dueAt: Date): Promise<void>;
};

export type SandboxStore = {
  /** Runs one call. What `work` throws undoes all that it did. */
  transaction<T>(work: (tx: SandboxTx) => Promise<T>): Promise<T>;

  /** Takes the event that is due longest, which nobody else then gets before `leasedUntil`; null when none is due. */
  claimDueEvent(now: Date, leasedUntil: Date): Promise<EventRecord | null>;
  /** When the next event is due; null when none is on its way. */
  nextEventDueAt(): Promise<Date | null>;
  markEventDelivered(id: string, at: Date): Promise<void>;
  /** Puts an event back; `dueAt` null gives it up. `countTry` false takes the claimed try back. */
  returnEvent(id: string, dueAt: Date | null, countTry: boolean): Promise<void>;

  /** Drops idempotency keys and finished events from before this moment. */
  forgetBefore(moment: Date): Promise<void>;
};
