import type { Stripe, StripeCardElement } from '@stripe/stripe-js';
import { expect, test } from 'vitest';
import { payByCard } from '#web/features/payments/pay-by-card.ts';

/** As much of the provider's script as paying uses. */
function pay(answers: {
  method?: unknown;
  confirmed?: unknown;
  retrieved?: unknown;
}): ReturnType<typeof payByCard> {
  const give = (answer: unknown) => async () => {
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const stripe = {
    createPaymentMethod: give(answers.method ?? { paymentMethod: { id: 'pm_1' } }),
    confirmCardPayment: give(answers.confirmed),
    retrievePaymentIntent: give(answers.retrieved ?? new Error('not asked for')),
  } as unknown as Stripe;
  return payByCard({
    stripe,
    card: {} as StripeCardElement,
    clientSecret: 'pi_1_secret_2',
    payer: { name: 'A', email: 'a@b.example' },
  });
}
const intent = (status: string) => ({ paymentIntent: { id: 'pi_1', status } });

test('a confirmed payment is paid, one that the bank still looks at is processing', async () => {
  expect(await pay({ confirmed: intent('succeeded') })).toEqual({ kind: 'paid', transactionId: 'pi_1' });
  expect(await pay({ confirmed: intent('processing') })).toMatchObject({ kind: 'processing' });
});

test('a card that is not typed whole was never sent', async () => {
  const error = { type: 'validation_error', message: 'Your card number is incomplete.' };
  expect(await pay({ method: { error } })).toEqual({ kind: 'incomplete', message: error.message });
});

test('a declined card is surely uncharged', async () => {
  const error = { type: 'card_error', message: 'Your card was declined.' };
  expect(await pay({ confirmed: { error } })).toEqual({
    kind: 'failed',
    message: 'Your card was declined.',
    isSurelyUncharged: true,
  });
});

test('confirming what has succeeded before is a success', async () => {
  const error = { type: 'invalid_request_error', payment_intent: { id: 'pi_1', status: 'succeeded' } };
  expect(await pay({ confirmed: { error } })).toEqual({ kind: 'paid', transactionId: 'pi_1' });
});

test('after a broken connection the provider is asked what holds', async () => {
  const confirmed = { error: { type: 'api_connection_error', message: 'No connection.' } };
  expect(await pay({ confirmed, retrieved: intent('succeeded') })).toMatchObject({ kind: 'paid' });
  expect(await pay({ confirmed, retrieved: intent('requires_payment_method') })).toMatchObject({
    kind: 'failed',
    isSurelyUncharged: true,
  });
  expect(await pay({ confirmed, retrieved: new Error('still no connection') })).toEqual({
    kind: 'failed',
    message: 'No connection.',
    isSurelyUncharged: false,
  });
});

test('whatever is thrown is an outcome, too', async () => {
  expect(await pay({ confirmed: new Error('broken'), retrieved: intent('succeeded') })).toMatchObject({
    kind: 'paid',
  });
});
