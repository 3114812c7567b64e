/** Ordering, as a buyer's program sees it: over HTTP, on a real database. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makePart, stockOf } from '../factories/parts.ts';
import { openTestShop, type Person, type TestShop } from '../shop.ts';

let shop: TestShop;
let admin: Person;
let buyer: Person;
let stranger: Person;

beforeAll(async () => {
  shop = await openTestShop();
  admin = await shop.person('admin');
  buyer = await shop.person('customer');
  stranger = await shop.person('customer');
});
afterAll(() => shop.close());

const DELIVERY = { address: '1 Test Road', phone: '+880 1' };
const place = (body: object, ask: { token?: string; headers?: Record<string, string> } = {}) =>
  shop.call('POST', '/order', {
    token: ask.token ?? buyer.token,
    body: { ...DELIVERY, ...body },
    headers: ask.headers ?? {},
  });

describe('placing an order', () => {
  it('reserves the stock, locks the price in and answers a human order number', async () => {
    const partId = await makePart(shop, admin, { price: 10, stock: 30, minOrder: 4, orderMultiple: 2 });
    const placed = await place({ partId, orderQuantity: 6, pricePerUnit: 1215 });
    expect(placed.status).toBe(201);
    expect(placed.body).toMatchObject({ amount: 7290, orderId: expect.stringMatching(/^MS-\d{4}-\d{6}$/) });
    expect(await stockOf(shop.databases, partId)).toEqual({
      onHand: 30,
      reserved: 6,
      ledger: { onHand: 30, reserved: 6 },
    });

    await shop.call('PUT', `/parts/${partId}`, { token: admin.token, body: { price: 99 } });
    const { insertedId } = placed.body as { insertedId: string };
    const order = await shop.call('GET', `/order/${insertedId}`, { token: buyer.token });
    expect(order.body).toMatchObject({
      _id: insertedId,
      partsName: 'Brake Disc, front axle, 320 mm',
      orderQuantity: 6,
      pricePerUnit: 1215,
      amount: 7290,
      listAmount: 60,
      currency: 'BDT',
      rate: '121.50',
      paid: false,
      transactionId: null,
      status: 'unpaid',
      userEmail: buyer.email,
    });
  });

  it("takes the specified payload, which names the part in 'orderId', and what the client says of the buyer counts for nothing", async () => {
    const partId = await makePart(shop, admin);
    const placed = await place({
      orderId: partId,
      partsName: 'A free part',
      userName: 'Somebody',
      userEmail: stranger.email,
      orderQuantity: 1,
      pricePerUnit: 10,
    });
    expect(placed.status).toBe(201);
    const { orderId } = placed.body as { orderId: string };
    const order = await shop.call('GET', `/order/${orderId}`, { token: buyer.token });
    expect(order.body).toMatchObject({ userEmail: buyer.email, partsName: 'Brake Disc, front axle, 320 mm' });
  });

  it('orders several lines at once, the same part twice as one line', async () => {
    const [first, second] = [
      await makePart(shop, admin, { price: 1 }),
      await makePart(shop, admin, { price: 2 }),
    ];
    const placed = await place({
      lines: [
        { partId: first, quantity: 2 },
        { partId: second, quantity: 3 },
        { partId: first, quantity: 1 },
      ],
    });
    const { insertedId } = placed.body as { insertedId: string };
    const { body } = await shop.call('GET', `/order/${insertedId}`, { token: buyer.token });
    expect(body).toMatchObject({
      orderQuantity: 6,
      pricePerUnit: null,
      partsName: 'Brake Disc, front axle, 320 mm and 1 more',
      listAmount: 9,
      lines: [
        { partId: first, quantity: 3 },
        { partId: second, quantity: 3 },
      ],
    });
  });

  it.each([
    ['below the minimum', 3, 'BELOW_MINIMUM'],
    ['above the stock', 22, 'OUT_OF_STOCK'],
    ['between two multiples', 9, 'NOT_A_MULTIPLE'],
  ])('refuses a quantity %s and reserves nothing', async (_, orderQuantity, code) => {
    const partId = await makePart(shop, admin, { stock: 20, minOrder: 4, orderMultiple: 4 });
    const refused = await place({ partId, orderQuantity });
    expect(refused).toMatchObject({ status: 409, body: { code } });
    expect((await stockOf(shop.databases, partId)).reserved).toBe(0);
  });

  it('refuses another price than the current one and says the current ones', async () => {
    const partId = await makePart(shop, admin, { price: 10 });
    const refused = await place({ partId, orderQuantity: 1, pricePerUnit: 9.99 });
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'PRICE_CHANGED', price: 10, pricePerUnit: 1215 },
    });
  });

  it.each([
    ['a price beside lines', (id: string) => ({ lines: [{ partId: id, quantity: 1 }], pricePerUnit: 1 })],
    ['a quantity beside lines', (id: string) => ({ lines: [{ partId: id, quantity: 1 }], orderQuantity: 1 })],
    ['two parts', (id: string) => ({ partId: id, orderId: '999999', orderQuantity: 1 })],
  ])('passes over nothing in silence: %s', async (_, body) => {
    const refused = await place(body(await makePart(shop, admin)));
    expect(refused).toMatchObject({ status: 422, body: { code: 'INVALID' } });
  });

  it('refuses parts that are not there any more', async () => {
    const partId = await makePart(shop, admin);
    await shop.call('DELETE', `/parts/${partId}`, { token: admin.token });
    expect(await place({ partId, orderQuantity: 1 })).toMatchObject({
      status: 404,
      body: { code: 'PART_NOT_FOUND' },
    });
  });

  it('with one line that can not be had orders none of them', async () => {
    const [good, scarce] = [await makePart(shop, admin), await makePart(shop, admin, { stock: 1 })];
    const lines = [
      { partId: good, quantity: 5 },
      { partId: scarce, quantity: 2 },
    ];
    expect((await place({ lines })).status).toBe(409);
    expect((await stockOf(shop.databases, good)).reserved).toBe(0);
  });

  it('refuses what no single payment can pay: more than eight digits', async () => {
    const partId = await makePart(shop, admin, { price: 5000 });
    expect((await place({ partId, orderQuantity: 1 })).status).toBe(201);
    const refused = await place({ partId, orderQuantity: 2 });
    expect(refused).toMatchObject({
      status: 422,
      body: { code: 'AMOUNT_TOO_LARGE', detail: expect.stringContaining('999,999.99 TK') },
    });
  });

  it('says which fields are missing', async () => {
    const refused = await shop.call('POST', '/order', { token: buyer.token, body: { partId: '1' } });
    expect(refused.status).toBe(422);
    const { errors } = refused.body as { errors: { path: string }[] };
    expect(errors.map((error) => error.path)).toEqual(expect.arrayContaining(['body.address', 'body.phone']));
  });
});

describe('repeating a call with the same Idempotency-Key', () => {
  const key = (value: string) => ({ headers: { 'idempotency-key': value } });

  it('gives the first answer and places one order, also when both come at once', async () => {
    const partId = await makePart(shop, admin);
    const body = { partId, orderQuantity: 2 };
    const answers = await Promise.all(Array.from({ length: 8 }, () => place(body, key('one-and-the-same'))));
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
    expect(answers.map((answer) => answer.status)).toEqual(Array(8).fill(201));
    expect((await stockOf(shop.databases, partId)).reserved).toBe(2);
  });

  it('refuses the key for something else', async () => {
    const partId = await makePart(shop, admin);
    await place({ partId, orderQuantity: 1 }, key('used-before-1'));
    const refused = await place({ partId, orderQuantity: 2 }, key('used-before-1'));
    expect(refused).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_MISMATCH' } });
  });

  it('keeps no refusal: with stock again, the same key orders', async () => {
    const partId = await makePart(shop, admin, { stock: 0 });
    const body = { partId, orderQuantity: 1 };
    expect((await place(body, key('sold-out-at-first'))).status).toBe(409);
    await shop.call('POST', `/parts/${partId}/stock`, {
      token: admin.token,
      body: { quantity: 5, reason: 'delivery' },
    });
    expect((await place(body, key('sold-out-at-first'))).status).toBe(201);
  });

  it("does not give one buyer another's answer", async () => {
    const partId = await makePart(shop, admin);
    const mine = await place({ partId, orderQuantity: 1 }, key('everyone-says-1234'));
    const theirs = await place(
      { partId, orderQuantity: 1 },
      { token: stranger.token, ...key('everyone-says-1234') },
    );
    expect(theirs.status).toBe(201);
    expect(theirs.body).not.toEqual(mine.body);
  });
});

describe('unpaid orders', () => {
  it('are at most ten at a time for one account, however fast they come', async () => {
    const greedy = await shop.person('customer');
    const partId = await makePart(shop, admin, { stock: 1000 });
    const tries = await Promise.all(
      Array.from({ length: 25 }, () => place({ partId, orderQuantity: 1 }, { token: greedy.token })),
    );
    expect(tries.filter((answer) => answer.status === 201)).toHaveLength(10);
    expect(tries.find((answer) => answer.status !== 201)).toMatchObject({
      status: 409,
      body: { code: 'TOO_MANY_UNPAID', limit: 10 },
    });
    expect((await stockOf(shop.databases, partId)).reserved).toBe(10);
  });

  it('can be cancelled, once; the stock is free again and the answer is the updated list', async () => {
    const canceller = await shop.person('customer');
    const partId = await makePart(shop, admin);
    const placed = await place({ partId, orderQuantity: 3 }, { token: canceller.token });
    const { insertedId } = placed.body as { insertedId: string };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        shop.call('DELETE', `/order/${insertedId}`, { token: canceller.token }),
      ),
    );
    const [cancelled, ...others] = answers.sort((a, b) => a.status - b.status);
    expect(cancelled).toMatchObject({ status: 200, body: [] });
    expect(others.every((answer) => answer.status === 409)).toBe(true);
    expect(await stockOf(shop.databases, partId)).toMatchObject({ reserved: 0, ledger: { reserved: 0 } });
    const all = await shop.call('GET', `/order?email=${canceller.email}&status=all`, {
      token: canceller.token,
    });
    expect(all.body).toMatchObject([{ _id: insertedId, status: 'cancelled' }]);
  });

  it('expire when their time has come, and not before', async () => {
    const { expireOrder } = await import('#server/ordering/close-order.ts');
    const partId = await makePart(shop, admin);
    const { insertedId } = (await place({ partId, orderQuantity: 1 })).body as { insertedId: string };
    const minutesLater = (minutes: number) => ({
      ...shop.shop.deps,
      now: () => new Date(shop.clock.now.getTime() + minutes * 60_000),
    });
    await expireOrder(minutesLater(119), insertedId);
    expect((await stockOf(shop.databases, partId)).reserved).toBe(1);
    await expireOrder(minutesLater(120), insertedId);
    expect((await stockOf(shop.databases, partId)).reserved).toBe(0);
    const order = await shop.call('GET', `/order/${insertedId}`, { token: buyer.token });
    expect(order.body).toMatchObject({ status: 'expired' });
    await expireOrder(minutesLater(500), insertedId);
  });
});

describe('an unpaid order whose job is lost', () => {
  const stuck = async (closingAs: 'cancelled' | null) => {
    const partId = await makePart(shop, admin);
    const { insertedId } = (await place({ partId, orderQuantity: 1 })).body as { insertedId: string };
    await shop.databases.write
      .updateTable('shop_order')
      .set({ expires_at: new Date(shop.clock.now.getTime() - 3_600_000), closing_as: closingAs })
      .where('id', '=', insertedId)
      .execute();
    return { partId, insertedId };
  };
  const statusOf = async (id: string) =>
    (await shop.call('GET', `/order/${id}`, { token: buyer.token })).body as { status: string };

  it('is expired all the same, a cancelling that was interrupted as cancelled', async () => {
    const { expireForgotten } = await import('#server/ordering/close-order.ts');
    const lost = await stuck(null);
    const interrupted = await stuck('cancelled');
    expect(await expireForgotten(shop.shop.deps)).toBe(2);
    expect(await statusOf(lost.insertedId)).toMatchObject({ status: 'expired' });
    expect(await statusOf(interrupted.insertedId)).toMatchObject({ status: 'cancelled' });
    expect((await stockOf(shop.databases, lost.partId)).reserved).toBe(0);
    expect((await stockOf(shop.databases, interrupted.partId)).reserved).toBe(0);
    expect(await expireForgotten(shop.shop.deps)).toBe(0);
  });

  it('is left to its job while that is hardly late', async () => {
    const { expireForgotten } = await import('#server/ordering/close-order.ts');
    const partId = await makePart(shop, admin);
    const { insertedId } = (await place({ partId, orderQuantity: 1 })).body as { insertedId: string };
    const minutesLater = new Date(shop.clock.now.getTime() + 121 * 60_000);
    expect(await expireForgotten({ ...shop.shop.deps, now: () => minutesLater })).toBe(0);
    await shop.call('DELETE', `/order/${insertedId}`, { token: buyer.token });
  });
});

describe("another's order", () => {
  it('is not there: to read, to pay, to cancel', async () => {
    const partId = await makePart(shop, admin);
    const placed = (await place({ partId, orderQuantity: 1 })).body as {
      insertedId: string;
      orderId: string;
    };
    for (const ref of [placed.insertedId, placed.orderId]) {
      const token = stranger.token;
      expect((await shop.call('GET', `/order/${ref}`, { token })).status).toBe(404);
      expect((await shop.call('DELETE', `/order/${ref}`, { token })).status).toBe(404);
      expect(
        (await shop.call('PATCH', `/order/${ref}`, { token, body: { transactionId: 'pi_1' } })).status,
      ).toBe(404);
      expect(
        (await shop.call('POST', '/create-payment-intent', { token, body: { orderId: ref } })).status,
      ).toBe(404);
    }
    expect((await shop.call('GET', `/order?email=${buyer.email}`, { token: stranger.token })).status).toBe(
      403,
    );
    expect((await shop.call('GET', `/order/${placed.insertedId}`, { token: admin.token })).status).toBe(200);
  });
});
