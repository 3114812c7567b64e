/** Gets an order ready to be paid: one open intent at the provider, used again on every reload. */
import { toDecimal } from '#domain/money.ts';
import { isClosed, isPaid, type Order } from '#domain/ordering/order.ts';
import { isRefusal, refuse, refuseWith } from '#domain/refusal.ts';
import { mayAccess } from '#domain/users/permission.ts';
import { lockOrderForPayment } from '#server/ordering/settle-order.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import type { User } from '#server/users/caller.ts';
import type { IntentState } from './payment-provider.ts';
import { type Attempt, cancelAttempt, findOpenAttempt, noteIntent, openAttempt } from './payment-store.ts';
import { type SettleDeps, settleKnownPayment } from './settle-payment.ts';

/**
 * What the browser needs to pay, or why there is nothing to pay. Faults of the provider are thrown.
 *
 * @param seenPrice the price per unit that the buyer saw, in either currency, where they say; never what is paid
 */
export async function preparePayment(deps: SettleDeps, buyer: User, orderRef: string, seenPrice?: number) {
  // An intent that was cancelled at the provider is followed by one new one; more would be a fault there.
  for (let tries = 0; tries < 2; tries += 1) {
    const ready = await openOrderAttempt(deps, buyer, orderRef, seenPrice);
    if (isRefusal(ready)) return ready;
    const intent = await intentOf(deps, ready.order, ready.attempt);
    if (intent.status === 'succeeded') {
      await settleKnownPayment(deps, intent);
      return refuse('ORDER_PAID');
    }
    if (intent.status !== 'cancelled') {
      return {
        clientSecret: intent.clientSecret,
        amount: toDecimal(ready.order.totalMinor, ready.order.settlementCurrency),
        currency: ready.order.settlementCurrency.code,
      };
    }
    await cancelAttempt(deps.databases.write, ready.attempt, deps.now());
  }
  return refuse('PAYMENT_UNAVAILABLE');
}

function openOrderAttempt(deps: SettleDeps, buyer: User, orderRef: string, seenPrice: number | undefined) {
  return inTransaction(deps.databases.write, async (tx) => {
    const order = await lockOrderForPayment(tx, orderRef);
    if (order === undefined || !mayAccess(buyer, order)) return refuse('NOT_FOUND');
    if (isPaid(order)) return refuse('ORDER_PAID');
    if (isClosed(order) || order.closingAs !== null || order.status !== 'unpaid')
      return refuse('ORDER_CLOSED');
    const mispriced = seenPrice === undefined ? undefined : refuseOtherPrice(order, seenPrice);
    if (mispriced !== undefined) return mispriced;
    const attempt =
      (await findOpenAttempt(tx, order.id)) ??
      (await openAttempt(tx, { ...order, currency: order.settlementCurrency.code, now: deps.now() }));
    return { order, attempt };
  });
}

/** Refuses a price that is not every line's own, as the order locked it in. */
function refuseOtherPrice(order: Order, seenPrice: number) {
  for (const line of order.lines) {
    const price = toDecimal(line.listPriceMinor, order.listCurrency);
    const pricePerUnit = toDecimal(line.pricePerUnitMinor, order.settlementCurrency);
    if (seenPrice !== price && seenPrice !== pricePerUnit) {
      return refuseWith(
        'PRICE_CHANGED',
        { partId: String(line.partId), price, pricePerUnit },
        `${line.partName} was ordered at another price`,
      );
    }
  }
  return undefined;
}

/** The provider's intent for an attempt; the first call makes it, and repeating that gives the same one. */
export async function intentOf(deps: SettleDeps, order: Order, attempt: Attempt): Promise<IntentState> {
  const known = attempt.intentId === null ? null : await deps.payments.retrieveIntent(attempt.intentId);
  if (known !== null) return known;
  const intent = await deps.payments.createIntent({
    orderId: order.id,
    orderNumber: order.number,
    attempt: attempt.attempt,
    amountMinor: attempt.amountMinor,
    currency: attempt.currency,
    receiptEmail: order.userEmail,
  });
  await noteIntent(deps.databases.write, attempt, intent.intentId);
  return intent;
}
