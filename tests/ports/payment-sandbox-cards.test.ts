/** Every test card, as it pays or fails. */
import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { CARD_BEHAVIOURS, TEST_CARDS } from '#domain/payments/test-cards.ts';
import { postgresSandboxStore } from '#server/adapters/payments/sandbox/sandbox-store.ts';
import { createTestDatabase } from '../database.ts';
import { challengeOf, describePaymentSandbox, NEXT_YEAR, VISA } from './sandbox-bench.ts';
import { openWebhookReceiver, runSandbox } from './sandbox-fixture.ts';

describePaymentSandbox((bench) => {
  describe('cards', () => {
    it.each(TEST_CARDS.filter((card) => !CARD_BEHAVIOURS[card.behaviour].challenge))(
      '$number $behaviour',
      async ({ number, behaviour, brand, funding }) => {
        const intent = await bench.newIntent();
        const answer = await bench.pay(intent, number);
        const { decline } = CARD_BEHAVIOURS[behaviour];
        const now = await bench.running.stripe.paymentIntents.retrieve(intent.id);
        const charge = await bench.running.stripe.charges.retrieve(String(now.latest_charge));
        expect(charge.billing_details.name).toBe('Farhana Akter');
        if (decline === null) {
          expect(answer).toMatchObject({ status: 200, body: { id: intent.id, status: 'succeeded' } });
          expect(now).toMatchObject({ status: 'succeeded', amount_received: 121_500 });
          const method = await bench.running.stripe.paymentMethods.retrieve(String(now.payment_method));
          expect(method.card).toMatchObject({ brand, funding, last4: number.slice(-4) });
          expect(charge).toMatchObject({ paid: true, amount: 121_500, payment_intent: intent.id });
        } else {
          const error = { type: 'card_error', code: decline.code, message: decline.message };
          expect(answer).toMatchObject({ status: 402, body: { error } });
          expect(answer.body.error).toHaveProperty('payment_intent.status', 'requires_payment_method');
          expect((answer.body.error as { decline_code?: string }).decline_code ?? null).toBe(
            decline.declineCode,
          );
          expect(now).toMatchObject({ status: 'requires_payment_method', last_payment_error: error });
          expect(charge).toMatchObject({ paid: false, failure_code: decline.code });
          // Another card can pay it.
          expect(await bench.pay(intent)).toMatchObject({ status: 200, body: { status: 'succeeded' } });
        }
      },
    );

    it.each(TEST_CARDS.filter((card) => CARD_BEHAVIOURS[card.behaviour].challenge))(
      '$number $behaviour',
      async ({ number, behaviour }) => {
        const intent = await bench.newIntent();
        const challenged = await bench.pay(intent, number);
        expect(challenged).toMatchObject({
          status: 200,
          body: { status: 'requires_action', next_action: { type: 'use_stripe_sdk' } },
        });
        const answer = await bench.finish(intent, challengeOf(challenged.body), 'succeeded');
        const { decline } = CARD_BEHAVIOURS[behaviour];
        if (decline === null)
          expect(answer.body).toMatchObject({ status: 'succeeded', last_payment_error: null });
        else {
          expect(answer.body).toMatchObject({
            status: 'requires_payment_method',
            last_payment_error: {
              code: decline.code,
              decline_code: decline.declineCode,
              message: decline.message,
            },
          });
        }
      },
    );

    it('leaves an intent to be paid again after a failed authentication', async () => {
      const intent = await bench.newIntent();
      const challenged = await bench.pay(intent, '4000002760003184');
      const source = challengeOf(challenged.body);
      expect((await bench.finish(intent, source, 'failed')).body).toMatchObject({
        status: 'requires_payment_method',
        last_payment_error: { code: 'payment_intent_authentication_failure' },
      });
      expect((await bench.finish(intent, source, 'succeeded')).status).toBe(400);
      expect((await bench.pay(intent)).body).toMatchObject({ status: 'succeeded' });
    });

    it('starts a new challenge when an intent is confirmed again, and closes the old one', async () => {
      const intent = await bench.newIntent();
      const first = challengeOf((await bench.pay(intent, '4000002760003184')).body);
      const second = challengeOf((await bench.pay(intent, '4000002500003155')).body);
      expect((await bench.finish(intent, first, 'succeeded')).status).toBe(400);
      expect((await bench.finish(intent, second, 'succeeded')).body).toMatchObject({ status: 'succeeded' });
    });

    it.each([
      ['a real-looking number', '4111111111111111', 'card_declined'],
      ['a wrong check digit', '4242424242424241', 'incorrect_number'],
      ['letters', '4242 4242 4242 424x', 'incorrect_number'],
    ])('refuses %s', async (_, number, code) => {
      const refused = bench.running.browser('/v1/payment_methods', {
        type: 'card',
        'card[number]': number,
        'card[exp_month]': '12',
        'card[exp_year]': NEXT_YEAR,
      });
      expect(await refused).toMatchObject({ status: 402, body: { error: { type: 'card_error', code } } });
    });

    it.each([
      [{ 'card[exp_month]': '13' }, 'invalid_expiry_month'],
      [{ 'card[exp_year]': '2020' }, 'invalid_expiry_year'],
      [{ 'card[cvc]': '12' }, 'invalid_cvc'],
    ])('refuses %j', async (change, code) => {
      const answer = await bench.running.browser('/v1/payment_methods', {
        type: 'card',
        'card[number]': VISA,
        'card[exp_month]': '12',
        'card[exp_year]': NEXT_YEAR,
        ...change,
      });
      expect(answer).toMatchObject({ status: 402, body: { error: { code } } });
    });

    it('takes Stripe’s named test cards, each as often as wanted', async () => {
      for (const _ of [1, 2]) {
        const intent = await bench.newIntent();
        const paid = await bench.running.stripe.paymentIntents.confirm(intent.id, {
          payment_method: 'pm_card_visa',
        });
        expect(paid.status).toBe('succeeded');
      }
      const intent = await bench.newIntent();
      await expect(
        bench.running.stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_chargeDeclined' }),
      ).rejects.toMatchObject({
        type: 'StripeCardError',
        code: 'card_declined',
        decline_code: 'generic_decline',
      });
    });

    it('lets a card pay once only', async () => {
      const method = await bench.newMethod(VISA);
      const [first, second] = [await bench.newIntent(), await bench.newIntent()];
      const confirm = (intent: Stripe.PaymentIntent) =>
        bench.running.stripe.paymentIntents.confirm(intent.id, { payment_method: method });
      await confirm(first);
      await expect(confirm(second)).rejects.toMatchObject({ type: 'StripeInvalidRequestError' });
    });
  });

  it('keeps its state over a restart, a challenge under way included', async () => {
    const intent = await bench.newIntent();
    const source = challengeOf((await bench.pay(intent, '4000002760003184')).body);
    await bench.restart();
    expect((await bench.finish(intent, source, 'succeeded')).body).toMatchObject({ status: 'succeeded' });
  });
});

it('no table of the sandbox ever holds a card number', async () => {
  const database = await createTestDatabase();
  const shop = await openWebhookReceiver();
  const pool = database.databases.writePool;
  const running = await runSandbox(postgresSandboxStore(pool), shop.url);
  for (const [index, { number }] of TEST_CARDS.entries()) {
    await running.browser(
      '/v1/payment_methods',
      { type: 'card', 'card[number]': number, 'card[exp_month]': '1', 'card[exp_year]': NEXT_YEAR },
      { 'Idempotency-Key': `key-${index}` },
    );
  }
  const kept = await pool.query<{ row: string }>(
    `SELECT row::text AS row FROM sandbox.payment_method AS row
     UNION ALL SELECT row::text FROM sandbox.idempotency_key AS row`,
  );
  await running.close();
  await shop.close();
  await database.drop();
  expect(kept.rows.length).toBe(2 * TEST_CARDS.length);
  for (const { row } of kept.rows) {
    for (const { number } of TEST_CARDS) expect(row).not.toContain(number.slice(0, 8));
  }
});
