/** One order paid as buyers pay, with what the shop wrote and the provider answered recorded. */
import * as z from 'zod';
import type { Shop } from '#main/assemble.ts';
import type { Secrets } from '#main/secrets.ts';
import type { RecordedTransaction, Recording } from './limits/recorded-transaction.ts';

/** What one call of the shop wrote, and what the provider answered to it. */
export type RecordedCall = RecordedTransaction & {
  /** The payment as it was then, word for word. */
  readonly answerOfProvider: string;
};
export type RecordedPayment = { readonly madeReady: RecordedCall; readonly confirmed: RecordedCall };

const Prepared = z.object({ clientSecret: z.string() });
const Made = z.object({ id: z.string() });
/** One that the sandbox takes without asking. */
export const CARD = {
  type: 'card',
  'card[number]': '4242424242424242',
  'card[exp_month]': '12',
  'card[exp_year]': '2040',
  'card[cvc]': '123',
};

/**
 * @param order a fresh one, whose parts are named in the order of its lines
 * @param call asks the shop as the order's buyer
 * @param recording what the shop has sent so far
 */
export async function recordPayment(
  { sandboxUrl }: Pick<Shop, 'sandboxUrl'>,
  secrets: Secrets,
  order: { readonly id: string; readonly partIds: readonly number[] },
  call: (method: string, path: string, body: unknown) => Promise<unknown>,
  { committed, alone }: Recording,
): Promise<RecordedPayment> {
  const provider = async (path: string, key: string, form?: Readonly<Record<string, string>>) => {
    const answer = await fetch(new URL(`/v1${path}`, sandboxUrl), {
      method: form === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${key}` },
      ...(form === undefined ? {} : { body: new URLSearchParams(form) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`The sandbox answered ${path} with ${answer.status}: ${text}`);
    return text;
  };
  const { clientSecret } = Prepared.parse(
    await call('POST', '/api/create-payment-intent', { orderId: order.id }),
  );
  const [intentId = ''] = clientSecret.split('_secret_');
  const of = { texts: { id: order.id, intentId }, partIds: order.partIds };
  const asked = () => provider(`/payment_intents/${intentId}`, secrets.sandboxSecretKey);
  const begun = committed.findLast((transaction) =>
    transaction.some(({ text, values }) => text.includes('"payment_attempt"') && values.includes(order.id)),
  );
  const noted = alone.findLast(({ values }) => values.includes(intentId));
  if (begun === undefined || noted === undefined) throw new Error('How a payment is made ready was not seen');
  const madeReady = {
    statements: [...begun, noted],
    of: { ...of, at: new Date() },
    answerOfProvider: await asked(),
  };
  const card = Made.parse(
    JSON.parse(await provider('/payment_methods', secrets.sandboxPublishableKey, CARD)),
  );
  const confirmation = { client_secret: clientSecret, payment_method: card.id };
  await provider(`/payment_intents/${intentId}/confirm`, secrets.sandboxPublishableKey, confirmation);
  const at = new Date();
  await call('PATCH', `/api/order/${order.id}`, { transactionId: intentId });
  const statements = committed.findLast((transaction) =>
    transaction.some(({ values }) => values.includes(intentId)),
  );
  if (statements === undefined) throw new Error('The transaction of the recorded payment was not seen');
  return { madeReady, confirmed: { statements, of: { ...of, at }, answerOfProvider: await asked() } };
}
