/**
 * What the sandbox answers has the shapes that Stripe's own packages declare: `stripe` for the server, and
 * `@stripe/stripe-js` for the browser. Through the real package, over HTTP, in memory and on PostgreSQL.
 */
import { join } from 'node:path';
import type { PaymentIntent as BrowserIntent } from '@stripe/stripe-js';
import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import type { forBrowser } from '#server/adapters/payments/sandbox/resources.ts';
import { differences, readDeclarations } from './declared-shapes.ts';
import { describePaymentSandbox, NEXT_YEAR, VISA } from './sandbox-bench.ts';

// Where a field that browsers always get is not among those that we send, this does not compile.
type Unsent = Exclude<
  keyof { [K in keyof BrowserIntent as undefined extends BrowserIntent[K] ? never : K]: K },
  keyof ReturnType<typeof forBrowser>
>;
const isAllSent: [Unsent] extends [never] ? true : Unsent = true;

const packageDir = (name: string) => join(import.meta.dirname, '../../node_modules', name);
const SERVER = readDeclarations(
  ['PaymentIntents', 'PaymentMethods', 'Charges', 'Refunds', 'Events']
    .map((name) => `esm/resources/${name}.d.ts`)
    .concat('esm/shared.d.ts', 'esm/lib.d.ts')
    .map((file) => join(packageDir('stripe'), file)),
);
const BROWSER = readDeclarations(
  ['api/payment-intents.d.ts', 'api/payment-methods.d.ts', 'api/shared.d.ts', 'stripe-js/stripe.d.ts'].map(
    (file) => join(packageDir('@stripe/stripe-js'), 'dist', file),
  ),
);

/** What Stripe's API has gained since the types for browsers were written, and sends to them all the same. */
const LATER = [
  ".capture_method: is string, not 'automatic'",
  ...[
    'automatic_payment_methods',
    'processing',
    'source',
    'customer_account',
    'tax_id',
    'generated_from',
  ].map((field) => `.${field} is not declared`),
];

describe('the comparison itself', () => {
  const refund = {
    id: 're_1',
    object: 'refund',
    amount: 1,
    balance_transaction: null,
    charge: 'ch_1',
    created: 1,
    currency: 'bdt',
    customer: null,
    customer_account: null,
    metadata: { a: 'b' },
    payment_intent: 'pi_1',
    payment_method: null,
    reason: 'duplicate',
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  };

  it('finds nothing where all is as declared', () => {
    expect(differences(SERVER, 'Refund', refund)).toEqual([]);
  });

  it.each<[object, RegExp]>([
    [{ amount: undefined }, /^Refund\.amount is missing$/],
    [{ amonut: 1 }, /^Refund\.amonut is not declared$/],
    [{ amount: '1' }, /^Refund\.amount: is string, not number$/],
    [{ amount: null }, /^Refund\.amount: is null, not number$/],
    [{ object: 'refunds' }, /^Refund\.object: is string, not 'refund'$/],
    [{ charge: 1 }, /^Refund\.charge: is number/],
    [{ charge: {} }, /^Refund\.charge\.id is missing$/],
    [{ metadata: { a: 1 } }, /^Refund\.metadata\.a: is number, not string$/],
    [{ metadata: [] }, /^Refund\.metadata: is a list/],
    [{ next_action: { type: 'x', wrong: 1 } }, /^Refund\.next_action\.wrong is not declared$/],
  ])('finds what %j makes wrong', (change, told) => {
    const found = differences(SERVER, 'Refund', { ...refund, ...change });
    expect(found.length).toBeGreaterThan(0);
    expect(found[0]).toMatch(told);
  });

  it('does not know what nobody declares', () => {
    expect(differences(SERVER, 'Refunds', refund)).toEqual(['Refunds: Refunds is not declared']);
  });
});

describePaymentSandbox((bench) => {
  /** What came over the wire, without what the package adds. */
  const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
  const expectServer = (type: string, value: unknown) =>
    expect(differences(SERVER, type, plain(value))).toEqual([]);
  const expectBrowser = (type: string, value: unknown) =>
    expect(
      differences(BROWSER, type, value).filter((one) => !LATER.some((later) => one.endsWith(later))),
    ).toEqual([]);
  const stripe = () => bench.running.stripe;
  const paid = async (amount?: number) =>
    stripe().paymentIntents.confirm((await bench.newIntent(amount)).id, { payment_method: 'pm_card_visa' });

  describe('an answer to the server is as the stripe package declares it', () => {
    it('in every state of an intent', async () => {
      const states: Stripe.PaymentIntent[] = [];
      const open = await bench.newIntent();
      states.push(open);
      const [declined] = await Promise.allSettled([
        stripe().paymentIntents.confirm(open.id, { payment_method: 'pm_card_chargeDeclined' }),
      ]);
      expect(declined.status).toBe('rejected');
      states.push(await stripe().paymentIntents.retrieve(open.id));
      states.push(
        await stripe().paymentIntents.confirm(open.id, { payment_method: 'pm_card_authenticationRequired' }),
      );
      states.push(await stripe().paymentIntents.cancel(open.id, { cancellation_reason: 'duplicate' }));
      states.push(await paid());
      expect(states.map(({ status }) => status)).toEqual([
        'requires_payment_method',
        'requires_payment_method',
        'requires_action',
        'canceled',
        'succeeded',
      ]);
      expect(states.map((state) => state.last_payment_error?.code)).toContain('card_declined');
      for (const state of states) expectServer('PaymentIntent', state);
    });

    it('with all that an intent can be given', async () => {
      const intent = await stripe().paymentIntents.create({
        amount: 100,
        currency: 'BDT',
        allowed_payment_method_types: ['card'],
        description: 'Order 1',
        metadata: { orderId: '1' },
        receipt_email: 'a@b.example',
      });
      expectServer('PaymentIntent', intent);
    });

    it('of cards, charges and refunds', async () => {
      const intent = await paid(1_000);
      const cardId = String(intent.payment_method);
      expectServer('PaymentMethod', await stripe().paymentMethods.retrieve(cardId));
      expectServer('PaymentMethod', await stripe().paymentMethods.retrieve(await bench.newMethod(VISA)));
      expectServer('Charge', await stripe().charges.retrieve(String(intent.latest_charge)));
      const refund = await stripe().refunds.create({
        payment_intent: intent.id,
        amount: 300,
        reason: 'requested_by_customer',
        metadata: { why: 'returned' },
      });
      expectServer('Refund', refund);
      expectServer('Refund', await stripe().refunds.retrieve(refund.id));
      expectServer('Charge', await stripe().charges.retrieve(String(intent.latest_charge)));
    });

    it('of a charge that was declined', async () => {
      const intent = await bench.newIntent();
      const thrown = await stripe()
        .paymentIntents.confirm(intent.id, { payment_method: 'pm_card_chargeDeclined' })
        .catch((error: unknown) => error);
      if (!(thrown instanceof Stripe.errors.StripeCardError)) throw new Error('was not declined');
      const charge = await stripe().charges.retrieve(thrown.charge ?? '');
      expect(charge).toMatchObject({ paid: false, failure_code: 'card_declined' });
      expectServer('Charge', charge);
    });

    it('of the events that are posted', async () => {
      const [intent, canceled] = [await bench.newIntent(), await bench.newIntent()];
      await bench.pay(intent, '4000000000000002');
      await bench.pay(intent);
      await stripe().paymentIntents.cancel(canceled.id);
      const wanted = [
        ['payment_intent.payment_failed', intent.id, 'PaymentIntentPaymentFailedEvent'],
        ['payment_intent.succeeded', intent.id, 'PaymentIntentSucceededEvent'],
        ['payment_intent.canceled', canceled.id, 'PaymentIntentCanceledEvent'],
      ] as const;
      for (const [type, id, declared] of wanted) {
        const isIt = (event: Stripe.Event) =>
          event.type === type && 'id' in event.data.object && event.data.object.id === id;
        const events = (): Stripe.Event[] =>
          bench.shop.received.map(({ body }) => JSON.parse(body.toString()));
        // Events of other tests may come in between.
        while (!events().some(isIt)) await bench.shop.waitFor(bench.shop.received.length + 1);
        expectServer(declared, events().find(isIt));
      }
    });
  });

  describe('a list', () => {
    it('of intents has the newest first, and every intent once from page to page', async () => {
      const made: string[] = [];
      for (let i = 0; i < 5; i += 1) made.unshift((await bench.newIntent()).id);
      const first = await stripe().paymentIntents.list({ limit: 3 });
      expect(first).toMatchObject({ object: 'list', url: '/v1/payment_intents', has_more: true });
      expectServer('PaymentIntent[]', first.data);
      const all = await stripe().paymentIntents.list({ limit: 2 }).autoPagingToArray({ limit: 10_000 });
      const ids = all.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      expect(made.every((id) => ids.includes(id))).toBe(true);
      const times = all.map(({ created }) => created);
      expect(times).toEqual(times.toSorted((a, b) => b - a));
    });

    it('of refunds is of one intent or charge where that is asked for', async () => {
      const [one, other] = [await paid(1_000), await paid(1_000)];
      const refunds: string[] = [];
      for (const amount of [100, 200, 300]) {
        refunds.unshift((await stripe().refunds.create({ payment_intent: one.id, amount })).id);
      }
      await stripe().refunds.create({ payment_intent: other.id });
      const byIntent = await stripe().refunds.list({ payment_intent: one.id });
      expect(byIntent).toMatchObject({ object: 'list', url: '/v1/refunds', has_more: false });
      expectServer('Refund[]', byIntent.data);
      expect(byIntent.data.map(({ id }) => id).toSorted()).toEqual(refunds.toSorted());
      const byCharge = stripe().refunds.list({ charge: String(one.latest_charge), limit: 1 });
      expect((await byCharge.autoPagingToArray({ limit: 100 })).map(({ id }) => id).toSorted()).toEqual(
        refunds.toSorted(),
      );
    });

    it.each([{ limit: 0 }, { limit: 101 }, { starting_after: 'pi_nobody' }])('refuses %j', async (page) => {
      await expect(stripe().paymentIntents.list(page)).rejects.toMatchObject({
        type: 'StripeInvalidRequestError',
      });
    });
  });

  describe('an error', () => {
    const raised = async (call: Promise<unknown>) => {
      const error: unknown = await call.catch((thrown: unknown) => thrown);
      if (!(error instanceof Stripe.errors.StripeError))
        throw new Error('no error of Stripe’s', { cause: error });
      return error;
    };

    it('is of the class that the package has for it, and says what is wrong with which parameter', async () => {
      const intent = await bench.newIntent();
      const wrongKey = new Stripe('sk_sandbox_wrong', {
        host: bench.running.base.hostname,
        port: bench.running.base.port,
        protocol: 'http',
        maxNetworkRetries: 0,
      });
      const errors: readonly [() => Promise<unknown>, new (...args: never[]) => unknown, object][] = [
        [
          () => wrongKey.paymentIntents.retrieve(intent.id),
          Stripe.errors.StripeAuthenticationError,
          { statusCode: 401 },
        ],
        [
          () => stripe().paymentIntents.retrieve('pi_nobody'),
          Stripe.errors.StripeInvalidRequestError,
          { statusCode: 404, code: 'resource_missing', param: 'intent' },
        ],
        [
          () => stripe().paymentIntents.create({ amount: -1, currency: 'bdt' }),
          Stripe.errors.StripeInvalidRequestError,
          { statusCode: 400, code: 'parameter_invalid_integer', param: 'amount' },
        ],
        [
          () => stripe().paymentIntents.confirm(intent.id, { payment_method: 'pm_card_chargeDeclined' }),
          Stripe.errors.StripeCardError,
          { statusCode: 402, code: 'card_declined', decline_code: 'generic_decline' },
        ],
      ];
      for (const [call, type, expected] of errors) {
        const error = await raised(call());
        expect(error).toBeInstanceOf(type);
        expect(error).toMatchObject({ ...expected, message: expect.stringMatching(/\S/) });
        expect(error.requestId).toMatch(/^req_/);
      }
    });

    it('of a card carries the intent and the card, as declared', async () => {
      const intent = await bench.newIntent();
      const error = await raised(
        stripe().paymentIntents.confirm(intent.id, { payment_method: 'pm_card_chargeDeclined' }),
      );
      expectServer('PaymentIntent', error.payment_intent);
      expectServer('PaymentMethod', error.payment_method);
    });
  });

  describe('an answer to the browser is as @stripe/stripe-js declares it', () => {
    it('in every state of an intent', async () => {
      expect(isAllSent).toBe(true);
      const intent = await bench.newIntent();
      const read = await fetch(
        new URL(`/v1/payment_intents/${intent.id}?client_secret=${intent.client_secret}`, bench.running.base),
        { headers: { Authorization: `Bearer ${bench.running.keys.publishableKey}` } },
      );
      expectBrowser('PaymentIntent', await read.json());
      const declined = await bench.pay(intent, '4000000000000002');
      expect(declined.status).toBe(402);
      expectBrowser('StripeError', declined.body.error);
      const challenged = await bench.pay(intent, '4000002500003155');
      expect(challenged.body).toMatchObject({ status: 'requires_action' });
      expectBrowser('PaymentIntent', challenged.body);
      const done = await bench.pay(await bench.newIntent(), VISA);
      expect(done.body).toMatchObject({ status: 'succeeded' });
      expectBrowser('PaymentIntent', done.body);
    });

    it('of a card', async () => {
      const made = await bench.running.browser('/v1/payment_methods', {
        type: 'card',
        'card[number]': VISA,
        'card[exp_month]': '12',
        'card[exp_year]': NEXT_YEAR,
        'card[cvc]': '123',
        'billing_details[name]': 'A Buyer',
      });
      expectBrowser('PaymentMethod', made.body);
    });

    it('of a refusal', async () => {
      const refused = await bench.running.browser('/v1/payment_methods', {
        type: 'card',
        'card[number]': '4242424242424241',
        'card[exp_month]': '12',
        'card[exp_year]': NEXT_YEAR,
      });
      expect(refused.status).toBe(402);
      expectBrowser('StripeError', refused.body.error);
    });
  });
});
