/** What a buyer reads when money goes back: of their order's payment, or of one that did not pay it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RefundBody } from '#contract/payments.ts';
import type { Mail } from '#server/mail/mailer.ts';
import { paymentJobs } from '#server/payments/jobs.ts';
import { makePart } from '../factories/parts.ts';
import {
  type Placed,
  payInBrowser,
  payOrder,
  placeOrder,
  providerOf,
  sendNotice,
} from '../factories/payments.ts';
import { openTestShop, type Person, type TestShop } from '../shop.ts';

let shop: TestShop;
let admin: Person;
let buyer: Person;
let partId: string;

beforeAll(async () => {
  shop = await openTestShop();
  admin = await shop.person('admin');
  buyer = await shop.person('customer');
  partId = await makePart(shop, admin, { price: 10 });
});
afterAll(() => shop.close());

const post = async (path: string, body: object) => {
  const answer = await shop.call('POST', path, { token: admin.token, body });
  expect(answer.status).toBe(201);
  return answer.body as RefundBody;
};

/** The mail about a refund, as its job writes it. */
async function mailAbout({ _id: refundId }: RefundBody): Promise<Mail> {
  const sent: Mail[] = [];
  const mailer = { send: async (mail: Mail) => void sent.push(mail) };
  const jobs = paymentJobs(
    { ...shop.shop.deps, mailer, shop: { name: 'Mainshaft', url: shop.url } },
    new AbortController().signal,
  );
  await jobs['mail-about-refund']({ refundId });
  const [mail] = sent;
  if (mail === undefined) throw new Error('there is no mail about it');
  return mail;
}

/** An admin gives 100.00 TK back of a payment of 150.00 TK that names an order of 2,430.00 TK. */
async function refundStray({ insertedId }: Placed): Promise<RefundBody> {
  const intent = await providerOf(shop).paymentIntents.create({
    amount: 15_000,
    currency: 'bdt',
    metadata: { orderId: insertedId },
  });
  await payInBrowser(shop, intent.client_secret ?? '');
  await sendNotice(shop, 'payment_intent.succeeded', { object: 'payment_intent', id: intent.id });
  return post(`/payments/stray/${intent.id}/refund`, { amount: 100, reason: 'Not the right amount' });
}

describe('the mail about money that goes back', () => {
  it('says of how much, where the payment paid the order', async () => {
    const { insertedId, orderId } = await payOrder(shop, buyer, partId);
    const mail = await mailAbout(await post(`/order/${insertedId}/refund`, { amount: 100, reason: 'Bent' }));
    expect(mail).toMatchObject({ to: buyer.email, subject: `Refund for order ${orderId}` });
    expect(mail.text).toContain(`given 100.00 TK back of the 2,430.00 TK that you paid for order ${orderId}`);
  });

  it('does not say that the order was paid, where it still waits to be', async () => {
    const placed = await placeOrder(shop, buyer, partId);
    const { subject, text } = await mailAbout(await refundStray(placed));
    expect(subject).toBe(`A payment that named order ${placed.orderId} goes back to you`);
    expect(text).toContain(
      `given 100.00 TK back of a payment that named order ${placed.orderId} and did not pay it`,
    );
    expect(text).toContain('The order still waits to be paid');
    expect(text).not.toContain('that you paid for');
  });

  it('does not say that the order was paid, where it was cancelled', async () => {
    const placed = await placeOrder(shop, buyer, partId);
    await shop.call('DELETE', `/order/${placed.insertedId}`, { token: buyer.token });
    const { text } = await mailAbout(await refundStray(placed));
    expect(text).toContain(`a payment that named order ${placed.orderId} and did not pay it`);
    expect(text).not.toContain('waits to be paid');
    expect(text).not.toContain('that you paid for');
  });

  it('does not speak of the payment that paid the order, where another goes back', async () => {
    const paid = await payOrder(shop, buyer, partId);
    const { text } = await mailAbout(await refundStray(paid));
    expect(text).toContain(`a payment that named order ${paid.orderId} and did not pay it`);
    expect(text).not.toContain('2,430.00 TK');
  });
});
