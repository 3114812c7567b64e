/** The shop's payment port through the real `stripe` package, against the sandbox: in the shop's words and units. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { currencyOf } from '#domain/money.ts';
import { pricePerUnitMinor } from '#domain/pricing/exchange.ts';
import { signatureHeader } from '#server/adapters/payments/sandbox/webhook-delivery.ts';
import { stripePayments } from '#server/adapters/payments/stripe.ts';
import type { CreateIntentInput, PaymentProvider } from '#server/payments/payment-provider.ts';
import { STRIPE_CURRENCIES } from '#server/platform/stripe-currencies.ts';
import { memorySandboxStore } from './memory-sandbox-store.ts';
import {
  newSandboxKeys,
  openWebhookReceiver,
  type RunningSandbox,
  runSandbox,
  type WebhookReceiver,
} from './sandbox-fixture.ts';

let shop: WebhookReceiver;
let running: RunningSandbox;
let payments: PaymentProvider;

beforeEach(async () => {
  shop = await openWebhookReceiver();
  running = await runSandbox(memorySandboxStore(), shop.url);
  payments = stripePayments({ ...running.keys, apiBase: running.base });
});
afterEach(async () => {
  await running.close();
  await shop.close();
});

const order = (changes: Partial<CreateIntentInput> = {}): CreateIntentInput => ({
  orderId: '0b8c7d5e-6f1a-4b57-9d1c-000000000042',
  orderNumber: 'MS-2026-000042',
  attempt: 1,
  amountMinor: 121_500,
  currency: 'BDT',
  receiptEmail: 'buyer@mainshaft.example',
  ...changes,
});

const pay = (intentId: string) =>
  running.stripe.paymentIntents.confirm(intentId, { payment_method: 'pm_card_visa' });

describe('creating an intent', () => {
  it('asks for the amount, and names the order for people who look at the provider', async () => {
    const state = await payments.createIntent(order());
    expect(state).toEqual({
      intentId: expect.stringMatching(/^pi_/),
      status: 'open',
      amountMinor: 121_500,
      currency: 'BDT',
      orderId: order().orderId,
      clientSecret: expect.stringContaining(`${state.intentId}_secret_`),
    });
    expect(await running.stripe.paymentIntents.retrieve(state.intentId)).toMatchObject({
      amount: 121_500,
      currency: 'bdt',
      description: 'Order MS-2026-000042',
      receipt_email: 'buyer@mainshaft.example',
      metadata: { orderId: order().orderId, orderNumber: 'MS-2026-000042', attempt: '1' },
    });
  });

  it('gives one intent for an order and attempt, however often and however fast', async () => {
    const states = await Promise.all(Array.from({ length: 5 }, () => payments.createIntent(order())));
    expect(new Set(states.map((state) => state.intentId)).size).toBe(1);
    const next = await payments.createIntent(order({ attempt: 2 }));
    expect(next.intentId).not.toBe(states[0]?.intentId);
  });

  it('answers what the intent has become, not what it was', async () => {
    const { intentId } = await payments.createIntent(order());
    await pay(intentId);
    expect(await payments.createIntent(order())).toMatchObject({ intentId, status: 'succeeded' });
  });

  it('refuses another amount for the same order and attempt', async () => {
    await payments.createIntent(order());
    await expect(payments.createIntent(order({ amountMinor: 1 }))).rejects.toMatchObject({
      kind: 'payment-provider-rejected',
      code: 'idempotency_error',
    });
  });

  it.each([
    [100_000_000, 'BDT', 'amount_too_large'],
    [49, 'USD', 'amount_too_small'],
    [150, 'MGA', 'amount_not_representable'],
    [1_001, 'KWD', 'amount_not_representable'],
  ])('says which amount cannot be taken: %d %s', async (amountMinor, currency, code) => {
    await expect(payments.createIntent(order({ amountMinor, currency }))).rejects.toMatchObject({
      kind: 'payment-provider-rejected',
      code,
    });
  });

  it.each([
    // The shop's amount, what Stripe counts it as.
    ['USD', 5_000, 5_000],
    ['JPY', 5_000, 5_000],
    ['UGX', 5_000, 500_000],
    ['MGA', 5_000, 50],
    ['KWD', 5_000, 5_000],
  ])('counts %s as Stripe does', async (currency, amountMinor, stripeAmount) => {
    const state = await payments.createIntent(order({ currency, amountMinor }));
    expect(state).toMatchObject({ amountMinor, currency });
    expect((await running.stripe.paymentIntents.retrieve(state.intentId)).amount).toBe(stripeAmount);
  });
});

describe('the amounts that a payment can come to', () => {
  it.each([
    ['BDT', { leastMinor: 1, mostMinor: 99_999_999, stepMinor: 1 }],
    ['USD', { leastMinor: 50, mostMinor: 99_999_999, stepMinor: 1 }],
    ['JPY', { leastMinor: 50, mostMinor: 99_999_999, stepMinor: 1 }],
    ['KWD', { leastMinor: 10, mostMinor: 99_999_990, stepMinor: 10 }],
    ['UGX', { leastMinor: 1, mostMinor: 999_999, stepMinor: 1 }],
    ['ISK', { leastMinor: 100, mostMinor: 99_999_900, stepMinor: 100 }],
    ['MGA', { leastMinor: 100, mostMinor: 9_999_999_900, stepMinor: 100 }],
  ])('are those that can be asked for: %s', async (currency, amounts) => {
    expect(payments.amountsOf(currency)).toEqual(amounts);
    const { leastMinor, mostMinor, stepMinor } = amounts;
    const ask = (attempt: number, amountMinor: number) =>
      payments.createIntent(order({ attempt, amountMinor, currency }));
    const taken = [leastMinor, leastMinor + stepMinor, mostMinor];
    for (const [at, amountMinor] of taken.entries())
      expect(await ask(at, amountMinor)).toMatchObject({ amountMinor, currency });
    const refused = [leastMinor - stepMinor, mostMinor + stepMinor];
    if (stepMinor > 1) refused.push(leastMinor + 1);
    for (const amountMinor of refused)
      await expect(ask(9, amountMinor)).rejects.toMatchObject({ kind: 'payment-provider-rejected' });
  });

  it('have room for every price per unit, whatever it is converted to', () => {
    for (const code of Array.from(STRIPE_CURRENCIES, (one) => one.toUpperCase())) {
      const exchange = { list: currencyOf('XTS'), settlement: currencyOf(code), rate: '1.2345', date: '' };
      const { stepMinor } = payments.amountsOf(code);
      for (const listPriceMinor of [1, 99, 1_234, 56_789])
        expect([code, pricePerUnitMinor(listPriceMinor, exchange) % stepMinor]).toEqual([code, 0]);
    }
  });
});

describe('asking for an intent', () => {
  it('tells open, paid and cancelled apart', async () => {
    const paid = await payments.createIntent(order());
    await pay(paid.intentId);
    expect(await payments.retrieveIntent(paid.intentId)).toMatchObject({
      status: 'succeeded',
      amountMinor: 121_500,
    });
    const open = await payments.createIntent(order({ attempt: 2 }));
    await running.stripe.paymentIntents.confirm(open.intentId, {
      payment_method: 'pm_card_authenticationRequired',
    });
    expect(await payments.retrieveIntent(open.intentId)).toMatchObject({ status: 'open' });
    await payments.cancelIntent(open.intentId);
    expect(await payments.retrieveIntent(open.intentId)).toMatchObject({ status: 'cancelled' });
  });

  it('knows intents that the shop did not start, as nobody’s', async () => {
    const { id } = await running.stripe.paymentIntents.create({ amount: 100, currency: 'bdt' });
    expect(await payments.retrieveIntent(id)).toMatchObject({ orderId: null });
  });

  it.each(['pi_nobody', '', 'pi_', '../refunds', 'pi_1/cancel', 'pi_\0', 'ch_1', 'pi_'.padEnd(300, 'x')])(
    'knows nothing of %j',
    async (intentId) => {
      expect(await payments.retrieveIntent(intentId)).toBeNull();
    },
  );
});

describe('cancelling an intent', () => {
  it('cancels once, and says so again', async () => {
    const { intentId } = await payments.createIntent(order());
    expect(await payments.cancelIntent(intentId)).toMatchObject({ status: 'cancelled' });
    expect(await payments.cancelIntent(intentId)).toMatchObject({ status: 'cancelled' });
  });

  it('answers that the buyer was faster', async () => {
    const { intentId } = await payments.createIntent(order());
    await pay(intentId);
    expect(await payments.cancelIntent(intentId)).toMatchObject({ intentId, status: 'succeeded' });
  });

  it('rejects an intent that nobody knows', async () => {
    await expect(payments.cancelIntent('pi_nobody')).rejects.toMatchObject({
      kind: 'payment-provider-rejected',
      code: 'resource_missing',
    });
  });
});

describe('a webhook', () => {
  const signed = (body: unknown, at = new Date(), secret = running.keys.webhookSecret) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return payments.parseWebhook(Buffer.from(text), signatureHeader(text, secret, at));
  };
  const event = { id: 'evt_1', object: 'event', type: 'payment_intent.succeeded' };

  it('of the sandbox is understood', async () => {
    const { intentId } = await payments.createIntent(order());
    await pay(intentId);
    await shop.waitFor(1);
    const { body, signature } = shop.received[0] ?? { body: Buffer.alloc(0), signature: '' };
    expect(await payments.parseWebhook(body, signature)).toEqual({
      eventId: expect.stringMatching(/^evt_/),
      type: 'payment_intent.succeeded',
      intentId,
      isAboutRefund: false,
    });
    expect(await payments.parseWebhook(Buffer.concat([body, Buffer.from(' ')]), signature)).toBe(
      'bad-signature',
    );
    expect(await payments.parseWebhook(body, undefined)).toBe('bad-signature');
    expect(await payments.parseWebhook(body, '')).toBe('bad-signature');
  });

  it('names the payment that a charge or a refund belongs to, or none', async () => {
    const about = (object: unknown) => signed({ ...event, data: { object } });
    expect(await about({ object: 'charge', id: 'ch_1', payment_intent: 'pi_1' })).toMatchObject({
      intentId: 'pi_1',
    });
    expect(await about({ object: 'payout', id: 'po_1' })).toMatchObject({ intentId: null });
  });

  it.each([
    ['refund.created', true],
    ['refund.updated', true],
    ['refund.failed', true],
    ['charge.refunded', true],
    ['charge.refund.updated', true],
    ['charge.succeeded', false],
    ['payment_intent.succeeded', false],
  ])('says whether money goes back: %s', async (type, isAboutRefund) => {
    const object = { object: 'refund', id: 're_1', payment_intent: 'pi_1' };
    expect(await signed({ ...event, type, data: { object } })).toMatchObject({
      intentId: 'pi_1',
      isAboutRefund,
    });
  });

  it('with a wrong, old or missing signature is none', async () => {
    const body = { ...event, data: { object: { object: 'payment_intent', id: 'pi_1' } } };
    expect(await signed(body)).toMatchObject({ intentId: 'pi_1' });
    expect(await signed(body, new Date(), newSandboxKeys().webhookSecret)).toBe('bad-signature');
    expect(await signed(body, new Date(Date.now() - 6 * 60_000))).toBe('bad-signature');
    expect(await signed('no JSON')).toBe('bad-signature');
    expect(await signed('null')).toBe('bad-signature');
    expect(await signed({ hello: 1 })).toBe('bad-signature');
    expect(await signed('')).toBe('bad-signature');
  });
});

describe('a provider in trouble', () => {
  const providerAt = (apiBase: URL, secretKey = running.keys.secretKey) =>
    stripePayments({ ...running.keys, secretKey, apiBase });

  it('that does not answer is unavailable', async () => {
    const base = running.base;
    await running.close();
    const calls = [
      providerAt(base).createIntent(order()),
      providerAt(base).retrieveIntent('pi_1'),
      providerAt(base).cancelIntent('pi_1'),
    ];
    for (const call of calls)
      await expect(call).rejects.toMatchObject({ kind: 'payment-provider-unavailable' });
    running = await runSandbox(memorySandboxStore(), shop.url);
  });

  // 401 and 403 are about the shop's key, and would be something else with the right one.
  it.each([500, 503, 429, 401, 403])('that answers %d is unavailable', async (status) => {
    const server = createServer((_, response) => {
      response.writeHead(status, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify({ error: { type: 'api_error', message: 'Out of order.' } }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await expect(
      providerAt(new URL(`http://127.0.0.1:${port}`)).retrieveIntent('pi_1'),
    ).rejects.toMatchObject({
      kind: 'payment-provider-unavailable',
    });
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it('that does not take the key says so', async () => {
    await expect(providerAt(running.base, 'sk_sandbox_wrong').createIntent(order())).rejects.toMatchObject({
      kind: 'payment-provider-unavailable',
      message: expect.stringContaining("does not take the shop's key"),
    });
  });
});

it('is told from the real one by its key', () => {
  expect(payments).toMatchObject({ sandbox: true, publishableKey: running.keys.publishableKey });
  const real = stripePayments({
    secretKey: 'sk_test_1',
    publishableKey: 'pk_test_1',
    webhookSecret: 'whsec_1',
  });
  expect(real.sandbox).toBe(false);
});
