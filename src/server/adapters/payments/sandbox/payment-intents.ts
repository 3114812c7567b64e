/**
 * Payment intents: created, confirmed with a card, taken through 3-D Secure where the card asks for it, cancelled.
 *
 * Each step is one conditional update, so of two steps at once one wins and the other is told what the intent has become.
 */
import { CARD_BEHAVIOURS, type CardDecline } from '#domain/payments/test-cards.ts';
import { AMOUNT_MAX, amountMin, STRIPE_CURRENCIES } from '#server/platform/stripe-currencies.ts';
import { isId, newClientSecret, newId } from './ids.ts';
import type {
  IntentCancelParameters,
  IntentConfirmParameters,
  IntentCreateParameters,
} from './parameters.ts';
import { paymentMethodNamed } from './payment-methods.ts';
import { type IntentEventType, intentBody, intentEventBody } from './resources.ts';
import type {
  IntentMove,
  IntentRecord,
  IntentRecordStatus,
  PaymentMethodRecord,
  SandboxTx,
} from './sandbox-records.ts';
import { invalidRequest, noSuch, unexpectedState } from './stripe-refusal.ts';

const CONFIRMABLE: readonly IntentRecordStatus[] = ['requires_payment_method', 'requires_action'];
const CANCELLABLE: readonly IntentRecordStatus[] = ['requires_payment_method', 'requires_action'];

/**
 * Starts a payment.
 *
 * @throws StripeRefusal 400 for a currency that Stripe doesn't take and amounts beyond what it takes.
 */
export async function createIntent(
  tx: SandboxTx,
  parameters: IntentCreateParameters,
  now: Date,
): Promise<IntentRecord> {
  const { amount, currency } = parameters;
  if (!STRIPE_CURRENCIES.has(currency)) {
    throw invalidRequest(
      `Invalid currency: ${currency}. Stripe currently supports these currencies: ${[...STRIPE_CURRENCIES].join(', ')}`,
      undefined,
      'currency',
    );
  }
  if (amount > AMOUNT_MAX) {
    throw invalidRequest(
      `Amount must be no more than ${AMOUNT_MAX} in ${currency}'s smallest unit.`,
      'amount_too_large',
      'amount',
    );
  }
  if (amount < amountMin(currency)) {
    throw invalidRequest(
      `Amount must be at least ${amountMin(currency)} in ${currency}'s smallest unit.`,
      'amount_too_small',
      'amount',
    );
  }
  const id = newId('pi');
  const intent: IntentRecord = {
    id,
    clientSecret: newClientSecret(id),
    ...UNPAID,
    amount,
    currency,
    description: parameters.description ?? null,
    receiptEmail: parameters.receipt_email ?? null,
    metadata: parameters.metadata ?? {},
    createdAt: now,
  };
  await tx.insertIntent(intent);
  return intent;
}

const UNPAID: IntentMove = {
  status: 'requires_payment_method',
  paymentMethodId: null,
  latestChargeId: null,
  challengeId: null,
  lastFailure: null,
  cancellationReason: null,
  canceledAt: null,
};

/** @throws StripeRefusal 404 for an id that nobody was given. */
export async function intentWithId(tx: SandboxTx, id: string): Promise<IntentRecord> {
  const intent = isId('pi', id) ? await tx.findIntent(id) : null;
  if (intent === null) throw noSuch('payment_intent', id, 'intent');
  return intent;
}

/**
 * Pays an intent with a card. A declined card leaves the intent to be paid with another, with `lastFailure` saying why;
 * a card that wants 3-D Secure leaves it in a challenge. Confirming again during a challenge starts over.
 *
 * @throws StripeRefusal 400 for an intent that can't be paid (any more) or a card that has paid before.
 */
export async function confirmIntent(
  tx: SandboxTx,
  intent: IntentRecord,
  parameters: IntentConfirmParameters,
  now: Date,
): Promise<IntentRecord> {
  if (!CONFIRMABLE.includes(intent.status)) throw await cannotConfirm(tx, intent);
  const methodId = parameters.payment_method ?? intent.paymentMethodId;
  if (methodId === null) {
    throw unexpectedState(
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
      await intentBody(tx, intent),
    );
  }
  const method = await paymentMethodNamed(tx, methodId, now);
  if (method.spentOn !== null) throw alreadySpent();

  if (CARD_BEHAVIOURS[method.behaviour].challenge) {
    const challenged = await tx.moveIntent(
      intent.id,
      { statuses: CONFIRMABLE },
      { ...UNPAID, status: 'requires_action', paymentMethodId: method.id, challengeId: newId('payatt') },
    );
    return challenged ?? (await lostRace(tx, intent.id));
  }
  return charge(tx, intent, method, { statuses: CONFIRMABLE }, now);
}

/**
 * Ends the 3-D Secure step that an intent is in. After a success the card is charged; a failure leaves the intent to be
 * paid again.
 *
 * @throws StripeRefusal 400 when this step is over already.
 */
export async function completeChallenge(
  tx: SandboxTx,
  intent: IntentRecord,
  challengeId: string,
  outcome: 'succeeded' | 'failed',
  now: Date,
): Promise<IntentRecord> {
  const from = { statuses: ['requires_action'], challengeId } as const;
  const method = intent.paymentMethodId === null ? null : await tx.findPaymentMethod(intent.paymentMethodId);
  if (method === null) throw await cannotConfirm(tx, intent);
  if (outcome === 'succeeded') return charge(tx, intent, method, from, now);
  return fail(tx, intent, from, now, {
    type: 'invalid_request_error',
    code: 'payment_intent_authentication_failure',
    declineCode: null,
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    chargeId: null,
    paymentMethodId: method.id,
  });
}

/** @throws StripeRefusal 400 for an intent that has been paid, or cancelled before. */
export async function cancelIntent(
  tx: SandboxTx,
  intent: IntentRecord,
  parameters: IntentCancelParameters,
  now: Date,
): Promise<IntentRecord> {
  const canceled = await tx.moveIntent(
    intent.id,
    { statuses: CANCELLABLE },
    {
      ...UNPAID,
      status: 'canceled',
      cancellationReason: parameters.cancellation_reason ?? null,
      canceledAt: now,
    },
  );
  if (canceled === null) {
    const current = await intentWithId(tx, intent.id);
    throw unexpectedState(
      `You cannot cancel this PaymentIntent because it has a status of ${current.status}. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, requires_confirmation, requires_action, processing.`,
      await intentBody(tx, current),
    );
  }
  await announce(tx, 'payment_intent.canceled', canceled, now);
  return canceled;
}

type From = { readonly statuses: readonly IntentRecordStatus[]; readonly challengeId?: string };

async function charge(
  tx: SandboxTx,
  intent: IntentRecord,
  method: PaymentMethodRecord,
  from: From,
  now: Date,
): Promise<IntentRecord> {
  const chargeId = newId('ch');
  const record = (decline: CardDecline | null) => ({
    id: chargeId,
    intentId: intent.id,
    paymentMethodId: method.id,
    amount: intent.amount,
    amountRefunded: 0,
    currency: intent.currency,
    decline,
    createdAt: now,
  });
  const { decline } = CARD_BEHAVIOURS[method.behaviour];
  if (decline !== null) {
    const failed = await fail(tx, intent, from, now, {
      type: 'card_error',
      ...decline,
      chargeId,
      paymentMethodId: method.id,
    });
    await tx.insertCharge(record(decline));
    return failed;
  }
  const succeeded = await tx.moveIntent(intent.id, from, {
    ...UNPAID,
    status: 'succeeded',
    paymentMethodId: method.id,
    latestChargeId: chargeId,
  });
  if (succeeded === null) return lostRace(tx, intent.id);
  if (!(await tx.spendPaymentMethod(method.id, intent.id))) throw alreadySpent();
  await tx.insertCharge(record(null));
  await announce(tx, 'payment_intent.succeeded', succeeded, now);
  return succeeded;
}

async function fail(
  tx: SandboxTx,
  intent: IntentRecord,
  from: From,
  now: Date,
  lastFailure: NonNullable<IntentRecord['lastFailure']>,
): Promise<IntentRecord> {
  const failed = await tx.moveIntent(intent.id, from, {
    ...UNPAID,
    latestChargeId: lastFailure.chargeId,
    lastFailure,
  });
  if (failed === null) return lostRace(tx, intent.id);
  await announce(tx, 'payment_intent.payment_failed', failed, now);
  return failed;
}

async function announce(
  tx: SandboxTx,
  type: IntentEventType,
  intent: IntentRecord,
  now: Date,
): Promise<void> {
  const id = newId('evt');
  const event = intentEventBody(id, type, await intentBody(tx, intent), now);
  await tx.insertEvent(id, JSON.stringify(event), now, now);
}

async function lostRace(tx: SandboxTx, intentId: string): Promise<never> {
  throw await cannotConfirm(tx, await intentWithId(tx, intentId));
}

async function cannotConfirm(tx: SandboxTx, intent: IntentRecord): Promise<Error> {
  return unexpectedState(
    intent.status === 'succeeded'
      ? 'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.'
      : `You cannot confirm this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be confirmed: requires_confirmation, requires_action.`,
    await intentBody(tx, intent),
  );
}

function alreadySpent(): Error {
  return invalidRequest(
    'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again. To use a PaymentMethod multiple times, you must attach it to a Customer first.',
    undefined,
    'payment_method',
  );
}
