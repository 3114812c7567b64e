/** Orders are found among all of them: by their number, by who ordered, and by the number of a part in them. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AuditEntryBody } from '#contract/audit.ts';
import { makePart } from '../factories/parts.ts';
import { openTestShop, type Person, type TestShop } from '../shop.ts';

/** More than a page has. */
const MANY = 130;

let shop: TestShop;
let admin: Person;
let zoe: Person;
let fleet: Person;
/** The oldest, of Zoë, with a part that nobody else orders. */
let first: string;
/** Of her, too, and cancelled. */
let cancelled: string;

beforeAll(async () => {
  shop = await openTestShop({ env: { MAX_UNPAID_ORDERS: '1000' } });
  admin = await shop.person('admin');
  zoe = await shop.person('customer', 'zoe.mueller@garage.test');
  fleet = await shop.person('customer', 'driver_x@fleet.test');
  const name = async ({ id }: Person, called: string) =>
    sql`UPDATE shop_user SET display_name = ${called} WHERE id = ${id}::uuid`.execute(shop.databases.write);
  await name(zoe, 'Zoë Müller');
  await name(fleet, 'Fleet 0% Ltd');
  const disc = await makePart(shop, admin, { brand: 'Kolbmann', partNumber: 'BD 4471.20', stock: 1_000 });
  const filter = await makePart(shop, admin, { brand: 'Kolbmann', partNumber: 'OF-9', stock: 1_000 });
  first = await order(zoe, disc);
  cancelled = await order(zoe, filter);
  await shop.call('DELETE', `/order/${cancelled}`, { token: zoe.token });
  for (let at = 0; at < MANY; at += 1) await order(fleet, filter);
  // What is sold no more is found in orders all the same.
  await shop.call('DELETE', `/parts/${disc}`, { token: admin.token });
});
afterAll(() => shop.close());

async function order(buyer: Person, partId: string): Promise<string> {
  shop.clock.now = new Date(shop.clock.now.getTime() + 1_000);
  const body = { partId, orderQuantity: 1, address: '1 Test Road', phone: '+880 1' };
  const { status, body: placed } = await shop.call('POST', '/order', { token: buyer.token, body });
  expect(status).toBe(201);
  return (placed as { orderId: string }).orderId;
}

async function found(find: string, more = '') {
  const path = `/orders/order?limit=100&find=${encodeURIComponent(find)}${more}`;
  const { status, body, headers } = await shop.call('GET', path, { token: admin.token });
  expect(status).toBe(200);
  const numbers = (body as { orderId: string }[]).map(({ orderId }) => orderId);
  expect(Math.min(Number(headers.get('x-total-count')), 100)).toBe(numbers.length);
  return numbers;
}

async function fileOf(query: string) {
  const { body, headers } = await shop.call('GET', `/orders/export?${query}`, { token: admin.token });
  const numbers = [...String(body).matchAll(/^(MS-[\w-]+),/gm)].map(([, number]) => number);
  return { numbers, disposition: headers.get('content-disposition') };
}

it('one that the first page does not have is found by its number, however it is typed', async () => {
  const { body } = await shop.call('GET', '/orders/order?limit=100', { token: admin.token });
  expect((body as { orderId: string }[]).map(({ orderId }) => orderId)).not.toContain(first);
  const [, year, running] = first.split('-');
  for (const typed of [
    ...[first, first.toLowerCase(), first.replaceAll('-', ' '), first.replaceAll('-', ''), `  ${first} `],
    ...[`${year}${running}`, `${year}-${running}`, running ?? '', String(Number(running))],
  ])
    expect([typed, await found(typed)]).toEqual([typed, [first]]);
  expect(await found('MS-1999-000001')).toEqual([]);
});

it('is found by the name and email of who ordered, whatever their case and marks, as they are now', async () => {
  for (const typed of ['Zoë Müller', 'muller', 'MÜLLER zoe', 'zoe.mueller@garage.test', 'GARAGE'])
    expect([typed, await found(typed)]).toEqual([typed, [first]]);
  expect(await found('zoe fleet')).toEqual([]);
  const { body } = await shop.call('GET', '/order?email=zoe.mueller@garage.test', { token: admin.token });
  expect(body).toMatchObject([{ userName: 'Zoë Müller' }]);
  await sql`UPDATE shop_user SET display_name = 'Zoë Weber' WHERE id = ${zoe.id}::uuid`.execute(
    shop.databases.write,
  );
  expect(await found('weber')).toEqual([first]);
  expect(await found('muller')).toEqual([]);
  await sql`UPDATE shop_user SET display_name = 'Zoë Müller' WHERE id = ${zoe.id}::uuid`.execute(
    shop.databases.write,
  );
});

it('signs that mean something to a pattern are found as they are, and are nothing else', async () => {
  for (const typed of ['0%', 'driver_x', '0% fleet']) expect(await found(typed)).toHaveLength(100);
  for (const typed of ['z%e', 'zo_', '\\', '%%', '_____', 'MS%']) expect(await found(typed)).toEqual([]);
});

it('is found by the number of a part in it, also one that is sold no more', async () => {
  for (const typed of ['BD 4471.20', 'bd447120', 'bd-4471/20'])
    expect([typed, await found(typed)]).toEqual([typed, [first]]);
  expect(await found('of9', '&status=cancelled')).toEqual([cancelled]);
  expect(await found('bd 4471')).toEqual([]);
  const { body } = await shop.call('GET', `/order/${first}`, { token: admin.token });
  const [{ sku }] = (body as { lines: [{ sku: string }] }).lines;
  expect(await found(sku.toLowerCase())).toEqual([first]);
});

it('is narrowed by state and by buyer as well', async () => {
  expect(await found('zoe')).toEqual([first]);
  expect(await found('zoe', '&status=all')).toEqual([cancelled, first]);
  expect(await found('zoe', '&status=cancelled')).toEqual([cancelled]);
  expect(await found('zoe', '&status=paid')).toEqual([]);
  const of = (email: string) => `&buyer=${encodeURIComponent(email)}`;
  expect(await found(first, of(zoe.email))).toEqual([first]);
  expect(await found(first, of(fleet.email))).toEqual([]);
  expect(await found('', `${of(zoe.email.toUpperCase())}&status=all`)).toEqual([cancelled, first]);
  expect(await found('', of('nobody@example.test'))).toEqual([]);
  for (const wrong of ['buyer=nobody', `find=${'a'.repeat(201)}`, 'find=%00'])
    for (const path of ['order', 'export'])
      expect((await shop.call('GET', `/orders/${path}?${wrong}`, { token: admin.token })).status).toBe(422);
});

it('goes on page by page with the words, each of them once, newest first', async () => {
  const numbers: string[] = [];
  let path: string | undefined = '/orders/order?limit=40&find=fleet&status=unpaid';
  while (path !== undefined) {
    const { body, headers } = await shop.call('GET', path, { token: admin.token });
    numbers.push(...(body as { orderId: string }[]).map(({ orderId }) => orderId));
    expect(headers.get('x-total-count')).toBe(String(MANY));
    path = /<\/api([^>]+)>/.exec(headers.get('link') ?? '')?.[1];
    if (path !== undefined) expect(path).toContain('find=fleet');
  }
  expect(numbers).toEqual([...new Set(numbers)].sort().reverse());
  expect(numbers).toHaveLength(MANY);
});

it('the file has what was found, and the log says that it was less than all, but not whom it was about', async () => {
  const day = shop.clock.now.toISOString().slice(0, 10);
  expect(await fileOf('find=muller&status=all')).toEqual({
    numbers: [cancelled, first],
    disposition: expect.stringContaining(`"orders-all-${day}.csv"`),
  });
  expect((await fileOf(`buyer=${fleet.email}`)).numbers).toHaveLength(MANY);
  expect((await fileOf(`buyer=${fleet.email}&find=${first}`)).numbers).toEqual([]);
  expect((await fileOf('')).disposition).toContain(`"all-orders-${day}.csv"`);
  const { body } = await shop.call('GET', '/audit?act=file.exported', { token: admin.token });
  const taken = (body as AuditEntryBody[]).slice(0, 4).map(({ after }) => after);
  expect(taken).toEqual([
    {},
    { buyer: 'given', find: 'given' },
    { buyer: 'given' },
    { status: 'all', find: 'given' },
  ]);
});
