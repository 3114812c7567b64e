/** A database that is away, can only be read, or says nothing: what still goes on, what is told, and that it heals by itself. */
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Tx } from '#server/platform/db/database.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { openLog } from '#server/platform/log.ts';
import { createTestDatabase } from '../database.ts';
import { makePart } from '../factories/parts.ts';
import { openTcpProxy, type TcpProxy } from '../faults/tcp-proxy.ts';
import { openTestShop, type Person, type TestShop } from '../shop.ts';

let shop: TestShop;
let proxy: TcpProxy;
let admin: Person;
let buyer: Person;
let partId: string;
let direct = '';
let target = 0;

beforeAll(async () => {
  proxy = await openTcpProxy(() => target);
  shop = await openTestShop({
    // What is read goes straight to the server, as to a replica of its own.
    detour: (url) => {
      direct = url;
      target = Number(new URL(url).port);
      return { url: through(url), readUrl: url };
    },
  });
  shop.databases.writing.watch(openLog('silent'), shop.shop.answers.clear, 250);
  admin = await shop.person('admin');
  buyer = await shop.person('customer');
  partId = await makePart(shop, admin, { stock: 1_000 });
});
afterAll(async () => {
  await shop.close();
  await proxy.close();
});
afterEach(async () => {
  proxy.setMode('pass');
  await expect.poll(takesOrders, { timeout: 15_000 }).toBe(true);
});

function through(url: string): string {
  const detour = new URL(url);
  detour.port = String(proxy.port);
  return detour.href;
}
const order = (key?: string) =>
  shop.call('POST', '/order', {
    token: buyer.token,
    body: { partId, orderQuantity: 1, address: '1 Away Road', phone: '+880 1' },
    headers: key === undefined ? {} : { 'idempotency-key': key },
  });
async function takesOrders(): Promise<unknown> {
  return ((await shop.call('GET', '/shop')).body as { takesOrders: boolean }).takesOrders;
}
async function readiness() {
  const answer = await fetch(`${shop.url}/readyz`);
  return [answer.status, ((await answer.json()) as { status: string }).status];
}

describe('while the primary is away and a replica is there', () => {
  it('the catalogue can be read, by those who are signed in too, and orders are asked to come back', async () => {
    proxy.setMode('refuse');
    proxy.dropAll();
    expect((await shop.call('GET', `/parts/${partId}`)).status).toBe(200);
    expect((await shop.call('GET', `/parts/${partId}`, { token: buyer.token })).status).toBe(200);
    const refused = await order('primary-away');
    expect(refused).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    await expect.poll(takesOrders, { timeout: 10_000 }).toBe(false);
    expect(await readiness()).toEqual([200, 'ready to be read only']);

    proxy.setMode('pass');
    await expect.poll(async () => (await order('primary-away')).status, { timeout: 10_000 }).toBe(201);
  });
});

describe('while the database can only be read', () => {
  async function readOnly(how: 'on' | 'off'): Promise<void> {
    const client = new pg.Client({ connectionString: direct });
    await client.connect();
    await client.query('SET default_transaction_read_only = off');
    await client.query(`ALTER DATABASE ${client.database} SET default_transaction_read_only = ${how}`);
    await client.end();
    // Settings of a database are for connections that are made from now on.
    proxy.dropAll();
  }

  it('an order changes nothing and is told why, and pages know at once', async () => {
    await readOnly('on');
    try {
      const refused = await order('read-only');
      expect(refused).toMatchObject({
        status: 503,
        body: { detail: expect.stringContaining('can be read') },
      });
      expect(refused.headers.get('retry-after')).toBe('60');
      expect(await takesOrders()).toBe(false);
      expect((await shop.call('GET', `/parts/${partId}`, { token: buyer.token })).status).toBe(200);
    } finally {
      await readOnly('off');
    }
    await expect.poll(async () => (await order('read-only')).status, { timeout: 15_000 }).toBe(201);
  });
});

describe('a database that is somewhere else all of a sudden', () => {
  it('is followed there, without a new start', async () => {
    const gone = await createTestDatabase((url) => ({ url: url.replace(/:\d+\//, ':9/') }));
    const there = await createTestDatabase();
    onTestFinished(async () => {
      await gone.drop();
      await there.drop();
    });
    const { databases } = gone;
    const ask = () => sql`SELECT count(*) FROM brand`.execute(databases.read);
    await expect(ask()).rejects.toMatchObject({ kind: 'unavailable' });
    databases.moveTo(there.url);
    expect((await ask()).rows).toHaveLength(1);
  });
});

describe('a connection that says nothing any more', () => {
  it('is given up, and what waited for it fails as an outage; the next one is good', async () => {
    const silent = await openTcpProxy(() => target);
    const database = await createTestDatabase((url) => {
      const detour = new URL(url);
      detour.port = String(silent.port);
      return { url: detour.href, statementWithinMs: 200 };
    });
    onTestFinished(async () => {
      await database.drop();
      await silent.close();
    });
    const { write } = database.databases;
    const ask = () => sql<{ one: number }>`SELECT 1 AS one`.execute(write);
    await ask();
    silent.setMode('hang');
    await expect(ask()).rejects.toMatchObject({ kind: 'unavailable' });
    silent.setMode('pass');
    expect((await ask()).rows).toEqual([{ one: 1 }]);
  });
});

it('a statement that travels behind others has its own time, not what they leave of it', async () => {
  const database = await createTestDatabase(() => ({ statementWithinMs: 1_000 }));
  onTestFinished(() => database.drop());
  const sleep = async (tx: Tx) => (await sql`SELECT pg_sleep(0.9)`.execute(tx)).rows.length;
  const slept = await inTransaction(database.databases.write, (tx) =>
    Promise.all([sleep(tx), sleep(tx), sleep(tx), sleep(tx)]),
  );
  expect(slept).toEqual([1, 1, 1, 1]);
});

describe('a wait for a lock', () => {
  it('ends, as an outage that passes', async () => {
    const database = await createTestDatabase(() => ({ statementWithinMs: 300 }));
    onTestFinished(() => database.drop());
    const { write } = database.databases;
    await write.transaction().execute(async (tx) => {
      await sql`LOCK TABLE brand`.execute(tx);
      await expect(sql`SELECT count(*) FROM brand`.execute(write)).rejects.toMatchObject({
        kind: 'unavailable',
      });
    });
  });
});
