/**
 * The payment provider of the fault suite: the shop's own stand-in for Stripe, but outside the shop, with a database that
 * nobody kills. What it says about money is the truth that the shop's books are held to.
 */
import { createHmac } from 'node:crypto';
import type pg from 'pg';
import { listenOnLoopback } from '#main/listen-on-loopback.ts';
import { createPaymentSandbox } from '#server/adapters/payments/sandbox/payment-sandbox.ts';
import { postgresSandboxStore } from '#server/adapters/payments/sandbox/sandbox-store.ts';
import { signatureHeader } from '#server/adapters/payments/sandbox/webhook-delivery.ts';

export const PROVIDER_KEYS = {
  secretKey: `sk_test_${'faults'.repeat(6)}`,
  publishableKey: `pk_test_${'faults'.repeat(6)}`,
  webhookSecret: `whsec_${'faults'.repeat(6)}`,
};

export type Notice = { readonly id: string; readonly body: string };
/** A payment that went through. */
export type Payment = {
  readonly intentId: string;
  readonly orderId: string;
  readonly amount: number;
  readonly refunded: number;
};

export type Provider = {
  readonly port: number;
  /** Pays as a browser does; answers the payment's state, such as `succeeded`. */
  pay(clientSecret: string): Promise<string>;
  /** Notices from after one, the oldest first. */
  noticesAfter(count: number): Promise<readonly Notice[]>;
  /** The header that makes a notice believed, as of now. */
  sign(body: string, at: Date): string;
  /** The header that somebody without the secret would send. */
  forge(body: string, at: Date): string;
  payments(): Promise<readonly Payment[]>;
  close(): Promise<void>;
};

export async function openProvider(pool: pg.Pool): Promise<Provider> {
  const sandbox = createPaymentSandbox({
    store: postgresSandboxStore(pool),
    keys: PROVIDER_KEYS,
    // The suite carries the notices itself.
    webhookUrl: new URL('http://127.0.0.1:9/'),
    now: () => new Date(),
    log: { warn: () => undefined, error: (fields) => process.stderr.write(`${JSON.stringify(fields)}\n`) },
  });
  const { port, close } = await listenOnLoopback(sandbox.app);
  const post = async (path: string, form: Record<string, string>) => {
    const answer = await fetch(`http://127.0.0.1:${port}/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${PROVIDER_KEYS.publishableKey}` },
      body: new URLSearchParams(form),
    });
    return (await answer.json()) as { id?: string; status?: string; error?: { code: string } };
  };
  return {
    port,
    async pay(clientSecret) {
      const method = await post('/payment_methods', {
        type: 'card',
        'card[number]': '4242424242424242',
        'card[exp_month]': '12',
        'card[exp_year]': '2040',
        'card[cvc]': '123',
      });
      const paid = await post(`/payment_intents/${clientSecret.split('_secret_')[0]}/confirm`, {
        client_secret: clientSecret,
        payment_method: method.id ?? '',
      });
      return paid.status ?? paid.error?.code ?? 'unknown';
    },
    async noticesAfter(count) {
      const { rows } = await pool.query<Notice>(
        'SELECT id, body FROM sandbox.event ORDER BY created_at, id OFFSET $1',
        [count],
      );
      return rows;
    },
    sign: (body, at) => signatureHeader(body, PROVIDER_KEYS.webhookSecret, at),
    forge(body, at) {
      const seconds = Math.floor(at.getTime() / 1_000);
      const signature = createHmac('sha256', 'whsec_guessed').update(`${seconds}.${body}`).digest('hex');
      return `t=${seconds},v1=${signature}`;
    },
    async payments() {
      const { rows } = await pool.query<Payment>(`
        SELECT intent.id AS "intentId", intent.metadata ->> 'orderId' AS "orderId", charge.amount,
               charge.amount_refunded AS refunded
        FROM sandbox.charge AS charge JOIN sandbox.payment_intent AS intent ON intent.id = charge.payment_intent_id
        WHERE charge.decline IS NULL`);
      return rows;
    },
    async close() {
      await sandbox.stop();
      await close();
    },
  };
}
