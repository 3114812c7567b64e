/** Reading from a streaming replica of the database: nothing that is shown is older than it would be without one. */
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type EmbeddedDatabase, startEmbedded } from '#server/adapters/database/embedded.ts';
import { type Databases, openDatabases } from '#server/platform/db/database.ts';
import { WritesRefused } from '#server/platform/db/database-outage.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import type { ReadFrom } from '#server/platform/db/replica.ts';
import type { DB } from '#server/platform/db/schema.gen.ts';
import { openLog } from '#server/platform/log.ts';
import { Outage } from '#server/platform/outage.ts';
import { installQueue } from '#server/platform/queue.ts';
import { openReplica, type Replica } from '../../bench/several/replica.ts';
import { makePart } from '../factories/parts.ts';
import { openTcpProxy, type TcpProxy } from '../faults/tcp-proxy.ts';
import { openTestShop, type Person, type TestShop } from '../shop.ts';

const log = openLog('error');

let folder: string;
let embedded: EmbeddedDatabase;
let replica: Replica;
let databases: Databases;
/** On the way to the primary and to the replica. */
let toPrimary: TcpProxy;
let toReplica: TcpProxy;
/** The replica's own superuser, who stops and lets go on what it replays. */
let standby: pg.Client;
/** Which of both has been read from, one after the other. */
const readFrom: ReadFrom[] = [];
/** So far the clock by which the replica keeps up is ahead: nobody has to wait for what comes with time. */
let aheadMs = 0;
let admin: Person;
let partId: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mainshaft-replica-'));
  // As root the databases run as another user, who has to get in.
  await chmod(folder, 0o711);
  const dataDir = join(folder, 'primary');
  await mkdir(dataDir, { mode: 0o711 });
  embedded = await startEmbedded({ dataDir, log });
  const { url } = embedded;
  const alone = openDatabases({ url, maxConnections: 2, onIdleError: () => {} });
  await migrate(alone.writePool, { log });
  await installQueue(alone.writePool, log);
  await alone.close();
  replica = await openReplica({ url, dataDir }, folder);
  toPrimary = await openTcpProxy(() => Number(new URL(url).port));
  toReplica = await openTcpProxy(() => Number(new URL(replica.url).port));
  databases = openDatabases({
    url: through(toPrimary, url),
    readUrl: through(toReplica, replica.url),
    maxConnections: 8,
    onIdleError: () => {},
    onReadFrom: (from) => readFrom.push(from),
    nowMs: () => performance.now() + aheadMs,
  });
  standby = new pg.Client({ connectionString: replica.url });
  standby.on('error', () => {});
  await standby.connect();
});
afterAll(async () => {
  await standby.end().catch(() => {});
  await databases.close();
  await Promise.all([toPrimary.close(), toReplica.close()]);
  await replica.close();
  await embedded.stop();
  await rm(folder, { recursive: true, force: true });
});

function through({ port }: TcpProxy, url: string): string {
  const detour = new URL(url);
  detour.port = String(port);
  return detour.href;
}

/** Longer than what was found of the replica is believed, and than it is left. */
const WHILE_MS = 2_001;
const pass = (ms = WHILE_MS) => {
  aheadMs += ms;
};
/** What comes at once, on a machine that has much else to do. */
const SOON = { timeout: 5_000, interval: 10 };
const SLEEPING = "pg_stat_activity WHERE wait_event = 'PgSleep'";
const isSlept = (at: pg.Client | pg.Pool = standby) =>
  expect.poll(async () => (await at.query(`SELECT FROM ${SLEEPING}`)).rows.length, SOON).toBe(1);
/** Ends the connection of whoever sleeps there. */
const wakeUp = (at: pg.Client | pg.Pool = standby) =>
  at.query(`SELECT pg_terminate_backend(pid) FROM ${SLEEPING}`);
const pause = () => standby.query('SELECT pg_wal_replay_pause()');
const goOn = () => standby.query('SELECT pg_wal_replay_resume()');
async function isOfReplica(db: Kysely<DB>): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`SELECT pg_is_in_recovery() AS is`.execute(db);
  return rows[0]?.is === true;
}
const isReadFromReplica = () => isOfReplica(databases.read);

let shop: TestShop;
let price = 10;
let lists = 0;

/** A shop on both of them; the first one makes the part. */
async function openShop(megabytes: string): Promise<void> {
  const database = { url: embedded.url, databases, drop: async () => {} };
  const place = { database, dataDir: join(folder, 'primary') };
  shop = await openTestShop({ place, env: { ANSWER_CACHE_MB: megabytes } });
  admin ??= await shop.person('admin');
  partId ??= await makePart(shop, admin, { stock: 50 });
}
/** What a list says that the part costs: one that nobody has asked for, unless told. */
async function priceShown(path = `/parts?limit=${1 + (lists++ % 90)}`): Promise<unknown> {
  const answer = await shop.call('GET', path);
  expect(answer.status).toBe(200);
  return (answer.body as { price: unknown }[])[0]?.price;
}
/** Whoever reloads has it looked what has changed. */
async function reload(): Promise<void> {
  const headers = { 'cache-control': 'no-cache' };
  expect((await shop.call('GET', '/parts', { headers })).status).toBe(200);
}
const replicaIsReadFrom = () =>
  expect
    .poll(async () => {
      pass();
      await reload();
      return databases.replica?.isAlone() === false && (await isReadFromReplica());
    }, SOON)
    .toBe(true);
/** Has it cost another price, by this process; answers which. */
async function reprice(): Promise<number> {
  price += 1;
  const changed = await shop.call('PUT', `/parts/${partId}`, { token: admin.token, body: { price } });
  expect(changed.status).toBe(200);
  return price;
}

describe.each([
  { what: 'what is kept', megabytes: '64' },
  { what: 'what is made for each', megabytes: '0' },
])('$what', ({ megabytes }) => {
  beforeAll(() => openShop(megabytes));
  afterAll(() => shop.close());
  beforeEach(replicaIsReadFrom);
  afterEach(() => goOn());

  it('has what this process has just changed, from a replica that gets it a moment later', async () => {
    await pause();
    const asked = await reprice();
    const shown = priceShown('/parts');
    await wait(30);
    await goOn();
    expect(await shown).toBe(asked);
    expect(await isReadFromReplica()).toBe(true);
  });

  it('has it from the primary where the replica falls behind, and from the replica once that is there again', async () => {
    await pause();
    expect(await reprice()).toBe(await priceShown());
    expect(await isReadFromReplica()).toBe(false);
    expect(await reprice()).toBe(await priceShown());
    await goOn();
    await replicaIsReadFrom();
    expect(await priceShown()).toBe(price);
  });

  it('has what another process changed within a second, however far the replica is behind', async () => {
    await priceShown();
    await pause();
    price += 1;
    await sql`UPDATE part SET price_minor = ${price * 100}, updated_at = now() WHERE id = ${partId}`.execute(
      databases.write,
    );
    // Somebody asks all the time, so that nobody starts afresh.
    for (const until = performance.now() + 1_000; performance.now() < until; ) {
      await priceShown('/parts');
      await wait(20);
    }
    expect(await priceShown('/parts')).toBe(price);
  });
});

it('is not read from by whoever has a name, either, unless it has been found to keep up within a second', async () => {
  await openShop('0');
  const buyer = await shop.person('customer');
  try {
    // What tells of a part to somebody with a name is made for them alone, without a look at what has changed.
    const stockShown = async () =>
      ((await shop.call('GET', `/parts/${partId}`, { token: buyer.token })).body as { stock: number }).stock;
    await replicaIsReadFrom();
    await pause();
    const order = { partId, orderQuantity: 1, address: '1 Test Road', phone: '+880 1' };
    const before = await stockShown();
    await shop.call('POST', '/order', { token: buyer.token, body: order });
    expect(await stockShown()).toBe(before - 1);
    await sql`UPDATE stock_level SET on_hand_units = on_hand_units + 5 WHERE part_id = ${partId}`.execute(
      databases.write,
    );
    pass();
    expect(await stockShown()).toBe(before + 4);
  } finally {
    await goOn();
    await shop.close();
  }
});

it('asks to come back where what is read holds up the replica for too long', async () => {
  await standby.query("ALTER SYSTEM SET max_standby_streaming_delay = '50ms'");
  await standby.query('SELECT pg_reload_conf()');
  const { db } = databases.replica ?? {};
  if (db === undefined) throw new Error('there is no replica');
  const write = async (text: string) => void (await databases.writePool.query(text));
  await write('CREATE TABLE held_up (n int); INSERT INTO held_up SELECT generate_series(1, 1000)');
  await replica.catchUp();
  const reading = sql`SELECT pg_sleep(20), count(*) FROM held_up`
    .execute(db)
    .catch((error: unknown) => error);
  await isSlept();
  await write('DELETE FROM held_up');
  await write('VACUUM held_up');
  expect(await reading).toBeInstanceOf(Outage);
});

const primaryIsBack = () =>
  expect
    .poll(async () => {
      pass();
      await priceShown();
      return databases.replica?.isAlone();
    }, SOON)
    .toBe(false);

describe('whatever fails', () => {
  beforeAll(() => openShop('64'));
  afterAll(() => shop.close());
  beforeEach(async () => {
    await replicaIsReadFrom();
    readFrom.length = 0;
  });
  afterEach(async () => {
    toPrimary.setMode('pass');
    toReplica.setMode('pass');
    await goOn().catch(() => {});
  });

  it('a log that ends in the middle of something is no reason to leave it', async () => {
    const client = await databases.writePool.connect();
    await client.query('BEGIN');
    await client.query("SELECT pg_logical_emit_message(true, 'test', repeat('x', 40000))");
    try {
      for (let turn = 0; turn < 5; turn += 1) {
        expect(await reprice()).toBe(await priceShown());
        expect(await isReadFromReplica()).toBe(true);
        await wait(100);
      }
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  });

  it('what is committed without waiting for the disk is there, too', async () => {
    const primary = new pg.Client({ connectionString: embedded.url });
    await primary.connect();
    await primary.query('ALTER SYSTEM SET synchronous_commit = off');
    await primary.query('SELECT pg_reload_conf()');
    const setting = () => databases.writePool.query('SHOW synchronous_commit');
    await expect.poll(async () => (await setting()).rows, SOON).toEqual([{ synchronous_commit: 'off' }]);
    for (let turn = 0; turn < 10; turn += 1) expect(await reprice()).toBe(await priceShown());
    await primary.query('ALTER SYSTEM RESET synchronous_commit');
    await primary.query('SELECT pg_reload_conf()');
    await primary.end();
  });

  it('a primary that is only busy is waited for, and not taken for one that is away', async () => {
    await pause();
    const taken = await Promise.all(Array.from({ length: 8 }, () => databases.readPool.connect()));
    const asked = await reprice();
    const shown = priceShown();
    try {
      // Somebody has looked, and whoever asks waits for a connection.
      await expect.poll(() => readFrom.at(-1), SOON).toBe('primary');
      await expect.poll(() => databases.readPool.waitingCount, SOON).toBeGreaterThan(0);
    } finally {
      for (const client of taken) client.release();
    }
    expect(await shown).toBe(asked);
    expect(readFrom).not.toContain('replica alone');
    expect(await reprice()).toBe(await priceShown());
  });

  it('nothing is kept of what was read from it while the primary could not be connected to', async () => {
    await pause();
    const now = await reprice();
    // All that there are go, so that new ones are wanted.
    const taken = [await databases.readPool.connect()];
    while (databases.readPool.idleCount > 0) taken.push(await databases.readPool.connect());
    for (const client of taken) client.release(true);
    toPrimary.setMode('refuse');
    for (let limit = 91; limit <= 92; limit += 1) await priceShown(`/parts?limit=${limit}`);
    expect(readFrom).toContain('replica alone');
    toPrimary.setMode('pass');
    await primaryIsBack();
    for (let limit = 91; limit <= 92; limit += 1) {
      expect(await priceShown(`/parts?limit=${limit}`)).toBe(now);
    }
  });

  it('a primary that says nothing any more leaves the shop ready, and its catalogue to be read', async () => {
    pass();
    toPrimary.setMode('hang');
    expect((await fetch(`${shop.url}/readyz`)).status).toBe(200);
    await reload();
    for (let turn = 0; turn < 5; turn += 1) await priceShown();
    expect(databases.replica?.isAlone()).toBe(true);
  });

  it('a replica that says nothing any more is left, and what was asked of it is answered by the primary', async () => {
    const read = (limits: readonly number[]) => limits.map((limit) => priceShown(`/parts?limit=${limit}`));
    // As many connections as it takes, so that none has to be made.
    await Promise.all(read([93, 94, 95]));
    toReplica.setMode('hang');
    const shown = read([96, 97]);
    const isAsked = ({ totalCount, idleCount }: pg.Pool) => totalCount > idleCount;
    await expect.poll(() => databases.replicaPool && isAsked(databases.replicaPool), SOON).toBe(true);
    await reload();
    expect(await Promise.all(shown)).toEqual([price, price]);
    expect(await isReadFromReplica()).toBe(false);
  });

  it('a transaction whose connection to it is lost is read as a whole where the primary is', async () => {
    const begun: boolean[] = [];
    const read = databases.read.transaction().execute(async (tx) => {
      begun.push(await isOfReplica(tx));
      if (begun.at(-1)) await sql`SELECT pg_sleep(60)`.execute(tx);
      return isOfReplica(tx);
    });
    await isSlept();
    await wakeUp();
    expect(await read).toBe(false);
    expect(begun).toEqual([true, false]);
  });

  it('what is lost with its connection to it fails, and is asked of nobody else, while the primary is away', async () => {
    toPrimary.setMode('refuse');
    toPrimary.dropAll();
    await expect
      .poll(async () => {
        await reload();
        return databases.replica?.isAlone();
      }, SOON)
      .toBe(true);
    const connect = vi.spyOn(databases.readPool, 'connect');
    const read = sql`SELECT pg_sleep(60)`.execute(databases.read).catch((error: unknown) => error);
    await isSlept();
    await wakeUp();
    expect(await read).toBeInstanceOf(Outage);
    expect(connect).not.toHaveBeenCalled();
    connect.mockRestore();
    toPrimary.setMode('pass');
    await primaryIsBack();
  });

  it('what is lost with its connection to the primary is not asked of a replica that has been left', async () => {
    databases.replica?.leave();
    const read = sql`SELECT CASE WHEN NOT pg_is_in_recovery() THEN pg_sleep(60) END`
      .execute(databases.read)
      .catch((error: unknown) => error);
    await isSlept(databases.writePool);
    await wakeUp(databases.writePool);
    expect(await read).toBeInstanceOf(Outage);
  });

  it('nothing is changed by what is to be read, whichever it is asked of', async () => {
    const write = () => sql`UPDATE part SET name = 'changed'`.execute(databases.read);
    expect(await isReadFromReplica()).toBe(true);
    await expect(write()).rejects.toBeInstanceOf(WritesRefused);
    databases.replica?.leave();
    expect(await isReadFromReplica()).toBe(false);
    await expect(write()).rejects.toBeInstanceOf(WritesRefused);
  });

  it('a replica that goes away between two looks is left, and nobody is refused', async () => {
    toReplica.setMode('refuse');
    toReplica.dropAll();
    await Promise.all(Array.from({ length: 8 }, () => priceShown()));
    expect(await isReadFromReplica()).toBe(false);
  });

  it('a replica that is none any more is left as soon as something has changed', async () => {
    await standby.query('SELECT pg_promote()');
    for (let turn = 0; turn < 3; turn += 1) {
      expect(await reprice()).toBe(await priceShown());
      await reload();
      expect(await priceShown()).toBe(price);
    }
  });
});
