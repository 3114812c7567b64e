/** Who may call the payment sandbox, what it says to malformed calls, and what it tells the shop. */
import { Hono } from 'hono';
import type Stripe from 'stripe';
import { beforeEach, describe, expect, it } from 'vitest';
import { describePaymentSandbox } from './sandbox-bench.ts';
import { runSandbox } from './sandbox-fixture.ts';

describePaymentSandbox((bench) => {
  describe('keys and malformed calls', () => {
    const raw = (path: string, init: RequestInit & { key?: string } = {}) =>
      fetch(new URL(path, bench.running.base), {
        ...init,
        headers: { Authorization: `Bearer ${init.key ?? bench.running.keys.secretKey}`, ...init.headers },
      });

    it('let nobody in without a right key', async () => {
      expect((await fetch(new URL('/v1/payment_intents/pi_x', bench.running.base))).status).toBe(401);
      expect((await raw('/v1/payment_intents/pi_x', { key: 'sk_sandbox_wrong' })).status).toBe(401);
    });

    it.each([
      ['POST', '/v1/payment_intents'],
      ['POST', '/v1/payment_intents/pi_1/cancel'],
      ['POST', '/v1/refunds'],
      ['GET', '/v1/payment_methods/pm_1'],
      ['GET', '/v1/charges/ch_1'],
    ])('keep a browser out of %s %s', async (method, path) => {
      const response = await raw(path, { method, key: bench.running.keys.publishableKey });
      expect(response.status).toBe(401);
      expect(await response.json()).toMatchObject({ error: { code: 'secret_key_required' } });
    });

    const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
    it.each<[string, string, RequestInit]>([
      ['an unknown path', '/v1/customers', {}],
      ['another method', '/v1/refunds', { method: 'DELETE' }],
      ['an unknown id', '/v1/payment_intents/pi_nobody', {}],
      ['an id with NUL', '/v1/payment_intents/pi_%00', {}],
      ['a broken escape', '/v1/payment_intents/%E0%A4%A', {}],
      [
        'JSON',
        '/v1/payment_intents',
        { method: 'POST', body: '{"amount":1}', headers: { 'Content-Type': 'application/json' } },
      ],
      ['nothing', '/v1/payment_intents', { method: 'POST' }],
      [
        'an unknown parameter',
        '/v1/payment_intents',
        { method: 'POST', body: 'amount=100&currency=bdt&confirm=true', headers: form },
      ],
      [
        'a NUL',
        '/v1/payment_intents',
        { method: 'POST', body: 'amount=100&currency=bdt&description=a%00b', headers: form },
      ],
      [
        'an amount of many digits',
        '/v1/payment_intents',
        { method: 'POST', body: `amount=${'9'.repeat(400)}&currency=bdt`, headers: form },
      ],
      [
        'a value and an object',
        '/v1/payment_intents',
        { method: 'POST', body: 'metadata=1&metadata[a]=2', headers: form },
      ],
      [
        'an object for a value',
        '/v1/payment_intents',
        { method: 'POST', body: 'amount[a]=2&currency=bdt', headers: form },
      ],
      [
        'deep nesting',
        '/v1/payment_intents',
        { method: 'POST', body: `metadata${'[a]'.repeat(50)}=2`, headers: form },
      ],
      ['brackets alone', '/v1/payment_intents', { method: 'POST', body: '[[=2&]=3', headers: form }],
      ['__proto__', '/v1/payment_intents', { method: 'POST', body: '__proto__[amount]=2', headers: form }],
      [
        'long metadata',
        '/v1/payment_intents',
        { method: 'POST', body: `amount=100&currency=bdt&metadata[a]=${'x'.repeat(501)}`, headers: form },
      ],
      ['a large body', '/v1/payment_intents', { method: 'POST', body: 'x='.repeat(50_000), headers: form }],
      [
        'a long key',
        '/v1/payment_intents',
        {
          method: 'POST',
          body: 'amount=100&currency=bdt',
          headers: { ...form, 'Idempotency-Key': 'k'.repeat(256) },
        },
      ],
      [
        'bad UTF-8',
        '/v1/payment_intents',
        { method: 'POST', body: Buffer.from([0xff, 0xfe, 0x3d]), headers: form },
      ],
    ])('answer %s with an error of Stripe’s shape', async (_, path, init) => {
      const response = await raw(path, init);
      expect(response.status).toBeGreaterThanOrEqual(400);
      expect(response.status).toBeLessThan(500);
      expect(await response.json()).toMatchObject({
        error: {
          type: expect.stringMatching(/^(invalid_request|idempotency)_error$/),
          message: expect.any(String),
        },
      });
    });

    it('find the sandbox under a prefix too', async () => {
      const shopApp = new Hono().route('/sandbox/stripe', bench.running.sandbox.app);
      const headers = { Authorization: `Bearer ${bench.running.keys.secretKey}` };
      const intent = await bench.newIntent();
      const found = await shopApp.request(`/sandbox/stripe/v1/payment_intents/${intent.id}`, { headers });
      expect(await found.json()).toMatchObject({ id: intent.id });
      for (const path of ['/v1/nothing', '/v1/payment_intents/pi_nobody', '/']) {
        const answer = await shopApp.request(`/sandbox/stripe${path}`, { headers });
        expect(answer.status).toBe(404);
        expect(await answer.json()).toMatchObject({ error: { type: 'invalid_request_error' } });
      }
    });

    it('name the parameter that is wrong', async () => {
      const response = await raw('/v1/payment_methods', {
        method: 'POST',
        body: 'type=card&card[number]=4242&card[exp_month]=1&card[exp_year]=x',
        headers: form,
      });
      expect(await response.json()).toMatchObject({
        error: { code: 'parameter_invalid_integer', param: 'card[exp_year]' },
      });
    });

    it('keep metadata of every kind of key', async () => {
      const metadata = { orderId: 'o-7', __proto__x: '1', ключ: 'значение 🔩', '0': 'zero', empty: '' };
      const intent = await bench.running.stripe.paymentIntents.create({
        amount: 100,
        currency: 'bdt',
        metadata,
      });
      const { empty: _, ...kept } = metadata;
      expect(intent.metadata).toEqual(kept);
      expect((await bench.running.stripe.paymentIntents.retrieve(intent.id)).metadata).toEqual(kept);
    });
  });

  describe('webhooks', () => {
    const events = () =>
      bench.shop.received.map(({ body, signature }) =>
        bench.running.stripe.webhooks.constructEvent(body, signature, bench.running.keys.webhookSecret),
      );

    // What an earlier test caused may still be on its way when the machine is busy.
    beforeEach(async () => {
      let count: number;
      do {
        count = bench.shop.received.length;
        await new Promise((resolve) => setTimeout(resolve, 250));
      } while (count !== bench.shop.received.length);
      bench.shop.received.splice(0);
      bench.shop.answers.splice(0);
    });

    it('tell of payments, failures and cancellations, signed', async () => {
      const [intent, canceled] = [await bench.newIntent(), await bench.newIntent()];
      await bench.pay(intent, '4000000000000002');
      await bench.shop.waitFor(1);
      await bench.pay(intent);
      await bench.shop.waitFor(2);
      await bench.running.stripe.paymentIntents.cancel(canceled.id);
      await bench.shop.waitFor(3);
      expect(events().map((event) => [event.type, (event.data.object as Stripe.PaymentIntent).id])).toEqual([
        ['payment_intent.payment_failed', intent.id],
        ['payment_intent.succeeded', intent.id],
        ['payment_intent.canceled', canceled.id],
      ]);
      const { body, signature } = bench.shop.received[0] ?? { body: Buffer.alloc(0), signature: '' };
      const tampered = Buffer.from(body.toString().replace('payment_failed', 'succeeded'));
      expect(() =>
        bench.running.stripe.webhooks.constructEvent(tampered, signature, bench.running.keys.webhookSecret),
      ).toThrow();
    });

    it('are sent again until the shop takes them, with the same event', async () => {
      bench.shop.answers.push(500, 302);
      await bench.pay(await bench.newIntent());
      await bench.shop.waitFor(3);
      const ids = events().map((event) => event.id);
      expect(new Set(ids).size).toBe(1);
      await new Promise((resolve) => setTimeout(resolve, 150));
      expect(bench.shop.received).toHaveLength(3);
    });

    it('are given up after the last try', async () => {
      bench.shop.answers.push(500, 500, 500, 500, 500, 500);
      await bench.pay(await bench.newIntent());
      await bench.shop.waitFor(4);
      await new Promise((resolve) => setTimeout(resolve, 150));
      expect(bench.shop.received).toHaveLength(4);
    });

    it('do not hold up the answer', async () => {
      bench.shop.answers.push('hang');
      const intent = await bench.newIntent();
      expect(await bench.pay(intent)).toMatchObject({ status: 200 });
      await bench.shop.waitFor(1);
      // Stopping breaks the hanging one off; the next start sends it again.
      await bench.restart();
      await bench.shop.waitFor(2);
      expect(new Set(events().map((event) => event.id)).size).toBe(1);
    });

    it('that were due while nothing ran are sent at the next start', async () => {
      const silent = await runSandbox(bench.store, bench.shop.url, { keys: bench.running.keys });
      await bench.running.sandbox.stop();
      await silent.sandbox.stop();
      const intent = await silent.stripe.paymentIntents.create({ amount: 100, currency: 'bdt' });
      await silent.stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' });
      await silent.close();
      expect(bench.shop.received).toHaveLength(0);
      await bench.restart();
      await bench.shop.waitFor(1);
      expect(await bench.running.stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
        status: 'succeeded',
      });
    });
  });
});
