/** Money that goes back, through the real `stripe` package and the sandbox, over HTTP, against the books. */
import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { OrderDetailBody } from '#contract/ordering.ts';
import type { ReconciliationBody, RefundBody, StrayPaymentBody } from '#contract/payments.ts';
import { runReconcile } from '#main/cli-reconcile.ts';
import { auditOfShop } from '#server/audit/audit.ts';
import { beginDueReconciliation, beginReconciliation } from '#server/payments/begin-reconciliation.ts';
import { PaymentProviderRejected, PaymentProviderUnavailable } from '#server/payments/payment-provider.ts';
import { workOnReconciliation } from '#server/payments/reconcile.ts';
import { sendRefund } from '#server/payments/send-refund.ts';
import { readConfig } from '#server/platform/config.ts';
import { openLog } from '#server/platform/log.ts';
import { expectBooksToBalance } from '../factories/books.ts';
import { makePart, stockOf } from '../factories/parts.ts';
import {
  intentOf,
  type Placed,
  payInBrowser,
  payOrder,
  payPlaced,
  placeOrder,
  preparePayment,
  providerOf,
  REFUND_FAILS,
  REFUND_PENDS,
  sendNotice,
} from '../factories/payments.ts';
import { openTestShop, type Person, type TestShop } from '../shop.ts';

let shop: TestShop;
let admin: Person;
let buyer: Person;

beforeAll(async () => {
  shop = await openTestShop({ env: { MAX_UNPAID_ORDERS: '100' } });
  admin = await shop.person('admin');
  buyer = await shop.person('customer');
});
afterAll(() => shop.close());
afterEach(async () => {
  vi.restoreAllMocks();
  await expectBooksToBalance(shop.databases);
});

/** An order of 2,430.00 TK, paid. */
const paidOrder = async (card?: string) => {
  const partId = await makePart(shop, admin, { price: 10, stock: 50 });
  return { ...(await payOrder(shop, buyer, partId, card === undefined ? {} : { card })), partId };
};
const refund = (orderId: string, body: object = {}, key?: string) =>
  shop.call('POST', `/order/${orderId}/refund`, {
    token: admin.token,
    body: { reason: 'Came back', ...body },
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  });
const orderAs = async (person: Person, orderId: string) =>
  (await shop.call('GET', `/order/${orderId}`, { token: person.token })).body as OrderDetailBody;
const unreachable = () => Promise.reject(new PaymentProviderUnavailable('Stripe is out of reach'));
const atProvider = async (intentId: string) =>
  (await providerOf(shop).refunds.list({ payment_intent: intentId })).data;

describe('an admin gives money back', () => {
  it('all of it: the order is refunded, and page, receipt and provider say so', async () => {
    const { insertedId, orderId, transactionId } = await paidOrder();
    const answer = await refund(orderId, { reason: 'Ordered twice' });
    expect(answer).toMatchObject({
      status: 201,
      body: { amount: 2430, status: 'succeeded', orderId, transactionId, byEmail: admin.email },
    });
    expect(await orderAs(buyer, insertedId)).toMatchObject({
      status: 'refunded',
      paid: false,
      refunded: 2430,
      refunding: 0,
      refunds: [{ amount: 2430, reason: 'Ordered twice', byEmail: null, failure: null }],
      returnable: [],
    });
    const receipt = await shop.call('GET', `/order/${insertedId}/receipt`, { token: buyer.token });
    expect(receipt.body).toMatchObject({
      kind: 'refunded',
      deductions: [{ value: '-2,430.00 TK' }, { value: '0.00 TK' }],
    });
    expect(await atProvider(transactionId)).toMatchObject([{ amount: 243_000, status: 'succeeded' }]);
    expect(await refund(orderId)).toMatchObject({ status: 409, body: { code: 'NOTHING_TO_REFUND' } });
  });

  it('in parts: the order stays paid until the last of it has gone', async () => {
    const { insertedId, transactionId } = await paidOrder();
    expect(await refund(insertedId, { amount: 0.01 })).toMatchObject({ status: 201, body: { amount: 0.01 } });
    expect(await refund(insertedId, { amount: 1000 })).toMatchObject({ status: 201 });
    expect(await orderAs(buyer, insertedId)).toMatchObject({ status: 'paid', paid: true, refunded: 1000.01 });
    expect(await refund(insertedId, { amount: 1430 })).toMatchObject({
      status: 409,
      body: { code: 'REFUND_TOO_LARGE', refundable: 1429.99, currency: 'BDT' },
    });
    expect(await refund(insertedId)).toMatchObject({ status: 201, body: { amount: 1429.99 } });
    expect(await orderAs(buyer, insertedId)).toMatchObject({ status: 'refunded', refunded: 2430 });
    expect((await atProvider(transactionId)).map(({ amount }) => amount).toSorted()).toEqual([
      1, 100_000, 142_999,
    ]);
  });

  it('with units back on the shelf, never more than were shipped', async () => {
    const { insertedId, partId } = await paidOrder();
    expect((await stockOf(shop.databases, partId)).onHand).toBe(48);
    const returns = (quantity: number) => [{ partId, quantity }];
    expect((await refund(insertedId, { amount: 1215, returns: returns(1) })).status).toBe(201);
    expect(await stockOf(shop.databases, partId)).toMatchObject({ onHand: 49, ledger: { onHand: 49 } });
    expect((await orderAs(admin, insertedId)).returnable).toEqual([{ partId, quantity: 1 }]);
    expect(await refund(insertedId, { amount: 1, returns: returns(2) })).toMatchObject({
      status: 409,
      body: { code: 'TOO_MANY_RETURNED', partId, left: 1 },
    });
    const otherPart = await makePart(shop, admin);
    expect(
      await refund(insertedId, { amount: 1, returns: [{ partId: otherPart, quantity: 1 }] }),
    ).toMatchObject({ status: 409, body: { code: 'TOO_MANY_RETURNED', left: 0 } });
    const { body } = await shop.call('GET', `/parts/${partId}/stock`, { token: admin.token });
    expect(body).toMatchObject({
      movements: expect.arrayContaining([
        expect.objectContaining({ reason: expect.stringMatching(/^Returned from MS-/), by: admin.email }),
      ]),
    });
  });

  it('with units of several parts back at once, or none of them', async () => {
    const partIds = [await makePart(shop, admin, { stock: 9 }), await makePart(shop, admin, { stock: 9 })];
    const placed = await shop.call('POST', '/order', {
      token: buyer.token,
      body: {
        lines: partIds.map((partId) => ({ partId, quantity: 2 })),
        ...{ address: '1 Test Road', phone: '+880 1' },
      },
    });
    const { insertedId } = await payPlaced(shop, buyer, placed.body as Placed);
    const stocks = () =>
      Promise.all(partIds.map(async (partId) => (await stockOf(shop.databases, partId)).ledger.onHand));
    const shipped = await stocks();
    const returns = (quantities: number[]) =>
      partIds.map((partId, at) => ({ partId, quantity: quantities[at] ?? 0 }));
    expect((await refund(insertedId, { amount: 1, returns: returns([1, 3]) })).status).toBe(409);
    expect(await stocks()).toEqual(shipped);
    expect((await refund(insertedId, { amount: 1, returns: returns([1, 2]) })).status).toBe(201);
    expect(await stocks()).toEqual([(shipped[0] ?? 0) + 1, (shipped[1] ?? 0) + 2]);
    for (const partId of partIds) {
      const { onHand, ledger } = await stockOf(shop.databases, partId);
      expect(onHand).toBe(ledger.onHand);
    }
  });

  it('of nothing that was not paid', async () => {
    const placed = await placeOrder(shop, buyer, await makePart(shop, admin));
    expect(await refund(placed.insertedId)).toMatchObject({
      status: 409,
      body: { code: 'NOTHING_TO_REFUND' },
    });
    expect(await refund('MS-2020-000001')).toMatchObject({ status: 404 });
  });

  it.each([
    { amount: 0 },
    { amount: -1 },
    { amount: 0.001 },
    { reason: '' },
    { reason: 'x'.repeat(201) },
    { returns: [{ partId: '1', quantity: 0 }] },
    {
      returns: [
        { partId: '1', quantity: 1 },
        { partId: '1', quantity: 1 },
      ],
    },
  ])('is refused what makes no sense: %j', async (body) => {
    expect((await refund('MS-2020-000001', body)).status).toBe(422);
  });

  it('never more than was paid, however many give it back at once', async () => {
    const { insertedId, transactionId } = await paidOrder();
    const answers = await Promise.all(Array.from({ length: 12 }, () => refund(insertedId, { amount: 1000 })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, ...Array(10).fill(409)]);
    expect(await atProvider(transactionId)).toHaveLength(2);
  });

  it('once, however often it is asked with one key', async () => {
    const KEY = randomUUID();
    const { insertedId, transactionId } = await paidOrder();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => refund(insertedId, { amount: 500 }, KEY)),
    );
    expect(new Set(answers.map(({ body }) => (body as RefundBody)._id)).size).toBe(1);
    expect(await atProvider(transactionId)).toHaveLength(1);
    expect(await refund(insertedId, { amount: 501 }, KEY)).toMatchObject({
      status: 422,
      body: { code: 'IDEMPOTENCY_MISMATCH' },
    });
  });
});

describe('while the provider is out of reach', () => {
  it('the refund is kept, holds its money, and is asked for again', async () => {
    const { insertedId, transactionId } = await paidOrder();
    vi.spyOn(shop.shop.deps.payments, 'createRefund').mockImplementation(unreachable);
    const answer = await refund(insertedId, { amount: 2000 });
    expect(answer).toMatchObject({ status: 201, body: { status: 'requested' } });
    expect(await orderAs(buyer, insertedId)).toMatchObject({ refunded: 0, refunding: 2000 });
    expect(await refund(insertedId, { amount: 431 })).toMatchObject({ body: { code: 'REFUND_TOO_LARGE' } });
    vi.restoreAllMocks();
    const { _id } = answer.body as RefundBody;
    const again = await shop.call('POST', `/payments/refunds/${_id}/retry`, { token: admin.token });
    expect(again).toMatchObject({ status: 200, body: { status: 'succeeded' } });
    expect(await atProvider(transactionId)).toHaveLength(1);
  });

  it.each([
    ['at once', 0],
    ['a week later, when the provider has forgotten its key', 7],
  ])('a refund whose answer was lost is not made twice: %s', async (_, days) => {
    const { insertedId, transactionId } = await paidOrder();
    const { payments } = shop.shop.deps;
    const real = payments.createRefund.bind(payments);
    vi.spyOn(payments, 'createRefund').mockImplementation(async (input) => {
      await real(input);
      return unreachable();
    });
    const { _id } = (await refund(insertedId, { amount: 700 })).body as RefundBody;
    vi.restoreAllMocks();
    await shop.databases.write.deleteFrom('sandbox.idempotency_key').execute();
    // Forgotten keys or not: what is old is looked for before it is asked for.
    const before = shop.clock.now;
    shop.clock.now = new Date(before.getTime() + days * 24 * 3_600_000);
    if (days === 0) return void (await restoreKey(insertedId, _id));
    await sendRefund(shop.shop.deps, _id);
    shop.clock.now = before;
    expect(await atProvider(transactionId)).toHaveLength(1);
    expect(await orderAs(buyer, insertedId)).toMatchObject({ refunded: 700, refunding: 0 });
  });

  /** With the key the same refund is given again; here the webhook of the first one is faster than the second asking. */
  async function restoreKey(orderId: string, refundId: string) {
    const { transactionId } = await orderAs(admin, orderId);
    const [made] = await atProvider(transactionId ?? '');
    await sendNotice(shop, 'refund.created', { ...made });
    await sendRefund(shop.shop.deps, refundId);
    expect(await atProvider(transactionId ?? '')).toHaveLength(1);
  }

  it('a provider that says no ends the refund, frees its money and says why', async () => {
    const { insertedId, transactionId } = await paidOrder();
    // Somebody gave everything back at the provider's pages, and nobody told the shop.
    await providerOf(shop).refunds.create({ payment_intent: transactionId });
    expect(await refund(insertedId)).toMatchObject({
      status: 409,
      body: { code: 'PAYMENT_REFUSED', detail: expect.stringContaining('already been refunded') },
    });
    expect(await orderAs(admin, insertedId)).toMatchObject({
      refunding: 0,
      refunds: [{ status: 'failed', failure: expect.stringContaining('already been refunded') }],
    });
    expect((await orderAs(buyer, insertedId)).refunds).toEqual([]);
    await sendNotice(shop, 'charge.refunded', { object: 'charge', payment_intent: transactionId });
    expect(await orderAs(buyer, insertedId)).toMatchObject({ status: 'refunded', refunded: 2430 });
  });

  it('a refund that was made while another asking gave it up is in the books all the same', async () => {
    const { insertedId, transactionId } = await paidOrder();
    const { payments } = shop.shop.deps;
    const real = payments.createRefund.bind(payments);
    vi.spyOn(payments, 'createRefund')
      .mockImplementationOnce(async (input) => {
        await sendRefund(shop.shop.deps, input.refundId);
        return real(input);
      })
      .mockRejectedValueOnce(new PaymentProviderRejected('not_now', 'Not now'));
    expect(await refund(insertedId)).toMatchObject({ status: 409, body: { code: 'PAYMENT_REFUSED' } });
    expect(await atProvider(transactionId)).toHaveLength(1);
    const { status, refunds } = await orderAs(admin, insertedId);
    expect(status).toBe('refunded');
    expect(refunds).toHaveLength(2);
    expect(refunds).toContainEqual(
      expect.objectContaining({ cause: 'admin', status: 'failed', failure: 'Not now' }),
    );
    expect(refunds).toContainEqual(
      expect.objectContaining({ cause: 'provider', status: 'succeeded', amount: 2430 }),
    );
  });
});

describe('what the provider tells of refunds', () => {
  it('is written down once, when it was made at its own pages, in whatever order and however often it tells', async () => {
    const { insertedId, transactionId } = await paidOrder();
    const made = await providerOf(shop).refunds.create({ payment_intent: transactionId, amount: 100_000 });
    const about = { object: 'refund', id: made.id, payment_intent: transactionId };
    const answers = await Promise.all(
      ['refund.updated', 'charge.refunded', 'refund.created', 'refund.failed', 'refund.created'].map((type) =>
        sendNotice(shop, type, about),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200));
    expect(await orderAs(admin, insertedId)).toMatchObject({
      status: 'paid',
      refunded: 1000,
      refunds: [{ cause: 'provider', amount: 1000, status: 'succeeded', byEmail: null }],
    });
  });

  it('may come before the shop knows of the payment itself', async () => {
    const placed = await placeOrder(shop, buyer, await makePart(shop, admin, { price: 10 }));
    const secret = await preparePayment(shop, buyer, placed.insertedId);
    await payInBrowser(shop, secret);
    const made = await providerOf(shop).refunds.create({ payment_intent: intentOf(secret), amount: 1 });
    await sendNotice(shop, 'refund.created', { ...made });
    expect(await orderAs(buyer, placed.insertedId)).toMatchObject({ status: 'paid', refunded: 0.01 });
  });

  it('that it takes its time: on its way, then there', async () => {
    const { insertedId, transactionId } = await paidOrder(REFUND_PENDS);
    expect(await refund(insertedId)).toMatchObject({ status: 201, body: { status: 'pending' } });
    expect(await orderAs(buyer, insertedId)).toMatchObject({ status: 'paid', refunding: 2430, refunded: 0 });
    shop.clock.now = new Date(shop.clock.now.getTime() + 11_000);
    await sendNotice(shop, 'refund.updated', { object: 'refund', payment_intent: transactionId });
    expect(await orderAs(buyer, insertedId)).toMatchObject({ status: 'refunded', refunded: 2430 });
  });

  it('that the bank sent it back: the order is paid again, and the money can be given back anew', async () => {
    const { insertedId, transactionId } = await paidOrder(REFUND_FAILS);
    expect(await refund(insertedId)).toMatchObject({ status: 201, body: { status: 'succeeded' } });
    expect(await orderAs(buyer, insertedId)).toMatchObject({ status: 'refunded' });
    shop.clock.now = new Date(shop.clock.now.getTime() + 11_000);
    await sendNotice(shop, 'refund.failed', { object: 'refund', payment_intent: transactionId });
    expect(await orderAs(admin, insertedId)).toMatchObject({
      status: 'paid',
      refunded: 0,
      refunds: [{ status: 'failed', failure: 'expired_or_canceled_card' }],
    });
    expect(await refund(insertedId)).toMatchObject({ status: 201 });
  });

  it('is believed of nothing that is not its own', async () => {
    const notice = await sendNotice(shop, 'refund.created', { object: 'refund', payment_intent: 'pi_none' });
    expect(notice.status).toBe(200);
  });
});

/** A payment of the right amount that names the order, made behind the shop's back. */
const payBehind = async (at: TestShop, orderId: string) => {
  const intent = await providerOf(at).paymentIntents.create({
    amount: 243_000,
    currency: 'bdt',
    metadata: { orderId },
  });
  await payInBrowser(at, intent.client_secret ?? '');
  return intent.id;
};
const WAIT = { timeout: 12_000, interval: 100 };
const closedOrder = async () => {
  const placed = await placeOrder(shop, buyer, await makePart(shop, admin, { price: 10 }));
  const cancelled = await shop.call('DELETE', `/order/${placed.insertedId}`, { token: buyer.token });
  expect(cancelled.status).toBe(200);
  return placed;
};
const strays = async () =>
  (await shop.call('GET', '/payments/stray', { token: admin.token })).body as StrayPaymentBody[];
const asked = () => ({ by: admin, days: 3, audit: auditOfShop('books.compared', shop.shop.deps.now) });
const reconcile = async () => {
  const runId = await beginReconciliation(shop.shop.deps, asked());
  await workOnReconciliation(shop.shop.deps, runId, new AbortController().signal);
  const { body } = await shop.call('GET', '/payments/reconciliations', { token: admin.token });
  const run = (body as ReconciliationBody[]).find(({ _id }) => _id === runId);
  if (run === undefined) throw new Error('the comparison is not listed');
  return run;
};

describe('the books, compared with the provider', () => {
  it('agree after a first comparison has put them right, and then again', async () => {
    // By now all refunds have ended that take their time.
    shop.clock.now = new Date(shop.clock.now.getTime() + 11_000);
    await reconcile();
    const again = await reconcile();
    expect(again).toMatchObject({ state: 'done', repaired: 0, reported: 0, findings: [], fault: null });
    expect(again.paymentsSeen).toBeGreaterThan(10);
    await expectBooksToBalance(shop.databases, { reconciled: true });
  });

  it('learn of a payment whose notice never came', async () => {
    const placed = await placeOrder(shop, buyer, await makePart(shop, admin));
    const secret = await preparePayment(shop, buyer, placed.insertedId);
    await payInBrowser(shop, secret);
    const run = await reconcile();
    expect(run.findings).toMatchObject([
      { kind: 'payment-settled', outcome: 'repaired', subject: intentOf(secret), orderId: placed.orderId },
    ]);
    expect(await orderAs(buyer, placed.insertedId)).toMatchObject({ status: 'paid' });
  });

  it('have what could still be paid for a closed order cancelled', async () => {
    const placed = await closedOrder();
    const intent = await providerOf(shop).paymentIntents.create({
      amount: 243_000,
      currency: 'bdt',
      metadata: { orderId: placed.insertedId },
    });
    const run = await reconcile();
    expect(run.findings).toMatchObject([{ kind: 'payment-cancelled', subject: intent.id }]);
    expect((await providerOf(shop).paymentIntents.retrieve(intent.id)).status).toBe('canceled');
  });

  it('learn of refunds, and have those sent that nobody asked for', async () => {
    const [a, b] = [await paidOrder(), await paidOrder()];
    const made = await providerOf(shop).refunds.create({ payment_intent: a.transactionId, amount: 500 });
    vi.spyOn(shop.shop.deps.payments, 'createRefund').mockImplementation(unreachable);
    await refund(b.insertedId);
    vi.restoreAllMocks();
    shop.clock.now = new Date(shop.clock.now.getTime() + 10 * 60_000);
    const run = await reconcile();
    expect(run.findings.map(({ kind }) => kind).toSorted()).toEqual(['refund-recorded', 'refund-sent']);
    expect(run.findings).toContainEqual(expect.objectContaining({ subject: made.id }));
    expect(await orderAs(buyer, b.insertedId)).toMatchObject({ status: 'refunded' });
  });

  it('report what a person has to judge: a payment in the books that the provider does not know', async () => {
    const { insertedId, transactionId, orderId } = await paidOrder();
    await shop.databases.write
      .updateTable('shop_order')
      .set({ transaction_id: 'pi_lost' })
      .where('id', '=', insertedId)
      .execute();
    const run = await reconcile();
    expect(run).toMatchObject({ repaired: 1, reported: 1 });
    expect(run.findings).toMatchObject([
      { kind: 'payment-unknown', outcome: 'reported', subject: 'pi_lost', orderId },
      { kind: 'payment-settled', outcome: 'repaired', subject: transactionId },
    ]);
    await shop.databases.write.deleteFrom('refund').where('intent_id', '=', transactionId).execute();
    await shop.databases.write
      .deleteFrom('refunded_payment')
      .where('intent_id', '=', transactionId)
      .execute();
    await shop.databases.write.deleteFrom('stray_payment').where('intent_id', '=', transactionId).execute();
    await shop.databases.write
      .updateTable('shop_order')
      .set({ transaction_id: transactionId })
      .where('id', '=', insertedId)
      .execute();
  });

  it('are compared by a command, too, which fails where something is left to look at', async () => {
    const { databases, dataDir } = shop;
    const config = readConfig({ SANDBOX_PAYMENTS: 'true' });
    const run = (days?: string) => runReconcile({ config, databases, dataDir, log: openLog('silent') }, days);
    expect(await run()).toMatch(/^0 put right, 0 to look at, of \d+ payments and \d+ refunds since /);
    await expect(run('0')).rejects.toThrow('--days takes a whole number from 1 to 365');
    const { insertedId, transactionId } = await paidOrder();
    const call = async (id: string) =>
      databases.write
        .updateTable('shop_order')
        .set({ transaction_id: id })
        .where('id', '=', insertedId)
        .execute();
    await databases.write
      .updateTable('shop_order')
      .set({ placed_at: new Date(Date.now() - 60_000) })
      .where('id', '=', insertedId)
      .execute();
    await call('pi_unknown');
    await expect(run('1')).rejects.toThrow(/^Look at {2}pi_unknown {2}MS-[\d-]+ {2}The order is paid by it/);
    await call(transactionId);
  });

  it('are compared over all of a time in which the shop was away, whatever a person has looked at meanwhile', async () => {
    const { deps } = shop.shop;
    const { signal } = new AbortController();
    const dueRun = async () => {
      await beginDueReconciliation(deps);
      const due = await shop.databases.write
        .selectFrom('reconciliation')
        .select(['id', 'from_at', 'to_at'])
        .where('slot', 'is not', null)
        .orderBy('to_at', 'desc')
        .executeTakeFirstOrThrow();
      await workOnReconciliation(deps, due.id, signal);
      return due;
    };
    const before = shop.clock.now;
    const last = await dueRun();
    shop.clock.now = new Date(before.getTime() + 12 * 86_400_000);
    const byPerson = await beginReconciliation(deps, { ...asked(), days: 1 });
    await workOnReconciliation(deps, byPerson, signal);
    const next = await dueRun();
    expect(next.from_at.getTime()).toBeLessThan(last.to_at.getTime());
    shop.clock.now = before;
  });

  it('go on where a fault held the comparison up, and say so meanwhile', async () => {
    const { payments } = shop.shop.deps;
    const runId = await beginReconciliation(shop.shop.deps, asked());
    vi.spyOn(payments, 'listRefunds').mockImplementation(unreachable);
    const signal = new AbortController().signal;
    await expect(workOnReconciliation(shop.shop.deps, runId, signal)).rejects.toThrow('out of reach');
    const start = await shop.call('POST', '/payments/reconciliations', { token: admin.token, body: {} });
    expect(start).toMatchObject({ status: 202, body: { _id: runId, state: 'running' } });
    expect((start.body as ReconciliationBody).fault).toContain('out of reach');
    vi.restoreAllMocks();
    const listed = vi.spyOn(payments, 'listIntents');
    await workOnReconciliation(shop.shop.deps, runId, signal);
    expect(listed).not.toHaveBeenCalled();
    expect(await reconcile()).toMatchObject({ state: 'done', fault: null });
  });
});

describe('a payment that arrives too late', () => {
  it('waits for an admin where it is not clear whose it is, who can give it back', async () => {
    const placed = await placeOrder(shop, buyer, await makePart(shop, admin));
    const intent = await providerOf(shop).paymentIntents.create({
      amount: 5_000,
      currency: 'bdt',
      metadata: { orderId: placed.insertedId },
    });
    await payInBrowser(shop, intent.client_secret ?? '');
    await sendNotice(shop, 'payment_intent.succeeded', { object: 'payment_intent', id: intent.id });
    expect(await strays()).toContainEqual(
      expect.objectContaining({
        transactionId: intent.id,
        reason: 'wrong-amount',
        refundable: 50,
        refunds: [],
      }),
    );
    const path = `/payments/stray/${intent.id}/refund`;
    const ask = (amount: number) =>
      shop.call('POST', path, { token: admin.token, body: { amount, reason: 'Not yours' } });
    expect(await ask(51)).toMatchObject({ status: 409, body: { code: 'REFUND_TOO_LARGE', refundable: 50 } });
    expect(await ask(20)).toMatchObject({ status: 201, body: { status: 'succeeded' } });
    expect(await ask(30)).toMatchObject({ status: 201 });
    expect(await strays()).toContainEqual(
      expect.objectContaining({ transactionId: intent.id, refundable: 0 }),
    );
  });

  it('goes back by itself, once, and both sides are told', async () => {
    // One that works on its jobs, beside a sandbox that delivers what it has to tell.
    const working = await openTestShop({ work: true });
    try {
      const owner = await working.person('admin');
      const late = await working.person('customer');
      const placed = await placeOrder(working, late, await makePart(working, owner, { price: 10 }));
      await working.call('DELETE', `/order/${placed.insertedId}`, { token: late.token });
      const intentId = await payBehind(working, placed.insertedId);
      const seen = async () =>
        (await working.call('GET', '/payments/stray', { token: owner.token })).body as StrayPaymentBody[];
      await vi.waitFor(
        async () =>
          expect(await seen()).toMatchObject([
            {
              transactionId: intentId,
              reason: 'order-closed',
              refundable: 0,
              refunds: [{ status: 'succeeded', cause: 'late', amount: 2430 }],
            },
          ]),
        WAIT,
      );
      const { body } = await working.call('GET', `/order/${placed.insertedId}`, { token: late.token });
      expect(body).toMatchObject({
        status: 'cancelled',
        refunded: 0,
        refunds: [{ cause: 'late', amount: 2430 }],
      });
      const folder = join(working.dataDir, 'mail');
      const subject = `Your payment for order ${placed.orderId} goes back to you`;
      await vi.waitFor(async () => {
        const names = await readdir(folder);
        const mails = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
        expect(mails.filter((mail) => mail.includes(subject))).toHaveLength(1);
      }, WAIT);
      await sendNotice(working, 'payment_intent.succeeded', { object: 'payment_intent', id: intentId });
      const made = await providerOf(working).refunds.list({ payment_intent: intentId });
      expect(made.data).toHaveLength(1);
      await expectBooksToBalance(working.databases, { reconciled: true });
    } finally {
      await working.close();
    }
  });
});

it('is in the audit log, whoever or whatever gave it back', async () => {
  const entries = await shop.databases.write
    .selectFrom('audit_entry')
    .select(['act', 'author_kind', 'object_kind', 'after'])
    .execute();
  const ofMoney = entries.filter(({ act }) => /^(order\.refunded|payment|refund|books)/.test(act));
  expect(
    new Set(ofMoney.map(({ act, author_kind, object_kind }) => `${act} ${author_kind} ${object_kind}`)),
  ).toEqual(
    new Set([
      'order.refunded person order',
      'payment.refunded person payment',
      'payment.refunded shop payment',
      'refund.asked-again person refund',
      'books.compared shop comparison',
      'books.compared command comparison',
    ]),
  );
  expect(ofMoney).toContainEqual(
    expect.objectContaining({ after: expect.objectContaining({ amount: 2430, reason: 'Ordered twice' }) }),
  );
  expect(entries.filter(({ after }) => JSON.stringify(after)?.includes('after the change'))).toEqual([]);
});
