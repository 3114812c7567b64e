/** The operations of payment. */
import type { Handlers } from '#contract/kernel/operation.ts';
import type { ordering } from '#contract/ordering.ts';
import type { payments, StrayPaymentBody } from '#contract/payments.ts';
import { currencyOf, toDecimal } from '#domain/money.ts';
import { isClosed } from '#domain/ordering/order.ts';
import { decodeMomentCursor } from '#domain/paging.ts';
import { isRefusal, refuse } from '#domain/refusal.ts';
import { mayAccess } from '#domain/users/permission.ts';
import { orderBody } from '#server/ordering/order-body.ts';
import { type OrderState, orderStateReader, readOrder } from '#server/ordering/settle-order.ts';
import { momentPage } from '#server/platform/page-headers.ts';
import type { ShopDeps } from '#server/shop-deps.ts';
import type { ShopCallers } from '#server/users/caller.ts';
import { beginReconciliation, listReconciliations, readReconciliation } from './begin-reconciliation.ts';
import { refundBody } from './order-refunds.ts';
import { listStray } from './payment-store.ts';
import { preparePayment } from './prepare-payment.ts';
import { pageOfRefunds, refundsOfPayments } from './refund-store.ts';
import { refuseWhenUnavailable } from './refuse-when-unavailable.ts';
import { refundOrder, refundStray, retryRefund } from './request-refund.ts';
import { settlePayment } from './settle-payment.ts';
import { settleRefundsOf } from './settle-refund.ts';

type Operations = typeof payments & Pick<typeof ordering, 'orderPay'>;

export function paymentHandlers(deps: ShopDeps): Handlers<Operations, ShopCallers> {
  const readOrderState = orderStateReader(deps.databases.write);
  return {
    paymentIntentCreate: ({ body, caller }) =>
      refuseWhenUnavailable(() => preparePayment(deps, caller, body.orderId, body.pricePerUnit)),
    orderPay: ({ params, body, caller }) =>
      refuseWhenUnavailable(async () => {
        const state = await readOrderState(params.id);
        if (state === undefined || !mayAccess(caller, state)) return refuse('NOT_FOUND');
        return reportPayment(deps, state, body.transactionId);
      }),
    paymentWebhook: ({ raw, headers }) =>
      refuseWhenUnavailable(async () => {
        const notice = await deps.payments.parseWebhook(raw, headers['stripe-signature']);
        if (notice === 'bad-signature') return refuse('BAD_SIGNATURE');
        if (notice.intentId === null) return { received: true as const };
        await settlePayment(deps, notice.intentId);
        if (notice.isAboutRefund) {
          const settled = await settleRefundsOf(deps, notice.intentId);
          // The provider tells again what was not taken; by then the other refund has ended.
          if (settled.some(({ as }) => as === 'claimed-otherwise'))
            return refuse('PAYMENT_UNAVAILABLE', 'Tell again later');
        }
        return { received: true as const };
      }),
    paymentsStray: () => strayBodies(deps),
    strayRefund: async ({ params, body, caller, idempotencyKey, audit }) => {
      const call = { admin: caller, asked: body, key: idempotencyKey, audit };
      const refund = await refundStray(deps, params.transactionId, call);
      return isRefusal(refund) ? refund : refundBody(refund, true);
    },
    orderRefund: async ({ params, body, caller, idempotencyKey, audit }) => {
      const call = { admin: caller, asked: body, key: idempotencyKey, audit };
      const refund = await refundOrder(deps, params.id, call);
      return isRefusal(refund) ? refund : refundBody(refund, true);
    },
    refundsList: async ({ query }) => {
      const found = await pageOfRefunds(deps.databases.write, {
        limit: query.limit + 1,
        after: decodeMomentCursor(query.cursor),
      });
      const page = momentPage('/payments/refunds', query, found, ({ requestedAt, id }) => ({
        moment: requestedAt,
        id,
      }));
      return { body: page.rows.map((refund) => refundBody(refund, true)), headers: page.headers };
    },
    refundRetry: async ({ params, audit }) => {
      const refund = await retryRefund(deps, params.id, audit);
      return isRefusal(refund) ? refund : refundBody(refund, true);
    },
    reconciliationStart: async ({ body, caller, audit }) =>
      readReconciliation(deps, await beginReconciliation(deps, { by: caller, days: body.days, audit })),
    reconciliationsList: () => listReconciliations(deps),
  };
}

async function strayBodies(deps: ShopDeps): Promise<StrayPaymentBody[]> {
  const strays = await listStray(deps.databases.write);
  const ids = strays.map((stray) => stray.intent_id);
  const refunds = await refundsOfPayments(deps.databases.write, ids);
  return strays.map((stray) => {
    const currency = currencyOf(stray.currency);
    const about = refunds.get(stray.intent_id) ?? [];
    const claimedMinor = about
      .filter(({ status }) => status !== 'failed')
      .reduce((sum, { amountMinor }) => sum + amountMinor, 0);
    return {
      transactionId: stray.intent_id,
      orderId: stray.order_number,
      amount: toDecimal(stray.amount_minor, currency),
      currency: stray.currency,
      reason: stray.reason,
      at: stray.noticed_at.toISOString(),
      refundable: toDecimal(stray.amount_minor - claimedMinor, currency),
      refunds: about.map((refund) => refundBody(refund, true)),
    };
  });
}

/** The buyer's browser says that it has paid. The order is paid when the provider says so, else it stays. */
async function reportPayment(deps: ShopDeps, state: OrderState, transactionId: string) {
  const isPaidByIt = state.transactionId === transactionId;
  const settled = isPaidByIt ? undefined : await settlePayment(deps, transactionId);
  // Where settling has read none, the provider's notice may have come just now.
  const order = settled?.order ?? (await readOrder(deps.databases.write, state.id));
  if (order?.id === state.id && order.transactionId === transactionId) return orderBody(order);
  return settled?.as === 'order-closed' || isClosed(state)
    ? refuse('ORDER_CLOSED')
    : refuse('PAYMENT_NOT_CONFIRMED');
}
