/** All orders as a file: whole, however many there are, and of the view that was asked for. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makePart } from '../factories/parts.ts';
import { openTestShop, type Person, type TestShop } from '../shop.ts';

/** More than are read at once, twice over. */
const MANY = 2_300;

let shop: TestShop;
let admin: Person;
let buyer: Person;
/** An unpaid order, the oldest of all. */
let first: { readonly insertedId: string; readonly orderId: string };

beforeAll(async () => {
  shop = await openTestShop();
  admin = await shop.person('admin');
  buyer = await shop.person('customer');
  const partId = await makePart(shop, admin, { name: '=HYPERLINK("http://evil.test")', price: 12.5 });
  const placed = await shop.call('POST', '/order', {
    token: buyer.token,
    body: { partId, orderQuantity: 2, address: '1 Test Road,\nDhaka', phone: '+880 1711' },
  });
  expect(placed.status).toBe(201);
  first = placed.body as typeof first;
  // Copies of it, three of each moment, that were cancelled.
  await sql`
    INSERT INTO shop_order (id, number, user_id, user_name, user_email, address, phone, status, list_currency,
                            settlement_currency, rate, rate_date, list_total_minor, total_minor, placed_at, expires_at, closed_at)
    SELECT gen_random_uuid(), 'MS-COPY-' || n, user_id, user_name, user_email, address, phone, 'cancelled', list_currency,
           settlement_currency, rate, rate_date, list_total_minor, total_minor, placed_at + (n / 3 + 1) * interval '1 second',
           expires_at, placed_at
    FROM shop_order, generate_series(1, ${MANY}::int) AS n WHERE id = ${first.insertedId}::uuid`.execute(
    shop.databases.write,
  );
});
afterAll(() => shop.close());

async function fileOf(query = '') {
  const answer = await shop.call('GET', `/orders/export${query}`, { token: admin.token });
  const text = String(answer.body);
  const numbers = [...text.matchAll(/^(MS-[\w-]+),/gm)].map(([, number]) => number);
  return { ...answer, text, numbers };
}

it('it has each order once, newest first, beyond what is read at once', async () => {
  const { status, numbers } = await fileOf('?status=all');
  expect(status).toBe(200);
  expect(numbers).toHaveLength(MANY + 1);
  expect(new Set(numbers).size).toBe(MANY + 1);
  expect(numbers.at(-1)).toBe(first.orderId);
  const { body } = await shop.call('GET', '/orders/order?status=all&limit=100', { token: admin.token });
  expect(numbers.slice(0, 100)).toEqual((body as { orderId: string }[]).map(({ orderId }) => orderId));
});

it('it has the orders of the view, as the list has them', async () => {
  expect((await fileOf()).numbers).toEqual([first.orderId]);
  expect((await fileOf('?status=unpaid')).numbers).toEqual([first.orderId]);
  expect((await fileOf('?status=paid')).numbers).toEqual([]);
  expect((await fileOf('?status=cancelled')).numbers).toHaveLength(MANY);
  expect((await fileOf('?status=lost')).status).toBe(422);
});

it('it says of each order who wants what where and how it stands, in cells of which none is a formula', async () => {
  const { headers, text } = await fileOf();
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
  const day = shop.clock.now.toISOString().slice(0, 10);
  expect(headers.get('content-disposition')).toContain(`all-orders-${day}.csv`);
  const [head, ...lines] = text.replace('\uFEFF', '').split('\n');
  expect(head).toBe(
    'Order,Placed,Customer Name,Email,Product Name,Quantity,Amount,Currency,Refunded,Status,Transaction id,Address,Phone',
  );
  const { body } = await shop.call('GET', `/order/${first.orderId}`, { token: admin.token });
  const { amount, currency, partsName } = body as Readonly<
    Record<'amount' | 'currency' | 'partsName', string>
  >;
  expect(lines.join('\n')).toBe(
    `${[
      ...[first.orderId, shop.clock.now.toISOString(), buyer.name, buyer.email],
      ...[`"'${partsName.replaceAll('"', '""')}"`, 2, amount, currency, 0, 'unpaid', ''],
      ...['"1 Test Road,\nDhaka"', "'+880 1711"],
    ].join(',')}\n`,
  );
});

it('it is for admins alone', async () => {
  expect((await shop.call('GET', '/orders/export', { token: buyer.token })).status).toBe(403);
  expect((await shop.call('GET', '/orders/export')).status).toBe(401);
});
