/** Reading from a streaming replica of the database: nothing that is shown is older than it would be without one. */
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type EmbeddedDatabase, startEmbedded } from '#server/adapters/database/embedded.ts';
import { type Databases, openDatabases } from '#server/platform/db/database.ts';
import { migrate } from '#server/platform/db/migrate.ts';
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

const IS_SLEEPING = "SELECT FROM pg_stat_activity WHERE wait_event = 'PgSleep'";
const pause = () => standby.query('SELECT pg_wal_replay_pause()');
const goOn = () => standby.query('SELECT pg_wal_replay_resume()');
async function isReadFromReplica(): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`SELECT pg_is_in_recovery() AS is`.execute(databases.read);
  return rows[0]?.is === true;
}

let shop: TestShop;
let price = 10;
let lists = 0;

/** What a list says that the part costs: one that nobody has asked for, unless told. */
async function priceShown(path = `/parts?limit=${1 + (lists++ % 90)}`): Promise<unknown> {
  const answer = await shop.call('GET', path);
  expect(answer.status).toBe(200);
  return (answer.body as { price: unknown }[])[0]?.price;
}
async function readAndTell(): Promise<boolean> {
  await priceShown();
  return isReadFromReplica();
}
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
  beforeAll(async () => {
    const database = { url: embedded.url, databases, drop: async () => {} };
    shop = await openTestShop({
      place: { database, dataDir: join(folder, 'primary') },
      env: { ANSWER_CACHE_MB: megabytes },
    });
    admin ??= await shop.person('admin');
    partId ??= await makePart(shop, admin, { stock: 50 });
  });
  afterAll(() => shop.close());
  beforeEach(() => expect.poll(readAndTell, { timeout: 15_000 }).toBe(true));
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
    await expect.poll(readAndTell, { timeout: 15_000 }).toBe(true);
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
  const database = { url: embedded.url, databases, drop: async () => {} };
  shop = await openTestShop({ place: { database, dataDir: join(folder, 'primary') } });
  const buyer = await shop.person('customer');
  try {
    // What tells of a part to somebody with a name is made for them alone, without a look at what has changed.
    const stockShown = async () =>
      ((await shop.call('GET', `/parts/${partId}`, { token: buyer.token })).body as { stock: number }).stock;
    await expect.poll(readAndTell, { timeout: 15_000 }).toBe(true);
    await pause();
    const order = { partId, orderQuantity: 1, address: '1 Test Road', phone: '+880 1' };
    const before = await stockShown();
    await shop.call('POST', '/order', { token: buyer.token, body: order });
    expect(await stockShown()).toBe(before - 1);
    await sql`UPDATE stock_level SET on_hand_units = on_hand_units + 5 WHERE part_id = ${partId}`.execute(
      databases.write,
    );
    await wait(1_000);
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
  await expect.poll(() => standby.query(IS_SLEEPING).then(({ rows }) => rows.length)).toBe(1);
  await write('DELETE FROM held_up');
  await write('VACUUM held_up');
  expect(await reading).toBeInstanceOf(Outage);
});

describe('whatever fails', () => {
  beforeAll(async () => {
    const database = { url: embedded.url, databases, drop: async () => {} };
    shop = await openTestShop({
      place: { database, dataDir: join(folder, 'primary') },
      env: { ANSWER_CACHE_MB: '64' },
    });
  });
  afterAll(() => shop.close());
  beforeEach(() => expect.poll(readAndTell, { timeout: 15_000 }).toBe(true));
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
    await wait(100);
    for (let turn = 0; turn < 20; turn += 1) expect(await reprice()).toBe(await priceShown());
    await primary.query('ALTER SYSTEM RESET synchronous_commit');
    await primary.query('SELECT pg_reload_conf()');
    await primary.end();
  });

  it('a primary that is only busy is waited for, and not taken for one that is away', async () => {
    await pause();
    const busy = Array.from({ length: 8 }, () => databases.readPool.query('SELECT pg_sleep(1.5)'));
    expect(await reprice()).toBe(await priceShown());
    await Promise.all(busy);
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
    for (let limit = 91; limit <= 94; limit += 1) await priceShown(`/parts?limit=${limit}`);
    toPrimary.setMode('pass');
    await wait(1_000);
    for (let limit = 91; limit <= 94; limit += 1) {
      expect(await priceShown(`/parts?limit=${limit}`)).toBe(now);
    }
  });

  it('a primary that says nothing any more leaves the shop ready, and its catalogue to be read', async () => {
    await wait(1_100);
    toPrimary.setMode('hang');
    expect((await fetch(`${shop.url}/readyz`)).status).toBe(200);
    await priceShown();
    const again = performance.now();
    for (let turn = 0; turn < 5; turn += 1) await priceShown();
    expect(performance.now() - again).toBeLessThan(2_000);
  });

  it('a replica that says nothing any more is left, and nobody waits for what was asked of it', async () => {
    await priceShown('/parts?limit=95');
    toReplica.setMode('hang');
    const first = Promise.all([96, 97, 98].map((limit) => shop.call('GET', `/parts?limit=${limit}`)));
    await wait(1_200);
    expect(await priceShown('/parts?limit=96')).toBe(price);
    expect(await isReadFromReplica()).toBe(false);
    for (const { status } of await first) expect([200, 503]).toContain(status);
  });

  it('a replica that goes away between two looks is left, and nobody is refused', async () => {
    expect(await readAndTell()).toBe(true);
    toReplica.setMode('refuse');
    toReplica.dropAll();
    await Promise.all(Array.from({ length: 8 }, () => priceShown()));
    expect(await isReadFromReplica()).toBe(false);
  });

  it('a replica that is none any more is left as soon as something has changed', async () => {
    await standby.query('SELECT pg_promote()');
    for (let turn = 0; turn < 3; turn += 1) {
      expect(await reprice()).toBe(await priceShown());
      await wait(300);
      expect(await priceShown()).toBe(price);
    }
  });
});
