/** Paying in tests: what a buyer's browser does, what the provider sends, and what its owner does at its own pages. */
import Stripe from 'stripe';
import { expect } from 'vitest';
import type { Person, TestShop } from '../shop.ts';

export const VISA = '4242424242424242';
/** Refunds of these begin as pending, or end as failed, ten seconds later. */
export const REFUND_PENDS = '4000000000007726';
export const REFUND_FAILS = '4000000000005126';

const WEBHOOK_SECRET = 'whsec_for_tests_0123456789abcdef';
const SECRET_KEY = 'sk_sandbox_for_tests_0123456789abcdef';

export type Placed = { readonly insertedId: string; readonly orderId: string };

/** Places an order of so many units of a part. */
export async function placeOrder(
  shop: TestShop,
  buyer: Person,
  partId: string,
  orderQuantity = 2,
): Promise<Placed> {
  const placed = await shop.call('POST', '/order', {
    token: buyer.token,
    body: { partId, orderQuantity, address: '1 Test Road', phone: '+880 1' },
  });
  expect(placed.status).toBe(201);
  return placed.body as Placed;
}

/** Gets ready to pay: the secret that the browser pays with. */
export async function preparePayment(shop: TestShop, buyer: Person, orderId: string): Promise<string> {
  const answer = await shop.call('POST', '/create-payment-intent', {
    token: buyer.token,
    body: { orderId },
  });
  expect(answer.status).toBe(200);
  return (answer.body as { clientSecret: string }).clientSecret;
}

export const intentOf = (clientSecret: string): string => clientSecret.split('_secret_')[0] ?? '';

/** The card becomes a payment method, and the payment is confirmed with the client's secret. */
export async function payInBrowser(
  shop: TestShop,
  clientSecret: string,
  card = VISA,
): Promise<{ readonly id: string; readonly status?: string; readonly error?: { readonly code: string } }> {
  const post = async (path: string, form: Record<string, string>) => {
    const key = shop.shop.deps.payments.publishableKey;
    const answer = await fetch(`${shop.url}/sandbox/stripe/v1${path}`, {
      method: 'POST',
      body: new URLSearchParams({ key, ...form }),
    });
    return (await answer.json()) as { id: string; status?: string; error?: { code: string } };
  };
  const method = await post('/payment_methods', {
    type: 'card',
    'card[number]': card,
    'card[exp_month]': '12',
    'card[exp_year]': '2034',
    'card[cvc]': '123',
  });
  return post(`/payment_intents/${intentOf(clientSecret)}/confirm`, {
    client_secret: clientSecret,
    payment_method: method.id,
  });
}

/** Places, pays and reports an order; answers its id, number and transaction id. */
export async function payOrder(
  shop: TestShop,
  buyer: Person,
  partId: string,
  { quantity, card }: { readonly quantity?: number; readonly card?: string } = {},
): Promise<Placed & { readonly transactionId: string }> {
  return payPlaced(shop, buyer, await placeOrder(shop, buyer, partId, quantity), card);
}

/** Pays an order that was placed, and tells the shop. */
export async function payPlaced(
  shop: TestShop,
  buyer: Person,
  placed: Placed,
  card?: string,
): Promise<Placed & { readonly transactionId: string }> {
  const secret = await preparePayment(shop, buyer, placed.insertedId);
  await payInBrowser(shop, secret, card);
  const transactionId = intentOf(secret);
  const paid = await shop.call('PATCH', `/order/${placed.insertedId}`, {
    token: buyer.token,
    body: { transactionId },
  });
  expect(paid.status).toBe(200);
  return { ...placed, transactionId };
}

/** A notice signed as the provider signs it. */
export function sendNotice(shop: TestShop, type: string, object: object, secret = WEBHOOK_SECRET) {
  const payload = JSON.stringify({ id: 'evt_1', object: 'event', type, data: { object } });
  const signature = new Stripe('sk_test_x').webhooks.generateTestHeaderString({ payload, secret });
  return shop.call('POST', '/webhooks/stripe', { body: payload, headers: { 'stripe-signature': signature } });
}

/** The provider's own pages: the real `stripe` package with the shop's secret key. */
export function providerOf({ shop }: TestShop): Stripe {
  const { hostname: host = '', port = '' } = shop.sandboxUrl ?? {};
  return new Stripe(SECRET_KEY, { host, port, protocol: 'http', telemetry: false });
}
