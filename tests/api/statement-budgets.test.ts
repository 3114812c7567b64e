/**
 * How many statements a call sends to the database, counted over HTTP, where the driver sends them. The
 * numbers are budgets, and exact: they are the same on every machine, and what asks something for each of its
 * rows is slow in a large shop alone. Whoever needs fewer writes the smaller number here.
 *
 * What a process reads once, such as the words that the search knows, has been read before it is counted.
 * Budgets of calls, which are taken some at a time, are off.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtPages } from '#main/pages.ts';
import { makePart } from '../factories/parts.ts';
import { intentOf, type Placed, payInBrowser, preparePayment, sendNotice } from '../factories/payments.ts';
import { vehicleId } from '../factories/vehicles.ts';
import { openTestShop, type Person, type TestShop } from '../shop.ts';
import { newPart } from './before-a-call.ts';
import { addDiscs, COROLLA } from './discs-and-pads.ts';
import {
  ADDING,
  BEGIN_COMMIT,
  BROWSED,
  BY_NUMBER,
  BY_WORDS,
  CALLER,
  CANCELLING,
  CHANGING,
  FITMENTS,
  LIST,
  LOCKED_ORDER,
  ORDER,
  PART,
  PLACING,
  RATING,
  REFUNDING,
  RELATED,
  REVIEWS,
  SETTLING,
  SHELVES,
} from './known-budgets.ts';
import { LOOKS, type Sent, told, watchStatements } from './sent-statements.ts';

/** The pages may have to be built. */
const OPEN_WITHIN_MS = 300_000;
const FEW = 2;
const MANY = 20;

let shop: TestShop;
let admin: Person;
let watching: Awaited<ReturnType<typeof watchStatements>>;

type Answer = { readonly status: number };

/** What one request sends. */
async function sentBy(ask: () => Promise<Answer>): Promise<Sent> {
  const { sent, answer } = await watching.during(ask);
  expect([200, 201]).toContain(answer.status);
  return sent;
}

beforeAll(async () => {
  const env = { ANSWER_CACHE_MB: '8', MAX_UNPAID_ORDERS: String(10 * MANY) };
  shop = await openTestShop({ env, pages: builtPages });
  admin = await shop.person('admin');
  watching = await watchStatements([shop.databases.readPool, shop.databases.writePool]);
}, OPEN_WITHIN_MS);
afterAll(async () => {
  watching?.end();
  await shop?.close();
});

const discs: string[] = [];
/** The first. */
let disc = '';

type Read = readonly [what: string, path: () => string, statements: number];

const CALLS_OF_ROWS: readonly Read[] = [
  ['the list of parts', () => '/api/parts', LIST],
  ['a search for words', () => '/api/search?q=brake+disc', BY_WORDS],
  ['a search for a number', () => '/api/search?q=4351212345', BY_NUMBER],
  // As it was asked; what is nearest, all tries together; that.
  ['a search that nothing fulfils', () => '/api/search?q=disc+zwitscherling', BY_WORDS + 1 + BY_WORDS],
  // Whether 2014 is a number that a part has.
  ['a search for a vehicle', () => '/api/search?q=toyota+corolla+2014+disc', 1 + BY_WORDS],
  ['a search for anything', () => '/api/search', SHELVES + BROWSED],
  ['a search for a brand', () => '/api/search?brand=kolbmann&grade=aftermarket', SHELVES + BROWSED],
  // What the number stands on, and these parts; what the words find.
  ['suggestions for a number', () => '/api/search/suggest?q=43512', 3],
  ['where a part fits', () => `/api/parts/${disc}/fitments`, FITMENTS],
  ['what there is beside a part', () => `/api/parts/${disc}/related`, RELATED],
  ['reviews', () => '/api/review', REVIEWS],
  ['reviews of a part', () => `/api/review?partId=${disc}`, REVIEWS],
  ['the catalogue', () => '/api/catalogue', SHELVES],
  ['brands', () => '/api/brands', SHELVES],
];

const OTHER_CALLS: readonly Read[] = [
  ['a part', () => `/api/parts/${disc}`, PART],
  ['a part by its number', () => '/api/catalogue/kolbmann/disc0', PART],
  ['how a part is rated', () => `/api/parts/${disc}/rating`, RATING],
  ['suggestions for words', () => '/api/search/suggest?q=brake+di', 1],
  ['kinds of vehicle', () => '/api/vehicle-kinds', SHELVES],
  ['categories', () => '/api/categories', SHELVES],
  ['a brand', () => '/api/brands/kolbmann', SHELVES],
  ['what the shop is', () => '/api/shop', 0],
];

const PAGES: readonly Read[] = [
  ['home', () => '/', LIST + REVIEWS + SHELVES],
  ['the list', () => '/catalogue', SHELVES + BROWSED],
  ['what words find', () => '/catalogue?q=brake+disc', BY_WORDS],
  ['what a number finds', () => '/catalogue?q=4351212345', BY_NUMBER],
  ['a part', () => '/catalogue/kolbmann/disc0', PART + FITMENTS + RELATED + REVIEWS + RATING],
  ['a brand', () => '/catalogue/kolbmann', SHELVES + BROWSED],
  ['a category', () => '/catalogue/categories/braking', SHELVES + BROWSED],
  ['a type', () => '/catalogue/categories/brake-disc', SHELVES + BROWSED],
  // Whether there are more vehicles by now.
  ['a vehicle', () => '/catalogue/vehicles/cars/toyota/corolla/2014', 1 + SHELVES + BROWSED],
  ['reviews', () => '/reviews', REVIEWS],
];

/** Who has a name is given no kept page, but one that is rendered of what is kept. */
const RENDERED = { authorization: 'Bearer nobody' };

async function get(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(shop.url + path, { headers });
  return { status: answer.status, length: (await answer.text()).length };
}

/** That it keeps to its budget when all that is kept is in doubt, and needs nothing after that. Its length. */
async function keepTo(path: string, statements: number, headers: Record<string, string> = {}) {
  const { length } = await get(path, headers);
  shop.shop.answers.clear();
  const anew = await sentBy(() => get(path, headers));
  expect(anew.statements.length, told(anew)).toBe(statements);
  // A page is still in doubt the first time.
  for (const _ of ['confirmed', 'kept']) expect((await sentBy(() => get(path))).statements).toEqual([]);
  return length;
}

const lengths = new Map<string, number>();

describe.each([
  ['a few rows', FEW],
  ['many rows', MANY],
])('of %s', (_, count) => {
  beforeAll(async () => {
    await addDiscs(shop, admin, discs, count);
    [disc = ''] = discs;
  });

  it('looks are known as such', async () => {
    shop.shop.answers.clear();
    shop.shop.answers.distrust();
    const { looks } = await sentBy(() => get('/api/search?q=brake'));
    expect(looks).toEqual(new Set(LOOKS));
  });

  it.each(OTHER_CALLS)('%s', async (_what, path, statements) => {
    await keepTo(path(), statements);
  });

  it.each([
    ...CALLS_OF_ROWS.map((call) => [...call, {}] as const),
    ...PAGES.map(([what, ...page]) => [`the page: ${what}`, ...page, RENDERED] as const),
  ])('%s', async (_what, path, statements, headers) => {
    const length = await keepTo(path(), statements, headers);
    // That it needs no more for many rows says nothing where it has none of them.
    expect(length).toBeGreaterThan(lengths.get(path()) ?? 0);
    lengths.set(path(), length);
  });
});

const linesOf = (size: number, line: { readonly vehicle?: number } = {}) =>
  discs.slice(0, size).map((partId) => ({ partId, quantity: 1, ...line }));
const place = ({ token }: Person, lines: readonly object[], headers: Record<string, string> = {}) =>
  shop.call('POST', '/order', { token, headers, body: { lines, address: '1 Test Road', phone: '+880 1' } });
async function placed(buyer: Person, size: number): Promise<string> {
  const { status, body } = await place(buyer, linesOf(size));
  expect(status).toBe(201);
  return (body as Placed).insertedId;
}
/** An order that is paid at the provider, of which the shop has not heard yet. */
async function paying(buyer: Person, size: number) {
  const id = await placed(buyer, size);
  const secret = await preparePayment(shop, buyer, id);
  await payInBrowser(shop, secret);
  const transactionId = intentOf(secret);
  const object = { id: transactionId, object: 'payment_intent' };
  return {
    id,
    byBrowser: () => shop.call('PATCH', `/order/${id}`, { token: buyer.token, body: { transactionId } }),
    byProvider: () => sendNotice(shop, 'payment_intent.succeeded', object),
  };
}

/** Gets ready, and answers what is counted; `size`: how many lines the order has, or how many rows the list. */
type Prepare = (buyer: Person, size: number) => Promise<() => Promise<Answer>>;
type Write = {
  readonly what: string;
  readonly statements: number;
  readonly waits: number;
  readonly prepare: Prepare;
};

const WRITES: readonly Write[] = [
  {
    what: 'an order is placed',
    statements: CALLER + PLACING,
    waits: 4,
    prepare: async (buyer, size) => () => place(buyer, linesOf(size)),
  },
  {
    what: 'an order is placed under a key',
    // The claim, with which BEGIN does not travel, and the answer that is kept.
    statements: CALLER + PLACING + 2,
    waits: 5,
    prepare: async (buyer, size) => () => place(buyer, linesOf(size), { 'idempotency-key': randomUUID() }),
  },
  {
    what: 'a payment is prepared',
    // The attempt that is open, a new one, and the provider's intent.
    statements: CALLER + BEGIN_COMMIT + LOCKED_ORDER + 3,
    waits: 6,
    prepare: async (buyer, size) => {
      const orderId = await placed(buyer, size);
      return () => shop.call('POST', '/create-payment-intent', { token: buyer.token, body: { orderId } });
    },
  },
  {
    what: 'the browser tells of a payment',
    // Whose order it is.
    statements: CALLER + 1 + SETTLING,
    waits: 4,
    prepare: async (buyer, size) => (await paying(buyer, size)).byBrowser,
  },
  {
    what: 'the provider tells of a payment',
    statements: SETTLING,
    waits: 2,
    prepare: async (buyer, size) => (await paying(buyer, size)).byProvider,
  },
  {
    what: 'the browser tells of a payment that the provider has told of',
    statements: CALLER + 1 + ORDER,
    waits: 3,
    prepare: async (buyer, size) => {
      const { byBrowser, byProvider } = await paying(buyer, size);
      await byProvider();
      return byBrowser;
    },
  },
  ...[false, true].map((isPrepared) => ({
    what: `an order is cancelled whose payment was ${isPrepared ? '' : 'not '}prepared`,
    statements: CALLER + CANCELLING,
    waits: 9,
    prepare: async (buyer: Person, size: number) => {
      const id = await placed(buyer, size);
      if (isPrepared) await preparePayment(shop, buyer, id);
      return () => shop.call('DELETE', `/order/${id}`, { token: buyer.token });
    },
  })),
  {
    what: 'an admin gives all of an order back',
    statements: CALLER + REFUNDING,
    waits: 12,
    prepare: async (buyer, size) => {
      const { id, byProvider } = await paying(buyer, size);
      await byProvider();
      const body = { reason: 'Came back' };
      return () => shop.call('POST', `/order/${id}/refund`, { token: admin.token, body });
    },
  },
  {
    what: 'a part is added',
    statements: CALLER + ADDING,
    waits: 7,
    prepare: async () => () => shop.call('POST', '/parts', { token: admin.token, body: newPart() }),
  },
  {
    what: 'a part is changed',
    statements: CALLER + CHANGING,
    waits: 7,
    prepare: async () => {
      const path = `/parts/${await makePart(shop, admin)}`;
      return () => shop.call('PUT', path, { token: admin.token, body: newPart() });
    },
  },
];

const listOfAdmin =
  (path: string): Prepare =>
  async (_, size) =>
  () =>
    shop.call('GET', `${path}?limit=${size}`, { token: admin.token });

/** Without their waits: some read beside each other, by connections of their own. */
const READS: readonly (readonly [what: string, statements: number, Prepare])[] = [
  [
    'a buyer reads their orders',
    CALLER + LIST,
    async (buyer, size) => {
      for (let order = 0; order < size; order += 1) await placed(buyer, 2);
      return () => shop.call('GET', `/order?email=${buyer.email}`, { token: buyer.token });
    },
  ],
  [
    'a buyer reads an order',
    // Its parts as they are today, its events, its refunds, and what of it came back.
    CALLER + ORDER + 4,
    async (buyer, size) => {
      const { id, byProvider } = await paying(buyer, size);
      await byProvider();
      return () => shop.call('GET', `/order/${id}`, { token: buyer.token });
    },
  ],
  [
    'a buyer reads the document of an order',
    CALLER + ORDER,
    async (buyer, size) => {
      const id = await placed(buyer, size);
      return () => shop.call('GET', `/order/${id}/receipt`, { token: buyer.token });
    },
  ],
  ['an admin reads all orders', CALLER + LIST, listOfAdmin('/orders/order')],
  ['an admin reads the audit log', CALLER + LIST, listOfAdmin('/audit')],
  // Who of them has a second factor.
  ['an admin reads all users', CALLER + LIST + 1, listOfAdmin('/user')],
  // In a transaction, with a plan for these words.
  ['an admin looks for users', CALLER + BEGIN_COMMIT + 1 + LIST + 1, listOfAdmin('/user?find=a+example')],
  // Whether there is a part of that number, too.
  [
    'an admin looks for orders',
    CALLER + BEGIN_COMMIT + 1 + 1 + LIST,
    listOfAdmin('/orders/order?find=customer'),
  ],
];

describe.each([1, 3, MANY])('of %i', (size) => {
  it.each(WRITES)('$what', async ({ statements, waits, prepare }) => {
    const buyer = await shop.person('customer');
    await (await prepare(buyer, size))();
    const sent = await sentBy(await prepare(buyer, size));
    expect(sent.statements.length, told(sent)).toBe(statements);
    expect(sent.waits, told(sent)).toBe(waits);
  });

  it.each(READS)('%s', async (_, statements, prepare) => {
    const ask = await prepare(await shop.person('customer'), size);
    await ask();
    const sent = await sentBy(ask);
    expect(sent.statements.length, told(sent)).toBe(statements);
  });

  it('an order for a vehicle is placed', async () => {
    const buyer = await shop.person('customer');
    const lines = linesOf(size, { vehicle: await vehicleId(shop, { ...COROLLA, year: 2014 }) });
    await place(buyer, lines);
    const sent = await sentBy(() => place(buyer, lines));
    // The vehicle, and how the parts fit it.
    expect(sent.statements.length, told(sent)).toBe(CALLER + PLACING + 2);
    expect(sent.waits, told(sent)).toBe(4);
  });
});
