/** Many buyers, few units: nobody gets what is not there, and the books balance. */
import { afterAll, beforeAll, expect, it } from 'vitest';
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
