/** Many buyers, few units: nobody gets what is not there, and the books balance. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { makePart, stockOf } from '../factories/parts.ts';
import { openTestShop, type Person, type TestShop } from '../shop.ts';

let shop: TestShop;
let admin: Person;
const buyers: Person[] = [];

beforeAll(async () => {
  shop = await openTestShop();
  admin = await shop.person('admin');
  for (let i = 0; i < 40; i += 1) buyers.push(await shop.person('customer'));
});
afterAll(() => shop.close());

const delivery = { address: '1 Test Road', phone: '+880 1' };

it('of 200 concurrent attempts on the last 10 units exactly 10 succeed', async () => {
  const partId = await makePart(shop, admin, { stock: 10 });
  const attempts = await Promise.all(
    Array.from({ length: 200 }, (_, i) =>
      shop.call('POST', '/order', {
        token: buyers[i % buyers.length]?.token,
        body: { partId, orderQuantity: 1, ...delivery },
      }),
    ),
  );
  expect(attempts.filter((answer) => answer.status === 201)).toHaveLength(10);
  const refused = attempts.filter((answer) => answer.status !== 201);
  expect(new Set(refused.map((answer) => (answer.body as { code: string }).code))).toEqual(
    new Set(['OUT_OF_STOCK']),
  );
  expect(await stockOf(shop.databases, partId)).toEqual({
    onHand: 10,
    reserved: 10,
    ledger: { onHand: 10, reserved: 10 },
  });
});

it('orders of several parts in opposite order do not lock each other out', async () => {
  const [a, b] = [await makePart(shop, admin, { stock: 500 }), await makePart(shop, admin, { stock: 500 })];
  const lines = [
    { partId: a, quantity: 1 },
    { partId: b, quantity: 1 },
  ];
  const attempts = await Promise.all(
    Array.from({ length: 80 }, (_, i) =>
      shop.call('POST', '/order', {
        token: buyers[i % buyers.length]?.token,
        body: { lines: i % 2 === 0 ? lines : lines.toReversed(), ...delivery },
      }),
    ),
  );
  expect(attempts.map((answer) => answer.status)).toEqual(Array(80).fill(201));
  expect((await stockOf(shop.databases, a)).reserved).toBe(80);
  expect((await stockOf(shop.databases, b)).reserved).toBe(80);
});

it('an owner who takes stock away while it is ordered never takes what is promised', async () => {
  const partId = await makePart(shop, admin, { stock: 20 });
  const orders = Array.from({ length: 15 }, (_, i) =>
    shop.call('POST', '/order', { token: buyers[i]?.token, body: { partId, orderQuantity: 1, ...delivery } }),
  );
  const cuts = Array.from({ length: 15 }, () =>
    shop.call('POST', `/parts/${partId}/stock`, {
      token: admin.token,
      body: { quantity: -1, reason: 'damaged' },
    }),
  );
  const placed = (await Promise.all(orders)).filter((answer) => answer.status === 201).length;
  const taken = (await Promise.all(cuts)).filter((answer) => answer.status === 200).length;
  expect(placed + taken).toBe(20);
  expect(await stockOf(shop.databases, partId)).toEqual({
    onHand: 20 - taken,
    reserved: placed,
    ledger: { onHand: 20 - taken, reserved: placed },
  });
});

// https://github.com/vendure-ecommerce/vendure/issues/3508: checked in one transaction, taken in another.
it('of two who ask for the last unit while neither can be answered, one gets it', async () => {
  const partId = await makePart(shop, admin, { stock: 1 });
  const held = await shop.databases.writePool.connect();
  try {
    await held.query('BEGIN');
    await held.query('SELECT FROM stock_level WHERE part_id = $1 FOR UPDATE', [partId]);
    const attempts = buyers
      .slice(0, 2)
      .map(({ token }) =>
        shop.call('POST', '/order', { token, body: { partId, orderQuantity: 1, ...delivery } }),
      );
    // Both are past whatever they look at before they wait.
    await vi.waitFor(async () => expect(await waitingForLocks()).toBe(2));
    await held.query('COMMIT');
    const answers = await Promise.all(attempts);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  } finally {
    held.release();
  }
  expect(await stockOf(shop.databases, partId)).toMatchObject({ onHand: 1, reserved: 1 });
});

async function waitingForLocks(): Promise<number> {
  const { rows } = await shop.databases.readPool.query<{ count: number }>(
    "SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
  );
  return rows[0]?.count ?? 0;
}
