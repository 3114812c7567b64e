/** Fills the bench's database through the shop's own code: catalogue, buyers, reviews; records one order and one payment. */
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import * as z from 'zod';
import { isRefusal } from '#domain/refusal.ts';
import { assembleShop, type Shop } from '#main/assemble.ts';
import { prepareDatabase } from '#main/prepare-database.ts';
import { readPartTypes } from '#main/reference/part-types.ts';
import { readVehicles } from '#main/reference/vehicles.ts';
import { openSecrets, type Secrets } from '#main/secrets.ts';
import { importWhole } from '#server/catalogue/import/import-whole.ts';
import { readConfig } from '#server/platform/config.ts';
import { type Databases, openDatabases } from '#server/platform/db/database.ts';
import { openLog } from '#server/platform/log.ts';
import { ensureUser } from '#server/users/ensure-user.ts';
import { fitmentRows, partRows } from './catalogue.ts';
import { type RecordedTransaction, recordTransactions } from './limits/recorded-transaction.ts';
import { orderBody, signTokens } from './load/order-requests.ts';
import { type OrderablePart, partsOfOrder } from './order-mix.ts';
import { type RecordedPayment, recordPayment } from './record-payment.ts';
import type { OpenShop } from './shop.ts';

/** So many that two orders at once are seldom one buyer's, who would wait for themselves. */
const BUYER_COUNT = 1_000;
const BUYERS_AT_ONCE = 10;
const REVIEW_COUNT = 12;
/** The first order of a process fills caches, so its transaction isn't the usual one. */
const ORDERS_BEFORE_RECORDING = 2;

export type Seeded = {
  readonly parts: readonly OrderablePart[];
  readonly buyerIds: readonly string[];
  readonly secrets: Secrets;
  /** An order, which stays unpaid. */
  readonly recorded: RecordedTransaction;
  /** How another with the same lines was paid. */
  readonly payment: RecordedPayment;
  /** As many as the shop's pool has. */
  readonly poolSize: number;
  readonly catalogueSeconds: number;
};

export async function seed({ environment, dataDir }: OpenShop): Promise<Seeded> {
  const config = readConfig(environment);
  const log = openLog('warn');
  const now = () => new Date();
  const databases = openDatabases({
    url: environment.DATABASE_URL ?? '',
    maxConnections: config.DATABASE_MAX_CONNECTIONS,
    onIdleError: () => {},
  });
  const transactions = recordTransactions(databases.writePool);
  const secrets = await openSecrets(dataDir);
  try {
    await prepareDatabase(databases, log);
    // Nothing is fetched from this shop over the network, so it needs no port of its own.
    const shop = await assembleShop({
      config,
      databases,
      dataDir,
      secrets,
      port: 1,
      origin: 'http://127.0.0.1',
      log,
      now,
    });
    try {
      const beganAt = Date.now();
      await seedCatalogue(shop);
      const catalogueSeconds = (Date.now() - beganAt) / 1000;
      const buyerIds = await seedBuyers(databases);
      const tokens = await signTokens({ buyerIds, tokenSecret: secrets.accessToken });
      await seedReviews(shop, tokens);
      const parts = await listOrderableParts(databases);
      const orders = { parts, buyerIds, tokens, secrets, transactions };
      const payment = await payOrders(shop, orders);
      const recorded = await recordOrder(shop, orders);
      await settle(databases);
      return {
        parts,
        buyerIds,
        secrets,
        recorded,
        payment,
        poolSize: config.DATABASE_MAX_CONNECTIONS,
        catalogueSeconds,
      };
    } finally {
      await shop.stop();
    }
  } finally {
    await databases.close();
  }
}

async function seedCatalogue({ deps }: Shop): Promise<void> {
  for (const [fileName, rows] of [
    ['parts.csv', partRows(readPartTypes())],
    ['fitments.csv', fitmentRows(readVehicles())],
  ] as const) {
    const file = Readable.from(rows).map((row: string) => Buffer.from(row));
    const done = await importWhole(deps, { fileName }, file);
    if (isRefusal(done) || done.state !== 'applied')
      throw new Error(`The bench's catalogue was refused: ${JSON.stringify(done)}`);
  }
}

async function seedBuyers(databases: Databases): Promise<string[]> {
  const deps = { databases, now: () => new Date() };
  const ids: string[] = [];
  const make = async (number: number) => {
    const email = `buyer-${number}@bench.example`;
    const name = `Buyer ${number}`;
    const identity = { issuer: 'bench', subject: email, email, emailVerified: true, name };
    return (await ensureUser(deps, identity, 'customer')).id;
  };
  while (ids.length < BUYER_COUNT) {
    const batch = Array.from({ length: BUYERS_AT_ONCE }, (_, at) => make(ids.length + at));
    ids.push(...(await Promise.all(batch)));
  }
  return ids;
}

async function seedReviews(shop: Shop, tokens: readonly string[]): Promise<void> {
  for (let at = 0; at < REVIEW_COUNT; at += 1) {
    const description =
      'Ordered by the number on the old part; it fitted, the box was whole and it came on the day that was said.';
    const review = { name: `Workshop ${at + 1}`, rating: 3 + (at % 3), description };
    await post(shop, '/api/review', review, { authorization: `Bearer ${tokens[at]}` });
  }
}

async function listOrderableParts({ read }: Databases): Promise<OrderablePart[]> {
  const rows = await read
    .selectFrom('part')
    .select(['id', 'min_order'])
    .where('archived_at', 'is', null)
    .orderBy('rank')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ id: row.id, minOrder: row.min_order }));
}

const PlacedOrder = z.object({ insertedId: z.uuid(), orderId: z.string(), expiresAt: z.iso.datetime() });

type Orders = {
  readonly parts: readonly OrderablePart[];
  readonly buyerIds: readonly string[];
  readonly tokens: readonly string[];
  readonly secrets: Secrets;
  readonly transactions: ReturnType<typeof recordTransactions>;
};

/** Every order that is recorded has the same lines. */
const RECORDED = ORDERS_BEFORE_RECORDING + 1;

async function recordOrder(shop: Shop, orders: Orders): Promise<RecordedTransaction> {
  const { parts, buyerIds, tokens, transactions } = orders;
  const mix = { parts, isHot: false };
  const idempotencyKey = randomUUID();
  const at = new Date();
  const answer = await post(shop, '/api/order', orderBody(mix, RECORDED), {
    authorization: `Bearer ${tokens[RECORDED]}`,
    'idempotency-key': idempotencyKey,
  });
  const { insertedId: id, orderId: number, expiresAt } = PlacedOrder.parse(answer);
  const statements = transactions.committed.findLast((transaction) =>
    transaction.some(({ values }) => values.includes(id)),
  );
  if (statements === undefined) throw new Error('The transaction of the recorded order was not seen');
  const texts = {
    ...{ id, number, buyerId: buyerIds[RECORDED] ?? '', idempotencyKey },
    expiresAt: new Date(expiresAt).toISOString(),
  };
  return { statements, of: { texts, partIds: partsOfOrder(mix, RECORDED).map((part) => part.id), at } };
}

/** Orders and pays a few times, and records the last time. */
async function payOrders(shop: Shop, orders: Orders): Promise<RecordedPayment> {
  let last: RecordedPayment | undefined;
  for (let time = 1; time <= RECORDED; time += 1) {
    const { of } = await recordOrder(shop, orders);
    const order = { id: of.texts.id ?? '', partIds: of.partIds };
    const headers = { authorization: `Bearer ${orders.tokens[RECORDED]}` };
    const call = (method: string, path: string, body: unknown) => ask(shop, method, path, body, headers);
    last = await recordPayment(shop, orders.secrets, order, call, orders.transactions);
  }
  if (last === undefined) throw new Error('No payment was recorded');
  return last;
}

const post = (shop: Shop, path: string, body: unknown, headers: Readonly<Record<string, string>>) =>
  ask(shop, 'POST', path, body, headers);

async function ask(
  shop: Shop,
  method: string,
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>>,
): Promise<unknown> {
  const answer = await shop.app.request(path, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}

/** What PostgreSQL would do by itself some minutes after a large import. */
async function settle({ writePool }: Databases): Promise<void> {
  await writePool.query('VACUUM (ANALYZE)');
}
