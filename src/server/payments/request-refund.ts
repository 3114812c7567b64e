/** An admin gives money back: of a paid order, or of a payment that found no order. */
import { randomUUID } from 'node:crypto';
import { currencyOf, fromDecimal, toDecimal } from '#domain/money.ts';
import { isPaid, type Order } from '#domain/ordering/order.ts';
import { judgeRefund, refundableMinor } from '#domain/payments/refund.ts';
import { isRefusal, refuse, refuseWith } from '#domain/refusal.ts';
import type { Audit, AuditObject } from '#server/audit/audit.ts';
import { lockOrderForPayment } from '#server/ordering/settle-order.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { answerOnce } from '#server/platform/idempotency.ts';
import { returnUnits } from '#server/stock/return-units.ts';
import type { User } from '#server/users/caller.ts';
import { isProviderUnavailable } from './payment-provider.ts';
import { findStray } from './payment-store.ts';
import {
  type BookedPayment,
  claim,
  insertRefund,
  insertReturns,
  type ListedRefund,
  openClaims,
  readRefund,
  returnedUnits,
} from './refund-store.ts';
import { sendKnownRefund } from './send-refund.ts';
import type { SettleDeps } from './settle-payment.ts';

export type RefundAsked = {
  /** In the payment's currency, as the wire has it; all that is left where it is not said. */
  readonly amount?: number | undefined;
  readonly reason: string;
  /** Units that have come back and go to the shelf again. */
  readonly returns?: readonly { readonly partId: string; readonly quantity: number }[] | undefined;
};
type Call = {
  readonly admin: User;
  readonly asked: RefundAsked;
  readonly key: string | undefined;
  readonly audit: Audit;
};

/**
 * Gives money of a paid order back. Written down first, then asked of the provider; while that is out of reach the refund
 * is `requested`, and a job goes on asking.
 */
export async function refundOrder(deps: SettleDeps, orderRef: string, call: Call) {
  const { admin, asked } = call;
  const once = repeatable(deps, call, { orderRef, asked });
  const written = await inTransaction(deps.databases.write, (tx) =>
    answerOnce(tx, once, async (claimed) => {
      const keep = await claimed;
      const order = await lockOrderForPayment(tx, orderRef);
      if (order === undefined) return refuse('NOT_FOUND');
      if (order.transactionId === null || !(isPaid(order) || order.status === 'refunded'))
        return refuse('NOTHING_TO_REFUND', 'This order is not paid');
      const payment = {
        intentId: order.transactionId,
        orderId: order.id,
        amountMinor: order.totalMinor,
        currency: order.settlementCurrency.code,
      };
      const object = { kind: 'order', id: order.id, name: order.number } as const;
      const refund = await write(deps, tx, payment, call, object);
      if (isRefusal(refund)) return refund;
      const returned = await takeBack(deps, tx, { order, refundId: refund.refundId, admin, asked });
      return isRefusal(returned) ? returned : keep(refund);
    }),
  );
  return isRefusal(written) ? written : sendWritten(deps, written.refundId);
}

/** Gives money back of a payment that found no payable order. */
export async function refundStray(deps: SettleDeps, intentId: string, call: Call) {
  const once = repeatable(deps, call, { intentId, asked: call.asked });
  const written = await inTransaction(deps.databases.write, (tx) =>
    answerOnce(tx, once, async (claimed) => {
      const keep = await claimed;
      const stray = await findStray(tx, intentId);
      if (stray === undefined) return refuse('NOT_FOUND');
      // Locked first wherever there is one, so that nobody waits crosswise.
      if (stray.orderId !== null) await lockOrderForPayment(tx, stray.orderId);
      const refund = await write(deps, tx, stray, call, { kind: 'payment', id: stray.intentId });
      return isRefusal(refund) ? refund : keep(refund);
    }),
  );
  return isRefusal(written) ? written : sendWritten(deps, written.refundId);
}

function repeatable(deps: SettleDeps, { admin, key, audit }: Call, request: unknown) {
  return { userId: admin.id, operation: 'refund', key, request, now: deps.now(), audit };
}

async function write(
  deps: SettleDeps,
  tx: Tx,
  payment: BookedPayment,
  { admin, asked, audit }: Call,
  object: AuditObject,
) {
  const currency = currencyOf(payment.currency);
  const askedMinor = asked.amount === undefined ? undefined : fromDecimal(asked.amount, currency);
  if (asked.amount !== undefined && askedMinor === undefined) return refuse('PRICE_NOT_IN_CURRENCY');
  const claims = await openClaims(tx, payment);
  const amountMinor = judgeRefund(claims, askedMinor);
  if (isRefusal(amountMinor)) {
    if (amountMinor.code !== 'REFUND_TOO_LARGE') return amountMinor;
    const refundable = toDecimal(amountMinor.data.refundableMinor, currency);
    return refuseWith('REFUND_TOO_LARGE', { refundable, currency: currency.code });
  }
  if (!(await claim(tx, payment.intentId, amountMinor))) throw new Error('a claim was judged and not there');
  const refundId = randomUUID();
  const refundable = (minor: number) => toDecimal(refundableMinor(claims) - minor, currency);
  await Promise.all([
    insertRefund(tx, {
      id: refundId,
      intentId: payment.intentId,
      amountMinor,
      cause: 'admin',
      reason: asked.reason,
      actorId: admin.id,
      status: 'requested',
      providerId: null,
      failure: null,
      now: deps.now(),
    }),
    audit.write(tx, {
      object,
      before: { refundable: refundable(0) },
      after: {
        refundable: refundable(amountMinor),
        amount: toDecimal(amountMinor, currency),
        currency: currency.code,
        reason: asked.reason,
        refund: refundId,
      },
    }),
    // Whatever becomes of this process: the job asks the provider, too, and is done at once where this one was faster.
    deps.enqueue(tx, 'send-refund', { refundId }),
  ]);
  return { refundId };
}

type Returning = {
  readonly order: Order;
  readonly refundId: string;
  readonly admin: User;
  readonly asked: RefundAsked;
};

/** Puts returned units back on the shelf: no more of a part than were shipped. */
async function takeBack(deps: SettleDeps, tx: Tx, { order, refundId, admin, asked }: Returning) {
  const returns = (asked.returns ?? []).map(({ partId, quantity }) => ({
    partId: Number(partId),
    units: quantity,
  }));
  if (returns.length === 0) return undefined;
  const before = await returnedUnits(tx, order.id);
  for (const { partId, units } of returns) {
    const ordered = order.lines.find((line) => line.partId === partId)?.quantity ?? 0;
    const left = ordered - (before.get(partId) ?? 0);
    if (units > left) return refuseWith('TOO_MANY_RETURNED', { partId: String(partId), left });
  }
  const reason = `Returned from ${order.number}`;
  await Promise.all([
    insertReturns(tx, refundId, returns),
    returnUnits(tx, returns, { reason, actorId: admin.id, now: deps.now() }),
  ]);
  return undefined;
}

/** Asks the provider for a refund that has been written down, by this call or by the one that it repeats. */
async function sendWritten(deps: SettleDeps, refundId: string) {
  const refund = await readRefund(deps.databases.write, refundId);
  if (refund === undefined) throw new Error(`refund ${refundId} was written and is not there`);
  return send(deps, refund);
}

async function send(deps: SettleDeps, refund: ListedRefund) {
  const sent = await sendKnownRefund(deps, refund).catch((error: unknown) => {
    // It stays requested, and the job goes on.
    if (!isProviderUnavailable(error)) throw error;
    return refund;
  });
  return sent?.status === 'failed' && sent.providerId === null
    ? refuse('PAYMENT_REFUSED', sent.failure ?? undefined)
    : { ...refund, ...sent };
}

/** Asks the provider at once for a refund that still waits to be asked for. */
export async function retryRefund(deps: SettleDeps, refundId: string, audit: Audit) {
  const db = deps.databases.write;
  const refund = await readRefund(db, refundId);
  if (refund === undefined) return refuse('NOT_FOUND');
  if (refund.status === 'requested') {
    const name = refund.orderNumber ?? undefined;
    await audit.write(db, { object: { kind: 'refund', id: refund.id, name } });
  } else audit.nothingToKeep();
  return send(deps, refund);
}
