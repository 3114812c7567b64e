/**
 * Webhooks are signed as Stripe signs them and verified by Stripe's own library: the sandbox's signatures hold before the
 * `stripe` package, and the shop's door takes and refuses what that package takes and refuses.
 */
import { createHmac } from 'node:crypto';
import Stripe from 'stripe';
import { beforeAll, describe, expect, it } from 'vitest';
import { signatureHeader } from '#server/adapters/payments/sandbox/webhook-delivery.ts';
import { stripePayments } from '#server/adapters/payments/stripe.ts';
import type { PaymentProvider } from '#server/payments/payment-provider.ts';

const SECRET = 'whsec_of_the_shop_0123456789abcdef';
const OTHER = 'whsec_of_somebody_else_0123456789';
const TOLERANCE_SECONDS = 300;
const PAYLOAD = JSON.stringify({
  id: 'evt_1',
  object: 'event',
  type: 'payment_intent.succeeded',
  data: { object: { object: 'payment_intent', id: 'pi_1', description: '½ Bremsscheibe — 刹车盘 🔩' } },
});

const stripe = new Stripe('sk_test_1');
let payments: PaymentProvider;
beforeAll(() => {
  payments = stripePayments({ secretKey: 'sk_test_1', publishableKey: 'pk_test_1', webhookSecret: SECRET });
});

const secondsNow = () => Math.floor(Date.now() / 1_000);
const v1 = (secret: string, timestamp: number, payload = PAYLOAD) =>
  createHmac('sha256', secret).update(`${timestamp}.${payload}`).digest('hex');

/** Whether the package and the shop take it; they always agree. */
async function isTaken(header: string, payload: string | Buffer = PAYLOAD): Promise<boolean> {
  const body = Buffer.from(payload);
  let byPackage = true;
  try {
    expect(stripe.webhooks.constructEvent(body, header, SECRET).id).toBe('evt_1');
  } catch (error) {
    expect(error).toBeInstanceOf(Error);
    byPackage = false;
  }
  const byShop = await payments.parseWebhook(body, header);
  expect(byShop).toEqual(
    byPackage
      ? { eventId: 'evt_1', type: 'payment_intent.succeeded', intentId: 'pi_1', isAboutRefund: false }
      : 'bad-signature',
  );
  return byPackage;
}

describe('the sandbox signs', () => {
  it('to the letter as the package does', () => {
    for (const [payload, secret, timestamp] of [
      [PAYLOAD, SECRET, secondsNow()],
      ['', OTHER, 1],
      ['{}\n', SECRET, 4_102_444_800],
    ] as const) {
      expect(signatureHeader(payload, secret, new Date(timestamp * 1_000 + 999))).toBe(
        stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp }),
      );
    }
  });
});

describe('a webhook is taken', () => {
  it('when it is signed with the shop’s secret just now', async () => {
    expect(await isTaken(signatureHeader(PAYLOAD, SECRET, new Date()))).toBe(true);
  });

  it('until five minutes have passed, and no longer', async () => {
    const aged = (seconds: number) =>
      isTaken(signatureHeader(PAYLOAD, SECRET, new Date(Date.now() - seconds * 1_000)));
    expect(await aged(TOLERANCE_SECONDS - 5)).toBe(true);
    expect(await aged(TOLERANCE_SECONDS + 5)).toBe(false);
    expect(await aged(365 * 24 * 3_600)).toBe(false);
  });

  it('when one of several signatures is right: while a secret is being changed there are two', async () => {
    const t = secondsNow();
    const [right, wrong] = [v1(SECRET, t), v1(OTHER, t)];
    expect(await isTaken(`t=${t},v1=${wrong},v1=${right}`)).toBe(true);
    expect(await isTaken(`t=${t},v1=${right},v1=${wrong}`)).toBe(true);
    expect(await isTaken(`t=${t},v1=${right},v0=${wrong}`)).toBe(true);
    expect(await isTaken(`t=${t},v1=${wrong},v1=${wrong}`)).toBe(false);
  });
});

describe('a webhook is refused', () => {
  it('with another secret', async () => {
    expect(await isTaken(signatureHeader(PAYLOAD, OTHER, new Date()))).toBe(false);
  });

  it('with any byte changed, left out or added', async () => {
    const header = signatureHeader(PAYLOAD, SECRET, new Date());
    const bytes = Buffer.from(PAYLOAD);
    for (const at of [0, 10, Math.floor(bytes.length / 2), bytes.length - 1]) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(await isTaken(header, changed)).toBe(false);
    }
    expect(await isTaken(header, bytes.subarray(1))).toBe(false);
    expect(await isTaken(header, bytes.subarray(0, -1))).toBe(false);
    expect(await isTaken(header, Buffer.concat([bytes, Buffer.from(' ')]))).toBe(false);
    // The same JSON, written otherwise.
    expect(await isTaken(header, JSON.stringify(JSON.parse(PAYLOAD), null, 1))).toBe(false);
  });

  it('with the time changed, which is signed too', async () => {
    const old = secondsNow() - 2 * TOLERANCE_SECONDS;
    expect(await isTaken(`t=${secondsNow()},v1=${v1(SECRET, old)}`)).toBe(false);
  });

  it('with a signature of another scheme only', async () => {
    const t = secondsNow();
    expect(await isTaken(`t=${t},v0=${v1(SECRET, t)}`)).toBe(false);
  });

  it.each(['', 't=', 'v1=', 't=1', 'nonsense', 't=now,v1=00', 't=,v1=', ',,,', 't=1,v1=', '='])(
    'with the header %j',
    async (header) => {
      expect(await isTaken(header)).toBe(false);
    },
  );
});
