/** Intents, refunds and repeated calls of the payment sandbox. */
import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { describePaymentSandbox, VISA } from './sandbox-bench.ts';
import { runSandbox } from './sandbox-fixture.ts';

describePaymentSandbox((bench) => {
  describe('intents', () => {
    it('have the shapes that the stripe package declares', async () => {
      const intent: Stripe.Response<Stripe.PaymentIntent> = await bench.newIntent();
      expect(intent.lastResponse.requestId).toMatch(/^req_/);
      expect(intent).toMatchObject({
        object: 'payment_intent',
        id: expect.stringMatching(/^pi_[0-9A-Za-z]{24}$/),
        client_secret: expect.stringMatching(/^pi_[0-9A-Za-z]{24}_secret_[0-9A-Za-z]{25}$/),
        amount: 121_500,
        currency: 'bdt',
        status: 'requires_payment_method',
        metadata: { orderId: 'o-1' },
        livemode: false,
      });
    });

    it.each([
      [{ amount: 0, currency: 'bdt' }, 'parameter_invalid_integer'],
      [{ amount: -5, currency: 'bdt' }, 'parameter_invalid_integer'],
      [{ amount: 1.5, currency: 'bdt' }, 'parameter_invalid_integer'],
      [{ amount: 1e21, currency: 'bdt' }, 'parameter_invalid_integer'],
      [{ amount: 100_000_000, currency: 'bdt' }, 'amount_too_large'],
      [{ amount: 49, currency: 'usd' }, 'amount_too_small'],
      [{ amount: 100, currency: 'zzz' }, undefined],
    ])('refuse %j', async (parameters, code) => {
      await expect(bench.running.stripe.paymentIntents.create(parameters)).rejects.toMatchObject({
        type: 'StripeInvalidRequestError',
        statusCode: 400,
        code,
      });
    });

    it('take the least and the greatest amount', async () => {
      expect((await bench.newIntent(1)).amount).toBe(1);
      expect((await bench.newIntent(99_999_999)).amount).toBe(99_999_999);
    });

    it('are read by a browser only with the client secret, and then without the shop’s own notes', async () => {
      const intent = await bench.newIntent();
      const get = async (query: string) => {
        const response = await fetch(
          new URL(`/v1/payment_intents/${intent.id}?${query}`, bench.running.base),
          {
            headers: { Authorization: `Bearer ${bench.running.keys.publishableKey}` },
          },
        );
        return { status: response.status, body: await response.json() };
      };
      const right = await get(`client_secret=${intent.client_secret}`);
      expect(right).toMatchObject({ status: 200, body: { id: intent.id } });
      expect(right.body).not.toHaveProperty('metadata');
      expect(await get('client_secret=wrong')).toMatchObject({
        status: 400,
        body: { error: { code: 'payment_intent_invalid_parameter' } },
      });
      expect(await get('')).toMatchObject({ status: 400, body: { error: { code: 'parameter_missing' } } });
    });

    it('are not paid with a wrong client secret', async () => {
      const [intent, other] = [await bench.newIntent(), await bench.newIntent()];
      const answer = await bench.running.browser(`/v1/payment_intents/${intent.id}/confirm`, {
        client_secret: String(other.client_secret),
        payment_method: await bench.newMethod(VISA),
      });
      expect(answer.status).toBe(400);
      expect((await bench.running.stripe.paymentIntents.retrieve(intent.id)).status).toBe(
        'requires_payment_method',
      );
    });

    it('are paid once by ten confirmations at once', async () => {
      const intent = await bench.newIntent();
      const methods = await Promise.all(Array.from({ length: 10 }, () => bench.newMethod(VISA)));
      const answers = await Promise.all(
        methods.map((payment_method) =>
          bench.running.browser(`/v1/payment_intents/${intent.id}/confirm`, {
            client_secret: String(intent.client_secret),
            payment_method,
          }),
        ),
      );
      expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
      for (const answer of answers.filter(({ status }) => status !== 200)) {
        expect(answer).toMatchObject({
          status: 400,
          body: { error: { code: 'payment_intent_unexpected_state' } },
        });
      }
      await bench.shop.waitFor(1);
      expect(bench.shop.received).toHaveLength(1);
    });

    it('end in one state when paying and cancelling meet', async () => {
      for (let i = 0; i < 5; i += 1) {
        const intent = await bench.newIntent();
        const [paid, canceled] = await Promise.allSettled([
          bench.running.stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' }),
          bench.running.stripe.paymentIntents.cancel(intent.id),
        ]);
        const { status } = await bench.running.stripe.paymentIntents.retrieve(intent.id);
        expect([paid.status, canceled.status].sort()).toEqual(['fulfilled', 'rejected']);
        expect(status).toBe(paid.status === 'fulfilled' ? 'succeeded' : 'canceled');
      }
    });

    it('are not cancelled once paid, nor paid once cancelled', async () => {
      const paid = await bench.newIntent();
      await bench.pay(paid);
      await expect(bench.running.stripe.paymentIntents.cancel(paid.id)).rejects.toMatchObject({
        code: 'payment_intent_unexpected_state',
        payment_intent: { status: 'succeeded' },
      });
      const canceled = await bench.newIntent();
      const answer = await bench.running.stripe.paymentIntents.cancel(canceled.id, {
        cancellation_reason: 'abandoned',
      });
      expect(answer).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned' });
      expect(await bench.pay(canceled)).toMatchObject({ status: 400 });
      await expect(bench.running.stripe.paymentIntents.cancel(canceled.id)).rejects.toMatchObject({
        code: 'payment_intent_unexpected_state',
      });
    });
  });

  describe('refunds', () => {
    const paidIntent = async () => {
      const intent = await bench.newIntent(1_000);
      return bench.running.stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' });
    };

    it('give back a part, then the rest, then nothing', async () => {
      const intent = await paidIntent();
      const part: Stripe.Refund = await bench.running.stripe.refunds.create({
        payment_intent: intent.id,
        amount: 300,
      });
      expect(part).toMatchObject({
        object: 'refund',
        amount: 300,
        status: 'succeeded',
        charge: intent.latest_charge,
      });
      const rest = await bench.running.stripe.refunds.create({ charge: String(intent.latest_charge) });
      expect(rest.amount).toBe(700);
      expect(await bench.running.stripe.refunds.retrieve(rest.id)).toMatchObject({ amount: 700 });
      const charge = await bench.running.stripe.charges.retrieve(String(intent.latest_charge));
      expect(charge).toMatchObject({ refunded: true, amount_refunded: 1_000 });
      await expect(bench.running.stripe.refunds.create({ payment_intent: intent.id })).rejects.toMatchObject({
        code: 'charge_already_refunded',
      });
    });

    it('never give back more than was paid, however many at once', async () => {
      const intent = await paidIntent();
      await expect(
        bench.running.stripe.refunds.create({ payment_intent: intent.id, amount: 1_001 }),
      ).rejects.toMatchObject({ statusCode: 400 });
      const results = await Promise.allSettled(
        Array.from({ length: 8 }, () =>
          bench.running.stripe.refunds.create({ payment_intent: intent.id, amount: 400 }),
        ),
      );
      expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(2);
    });

    it('refuse what was not paid', async () => {
      const intent = await bench.newIntent();
      await expect(bench.running.stripe.refunds.create({ payment_intent: intent.id })).rejects.toMatchObject({
        statusCode: 400,
      });
    });
  });

  describe('idempotency keys', () => {
    const key = () => `test-${crypto.randomUUID()}`;

    it('give the first answer again', async () => {
      const idempotencyKey = key();
      const first = await bench.newIntent(500, { idempotencyKey });
      const second = await bench.newIntent(500, { idempotencyKey });
      expect(second).toEqual(first);
      expect(first.lastResponse.headers['idempotent-replayed']).toBeUndefined();
      expect(second.lastResponse.headers['idempotent-replayed']).toBe('true');
    });

    it('make one intent of ten calls at once', async () => {
      const idempotencyKey = key();
      const intents = await Promise.all(
        Array.from({ length: 10 }, () => bench.newIntent(500, { idempotencyKey })),
      );
      expect(new Set(intents.map((intent) => intent.id)).size).toBe(1);
    });

    it('refuse other parameters, and other calls', async () => {
      const idempotencyKey = key();
      const intent = await bench.newIntent(500, { idempotencyKey });
      await expect(bench.newIntent(501, { idempotencyKey })).rejects.toMatchObject({
        type: 'StripeIdempotencyError',
        statusCode: 400,
      });
      await expect(
        bench.running.stripe.paymentIntents.cancel(intent.id, undefined, { idempotencyKey }),
      ).rejects.toMatchObject({ type: 'StripeIdempotencyError' });
    });

    it('replay a decline, and forget a call that was refused for its parameters', async () => {
      const intent = await bench.newIntent();
      const idempotencyKey = key();
      const decline = () =>
        bench.running.stripe.paymentIntents.confirm(
          intent.id,
          { payment_method: 'pm_card_chargeDeclined' },
          { idempotencyKey },
        );
      await expect(decline()).rejects.toMatchObject({ type: 'StripeCardError' });
      await expect(decline()).rejects.toMatchObject({ headers: { 'idempotent-replayed': 'true' } });

      const other = key();
      await expect(bench.newIntent(-1, { idempotencyKey: other })).rejects.toMatchObject({ statusCode: 400 });
      expect((await bench.newIntent(1, { idempotencyKey: other })).amount).toBe(1);
    });

    it('of browsers and of the server are apart', async () => {
      const idempotencyKey = key();
      await bench.running.browser(
        '/v1/payment_methods',
        { type: 'card' },
        { 'Idempotency-Key': idempotencyKey },
      );
      expect((await bench.newIntent(500, { idempotencyKey })).amount).toBe(500);
    });

    it('are free again after a day', async () => {
      const idempotencyKey = key();
      const first = await bench.newIntent(500, { idempotencyKey });
      const later = await runSandbox(bench.store, bench.shop.url, {
        keys: bench.running.keys,
        now: () => new Date(Date.now() + 25 * 60 * 60 * 1_000),
      });
      const second = await later.stripe.paymentIntents.create(
        { amount: 600, currency: 'bdt' },
        { idempotencyKey },
      );
      await later.close();
      expect(second.id).not.toBe(first.id);
    });
  });
});
