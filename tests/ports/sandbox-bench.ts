/**
 * The suite of the payment sandbox runs twice, in memory and on PostgreSQL: what its callers see is the same. Over HTTP,
 * through the real `stripe` package and as a browser calls.
 */
import type Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect } from 'vitest';
import type { SandboxStore } from '#server/adapters/payments/sandbox/sandbox-records.ts';
import { postgresSandboxStore } from '#server/adapters/payments/sandbox/sandbox-store.ts';
import { createTestDatabase } from '../database.ts';
import { memorySandboxStore } from './memory-sandbox-store.ts';
import {
  type BrowserAnswer,
  openWebhookReceiver,
  type RunningSandbox,
  runSandbox,
  sandboxFaults,
  type WebhookReceiver,
} from './sandbox-fixture.ts';

export const NEXT_YEAR = String(new Date().getUTCFullYear() + 1);
export const VISA = '4242424242424242';

const PLACES: { name: string; open: () => Promise<{ store: SandboxStore; close: () => Promise<void> }> }[] = [
  { name: 'in memory', open: async () => ({ store: memorySandboxStore(), close: async () => undefined }) },
  {
    name: 'on PostgreSQL',
    open: async () => {
      const database = await createTestDatabase();
      return { store: postgresSandboxStore(database.databases.writePool), close: () => database.drop() };
    },
  },
];

/** A running sandbox, the shop's webhook, and the usual steps of a payment. */
export type SandboxBench = {
  readonly store: SandboxStore;
  readonly shop: WebhookReceiver;
  readonly running: RunningSandbox;
  /** Stops the sandbox and starts it anew, on the same state and with the same keys. */
  restart(): Promise<void>;
  /** An intent of 1,215.00 BDT, or of another amount. */
  newIntent(amount?: number, options?: Stripe.RequestOptions): Promise<Stripe.Response<Stripe.PaymentIntent>>;
  /** Makes a payment method of a card in the browser and answers its id. */
  newMethod(number: string): Promise<string>;
  /** Pays in the browser. */
  pay(intent: Stripe.PaymentIntent, number?: string): Promise<BrowserAnswer>;
  /** Ends a 3-D Secure step in the browser. */
  finish(intent: Stripe.PaymentIntent, source: string, outcome: string): Promise<BrowserAnswer>;
};

/** Defines a part of the suite, for each place where the sandbox can keep its state. */
export function describePaymentSandbox(define: (bench: SandboxBench) => void): void {
  describe.each(PLACES)('the payment sandbox $name', ({ open }) => {
    let store: SandboxStore;
    let closeStore: () => Promise<void>;
    let shop: WebhookReceiver;
    let running: RunningSandbox;

    beforeAll(async () => {
      ({ store, close: closeStore } = await open());
    });
    afterAll(() => closeStore());
    beforeEach(async () => {
      shop = await openWebhookReceiver();
      running = await runSandbox(store, shop.url);
    });
    afterEach(async () => {
      await running.close();
      await shop.close();
      expect(sandboxFaults.splice(0)).toEqual([]);
    });

    define({
      get store() {
        return store;
      },
      get shop() {
        return shop;
      },
      get running() {
        return running;
      },
      async restart() {
        await running.close();
        running = await runSandbox(store, shop.url, { keys: running.keys });
      },
      newIntent: (amount = 121_500, options = {}) =>
        running.stripe.paymentIntents.create(
          { amount, currency: 'bdt', allowed_payment_method_types: ['card'], metadata: { orderId: 'o-1' } },
          options,
        ),
      async newMethod(number) {
        const answer = await running.browser('/v1/payment_methods', {
          type: 'card',
          'card[number]': number,
          'card[exp_month]': '12',
          'card[exp_year]': NEXT_YEAR,
          'card[cvc]': number.length === 15 ? '1234' : '123',
          'billing_details[name]': 'Farhana Akter',
        });
        expect(answer).toMatchObject({ status: 200, body: { object: 'payment_method' } });
        return String(answer.body.id);
      },
      async pay(intent, number = VISA) {
        return running.browser(`/v1/payment_intents/${intent.id}/confirm`, {
          client_secret: String(intent.client_secret),
          payment_method: await this.newMethod(number),
        });
      },
      finish: (intent, source, outcome) =>
        running.browser('/v1/3ds2/challenge_complete', {
          client_secret: String(intent.client_secret),
          source,
          outcome,
        }),
    });
  });
}

/** The 3-D Secure step that an intent, as the browser got it, waits for. */
export function challengeOf(intent: Record<string, unknown>): string {
  expect(intent).toMatchObject({
    next_action: { use_stripe_sdk: { three_d_secure_2_source: expect.any(String) } },
  });
  const action = intent.next_action as { use_stripe_sdk: { three_d_secure_2_source: string } };
  return action.use_stripe_sdk.three_d_secure_2_source;
}
