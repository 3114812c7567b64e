/**
 * Requests about payments, each of another order: to make one ready, or saying that it was made, by its buyer's browser or by the
 * provider's notice.
 */
import { randomUUID } from 'node:crypto';
import type autocannon from 'autocannon';
import { signatureHeader } from '#server/adapters/payments/sandbox/webhook-delivery.ts';
import { signTokens } from './order-requests.ts';
import type { Payment } from './provider.ts';

export type PaymentLoad = {
  readonly kind: 'payments';
  readonly about: 'made ready' | 'told by browser' | 'told by notice';
  /** Each is asked about once, in this order. */
  readonly payments: readonly (Payment & { readonly buyerId: string })[];
  /** What the shop signs access tokens with. */
  readonly tokenSecret: string;
  /** What the provider signs its notices with. */
  readonly noticeSecret: string;
};

export type PaymentRequest = {
  readonly method: 'PATCH' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** How the shop is asked about a payment. */
export async function paymentAsker(load: PaymentLoad) {
  const buyerIds = [...new Set(load.payments.map(({ buyerId }) => buyerId))];
  const tokens = await signTokens({ buyerIds, tokenSecret: load.tokenSecret });
  const tokenOf = new Map(buyerIds.map((buyerId, at) => [buyerId, tokens[at]]));
  const byBuyer = (buyerId: string, method: PaymentRequest['method'], path: string, body: unknown) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${tokenOf.get(buyerId)}` };
    return { method, path, headers, body: JSON.stringify(body) };
  };
  return ({ orderId, intentId, buyerId }: PaymentLoad['payments'][number]): PaymentRequest => {
    if (load.about === 'made ready')
      return byBuyer(buyerId, 'POST', '/api/create-payment-intent', { orderId });
    if (load.about === 'told by browser')
      return byBuyer(buyerId, 'PATCH', `/api/order/${orderId}`, { transactionId: intentId });
    const body = JSON.stringify({
      id: `evt_${randomUUID().replaceAll('-', '')}`,
      object: 'event',
      type: 'payment_intent.succeeded',
      data: { object: { id: intentId, object: 'payment_intent', metadata: { orderId } } },
    });
    const signature = signatureHeader(body, load.noticeSecret, new Date());
    return {
      method: 'POST',
      path: '/api/webhooks/stripe',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      body,
    };
  };
}

/** autocannon's request, which changes each time that it is sent, and whether it was sent more often than there are payments. */
export async function paymentRequests(
  load: PaymentLoad,
): Promise<{ readonly request: autocannon.Request; isExhausted(): boolean }> {
  // Signed before anything is measured: what providers do costs the shop's machine nothing.
  const requests = load.payments.map(await paymentAsker(load));
  let sent = 0;
  return {
    request: {
      setupRequest(request) {
        const next = requests[sent % requests.length];
        sent += 1;
        if (next === undefined) throw new Error('There is no payment to ask about');
        return { ...request, ...next, headers: { ...request.headers, ...next.headers } };
      },
    },
    isExhausted: () => sent > requests.length,
  };
}
