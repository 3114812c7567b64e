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
import { openTestShop, type Person, type TestShop } from '../shop.ts';

const log = openLog('error');

let folder: string;
let embedded: EmbeddedDatabase;
let replica: Replica;
let databases: Databases;
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
  databases = openDatabases({ url, readUrl: replica.url, maxConnections: 8, onIdleError: () => {} });
  standby = new pg.Client({ connectionString: replica.url });
  standby.on('error', () => {});
  await standby.connect();
});
afterAll(async () => {
  await standby.end().catch(() => {});
  await databases.close();
  await replica.close();
  await embedded.stop();
  await rm(folder, { recursive: true, force: true });
});

const IS_SLEEPING = "SELECT FROM pg_stat_activity WHERE wait_event = 'PgSleep'";
const pause = () => standby.query('SELECT pg_wal_replay_pause()');
const goOn = () => standby.query('SELECT pg_wal_replay_resume()');
async function isReadFromReplica(): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`SELECT pg_is_in_recovery() AS is`.execute(databases.read);
  return rows[0]?.is === true;
}

describe.each([
  { what: 'what is kept', megabytes: '64' },
  { what: 'what is made for each', megabytes: '0' },
])('$what', ({ megabytes }) => {
  let shop: TestShop;
  let price = 10;

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

  /** What a list says that the part costs. */
  async function priceShown(): Promise<unknown> {
    const answer = await shop.call('GET', '/parts');
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

  it('has what this process has just changed, from a replica that gets it a moment later', async () => {
    await pause();
    const asked = await reprice();
    const shown = priceShown();
    await wait(60);
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
    await wait(1_000);
    expect(await priceShown()).toBe(price);
  });
});

it('is not read from by whoever has a name, either, unless it has been found to keep up within a second', async () => {
  const database = { url: embedded.url, databases, drop: async () => {} };
  const shop = await openTestShop({ place: { database, dataDir: join(folder, 'primary') } });
  const buyer = await shop.person('customer');
  try {
    // What tells of a part to somebody with a name is made for them alone, without a look at what has changed.
    const stockShown = async () =>
      ((await shop.call('GET', `/parts/${partId}`, { token: buyer.token })).body as { stock: number }).stock;
    const readAndTell = async () => {
      await shop.call('GET', '/parts');
      return isReadFromReplica();
    };
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

it('goes on while the replica is away', async () => {
  const database = { url: embedded.url, databases, drop: async () => {} };
  const shop = await openTestShop({ place: { database, dataDir: join(folder, 'primary') } });
  try {
    await replica.close();
    const answers = await Promise.all(Array.from({ length: 8 }, () => shop.call('GET', '/parts')));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(await isReadFromReplica()).toBe(false);
  } finally {
    await shop.close();
  }
});
