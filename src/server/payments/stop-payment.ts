/** Makes sure that an order which is being closed will not be paid after all. */
import type { Order } from '#domain/ordering/order.ts';
import { isProviderRejected } from './payment-provider.ts';
import { endAttempt, findOpenAttempt } from './payment-store.ts';
import { intentOf } from './prepare-payment.ts';
import { type SettleDeps, settleKnownPayment } from './settle-payment.ts';

export type { SettleDeps } from './settle-payment.ts';

/** Ends the order's open attempt in the caller's transaction. */
export const endPaymentAttempt = endAttempt;

export type Stopped =
  /** Nothing can pay this order any more. */
  | 'stopped'
  /** The payment had already succeeded; the order is paid now. */
  | 'paid'
  /** The provider is still working on it; ask again later. */
  | 'processing';

/**
 * Cancels the order's open intent at the provider. The order is marked as closing before, so that no new one appears.
 * Faults of the provider are thrown.
 */
export async function stopPayment(deps: SettleDeps, order: Order): Promise<Stopped> {
  const attempt = await findOpenAttempt(deps.databases.write, order.id);
  if (attempt === undefined) return 'stopped';
  // An attempt without an intent may have got one that we did not live to note; asking again tells.
  const intent = await intentOf(deps, order, attempt).catch((error: unknown) => {
    // One that the provider would not make can't be paid.
    if (attempt.intentId === null && isProviderRejected(error)) return undefined;
    throw error;
  });
  if (intent === undefined) return 'stopped';
  const ended = await deps.payments.cancelIntent(intent.intentId);
  if (ended.status === 'succeeded') {
    await settleKnownPayment(deps, ended);
    return 'paid';
  }
  return ended.status === 'cancelled' ? 'stopped' : 'processing';
}
