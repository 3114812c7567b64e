/** Refunds, whole or in parts, never more than was charged. */
import { isId, newId } from './ids.ts';
import type { RefundCreateParameters } from './parameters.ts';
import { intentWithId } from './payment-intents.ts';
import type { ChargeRecord, RefundRecord, SandboxTx } from './sandbox-records.ts';
import { invalidRequest, noSuch } from './stripe-refusal.ts';

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
  const charge = await chargeToRefund(tx, parameters);
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
    createdAt: now,
  };
  await tx.insertRefund(refund);
  return refund;
}

/** @throws StripeRefusal 404 for an id that nobody was given. */
export async function refundWithId(tx: SandboxTx, id: string): Promise<RefundRecord> {
  const refund = isId('re', id) ? await tx.findRefund(id) : null;
  if (refund === null) throw noSuch('refund', id, 'refund');
  return refund;
}

/** @throws StripeRefusal 404 for an id that nobody was given. */
export async function chargeWithId(tx: SandboxTx, id: string): Promise<ChargeRecord> {
  const charge = isId('ch', id) ? await tx.findCharge(id) : null;
  if (charge === null) throw noSuch('charge', id, 'charge');
  return charge;
}

async function chargeToRefund(tx: SandboxTx, parameters: RefundCreateParameters): Promise<ChargeRecord> {
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
  const charge = await chargeWithId(tx, chargeId ?? '');
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
