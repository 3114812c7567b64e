/** One page of each stage of a comparison: what the provider has, and then what only the books have. */
import { currencyOf, formatMoney } from '#domain/money.ts';
import { decodeMomentCursor, encodeMomentCursor } from '#domain/paging.ts';
import { comparePayment, type FindingKind } from '#domain/payments/reconciliation.ts';
import {
  type BookedAbout,
  type PaidOrder,
  paidOrdersUnseen,
  readPaymentBooks,
} from '#server/read-models/payment-books.ts';
import type { ListedIntent, ProviderRefund } from './payment-provider.ts';
import { type NewFinding, noteFinding, noteSeen, type Run, type RunMove } from './reconciliation-store.ts';
import { type Refund, refundsToCompare } from './refund-store.ts';
import { sendRefund } from './send-refund.ts';
import { isOrderId, type SettleDeps, settleKnownPayment } from './settle-payment.ts';
import { type RefundSettlement, settleRefund } from './settle-refund.ts';

type Page = Pick<RunMove, 'cursor' | 'paymentsSeen' | 'refundsSeen'>;

/** Of each page of the books. */
const PAGE_LENGTH = 100;
/** What was asked for so lately is still being answered. */
const IN_HAND_MS = 5 * 60_000;

/** Payments at the provider: money that the books don't know, and what could still be paid for a closed order. */
export async function lookAtPayments(deps: SettleDeps, run: Run): Promise<Page> {
  const page = await deps.payments.listIntents(run, run.cursor);
  const asked = page.items.map(({ intentId, orderId }) => ({
    intentId,
    orderId: isOrderId(orderId) ? orderId : null,
  }));
  const books = await readPaymentBooks(deps.databases.write, asked);
  for (const intent of page.items) {
    const booked = books.get(intent.intentId);
    if (booked !== undefined) await comparePaymentWith(deps, run, intent, booked);
  }
  await noteSeen(
    deps.databases.write,
    run.id,
    page.items.map(({ intentId }) => intentId),
  );
  return { cursor: page.next, paymentsSeen: page.items.length };
}

async function comparePaymentWith(
  deps: SettleDeps,
  run: Run,
  intent: ListedIntent,
  booked: BookedAbout,
): Promise<void> {
  const note = (kind: FindingKind, outcome: NewFinding['outcome'], more?: string) =>
    found(deps, run, { kind, subject: intent.intentId, outcome, orderId: booked.orderId, more });
  const money = formatMoney(intent.amountMinor, currencyOf(intent.currency));
  const compared = comparePayment(intent, booked);
  switch (compared) {
    case 'agrees':
      return;
    case 'unsettled': {
      const { as } = await settleKnownPayment(deps, intent);
      // A webhook may have been faster just now.
      if (as === 'has-paid') return;
      return note('payment-settled', 'repaired', `${money}, ${SETTLED[as] ?? as}`);
    }
    case 'open-for-closed-order': {
      const ended = await deps.payments.cancelIntent(intent.intentId);
      if (ended.status === 'cancelled') return note('payment-cancelled', 'repaired', money);
      if (ended.status !== 'succeeded') return;
      await settleKnownPayment(deps, ended);
      return note('payment-settled', 'repaired', money);
    }
    case 'paid-without-money':
    case 'other-amount':
      return note(compared, 'reported', money);
  }
}

const SETTLED: Readonly<Record<string, string>> = {
  pays: 'it paid the order',
  'order-closed': 'its order is closed, so it goes back',
  'already-paid': 'its order had been paid before, so it goes back',
  'wrong-amount': 'not the amount of the order that it names',
  'wrong-currency': 'not the currency of the order that it names',
  'no-such-order': 'it names no order',
};

/** Refunds at the provider: what the books don't know of them. */
export async function lookAtRefunds(deps: SettleDeps, run: Run): Promise<Page> {
  const page = await deps.payments.listRefunds({ from: run.from, to: run.to }, run.cursor);
  // From the first to the last, as they happened.
  for (const told of page.items.toReversed()) await settleAndNote(deps, run, told);
  await noteSeen(
    deps.databases.write,
    run.id,
    page.items.map(({ providerId }) => providerId),
  );
  return { cursor: page.next, refundsSeen: page.items.length };
}

const REFUND_FINDINGS: Readonly<
  Record<RefundSettlement, readonly [FindingKind, NewFinding['outcome']] | undefined>
> = {
  moved: ['refund-updated', 'repaired'],
  recorded: ['refund-recorded', 'repaired'],
  known: undefined,
  'no-such-payment': ['refund-of-unknown-payment', 'reported'],
  'claimed-otherwise': ['refund-claimed', 'reported'],
  differs: ['refund-differs', 'reported'],
};

async function settleAndNote(deps: SettleDeps, run: Run, told: ProviderRefund): Promise<void> {
  const settled = REFUND_FINDINGS[(await settleRefund(deps, told)).as];
  if (settled === undefined) return;
  const [kind, outcome] = settled;
  const subject = told.providerId;
  const money = formatMoney(told.amountMinor, currencyOf(told.currency));
  const isFailure = told.status === 'failed' && outcome === 'repaired';
  await found(deps, run, {
    kind: isFailure ? 'refund-failed' : kind,
    outcome: isFailure ? 'reported' : outcome,
    subject,
    orderId: null,
    more: `${money} of ${told.intentId}${told.failure === null ? '' : `, ${told.failure}`}`,
  });
}

/** Orders that are paid in the books by a payment that the provider did not list. */
export async function lookAtPaidOrders(deps: SettleDeps, run: Run): Promise<Page> {
  const after = decodeMomentCursor(run.cursor ?? undefined);
  const { unseen, last } = await paidOrdersUnseen(deps.databases.write, run, after, PAGE_LENGTH);
  for (const order of unseen) await lookForPayment(deps, run, order);
  return { cursor: last === undefined ? null : encodeMomentCursor(last.placedAt, last.id) };
}

async function lookForPayment(deps: SettleDeps, run: Run, order: PaidOrder): Promise<void> {
  const intent = await deps.payments.retrieveIntent(order.intentId);
  if (intent?.status === 'succeeded') return;
  await found(deps, run, {
    kind: intent === null ? 'payment-unknown' : 'paid-without-money',
    subject: order.intentId,
    outcome: 'reported',
    orderId: order.id,
  });
}

/** Refunds of the books: those that are not at their end, and those that the provider did not list. */
export async function lookAtKeptRefunds(deps: SettleDeps, run: Run): Promise<Page> {
  const askedBy = new Date(deps.now().getTime() - IN_HAND_MS);
  const refunds = await refundsToCompare(deps.databases.write, run, askedBy, PAGE_LENGTH);
  for (const refund of refunds) await lookForRefund(deps, run, refund);
  return { cursor: refunds.length < PAGE_LENGTH ? null : (refunds.at(-1)?.id ?? null) };
}

async function lookForRefund(deps: SettleDeps, run: Run, refund: Refund): Promise<void> {
  const note = (kind: FindingKind, outcome: NewFinding['outcome'], more?: string) =>
    found(deps, run, {
      kind,
      subject: refund.providerId ?? refund.id,
      outcome,
      orderId: refund.orderId,
      more,
    });
  if (refund.providerId === null) {
    const sent = await sendRefund(deps, refund.id);
    return sent?.status === 'failed'
      ? note('refund-failed', 'reported', sent.failure ?? undefined)
      : note('refund-sent', 'repaired');
  }
  const told = await deps.payments.retrieveRefund(refund.providerId);
  return told === null ? note('refund-unknown', 'reported') : settleAndNote(deps, run, told);
}

function found(deps: SettleDeps, run: Run, finding: NewFinding): Promise<void> {
  return noteFinding(deps.databases.write, run.id, finding, deps.now());
}
