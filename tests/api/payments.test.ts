/** Paying, through the real `stripe` package and the sandbox, over HTTP. */
import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { lockOrderForPayment, payingOrder, readOrder } from '#server/ordering/settle-order.ts';
import { PaymentProviderUnavailable } from '#server/payments/payment-provider.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { makePart, stockOf } from '../factories/parts.ts';
import { intentOf, payInBrowser, sendNotice } from '../factories/payments.ts';
import { openTestShop, type Person, type TestShop } from '../shop.ts';

let shop: TestShop;
let admin: Person;
let buyer: Person;

beforeAll(async () => {
  shop = await openTestShop();
  admin = await shop.person('admin');
  buyer = await shop.person('customer');
});
afterAll(() => shop.close());

type Placed = { insertedId: string; orderId: string };
const order = async (part: object = {}): Promise<Placed & { partId: string }> => {
  const partId = await makePart(shop, admin, part);
  const placed = await shop.call('POST', '/order', {
    token: buyer.token,
    body: { partId, orderQuantity: 2, address: '1 Test Road', phone: '+880 1' },
  });
  expect(placed.status).toBe(201);
  return { ...(placed.body as Placed), partId };
};
const prepare = (orderId: string) =>
  shop.call('POST', '/create-payment-intent', { token: buyer.token, body: { orderId } });
const report = (orderRef: string, transactionId: string, token = buyer.token) =>
  shop.call('PATCH', `/order/${orderRef}`, { token, body: { orders: orderRef, transactionId } });

const webhook = (intentId: string, secret?: string) =>
  sendNotice(shop, 'payment_intent.succeeded', { id: intentId, object: 'payment_intent' }, secret);

describe('getting ready to pay', () => {
  it('computes the amount on the server and uses one intent however often the page is loaded', async () => {
    const { insertedId, orderId } = await order({ price: 10 });
    const answers = await Promise.all([prepare(insertedId), prepare(orderId), prepare(insertedId)]);
    expect(answers[0]).toMatchObject({ status: 200, body: { amount: 2430, currency: 'BDT' } });
    const secrets = answers.map((answer) => (answer.body as { clientSecret: string }).clientSecret);
    expect(new Set(secrets.map(intentOf)).size).toBe(1);
  });

  it('is with one intent also where two pages find that the one before was cancelled at the provider', async () => {
    const { insertedId } = await order();
    const { clientSecret } = (await prepare(insertedId)).body as { clientSecret: string };
    const { payments } = shop.shop.deps;
    await payments.cancelIntent(intentOf(clientSecret));
    // One page is told so when the other has the next intent already.
    const held = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    const retrieve = payments.retrieveIntent.bind(payments);
    vi.spyOn(payments, 'retrieveIntent').mockImplementationOnce(async (intentId) => {
      const found = await retrieve(intentId);
      asked.resolve();
      await held.promise;
      return found;
    });
    const late = prepare(insertedId);
    await asked.promise;
    const early = await prepare(insertedId);
    held.resolve();
    const intents = [early, await late].map(({ body }) =>
      intentOf((body as { clientSecret: string }).clientSecret),
    );
    expect(intents[1]).toBe(intents[0]);
    expect(intents[0]).not.toBe(intentOf(clientSecret));
    const { rows } = await shop.databases.readPool.query<{ statuses: string[] }>(
      'SELECT array_agg(status ORDER BY attempt) AS statuses FROM payment_attempt WHERE order_id = $1',
      [insertedId],
    );
    expect(rows[0]?.statuses).toEqual(['cancelled', 'open']);
  });
});

describe('the price that a page believes it shows', () => {
  const prepareAt = (orderId: string, pricePerUnit: number) =>
    shop.call('POST', '/create-payment-intent', { token: buyer.token, body: { orderId, pricePerUnit } });

  it('is the one that the order was made with, in either currency, whatever the part costs now', async () => {
    const { insertedId, partId } = await order({ price: 10 });
    await shop.call('PUT', `/parts/${partId}`, { token: admin.token, body: { price: 99 } });
    expect(await prepareAt(insertedId, 1215)).toMatchObject({ status: 200, body: { amount: 2430 } });
    expect(await prepareAt(insertedId, 10)).toMatchObject({ status: 200, body: { amount: 2430 } });
    expect(await prepareAt(insertedId, 99)).toMatchObject({
      status: 409,
      body: { code: 'PRICE_CHANGED', partId, price: 10, pricePerUnit: 1215 },
    });
  });
});

describe('a payment that the provider confirms', () => {
  it('pays the order and ships its stock', async () => {
    const { insertedId, partId } = await order({ stock: 50 });
    const { clientSecret } = (await prepare(insertedId)).body as { clientSecret: string };
    await payInBrowser(shop, clientSecret);
    const paid = await report(insertedId, intentOf(clientSecret));
    expect(paid).toMatchObject({
      status: 200,
      body: { paid: true, transactionId: intentOf(clientSecret), status: 'paid' },
    });
    expect(await stockOf(shop.databases, partId)).toEqual({
      onHand: 48,
      reserved: 0,
      ledger: { onHand: 48, reserved: 0 },
    });
  });

  it('is answered with the order as the database has it', async () => {
    const { insertedId } = await order();
    const { clientSecret } = (await prepare(insertedId)).body as { clientSecret: string };
    await payInBrowser(shop, clientSecret);
    const told = await report(insertedId, intentOf(clientSecret));
    // Whoever tells of it again is answered from there.
    const toldAgain = await report(insertedId, intentOf(clientSecret));
    expect(told).toMatchObject({ status: 200, body: { paid: true } });
    expect(told.body).toEqual(toldAgain.body);
  });

  it('pays once, when browser and webhook come together and twice', async () => {
    const { insertedId, partId } = await order({ stock: 50 });
    const { clientSecret } = (await prepare(insertedId)).body as { clientSecret: string };
    await payInBrowser(shop, clientSecret);
    const intentId = intentOf(clientSecret);
    const answers = await Promise.all([
      report(insertedId, intentId),
      webhook(intentId),
      report(insertedId, intentId),
      webhook(intentId),
    ]);
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
    expect((await stockOf(shop.databases, partId)).ledger).toEqual({ onHand: 48, reserved: 0 });
  });

  it('is confirmed to the browser also where the notice has settled it just then, and nothing else tells of it', async () => {
    const { insertedId } = await order();
    const { clientSecret } = (await prepare(insertedId)).body as { clientSecret: string };
    await payInBrowser(shop, clientSecret);
    const intentId = intentOf(clientSecret);
    vi.spyOn(shop.shop.deps.payments, 'retrieveIntent').mockImplementationOnce(async () => {
      expect((await webhook(intentId)).status).toBe(200);
      return null;
    });
    expect(await report(insertedId, intentId)).toMatchObject({
      status: 200,
      body: { paid: true, transactionId: intentId },
    });
  });

  it('is told of by many at once, each of whom is answered about the order that they name', async () => {
    const [byId, byNumber, unpaid] = [await order(), await order(), await order()];
    const pay = async ({ insertedId }: Placed) => {
      const { clientSecret } = (await prepare(insertedId)).body as { clientSecret: string };
      await payInBrowser(shop, clientSecret);
      return intentOf(clientSecret);
    };
    const [intentOfFirst, intentOfSecond] = [await pay(byId), await pay(byNumber)];
    const stranger = await shop.person('customer');
    const answers = await Promise.all([
      report(byId.insertedId.toUpperCase(), intentOfFirst),
      report(byNumber.orderId, intentOfSecond),
      report(unpaid.insertedId, 'pi_made_up'),
      report(unpaid.insertedId, 'pi_made_up', stranger.token),
      report(randomUUID(), intentOfFirst),
      report('MS-1999-000001', intentOfFirst),
    ]);
    expect(answers).toMatchObject([
      { status: 200, body: { _id: byId.insertedId, transactionId: intentOfFirst } },
      { status: 200, body: { _id: byNumber.insertedId, transactionId: intentOfSecond } },
      { status: 409, body: { code: 'PAYMENT_NOT_CONFIRMED' } },
      { status: 404 },
      { status: 404 },
      { status: 404 },
    ]);
    expect(await shop.call('DELETE', `/order/${unpaid.insertedId}`, { token: buyer.token })).toMatchObject({
      status: 200,
    });
  });

  it('is confirmed while the provider is away, where its notice had come; else not yet', async () => {
    const [told, untold] = [await order(), await order()];
    const { clientSecret } = (await prepare(told.insertedId)).body as { clientSecret: string };
    await payInBrowser(shop, clientSecret);
    const intentId = intentOf(clientSecret);
    expect((await webhook(intentId)).status).toBe(200);
    const stranger = await shop.person('customer');
    const away = vi.spyOn(shop.shop.deps.payments, 'retrieveIntent');
    away.mockRejectedValue(new PaymentProviderUnavailable('away'));
    try {
      const paid = { paid: true, transactionId: intentId };
      expect(await report(told.insertedId, intentId)).toMatchObject({ status: 200, body: paid });
      expect(await report(told.orderId, intentId)).toMatchObject({ status: 200, body: paid });
      expect((await report(told.insertedId, intentId, stranger.token)).status).toBe(404);
      expect(await report(untold.insertedId, intentId)).toMatchObject({
        status: 503,
        body: { code: 'PAYMENT_UNAVAILABLE' },
      });
    } finally {
      away.mockRestore();
    }
  });

  it('is told by its buyer alone: of anybody else the provider is not even asked', async () => {
    const { insertedId, orderId } = await order();
    const { clientSecret } = (await prepare(insertedId)).body as { clientSecret: string };
    await payInBrowser(shop, clientSecret);
    const stranger = await shop.person('customer');
    const asked = vi.spyOn(shop.shop.deps.payments, 'retrieveIntent');
    for (const ref of [insertedId, orderId, 'MS-0']) {
      const told = await report(ref, intentOf(clientSecret), stranger.token);
      expect(told).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    }
    expect(asked).not.toHaveBeenCalled();
    asked.mockRestore();
    expect((await report(insertedId, intentOf(clientSecret))).status).toBe(200);
  });

  // https://github.com/medusajs/medusa/issues/13301 and /14205: two orders, two payments.
  it('is one payment of one order, though report and webhook have both found it unpaid', async () => {
    const { insertedId } = await order({ stock: 50 });
    const { clientSecret } = (await prepare(insertedId)).body as { clientSecret: string };
    await payInBrowser(shop, clientSecret);
    const intentId = intentOf(clientSecret);
    const db = shop.databases;
    const held = await db.writePool.connect();
    try {
      await held.query('BEGIN');
      await held.query('SELECT FROM shop_order WHERE id = $1 FOR UPDATE', [insertedId]);
      const told = [report(insertedId, intentId), webhook(intentId), report(insertedId, intentId)];
      await vi.waitFor(async () => {
        const { rows } = await db.readPool.query<{ count: number }>(
          "SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
        );
        expect(rows[0]?.count).toBe(3);
      });
      await held.query('COMMIT');
      expect((await Promise.all(told)).map(({ status }) => status)).toEqual([200, 200, 200]);
    } finally {
      held.release();
    }
    const { rows } = await db.readPool.query<{ kept: unknown }>(
      `SELECT (SELECT array_agg(kind ORDER BY kind) FROM order_event WHERE order_id = $1) AS events,
              (SELECT count(*)::int FROM stock_movement WHERE order_id = $1 AND kind = 'shipped') AS shipments,
              (SELECT array_agg(status) FROM payment_attempt WHERE order_id = $1) AS attempts,
              (SELECT count(*)::int FROM stray_payment WHERE intent_id = $2) AS strays,
              (SELECT count(*)::int FROM job_queue.job WHERE name = 'mail-about-order'
                 AND data->>'orderId' = $1::text AND data->>'event' = 'paid') AS mails`,
      [insertedId, intentId],
    );
    expect(rows).toEqual([
      { events: ['paid', 'placed', 'shipped'], shipments: 1, attempts: ['succeeded'], strays: 0, mails: 1 },
    ]);
  });

  it('is refused by the database itself where the order is not unpaid, or its stock is not held any more', async () => {
    const { insertedId, partId } = await order({ stock: 50 });
    const { databases, jobStatement, now } = shop.shop.deps;
    const pay = () =>
      inTransaction(databases.write, async (tx, lastly) => {
        const found = await lockOrderForPayment(tx, insertedId);
        if (found === undefined) throw new Error('The order is not there');
        const by = { transactionId: `pi_${insertedId.replaceAll('-', '')}`, now: now() };
        lastly((await payingOrder(tx, jobStatement, found, by)).statements);
      });
    const mails = async () => {
      const { rows } = await databases.readPool.query(
        `SELECT FROM job_queue.job WHERE data->>'orderId' = $1 AND data->>'event' = 'paid'`,
        [insertedId],
      );
      return rows.length;
    };
    const level = (change: number) =>
      databases.writePool.query(
        'UPDATE stock_level SET reserved_units = reserved_units + $1 WHERE part_id = $2',
        [change, partId],
      );
    // As if a defect had given one of its two units to somebody else.
    await level(-1);
    await expect(pay()).rejects.toThrow('stock_movement');
    await level(1);
    expect(await readOrder(databases.write, insertedId)).toMatchObject({ status: 'unpaid', paidAt: null });
    expect(await mails()).toBe(0);
    await pay();
    await expect(pay()).rejects.toThrow('order_event');
    expect(await stockOf(shop.databases, partId)).toMatchObject({ onHand: 48, reserved: 0 });
    expect(await mails()).toBe(1);
  });

  it('is told again by the provider when what the shop does with it failed: it never says 200 then', async () => {
    const { insertedId, partId } = await order({ stock: 50 });
    const { clientSecret } = (await prepare(insertedId)).body as { clientSecret: string };
    await payInBrowser(shop, clientSecret);
    const intentId = intentOf(clientSecret);
    const db = shop.databases.writePool;
    // The last thing that paying writes: all before it is undone.
    await db.query(`
      CREATE FUNCTION fail_for_test() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'the disk is on fire'; END $$;
      CREATE TRIGGER fail_for_test BEFORE UPDATE ON payment_attempt FOR EACH ROW EXECUTE FUNCTION fail_for_test()`);
    expect((await webhook(intentId)).status).toBe(500);
    const { body } = await shop.call('GET', `/order/${insertedId}`, { token: buyer.token });
    expect(body).toMatchObject({ paid: false, status: 'unpaid' });
    expect(await stockOf(shop.databases, partId)).toMatchObject({ onHand: 50, reserved: 2 });
    await db.query('DROP FUNCTION fail_for_test CASCADE');

    const { payments } = shop.shop.deps;
    vi.spyOn(payments, 'retrieveIntent').mockRejectedValueOnce(new PaymentProviderUnavailable('away'));
    expect(await webhook(intentId)).toMatchObject({ status: 503, body: { code: 'PAYMENT_UNAVAILABLE' } });
    expect((await webhook(intentId)).status).toBe(200);
    expect(await stockOf(shop.databases, partId)).toMatchObject({ onHand: 48, reserved: 0 });
  });

  it('pays by the webhook alone when the browser never comes back', async () => {
    const { insertedId } = await order();
    const { clientSecret } = (await prepare(insertedId)).body as { clientSecret: string };
    await payInBrowser(shop, clientSecret);
    expect((await webhook(intentOf(clientSecret))).status).toBe(200);
    const { body } = await shop.call('GET', `/order/${insertedId}`, { token: buyer.token });
    expect(body).toMatchObject({ paid: true });
  });

  it('can not be cancelled any more, and there is nothing left to pay', async () => {
    const { insertedId } = await order();
    const { clientSecret } = (await prepare(insertedId)).body as { clientSecret: string };
    await payInBrowser(shop, clientSecret);
    await report(insertedId, intentOf(clientSecret));
    const cancelled = await shop.call('DELETE', `/order/${insertedId}`, { token: buyer.token });
    expect(cancelled).toMatchObject({ status: 409, body: { code: 'ORDER_PAID' } });
    expect(await prepare(insertedId)).toMatchObject({ status: 409, body: { code: 'ORDER_PAID' } });
  });
});

describe('what is not believed', () => {
  it.each(['pi_made_up', 'anything at all'])(
    'a transaction id that the provider does not know: %s',
    async (id) => {
      const { insertedId } = await order();
      expect(await report(insertedId, id)).toMatchObject({
        status: 409,
        body: { code: 'PAYMENT_NOT_CONFIRMED' },
      });
      const { body } = await shop.call('GET', `/order/${insertedId}`, { token: buyer.token });
      expect(body).toMatchObject({ paid: false, transactionId: null });
    },
  );

  it('an intent that has not been paid', async () => {
    const { insertedId } = await order();
    const { clientSecret } = (await prepare(insertedId)).body as { clientSecret: string };
    expect((await report(insertedId, intentOf(clientSecret))).status).toBe(409);
  });

  it('the payment of another, cheaper order', async () => {
    const cheap = await order({ price: 0.01 });
    const dear = await order({ price: 500 });
    const { clientSecret } = (await prepare(cheap.insertedId)).body as { clientSecret: string };
    await payInBrowser(shop, clientSecret);
    expect((await report(dear.insertedId, intentOf(clientSecret))).status).toBe(409);
    const { body } = await shop.call('GET', `/order/${dear.insertedId}`, { token: buyer.token });
    expect(body).toMatchObject({ paid: false });
  });

  it('a card that is declined', async () => {
    const { insertedId } = await order();
    const { clientSecret } = (await prepare(insertedId)).body as { clientSecret: string };
    expect(await payInBrowser(shop, clientSecret, '4000000000000002')).toMatchObject({
      error: { code: 'card_declined' },
    });
    expect((await report(insertedId, intentOf(clientSecret))).status).toBe(409);
    // The same intent takes the next card.
    await payInBrowser(shop, clientSecret);
    expect((await report(insertedId, intentOf(clientSecret))).status).toBe(200);
  });

  it('a webhook without the right signature', async () => {
    const { insertedId } = await order();
    const { clientSecret } = (await prepare(insertedId)).body as { clientSecret: string };
    await payInBrowser(shop, clientSecret);
    const forged = await webhook(intentOf(clientSecret), 'whsec_another_secret');
    expect(forged).toMatchObject({ status: 400, body: { code: 'BAD_SIGNATURE' } });
  });
});

describe('cancelling while a payment is open', () => {
  it('cancels it at the provider first, so that the card can not be charged afterwards', async () => {
    const { insertedId } = await order();
    const { clientSecret } = (await prepare(insertedId)).body as { clientSecret: string };
    expect((await shop.call('DELETE', `/order/${insertedId}`, { token: buyer.token })).status).toBe(200);
    expect(await payInBrowser(shop, clientSecret)).toHaveProperty('error');
    expect(await prepare(insertedId)).toMatchObject({ status: 409, body: { code: 'ORDER_CLOSED' } });
  });

  it('pays the order instead when the payment had already succeeded', async () => {
    const { insertedId, partId } = await order({ stock: 50 });
    const { clientSecret } = (await prepare(insertedId)).body as { clientSecret: string };
    await payInBrowser(shop, clientSecret);
    const answer = await shop.call('DELETE', `/order/${insertedId}`, { token: buyer.token });
    expect(answer).toMatchObject({ status: 409, body: { code: 'ORDER_PAID' } });
    const { body } = await shop.call('GET', `/order/${insertedId}`, { token: buyer.token });
    expect(body).toMatchObject({ paid: true, transactionId: intentOf(clientSecret) });
    expect((await stockOf(shop.databases, partId)).onHand).toBe(48);
  });

  it('ends the same whichever of cancel and payment comes first: paid with stock gone, or closed with stock back', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { insertedId, partId } = await order({ stock: 50 });
      const { clientSecret } = (await prepare(insertedId)).body as { clientSecret: string };
      await Promise.all([
        payInBrowser(shop, clientSecret).then(() => report(insertedId, intentOf(clientSecret))),
        shop.call('DELETE', `/order/${insertedId}`, { token: buyer.token }),
      ]);
      const { body } = await shop.call('GET', `/order/${insertedId}`, { token: buyer.token });
      const { paid } = body as { paid: boolean };
      expect(await stockOf(shop.databases, partId)).toEqual({
        onHand: paid ? 48 : 50,
        reserved: 0,
        ledger: { onHand: paid ? 48 : 50, reserved: 0 },
      });
    }
  });
});

it('a payment that finds no payable order is kept and shown to admins', async () => {
  const { insertedId } = await order();
  // Made behind the shop's back, with the shop's own key.
  const { hostname: host = '', port = '' } = shop.shop.sandboxUrl ?? {};
  const stripe = new Stripe('sk_sandbox_for_tests_0123456789abcdef', {
    host,
    port,
    protocol: 'http',
    telemetry: false,
  });
  const intent = await stripe.paymentIntents.create({
    amount: 1,
    currency: 'bdt',
    metadata: { orderId: insertedId },
  });
  await payInBrowser(shop, intent.client_secret ?? '');
  expect((await webhook(intent.id)).status).toBe(200);
  const { body } = await shop.call('GET', '/payments/stray', { token: admin.token });
  expect(body).toContainEqual(expect.objectContaining({ transactionId: intent.id, reason: 'wrong-amount' }));
  const unpaid = await shop.call('GET', `/order/${insertedId}`, { token: buyer.token });
  expect(unpaid.body).toMatchObject({ paid: false });
});
