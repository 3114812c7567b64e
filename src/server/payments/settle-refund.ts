/**
 * Brings a refund in the books to what the provider says of it. The answer to our own asking, the webhooks and the
 * comparison of the books all come here, twice and in any order; an older word takes nothing back.
 */
import { randomUUID } from 'node:crypto';
import { currencyOf, formatMoney } from '#domain/money.ts';
import type { RefundStatus } from '#domain/payments/refund.ts';
import { lockOrderForPayment, noteGivenBack, readOrderPaidBy } from '#server/ordering/settle-order.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import type { ProviderRefund } from './payment-provider.ts';
import { findStray } from './payment-store.ts';
import {
  type BookedPayment,
  claim,
  findRefund,
  findRefundByProviderId,
  insertRefund,
  lockClaims,
  moveRefund,
  openClaims,
  type Refund,
  type RefundMove,
  releaseClaim,
  succeededMinor,
} from './refund-store.ts';
import type { SettleDeps } from './settle-payment.ts';

export type RefundSettled =
  /** The books have moved on. */
  | 'moved'
  /** The books did not know it, and do now: it was made at the provider's own pages. */
  | 'recorded'
  /** The books knew. */
  | 'known'
  /** It is about a payment that is not in the books. */
  | 'no-such-payment'
  /** A refund of ours that is under way claims the same money; look again when that has ended. */
  | 'claimed-otherwise'
  /** The books have this refund with another amount or payment. */
  | 'differs';

/** Settles every refund of a payment as the provider has them. Faults of the provider are thrown. */
export async function settleRefundsOf(deps: SettleDeps, intentId: string): Promise<RefundSettled[]> {
  const settled: RefundSettled[] = [];
  let after: string | null = null;
  do {
    const page = await deps.payments.listRefunds({ intentId }, after);
    // From the first to the last, as they happened.
    for (const told of page.items.toReversed()) settled.push(await settleRefund(deps, told));
    after = page.next;
  } while (after !== null);
  return settled;
}

/** Settles one refund that the provider has just told us about. */
export async function settleRefund(deps: SettleDeps, told: ProviderRefund): Promise<RefundSettled> {
  const settled = await inTransaction(deps.databases.write, (tx) => settle(deps, tx, told));
  if (settled === 'differs') deps.log.error({ refund: told }, 'a refund is not as the books have it');
  if (told.status === 'failed' && settled === 'moved')
    deps.log.error({ providerId: told.providerId, failure: told.failure }, 'a refund failed');
  return settled;
}

async function settle(deps: SettleDeps, tx: Tx, told: ProviderRefund): Promise<RefundSettled> {
  const seen = await find(tx, told);
  if (seen !== undefined && seen.intentId !== told.intentId) return 'differs';
  const payment = seen ?? (await findPayment(tx, told.intentId));
  if (payment === undefined) return 'no-such-payment';
  if (payment.orderId !== null) await lockOrderForPayment(tx, payment.orderId);
  if (seen === undefined) await openClaims(tx, payment);
  await lockClaims(tx, told.intentId);
  // Another notice may have been faster while the locks were waited for.
  const known = seen ?? (await find(tx, told));
  if (known === undefined) return record(deps, tx, payment, told);
  if (known.amountMinor !== told.amountMinor) return 'differs';
  const was = await moveRefund(tx, known.id, told, deps.now());
  if (was === undefined) return 'known';
  await follow(deps, tx, known, was, told);
  return 'moved';
}

/** What follows from a refund's moving on: for the claim, the order, and whoever is told. */
async function follow(
  deps: SettleDeps,
  tx: Tx,
  refund: Pick<Refund, 'id' | 'intentId' | 'orderId' | 'amountMinor'>,
  was: RefundStatus | 'unknown',
  { status }: Pick<RefundMove, 'status'>,
): Promise<void> {
  if (status === 'failed') await releaseClaim(tx, refund.intentId, refund.amountMinor);
  const order = await readOrderPaidBy(tx, refund.intentId);
  if (order !== undefined) {
    await noteGivenBack(tx, order.id, (await succeededMinor(tx, refund.intentId)) === order.totalMinor);
  }
  const isAccepted = (was === 'requested' || was === 'unknown') && status !== 'failed';
  if (isAccepted) await deps.enqueue(tx, 'mail-about-refund', { refundId: refund.id });
}

/** Writes down a refund that somebody made at the provider's own pages. */
async function record(
  deps: SettleDeps,
  tx: Tx,
  payment: BookedPayment,
  told: ProviderRefund,
): Promise<RefundSettled> {
  const now = deps.now();
  if (told.status !== 'failed' && !(await claim(tx, told.intentId, told.amountMinor)))
    return 'claimed-otherwise';
  const refund = {
    id: randomUUID(),
    intentId: told.intentId,
    orderId: payment.orderId,
    amountMinor: told.amountMinor,
  };
  await insertRefund(tx, {
    ...refund,
    ...told,
    status: told.status,
    cause: 'provider',
    reason: `${formatMoney(told.amountMinor, currencyOf(told.currency))} given back at the payment provider`,
    actorId: null,
    now,
  });
  if (told.status !== 'failed') await follow(deps, tx, refund, 'unknown', told);
  return 'recorded';
}

async function find(tx: Tx, told: ProviderRefund): Promise<Refund | undefined> {
  const byProvider = await findRefundByProviderId(tx, told.providerId);
  if (byProvider !== undefined || told.refundId === null || !UUID.test(told.refundId)) return byProvider;
  const ours = await findRefund(tx, told.refundId);
  // Ours has another id already, or was given up: then this is another refund that bears our mark.
  return ours?.status === 'requested' ? ours : undefined;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A payment in the books: the one that paid an order, or one that found none. */
export async function findPayment(tx: Tx, intentId: string): Promise<BookedPayment | undefined> {
  const order = await readOrderPaidBy(tx, intentId);
  if (order === undefined) return findStray(tx, intentId);
  return {
    intentId,
    orderId: order.id,
    amountMinor: order.totalMinor,
    currency: order.settlementCurrency.code,
  };
}
