/** Backing up the embedded database while the shop sells, and opening the shop anew from the backup. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runRestore } from '#main/cli-backup.ts';
import { openSecrets } from '#main/secrets.ts';
import { takeBackup } from '#server/adapters/database/backup.ts';
import { MANIFEST, readManifest } from '#server/adapters/database/backup-manifest.ts';
import { checkDatabase } from '#server/adapters/database/check-database.ts';
import { type EmbeddedDatabase, startEmbedded } from '#server/adapters/database/embedded.ts';
import { restoreBackup } from '#server/adapters/database/restore.ts';
import { readConfig } from '#server/platform/config.ts';
import { type Databases, openDatabases } from '#server/platform/db/database.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { openLog } from '#server/platform/log.ts';
import { installQueue } from '#server/platform/queue.ts';
import { wrongBooks } from '#server/read-models/books.ts';
import { makePart } from '../factories/parts.ts';
import { openTestShop, type Person, type TestShop } from '../shop.ts';

const PROJECT = join(import.meta.dirname, '../..');
const log = openLog('error');
const PICTURE = 'images/ab/abcd/960.webp';
const openPools = (url: string) => openDatabases({ url, maxConnections: 8, onIdleError: () => {} });

let folder: string;
let dataDir: string;
let embedded: EmbeddedDatabase;
let databases: Databases;
let shop: TestShop;
let buyers: Person[];
let partIds: string[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mainshaft-backup-'));
  // As root the database runs as another user, who has to get in.
  await chmod(folder, 0o711);
  dataDir = await emptyFolder('data');
  embedded = await startEmbedded({ dataDir, log });
  databases = openPools(embedded.url);
  await migrate(databases.writePool, { log });
  await installQueue(databases.writePool, log);
  await openSecrets(dataDir);
  await mkdir(join(dataDir, 'images/ab/abcd'), { recursive: true });
  await writeFile(join(dataDir, PICTURE), 'a picture');
  const database = { url: embedded.url, databases, drop: async () => {} };
  shop = await openTestShop({ place: { database, dataDir }, env: { MAX_UNPAID_ORDERS: '10000' } });
  const admin = await shop.person('admin');
  buyers = [await shop.person('customer'), await shop.person('customer'), await shop.person('customer')];
  partIds = [await makePart(shop, admin, { stock: 90_000 }), await makePart(shop, admin, { stock: 90_000 })];
});
afterAll(async () => {
  await shop.close();
  await databases.close();
  await embedded.stop();
  await rm(folder, { recursive: true, force: true });
});

async function emptyFolder(name: string): Promise<string> {
  const path = join(folder, name);
  await mkdir(path, { mode: 0o711 });
  return path;
}

function cli(...words: string[]): ChildProcess & { readonly said: () => string } {
  const child = spawn(process.execPath, [join(PROJECT, 'src/main/cli.ts'), ...words], {
    cwd: PROJECT,
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
  }
  return Object.assign(child, { said: () => text });
}

type Placed = { readonly number: string; readonly at: number };

/** Buyers who order, and cancel some of it, until they are told to stop. Answers what was acknowledged, and when. */
function sell() {
  const placed: Placed[] = [];
  let isOpen = true;
  const buy = async ({ token }: Person): Promise<void> => {
    while (isOpen) {
      const lines = partIds.map((partId) => ({ partId, quantity: 1 + (placed.length % 3) }));
      const answer = await shop.call('POST', '/order', {
        token,
        body: { lines, address: '1 Test Road', phone: '+880 1' },
      });
      expect(answer.status).toBe(201);
      const { insertedId, orderId } = answer.body as { insertedId: string; orderId: string };
      placed.push({ number: orderId, at: Date.now() });
      if (placed.length % 4 === 0) await shop.call('DELETE', `/order/${insertedId}`, { token });
    }
  };
  const all = Promise.all(buyers.map(buy));
  return {
    placed,
    async stop() {
      isOpen = false;
      await all;
    },
  };
}

/**
 * Commits one row after the other until it is told to stop, so that some are committed at every moment of a backup. They wait
 * for no disk, and come the closer together for it; the log has them in its order all the same.
 */
async function commitWithoutPause() {
  await sql`CREATE TABLE committed_row (number int PRIMARY KEY)`.execute(databases.write);
  const url = new URL(embedded.url);
  url.searchParams.set('options', '-c synchronous_commit=off');
  const pools = openPools(url.href);
  const committed: Placed[] = [];
  let isOpen = true;
  let last = 0;
  const write = async (): Promise<void> => {
    while (isOpen) {
      last += 1;
      const number = last;
      await sql`INSERT INTO committed_row VALUES (${number})`.execute(pools.write);
      committed.push({ number: String(number), at: Date.now() });
    }
  };
  const all = Promise.all([write(), write(), write(), write()]);
  return {
    committed,
    async stop() {
      isOpen = false;
      await all;
      await pools.close();
    },
  };
}

/** Numbers of those that were acknowledged before a moment and are not among what a copy has. */
const missing = (acknowledged: readonly Placed[], before: number, copied: ReadonlySet<string>): string[] =>
  acknowledged.filter(({ number, at }) => at < before && !copied.has(number)).map(({ number }) => number);

it('a backup that was killed half-way is none, and leaves nothing in the database', async () => {
  const into = join(folder, 'backup');
  const child = cli('backup', into);
  while (!existsSync(join(`${into}.unfinished`, 'data'))) await wait(2);
  child.kill('SIGKILL');
  await once(child, 'close');
  expect(existsSync(into)).toBe(false);
  await expect(readManifest(`${into}.unfinished`)).rejects.toThrow('no finished backup');
  const slots = sql<{ count: number }>`SELECT count(*)::int AS count FROM pg_replication_slots`;
  await expect.poll(async () => (await slots.execute(databases.write)).rows[0]?.count).toBe(0);
});

it('a backup taken while orders come in has every order that was acknowledged before it ended, and its books balance', {
  timeout: 90_000,
}, async () => {
  const selling = sell();
  const committing = await commitWithoutPause();
  await expect.poll(() => selling.placed.length, { timeout: 20_000 }).toBeGreaterThan(5);
  const into = join(folder, 'backup');
  const backup = cli('backup', into, '--verify');
  await expect.poll(() => existsSync(into), { timeout: 60_000 }).toBe(true);
  await Promise.all([selling.stop(), committing.stop()]);
  expect(await once(backup, 'close')).toEqual([0, null]);
  expect(backup.said()).toContain('and it is good');
  // What the killed one left is gone, and nothing of it is in the backup.
  expect((await readdir(folder)).toSorted()).toEqual(['backup', 'data']);
  expect((await readdir(into)).toSorted()).toEqual(['data', MANIFEST]);
  expect((await stat(into)).mode & 0o777).toBe(0o700);

  const { endedAt, beganAt } = await readManifest(into);
  const ended = Date.parse(endedAt);
  const during = selling.placed.filter(({ at }) => at > Date.parse(beganAt) && at < ended);
  expect(during.length).toBeGreaterThan(3);

  const restored = await emptyFolder('restored');
  const words: string[] = [];
  await runRestore(into, restored, readConfig({}), (text) => words.push(text));
  expect(words.join('\n')).toContain(`is restored in ${restored}`);
  for (const path of ['secrets.json', PICTURE]) {
    expect(await readFile(join(restored, path), 'utf8')).toBe(await readFile(join(dataDir, path), 'utf8'));
  }
  const copy = await startEmbedded({ dataDir: restored, log });
  const pools = openPools(copy.url);
  try {
    const found = await sql<{ number: string }>`SELECT number FROM shop_order`.execute(pools.write);
    const numbers = new Set(found.rows.map(({ number }) => number));
    expect(missing(selling.placed, ended, numbers)).toEqual([]);
    const rows = await sql<{ number: string }>`SELECT number::text FROM committed_row`.execute(pools.write);
    expect(missing(committing.committed, ended, new Set(rows.rows.map(({ number }) => number)))).toEqual([]);
    // Nor is there an order that nobody placed, or half of one.
    expect(selling.placed.length).toBeGreaterThanOrEqual(numbers.size - buyers.length);
    expect(await wrongBooks(pools.write)).toEqual([]);
    await findsWhatIsWrong(pools, copy.url);
  } finally {
    await pools.close();
    await copy.stop();
  }
});

/** What the checks are worth: each finds what is planted for it. */
async function findsWhatIsWrong({ write }: Databases, url: string): Promise<void> {
  const [part] = partIds;
  await sql`UPDATE stock_level SET on_hand_units = on_hand_units + 1 WHERE part_id = ${part}::bigint`.execute(
    write,
  );
  await sql`DELETE FROM stock_movement WHERE id = (SELECT min(id) FROM stock_movement WHERE kind = 'released')`.execute(
    write,
  );
  await sql`UPDATE shop_order SET total_minor = total_minor + 1 WHERE number = (SELECT min(number) FROM shop_order)`.execute(
    write,
  );
  await sql`UPDATE shop_order SET status = 'paid', transaction_id = 'pi_none', paid_at = placed_at
            WHERE number = (SELECT max(number) FROM shop_order WHERE status = 'unpaid')`.execute(write);
  const wrong = (await wrongBooks(write)).join('\n');
  expect(wrong).toMatch(
    new RegExp(`^the level of a part is the sum of its movements: {"part_id":"?${part}"?,`, 'm'),
  );
  expect(wrong).toMatch(/^what is promised is what unpaid orders hold: /m);
  expect(wrong).toMatch(/^each line of an order was reserved once.*"status":"cancelled"/m);
  expect(wrong).toMatch(/^an order is whole: lines that come to its total/m);
  expect(wrong).toMatch(/^an order is paid by an attempt to pay it.*"pi_none"/m);

  await sql`CREATE FUNCTION planted(a int) RETURNS int IMMUTABLE LANGUAGE sql AS 'SELECT a'`.execute(write);
  await sql`CREATE TABLE planted_rows AS SELECT generate_series(1, 9) AS a`.execute(write);
  await sql`CREATE INDEX planted_index ON planted_rows (planted(a))`.execute(write);
  await sql`CREATE OR REPLACE FUNCTION planted(a int) RETURNS int IMMUTABLE LANGUAGE sql AS 'SELECT -a'`.execute(
    write,
  );
  const { findings, tables, indexes } = await checkDatabase(url, () => {});
  expect(findings).toEqual([expect.stringMatching(/^planted_index: .*lacks matching index tuple/)]);
  expect(tables).toBeGreaterThan(100);
  expect(indexes).toBeGreaterThan(100);
}

it('is restored into an empty folder only, and not at all when a file of it is damaged or gone', async () => {
  const backup = join(folder, 'backup');
  const restore = (into: string) => restoreBackup({ backup, into, tell: () => {} });
  await expect(restore(dataDir)).rejects.toThrow('is not empty');

  const into = await emptyFolder('damaged');
  const path = join(backup, 'data', PICTURE);
  await writeFile(path, 'another picture');
  await expect(restore(into)).rejects.toThrow(`${PICTURE} is missing or damaged`);
  await rm(path);
  await expect(restore(into)).rejects.toThrow(`${PICTURE} is missing or damaged`);
  expect(await readdir(into)).toEqual([]);
});

it('goes into a new folder outside of the data only', async () => {
  const about = { version: '0', migration: '0' };
  const backup = (into: string) => takeBackup({ dataDir, url: embedded.url, into, about, tell: () => {} });
  await expect(backup(join(folder, 'backup'))).rejects.toThrow('holds a backup already');
  await expect(backup(folder)).rejects.toThrow('is not empty');
  await expect(backup(join(dataDir, 'backup'))).rejects.toThrow('is in the data directory');
  expect((await readdir(folder)).toSorted()).toEqual(['backup', 'damaged', 'data', 'restored']);
});
