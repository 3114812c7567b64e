/**
 * Brings a refund in the books to what the provider says of it. The answer to our own asking, the webhooks and the
 * comparison of the books all come here, twice and in any order; an older word takes nothing back.
 */
import { randomUUID } from 'node:crypto';
import { currencyOf, formatMoney } from '#domain/money.ts';
import type { Order } from '#domain/ordering/order.ts';
import type { RefundStatus } from '#domain/payments/refund.ts';
import { lockOrderForPayment, noteGivenBack, readOrderPaidBy } from '#server/ordering/settle-order.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import type { ProviderRefund } from './payment-provider.ts';
import { findStray } from './payment-store.ts';
import {
  type BookedPayment,
  claim,
  findRefundTold,
  insertRefund,
  lockClaims,
  moveRefund,
  openClaims,
  type Refund,
  releaseClaim,
  succeededMinor,
} from './refund-store.ts';
import type { SettleDeps } from './settle-payment.ts';

export type RefundSettlement =
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
export type RefundSettled = {
  readonly as: RefundSettlement;
  /** The refund that has moved on, as this left it. */
  readonly moved?: Refund;
};

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

/** Settles one refund that the provider has just told us about; `asked`: as the answer to our asking for this one. */
export async function settleRefund(
  deps: SettleDeps,
  told: ProviderRefund,
  asked?: Refund,
): Promise<RefundSettled> {
  const settled = await inTransaction(deps.databases.write, (tx) => settle(deps, tx, told, asked));
  if (settled.as === 'differs') deps.log.error({ refund: told }, 'a refund is not as the books have it');
  if (told.status === 'failed' && settled.as === 'moved')
    deps.log.error({ providerId: told.providerId, failure: told.failure }, 'a refund failed');
  return settled;
}

async function settle(
  deps: SettleDeps,
  tx: Tx,
  told: ProviderRefund,
  asked: Refund | undefined,
): Promise<RefundSettled> {
  const seen = asked ?? (await find(tx, told));
  if (seen !== undefined && seen.intentId !== told.intentId) return { as: 'differs' };
  const payment = seen ?? (await findPayment(tx, told.intentId));
  if (payment === undefined) return { as: 'no-such-payment' };
  const [order, , known] = await Promise.all([
    payment.orderId === null ? undefined : lockOrderForPayment(tx, payment.orderId),
    seen === undefined ? openClaims(tx, payment) : lockClaims(tx, told.intentId),
    // Behind the locks: while they were waited for, another notice may have been faster.
    find(tx, told),
  ]);
  if (known === undefined) return record(deps, tx, order, told);
  if (known.amountMinor !== told.amountMinor) return { as: 'differs' };
  const move = await moveRefund(tx, known, told, deps.now());
  if (move === undefined) return { as: 'known' };
  await follow(deps, tx, order, move.moved, move.was);
  return { as: 'moved', moved: move.moved };
}

/** What follows from a refund's moving on: for the claim, the order, and whoever is told. */
async function follow(
  deps: SettleDeps,
  tx: Tx,
  order: Order | undefined,
  { id, intentId, amountMinor, status }: Pick<Refund, 'id' | 'intentId' | 'amountMinor' | 'status'>,
  was: RefundStatus | 'unknown',
): Promise<void> {
  const isAccepted = (was === 'requested' || was === 'unknown') && status !== 'failed';
  // A payment that came too late names an order that it did not pay.
  const paid = order?.transactionId === intentId ? order : undefined;
  const givenBackMinor = paid && (await succeededMinor(tx, intentId));
  await Promise.all([
    status === 'failed' ? releaseClaim(tx, intentId, amountMinor) : undefined,
    paid && noteGivenBack(tx, paid.id, givenBackMinor === paid.totalMinor),
    isAccepted ? deps.enqueue(tx, 'mail-about-refund', { refundId: id }) : undefined,
  ]);
}

/** Writes down a refund that somebody made at the provider's own pages. */
async function record(
  deps: SettleDeps,
  tx: Tx,
  order: Order | undefined,
  told: ProviderRefund,
): Promise<RefundSettled> {
  const now = deps.now();
  if (told.status !== 'failed' && !(await claim(tx, told.intentId, told.amountMinor)))
    return { as: 'claimed-otherwise' };
  const refund = { ...told, id: randomUUID() };
  await insertRefund(tx, {
    ...refund,
    cause: 'provider',
    reason: `${formatMoney(told.amountMinor, currencyOf(told.currency))} given back at the payment provider`,
    actorId: null,
    now,
  });
  if (told.status !== 'failed') await follow(deps, tx, order, refund, 'unknown');
  return { as: 'recorded' };
}

function find(tx: Tx, { providerId, refundId }: ProviderRefund): Promise<Refund | undefined> {
  // What bears our mark may say anything, where others use the provider's account, too.
  const isOurs = refundId !== null && UUID.test(refundId);
  return findRefundTold(tx, providerId, isOurs ? refundId : null);
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
