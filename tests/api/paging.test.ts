/** Lists of orders, people and profiles page like all lists: 24 a page, opaque cursors, counted in a header. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makePart } from '../factories/parts.ts';
import { openTestShop, type Person, type TestShop } from '../shop.ts';

let shop: TestShop;
let admin: Person;
let buyer: Person;
const COUNT = 30;

beforeAll(async () => {
  shop = await openTestShop({ env: { MAX_UNPAID_ORDERS: '100' } });
  admin = await shop.person('admin');
  buyer = await shop.person('customer');
  const partId = await makePart(shop, admin, { stock: 1000 });
  for (let i = 0; i < COUNT; i += 1) {
    shop.clock.now = new Date(shop.clock.now.getTime() + 1_000);
    const person = await shop.person('customer');
    await shop.call('POST', '/profile', { token: person.token, body: {} });
    const body = { partId, orderQuantity: 1, address: 'Road 1', phone: '1' };
    expect((await shop.call('POST', '/order', { token: buyer.token, body })).status).toBe(201);
  }
});
afterAll(() => shop.close());

it.each([
  ['/user', COUNT + 2],
  ['/profile', COUNT],
  ['/orders/order', COUNT],
  ['/order', COUNT],
])('%s gives each row once', async (path, total) => {
  const first = path === '/order' ? `${path}?email=${buyer.email}` : path;
  const page = await shop.call('GET', first, { token: admin.token });
  expect(page.body).toHaveLength(24);
  expect(page.headers.get('x-total-count')).toBe(String(total));
  expect(page.headers.get('x-total-count-relation')).toBe('eq');

  const seen: string[] = [];
  let next: string | undefined = `${first}${first.includes('?') ? '&' : '?'}limit=7`;
  while (next !== undefined) {
    const { body, headers } = await shop.call('GET', next, { token: admin.token });
    seen.push(...(body as { _id: string }[]).map((row) => row._id));
    next = /^<\/api([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];
  }
  expect(seen).toHaveLength(total);
  expect(new Set(seen).size).toBe(total);
});
