/** Refunds, whole or in parts, never more than was charged. */
import { CARD_BEHAVIOURS } from '#domain/payments/test-cards.ts';
import { isId, newId } from './ids.ts';
import type { RefundCreateParameters } from './parameters.ts';
import { intentWithId } from './payment-intents.ts';
import {
  chargeBody,
  chargeRefundedBody,
  type RefundEventType,
  refundBody,
  refundEventBody,
} from './resources.ts';
import type { ChargeRecord, RefundRecord, SandboxTx } from './sandbox-records.ts';
import { invalidRequest, noSuch } from './stripe-refusal.ts';

/** How long a refund takes that does not end at once. */
const SETTLES_AFTER_MS = 10_000;

/**
 * Gives money back: `amount`, or what is left of the charge.
 *
 * @throws StripeRefusal 400 for a payment that never succeeded, is refunded already, or has less left.
 */
export async function createRefund(
  tx: SandboxTx,
  parameters: RefundCreateParameters,
  now: Date,
): Promise<RefundRecord> {
  const charge = await chargeToRefund(tx, parameters, now);
  const left = charge.amount - charge.amountRefunded;
  if (left === 0) throw alreadyRefunded(charge);
  const amount = parameters.amount ?? left;
  if (amount > left) {
    throw invalidRequest(
      `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`,
      undefined,
      'amount',
    );
  }
  // Another refund may have been faster.
  if ((await tx.refundCharge(charge.id, amount)) === null) throw alreadyRefunded(charge);
  const refund: RefundRecord = {
    id: newId('re'),
    chargeId: charge.id,
    intentId: charge.intentId,
    amount,
    currency: charge.currency,
    reason: parameters.reason ?? null,
    metadata: parameters.metadata ?? {},
    ...(await endingOf(tx, charge, now)),
    createdAt: now,
  };
  await tx.insertRefund(refund);
  await announce(tx, refund, now);
  return refund;
}

async function endingOf(
  tx: SandboxTx,
  charge: ChargeRecord,
  now: Date,
): Promise<Pick<RefundRecord, 'outcome' | 'settlesAt'>> {
  const method = await tx.findPaymentMethod(charge.paymentMethodId);
  const outcome = (method && CARD_BEHAVIOURS[method.behaviour].refund) ?? 'succeeds';
  return {
    outcome,
    settlesAt: outcome === 'succeeds' ? null : new Date(now.getTime() + SETTLES_AFTER_MS),
  };
}

/** Tells of the refund now, and of how it ends when it does. */
async function announce(tx: SandboxTx, refund: RefundRecord, now: Date): Promise<void> {
  const tell = async (type: RefundEventType, at: Date) => {
    const id = newId('evt');
    const body = refundEventBody(id, type, refundBody(refund, at), at);
    await tx.insertEvent(id, JSON.stringify(body), now, at);
  };
  await tell('refund.created', now);
  const id = newId('evt');
  const charge = await chargeBody(tx, await chargeWithId(tx, refund.chargeId, now));
  await tx.insertEvent(id, JSON.stringify(chargeRefundedBody(id, charge, now)), now, now);
  if (refund.settlesAt === null) return;
  await tell('refund.updated', refund.settlesAt);
  if (refund.outcome === 'fails') await tell('refund.failed', refund.settlesAt);
}

/** @throws StripeRefusal 404 for an id that nobody was given. */
export async function refundWithId(tx: SandboxTx, id: string): Promise<RefundRecord> {
  const refund = isId('re', id) ? await tx.findRefund(id) : null;
  if (refund === null) throw noSuch('refund', id, 'refund');
  return refund;
}

/** @throws StripeRefusal 404 for an id that nobody was given. */
export async function chargeWithId(tx: SandboxTx, id: string, now: Date): Promise<ChargeRecord> {
  await tx.endFailedRefunds(id, now);
  const charge = isId('ch', id) ? await tx.findCharge(id) : null;
  if (charge === null) throw noSuch('charge', id, 'charge');
  return charge;
}

async function chargeToRefund(
  tx: SandboxTx,
  parameters: RefundCreateParameters,
  now: Date,
): Promise<ChargeRecord> {
  if ((parameters.charge === undefined) === (parameters.payment_intent === undefined)) {
    throw invalidRequest(
      'One of the following params should be provided for this request: payment_intent or charge.',
    );
  }
  let chargeId = parameters.charge;
  if (parameters.payment_intent !== undefined) {
    const intent = await intentWithId(tx, parameters.payment_intent);
    if (intent.status !== 'succeeded' || intent.latestChargeId === null) {
      throw invalidRequest(
        `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
        undefined,
        'payment_intent',
      );
    }
    chargeId = intent.latestChargeId;
  }
  const charge = await chargeWithId(tx, chargeId ?? '', now);
  if (charge.decline !== null) {
    throw invalidRequest(
      `Charge ${charge.id} did not succeed, so it cannot be refunded.`,
      undefined,
      'charge',
    );
  }
  return charge;
}

function alreadyRefunded(charge: ChargeRecord): Error {
  return invalidRequest(`Charge ${charge.id} has already been refunded.`, 'charge_already_refunded');
}
