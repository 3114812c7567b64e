/** A payment that came when its order could not be paid any more goes back by itself. */
import { randomUUID } from 'node:crypto';
import { currencyOf, toDecimal } from '#domain/money.ts';
import { auditOfShop } from '#server/audit/audit.ts';
import type { Tx } from '#server/platform/db/database.ts';
import type { ShopDeps } from '#server/shop-deps.ts';
import type { StrayPayment } from './payment-store.ts';
import { claim, insertRefund, openClaims } from './refund-store.ts';

const WHY: Readonly<Record<string, string>> = {
  'order-closed': 'The payment arrived after the order was closed',
  'already-paid': 'The order had been paid before',
};

/**
 * Writes the refund of all that is left of the payment down, and has a job ask the provider for it, until that has
 * answered. In the transaction that notes the payment: there is never one without the other.
 */
export async function refundLatePayment(
  deps: Pick<ShopDeps, 'enqueue' | 'now'>,
  tx: Tx,
  payment: StrayPayment,
): Promise<void> {
  const { amountMinor, claimedMinor } = await openClaims(tx, payment);
  const leftMinor = amountMinor - claimedMinor;
  if (leftMinor <= 0 || !(await claim(tx, payment.intentId, leftMinor))) return;
  const refundId = randomUUID();
  const reason = WHY[payment.reason] ?? payment.reason;
  await Promise.all([
    insertRefund(tx, {
      id: refundId,
      intentId: payment.intentId,
      amountMinor: leftMinor,
      cause: 'late',
      reason,
      actorId: null,
      status: 'requested',
      providerId: null,
      failure: null,
      now: deps.now(),
    }),
    auditOfShop('payment.refunded', deps.now).write(tx, {
      object: { kind: 'payment', id: payment.intentId },
      after: { amount: toDecimal(leftMinor, currencyOf(payment.currency)), reason, refund: refundId },
    }),
    deps.enqueue(tx, 'send-refund', { refundId }),
  ]);
}
