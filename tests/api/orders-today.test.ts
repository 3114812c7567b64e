/** The figures of the day with which an owner begins: of all orders, however many, and whenever they were placed. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OrdersTodayBody } from '#contract/orders-today.ts';
import { makePart } from '../factories/parts.ts';
import { payOrder, payPlaced, placeOrder } from '../factories/payments.ts';
import { openTestShop, type Person, type TestShop } from '../shop.ts';

const MINUTE_MS = 60_000;

let shop: TestShop;
let admin: Person;
let buyer: Person;
beforeAll(async () => {
  shop = await openTestShop({ env: { MAX_UNPAID_ORDERS: '500', ORDER_EXPIRY_MINUTES: '62' } });
  admin = await shop.person('admin');
  buyer = await shop.person('customer');
});
afterAll(() => shop.close());

const today = async (midnight: Date) => {
  const since = midnight.toISOString();
  const sinceYesterday = new Date(midnight.getTime() - 24 * 60 * MINUTE_MS).toISOString();
  const { status, body } = await shop.call(
    'GET',
    `/orders/today?since=${since}&sinceYesterday=${sinceYesterday}`,
    { token: admin.token },
  );
  expect(status).toBe(200);
  return body as OrdersTodayBody;
};

it('counts by the day that the caller names, and adds up what was paid on it, also of orders of the day before', async () => {
  const start = shop.clock.now;
  const midnight = new Date(start.getTime() + MINUTE_MS);
  const partId = await makePart(shop, admin, { price: 10, stock: 5_000 });
  const overnight = await placeOrder(shop, buyer, partId);
  const paidYesterday = await payOrder(shop, buyer, partId);
  shop.clock.now = new Date(midnight.getTime() + 2 * MINUTE_MS);
  await payPlaced(shop, buyer, overnight);
  // More than a page of a list holds.
  for (let each = 0; each < 101; each += 1) await placeOrder(shop, buyer, partId);
  expect(await today(midnight)).toMatchObject({
    placedToday: 101,
    placedYesterday: 2,
    paidToday: 1,
    givenBack: 0,
    unpaid: 101,
    expiringSoon: 0,
  });
  const taken = (await today(midnight)).taken;
  expect(taken).toBeGreaterThan(0);
  const refunded = await shop.call('POST', `/order/${paidYesterday.insertedId}/refund`, {
    token: admin.token,
    body: { reason: 'Came back', amount: 100 },
  });
  expect(refunded.status).toBe(201);
  shop.clock.now = new Date(midnight.getTime() + 10 * MINUTE_MS);
  expect(await today(midnight)).toMatchObject({ taken, givenBack: 100, paidToday: 1, expiringSoon: 101 });
  shop.clock.now = start;
});

it('of a moment that is none says so', async () => {
  for (const since of ['0000-01-01T00:00:00Z', 'today', '']) {
    const { status } = await shop.call('GET', `/orders/today?since=${since}&sinceYesterday=${since}`, {
      token: admin.token,
    });
    expect(status).toBe(422);
  }
});
