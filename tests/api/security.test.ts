/** What an attacker tries at the shop's doors. */
import { request } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { table } from '#contract/table.ts';
import { RATE_LIMITS } from '#main/rate-limits.ts';
import { makePart } from '../factories/parts.ts';
import { vehicleId } from '../factories/vehicles.ts';
import { type Answer, openTestShop, type Person, type TestShop } from '../shop.ts';

let shop: TestShop;
let admin: Person;
let owner: Person;
let other: Person;
const ids = { part: '', order: '', number: '', profile: '', garage: '' };

beforeAll(async () => {
  shop = await openTestShop();
  admin = await shop.person('admin');
  owner = await shop.person('customer', 'owner@example.test');
  other = await shop.person('customer', 'other@example.test');
  ids.part = await makePart(shop, admin, { stock: 1_000 });
  const order = await place(owner);
  ids.order = order.insertedId;
  ids.number = order.orderId;
  ids.profile = ((await ask(owner, 'POST', '/profile', {})).body as { insertedId: string }).insertedId;
  const vehicle = await vehicleId(shop, { make: 'Audi', model: 'A4', year: 2014 });
  ids.garage = ((await ask(owner, 'POST', '/garage', { vehicle })).body as { id: string }).id;
});
afterAll(() => shop.close());

const DELIVERY = { address: '1 Test Road', phone: '+880 1' };
const ask = (person: Person | undefined, method: string, path: string, body?: unknown) =>
  shop.call(method, path, { token: person?.token, body });
async function place(person: Person, more: object = {}) {
  const body = { partId: ids.part, orderQuantity: 1, ...DELIVERY, ...more };
  const answer = await ask(person, 'POST', '/order', body);
  expect(answer.status).toBe(201);
  return answer.body as { insertedId: string; orderId: string };
}

/** An answer without what is of this one request alone. */
function shown({ status, headers, body }: Answer) {
  const { requestId: _, ...rest } = body as Record<string, unknown>;
  const kept = [...headers].filter(
    ([name]) => !['date', 'x-request-id', 'keep-alive', 'connection'].includes(name),
  );
  return { status, headers: kept, body: rest };
}

const NOBODYS = '3f1d1a52-7b0e-4f43-9d7e-6a0e2f6d9b11';
/** Everything that belongs to one person: how it is asked for by its id, and an id that nothing has. */
const OWNED: readonly (readonly [
  what: string,
  ask: (id: string) => [string, string, unknown?],
  id: () => string,
  free: string,
])[] = [
  ['an order', (id) => ['GET', `/order/${id}`], () => ids.order, NOBODYS],
  ['an order by its number', (id) => ['GET', `/order/${id}`], () => ids.number, 'MS-2019-000001'],
  ['a receipt', (id) => ['GET', `/order/${id}/receipt`], () => ids.order, NOBODYS],
  ['a receipt as PDF', (id) => ['GET', `/order/${id}/receipt.pdf`], () => ids.order, NOBODYS],
  ['a payment', (id) => ['PATCH', `/order/${id}`, { transactionId: 'pi_1' }], () => ids.order, NOBODYS],
  ['a cancellation', (id) => ['DELETE', `/order/${id}`], () => ids.order, NOBODYS],
  ['an intent', (id) => ['POST', '/create-payment-intent', { orderId: id }], () => ids.order, NOBODYS],
  [
    'a profile',
    (id) => ['PUT', `/profile/${id}`, { education: 'a', location: 'b', linkdin: 'c' }],
    () => ids.profile,
    NOBODYS,
  ],
  [
    'a profile by email',
    (id) => ['GET', `/profile/${id}`],
    () => 'owner@example.test',
    'nobody@example.test',
  ],
  ['a vehicle of a garage', (id) => ['PUT', `/garage/${id}`, { name: 'Mine' }], () => ids.garage, NOBODYS],
  ['a vehicle to take out', (id) => ['DELETE', `/garage/${id}`], () => ids.garage, NOBODYS],
];

describe('what is another’s', () => {
  test.each(OWNED)('%s is answered as if there were none', async (_what, asking, id, free) => {
    const [method, path, body] = asking(id());
    const [freeMethod, freePath, freeBody] = asking(free);
    const theirs = shown(await ask(other, method, path, body));
    expect(theirs.status).toBe(404);
    expect(theirs).toEqual(shown(await ask(other, freeMethod, freePath, freeBody)));
  });

  test('takes no other time to be answered than what is not there', async () => {
    const timed = async (path: string) => {
      const beganAtMs = performance.now();
      await ask(other, 'GET', path);
      return performance.now() - beganAtMs;
    };
    const median = (times: readonly number[]) => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0;
    const theirs: number[] = [];
    const nobodys: number[] = [];
    for (let turn = 0; turn < 60; turn += 1) {
      theirs.push(await timed(`/order/${ids.order}`));
      nobodys.push(await timed(`/order/${NOBODYS}`));
    }
    // One row more is read, which is far less than what a network adds and takes away.
    const most = Math.max(3, median(nobodys) / 2);
    expect(Math.abs(median(theirs) - median(nobodys))).toBeLessThan(most);
  });

  test('is told apart from nobody’s by no question about an email', async () => {
    for (const path of ['/order?email=', '/admin/']) {
      const known = shown(await ask(other, 'GET', `${path}owner@example.test`));
      expect(known.status).toBe(403);
      expect(known).toEqual(shown(await ask(other, 'GET', `${path}nobody@example.test`)));
    }
  });
});

describe('an id in another spelling', () => {
  test('is the same thing to its owner, and nothing to anyone else', async () => {
    const capitals = ids.order.toUpperCase();
    expect((await ask(owner, 'GET', `/order/${capitals}`)).body).toMatchObject({ _id: ids.order });
    expect((await ask(other, 'GET', `/order/${capitals}`)).status).toBe(404);
    expect(
      (
        await ask(other, 'PUT', `/profile/${ids.profile.toUpperCase()}`, {
          education: 'a',
          location: 'b',
          linkdin: 'c',
        })
      ).status,
    ).toBe(404);
  });

  test.each([
    ['a zero before', () => `/parts/0${ids.part}`],
    ['a plus before', () => `/parts/%2B${ids.part}`],
    ['wide digits', () => `/parts/${encodeURIComponent('１')}`],
    ['a space behind', () => `/parts/${ids.part}%20`],
    ['a line end behind', () => `/parts/${ids.part}%0A`],
    ['a NUL behind', () => `/parts/${ids.part}%00`],
    ['a fraction', () => `/parts/${ids.part}.0`],
    ['an exponent', () => `/parts/${ids.part}e0`],
    ['more digits than a number has', () => `/parts/${'9'.repeat(400)}`],
    ['braces', () => `/order/${encodeURIComponent(`{${ids.order}}`)}`],
    ['no hyphens', () => `/order/${ids.order.replaceAll('-', '')}`],
    ['a number in small letters', () => `/order/${ids.number.toLowerCase()}`],
    ['a step up and down again', () => `/order/..%2Forder%2F${ids.order}`],
  ])('%s is not found, even by its owner', async (_how, path) => {
    expect((await ask(owner, 'GET', path())).status).toBe(404);
  });
});

describe('fields that nobody asked for', () => {
  const GREEDY = {
    role: 'admin',
    isAdmin: true,
    _id: NOBODYS,
    id: NOBODYS,
    paid: true,
    status: 'paid',
    transactionId: 'pi_free',
    emailVerified: true,
    hiddenAt: null,
  };

  test('make no order cheaper, paid or another’s', async () => {
    const { insertedId } = await place(other, {
      ...GREEDY,
      userId: owner.id,
      userEmail: owner.email,
      userName: 'Owner',
      amount: 0.01,
      rate: '0.0001',
    });
    expect((await ask(other, 'GET', `/order/${insertedId}`)).body).toMatchObject({
      userEmail: other.email,
      userName: other.name,
      paid: false,
      status: 'unpaid',
      transactionId: null,
      amount: 1215,
    });
    expect((await ask(owner, 'GET', `/order/${insertedId}`)).status).toBe(404);
  });

  test('make no profile another’s, and nobody more than they are', async () => {
    const made = await ask(other, 'POST', '/profile', { ...GREEDY, userId: owner.id, email: owner.email });
    expect(made.status).toBe(201);
    expect((await ask(other, 'GET', `/profile/${other.email}`)).body).toMatchObject({ email: other.email });
    const { insertedId } = made.body as { insertedId: string };
    const fields = { education: 'a', location: 'b', linkdin: 'c' };
    await ask(other, 'PUT', `/profile/${insertedId}`, {
      ...fields,
      ...GREEDY,
      userId: owner.id,
      email: admin.email,
    });
    expect((await ask(other, 'GET', `/profile/${other.email}`)).body).toMatchObject({
      _id: insertedId,
      email: other.email,
    });
    expect((await ask(other, 'GET', `/admin/${other.email}`)).body).toEqual({ admin: false });
  });

  test('put no vehicle into another’s garage', async () => {
    const vehicle = await vehicleId(shop, { make: 'Audi', model: 'A4', year: 2013 });
    await ask(other, 'POST', '/garage', { vehicle, ...GREEDY, userId: owner.id, user_id: owner.id });
    expect((await ask(owner, 'GET', '/garage')).body).toHaveLength(1);
  });
});

/** Sends a request as it is: `fetch` would mend its address and set its own `Host`. */
function send(path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') {
  const { port } = new URL(shop.url);
  return new Promise<{ status: number; headers: Readonly<Record<string, string | string[] | undefined>> }>(
    (resolve, reject) => {
      const asking = request({ host: '127.0.0.1', port, path, headers, method }, (response) => {
        response.resume();
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers }));
      });
      asking.on('error', reject);
      asking.end();
    },
  );
}

describe('another site’s page', () => {
  const FOREIGN = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };

  test.each([
    '/api/parts',
    '/api/shop',
    '/api/order?email=owner@example.test',
    '/api/auth/get-session',
    '/api/openapi.json',
    '/healthz',
    '/media/none',
    '/robots.txt',
  ])('is let read nothing of %s', async (path) => {
    for (const [method, more] of [
      ['GET', {}],
      [
        'OPTIONS',
        { 'access-control-request-method': 'PUT', 'access-control-request-headers': 'authorization' },
      ],
    ] as const) {
      const { headers } = await send(path, { ...FOREIGN, ...more }, method);
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
      expect(headers['cross-origin-resource-policy']).toBe('same-origin');
      expect(headers['x-content-type-options']).toBe('nosniff');
    }
  });

  test('can’t call by a form what takes JSON', async () => {
    for (const type of [
      'application/x-www-form-urlencoded',
      'text/plain',
      'multipart/form-data; boundary=x',
    ]) {
      const answer = await shop.call('POST', '/auth/sign-in/email', {
        headers: { 'content-type': type },
        body: '{"email":"owner@example.test","password":"correct horse"}',
      });
      expect(answer.status).toBe(415);
    }
  });
});

describe('whoever names another host', () => {
  test.each([
    { host: 'evil.example' },
    { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
    { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' },
  ])('is told of the shop’s own: %j', async (headers) => {
    const { port } = new URL(shop.url);
    const text = await new Promise<string>((resolve, reject) => {
      request({ host: '127.0.0.1', port, path: '/sitemap.xml', headers }, (response) => {
        let all = '';
        response.on('data', (chunk) => {
          all += chunk;
        });
        response.on('end', () => resolve(all));
      })
        .on('error', reject)
        .end();
    });
    expect(text).toContain(`<loc>${shop.url}/`);
    expect(text).not.toContain('evil');
    const page = await send('/api/parts?limit=1', headers);
    expect(JSON.stringify(page.headers)).not.toContain('evil');
  });
});

describe('a host that is no host', () => {
  // A library may read them as a host and the beginning of a path: the answer would be another address's.
  test.each([
    '1/blog?',
    '4294967295/blog',
    'ü.ü.ü/api/shop?&&&',
    'a b',
    'a#b',
    'a@b',
    'a\\b',
    'shop:',
    ':80',
    '256.1.1.1',
    '1.2.3.4.5',
  ])('is refused: %j', async (host) => {
    for (const path of ['/api/shop', '/healthz']) {
      const { status, headers } = await send(path, { host });
      expect({ path, status }).toEqual({ path, status: 400 });
      expect(headers).toMatchObject({ connection: 'close', 'x-content-type-options': 'nosniff' });
    }
    expect((await shop.call('GET', '/shop')).body).toMatchObject({ name: expect.any(String) });
  });

  test('but none at all is none', async () => {
    const socket = connect(Number(new URL(shop.url).port), '127.0.0.1').setEncoding('latin1');
    socket.end('GET /healthz HTTP/1.0\r\n\r\n');
    expect((await socket.toArray()).join('')).toMatch(/^HTTP\/1\.1 200 /);
  });

  test.each([
    'shop',
    'SHOP.example',
    'a_b.example:8080',
    '127.0.0.1:3000',
    '[::1]:3000',
    'xn--bcher-kva.example',
  ])('but %s is one', async (host) => {
    expect((await send('/api/shop', { host })).status).toBe(200);
  });
});

describe('with limits on', () => {
  let limited: TestShop;
  beforeAll(async () => {
    limited = await openTestShop({ env: { RATE_LIMITS: 'true', TRUST_PROXY: 'true' } });
  });
  afterAll(() => limited.close());

  const many = async (count: number, call: () => Promise<Answer>) => {
    const answers = await Promise.all(Array.from({ length: count }, call));
    return answers.map(({ status }) => status);
  };
  const from = (address: string) => ({ 'x-forwarded-for': address });

  test.each([
    ['signing up', 'POST', '/auth/sign-up/email', 20],
    ['signing in', 'POST', '/auth/sign-in/email', 60],
    ['asking for a new password', 'POST', '/auth/request-password-reset', 60],
    ['asking for the newsletter', 'POST', '/newsletter', 20],
  ] as const)(
    '%s is counted by network address, before anything is read',
    async (_what, method, path, burst) => {
      const address = `203.0.113.${burst + path.length}`;
      const call = () =>
        limited.call(method, path, { headers: from(address), ...(method === 'POST' ? { body: {} } : {}) });
      // Some are given back while they are made.
      const statuses = await many(burst * 3, call);
      expect(statuses.filter((status) => status !== 429).length).toBeGreaterThanOrEqual(burst);
      let refused = await call();
      // On a slow machine one more has come back meanwhile, but never as fast as they are made.
      for (let more = 0; more < 10 && refused.status !== 429; more += 1) refused = await call();
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      const elsewhere = await limited.call(method, path, {
        headers: from('198.51.100.200'),
        ...(method === 'POST' ? { body: {} } : {}),
      });
      expect(elsewhere.status).not.toBe(429);
    },
  );

  test('a search is no plain reading, whichever call makes it', () => {
    for (const name of ['searchParts', 'searchSuggest', 'partsList', 'vehicleFind', 'vinRead'] as const)
      expect(table[name].rateClass).toBe('search');
    expect(RATE_LIMITS.search.burst).toBeLessThan(RATE_LIMITS.read.burst);
  });

  test('what the client itself says of its address counts for nothing', async () => {
    const statuses = await many(40, () =>
      limited.call('POST', '/auth/sign-up/email', {
        body: {},
        headers: { 'x-forwarded-for': `10.0.0.${Math.floor(Math.random() * 250)}, 192.0.2.44` },
      }),
    );
    expect(statuses).toContain(429);
  });

  test.each([
    ['ordering', '/order', 30],
    ['reviewing', '/review', 12],
  ] as const)('%s is counted by account, wherever it is from', async (_what, path, burst) => {
    const person = await limited.person('customer');
    const another = await limited.person('customer');
    const hosts = Array.from({ length: 250 }, (_, host) => `198.51.100.${host}`).values();
    const call = (token: string) =>
      limited.call('POST', path, { token, body: {}, headers: from(hosts.next().value ?? '') });
    const statuses = await many(burst * 2, () => call(person.token));
    expect(statuses).toContain(429);
    expect((await call(another.token)).status).toBe(422);
  });

  test('many accounts at one address have a budget together', async () => {
    const people = await Promise.all(Array.from({ length: 11 }, () => limited.person('customer')));
    const statuses: number[] = [];
    for (const { token } of people) {
      statuses.push(
        ...(await many(12, () =>
          limited.call('POST', '/review', { token, body: {}, headers: from('192.0.2.99') }),
        )),
      );
    }
    const taken = statuses.filter((status) => status !== 429).length;
    expect(taken).toBeGreaterThanOrEqual(120);
    expect(taken).toBeLessThan(132);
  });
});
