/**
 * Settles a payment: asks the provider what is true, then pays the order once. The browser's report and the webhook both
 * come here, twice and in any order.
 */
import type { Order } from '#domain/ordering/order.ts';
import { isGivenBackAtOnce } from '#domain/payments/refund.ts';
import { judgePayment, type ProviderPayment, type Settlement } from '#domain/payments/settlement.ts';
import { lockOrderForPayment, payingOrder } from '#server/ordering/settle-order.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { inTransaction, type Lastly } from '#server/platform/db/transaction.ts';
import { tell } from '#server/platform/telemetry.ts';
import type { ShopDeps } from '#server/shop-deps.ts';
import { endingAttempt, noteStray } from './payment-store.ts';
import { refundLatePayment } from './refund-late-payment.ts';

export type SettleDeps = Pick<
  ShopDeps,
  'databases' | 'enqueue' | 'jobStatement' | 'payments' | 'log' | 'now'
>;
export type Settled = {
  readonly as: Settlement | 'no-such-payment' | 'no-such-order';
  /** The order that the payment names, as this left it; of a payment that has not succeeded none is read. */
  readonly order?: Order | undefined;
};

/** Settlements after which money lies at the provider that no order of ours accounts for. */
const STRAY: ReadonlySet<Settled['as']> = new Set<Settled['as']>([
  'no-such-order',
  'wrong-amount',
  'wrong-currency',
  'already-paid',
  'order-closed',
]);

/** Settles by the provider's id; faults of the provider are thrown and nothing is changed. */
export async function settlePayment(deps: SettleDeps, intentId: string): Promise<Settled> {
  const payment = await deps.payments.retrieveIntent(intentId);
  if (payment === null) return { as: 'no-such-payment' };
  return settleKnownPayment(deps, payment);
}

/** The same for a payment that the provider has just told us about. */
export async function settleKnownPayment(deps: SettleDeps, payment: ProviderPayment): Promise<Settled> {
  if (payment.status !== 'succeeded') return { as: 'not-succeeded' };
  const settled = await inTransaction(deps.databases.write, (tx, lastly) =>
    settle(deps, tx, lastly, payment),
  );
  if (settled.as === 'pays') tell('order paid');
  if (STRAY.has(settled.as)) {
    tell('payment stray');
    deps.log.error({ intentId: payment.intentId, settled: settled.as }, 'a payment found no payable order');
  }
  return settled;
}

async function settle(deps: SettleDeps, tx: Tx, lastly: Lastly, payment: ProviderPayment): Promise<Settled> {
  const now = deps.now();
  const order = isOrderId(payment.orderId) ? await lockOrderForPayment(tx, payment.orderId) : undefined;
  const as = order === undefined ? 'no-such-order' : judgePayment(order, payment);
  if (as === 'pays' && order !== undefined) {
    const by = { transactionId: payment.intentId, now };
    const { paid, statements } = await payingOrder(tx, deps.jobStatement, order, by);
    lastly([...statements, endingAttempt(tx, order.id, 'succeeded', now)]);
    return { as, order: paid };
  }
  if (STRAY.has(as)) {
    const stray = { ...payment, orderId: order?.id ?? null, reason: as };
    const isNew = await noteStray(tx, stray, now);
    if (isNew && isGivenBackAtOnce(as)) await refundLatePayment(deps, tx, stray);
  }
  return { as, order };
}

/** What a payment names as its order may be anything, where others use the provider's account, too. */
export function isOrderId(orderId: string | null): orderId is string {
  return orderId !== null && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(orderId);
}
