/** The operations of payment. */
import type { Handlers } from '#contract/kernel/operation.ts';
import type { ordering } from '#contract/ordering.ts';
import type { payments } from '#contract/payments.ts';
import { currencyOf, toDecimal } from '#domain/money.ts';
import { isClosed } from '#domain/ordering/order.ts';
import { refuse } from '#domain/refusal.ts';
import { mayAccess } from '#domain/users/permission.ts';
import { orderBody } from '#server/ordering/order-body.ts';
import { readOrder } from '#server/ordering/settle-order.ts';
import type { ShopDeps } from '#server/shop-deps.ts';
import type { ShopCallers, User } from '#server/users/caller.ts';
import { listStray } from './payment-store.ts';
import { preparePayment } from './prepare-payment.ts';
import { refuseWhenUnavailable } from './refuse-when-unavailable.ts';
import { settlePayment } from './settle-payment.ts';

type Operations = typeof payments & Pick<typeof ordering, 'orderPay'>;

export function paymentHandlers(deps: ShopDeps): Handlers<Operations, ShopCallers> {
  return {
    paymentIntentCreate: ({ body, caller }) =>
      refuseWhenUnavailable(() => preparePayment(deps, caller, body.orderId, body.pricePerUnit)),
    orderPay: ({ params, body, caller }) =>
      refuseWhenUnavailable(() => reportPayment(deps, caller, params.id, body.transactionId)),
    paymentWebhook: ({ raw, headers }) =>
      refuseWhenUnavailable(async () => {
        const notice = await deps.payments.parseWebhook(raw, headers['stripe-signature']);
        if (notice === 'bad-signature') return refuse('BAD_SIGNATURE');
        if (notice.intentId !== null) await settlePayment(deps, notice.intentId);
        return { received: true as const };
      }),
    paymentsStray: async () =>
      (await listStray(deps.databases.write)).map((stray) => ({
        transactionId: stray.intent_id,
        orderId: stray.order_number,
        amount: toDecimal(stray.amount_minor, currencyOf(stray.currency)),
        currency: stray.currency,
        reason: stray.reason,
        at: stray.noticed_at.toISOString(),
      })),
  };
}

/** The buyer's browser says that it has paid. The order is paid when the provider says so, else it stays. */
async function reportPayment(deps: ShopDeps, caller: User, orderRef: string, transactionId: string) {
  const order = await readOrder(deps.databases.write, orderRef);
  if (order === undefined || !mayAccess(caller, order)) return refuse('NOT_FOUND');
  if (order.transactionId === transactionId) return orderBody(order);
  const settled = await settlePayment(deps, transactionId);
  const current = await readOrder(deps.databases.write, order.id);
  if (current?.transactionId === transactionId) return orderBody(current);
  return settled === 'order-closed' || isClosed(order)
    ? refuse('ORDER_CLOSED')
    : refuse('PAYMENT_NOT_CONFIRMED');
}
