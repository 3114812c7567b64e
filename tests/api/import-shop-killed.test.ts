/** A shop that is killed while it reads or applies a file: what was done is whole, the rest is done once, or said to be lost. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ImportBody } from '#contract/imports.ts';
import { openSecrets } from '#main/secrets.ts';
import type { Databases } from '#server/platform/db/database.ts';
import { createAccessTokens } from '#server/users/access-token.ts';
import { ensureUser } from '#server/users/ensure-user.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { freePort } from '../free-port.ts';

const ROWS = 20_000;
const BATCH = 5_000;
const HEAD = 'sku,brand,part_number,name,description,price,stock\n';
const rowsOf = (from: number, to: number) =>
  Array.from(
    { length: to - from },
    (_, at) => `KILL-${from + at},Kolbmann,KILL ${from + at},Disc,Coated.,1,3\n`,
  ).join('');

let database: TestDatabase;
let folder: string;
let url: string;
let token: string;
let running: ChildProcess[] = [];
beforeEach(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'mainshaft-killed-'));
  token = await ownersToken(database.databases);
});
afterEach(async () => {
  await Promise.all(running.map(kill));
  running = [];
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

async function ownersToken(databases: Databases): Promise<string> {
  const email = 'owner@example.test';
  const identity = { issuer: 'tests', subject: email, email, emailVerified: true, name: 'Owner' };
  const { id } = await ensureUser({ databases, now: () => new Date() }, identity, 'admin');
  const tokens = await createAccessTokens((await openSecrets(folder)).accessToken);
  const { token_epoch: epoch } = await databases.write
    .selectFrom('shop_user')
    .select('token_epoch')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return tokens.issue({ userId: id, epoch }, new Date());
}

async function start(): Promise<ChildProcess> {
  const port = await freePort();
  const child = spawn(process.execPath, [join(import.meta.dirname, 'shop-process.ts')], {
    env: { ...process.env, DATABASE_URL: database.url, DATA_DIR: folder, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.push(child);
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  url = line.toString().trim();
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
  // What the database was doing for it is over, one way or the other.
  const isBusy = async () => {
    const { rows } = await sql<{ busy: boolean }>`
      SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
                     AND state <> 'idle') AS busy`.execute(database.databases.write);
    return rows[0]?.busy;
  };
  await expect.poll(isBusy, { timeout: 20_000 }).toBe(false);
}

const headers = () => ({ authorization: `Bearer ${token}`, 'content-type': 'text/csv' });
async function call(method: string, path: string, body?: string): Promise<Response> {
  return fetch(`${url}/api${path}`, {
    method,
    headers: { ...headers(), ...(path.endsWith('/apply') && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body }),
  });
}
const bring = async (content: string) =>
  (await (await call('POST', '/imports?fileName=many.csv', content)).json()) as ImportBody;
const look = async (id: string) => (await (await call('GET', `/imports/${id}`)).json()) as ImportBody;
async function until(id: string, isSo: (run: ImportBody) => boolean): Promise<ImportBody> {
  for (;;) {
    const run = await look(id);
    if (isSo(run)) return run;
    await wait(20);
  }
}
/** Lets time pass without waiting for it. */
const passSeconds = (seconds: number) =>
  sql`UPDATE import_run SET beat_at = beat_at - make_interval(secs => ${seconds}::int)`.execute(
    database.databases.write,
  );
async function counts() {
  const { rows } = await sql<{
    parts: number;
    levels: number;
    movements: number;
    found: number;
    staged: number;
  }>`
    SELECT (SELECT count(*)::int FROM part) AS parts, (SELECT count(*)::int FROM stock_level) AS levels,
           (SELECT count(*)::int FROM stock_movement) AS movements, (SELECT count(*)::int FROM part_search) AS found,
           (SELECT count(*)::int FROM import_row) AS staged`.execute(database.databases.write);
  return rows[0];
}
const all = (count: number, staged: number) => ({
  parts: count,
  levels: count,
  movements: count,
  found: count,
  staged,
});

it('an import that was being applied goes on by itself when the shop is there again, each row once', {
  timeout: 90_000,
}, async () => {
  const first = await start();
  const { id } = await bring(HEAD + rowsOf(0, ROWS));
  await until(id, ({ state }) => state === 'checked');
  await call('POST', `/imports/${id}/apply`, '{}');
  await until(id, ({ rowsDone, state }) => state === 'applying' && rowsDone >= BATCH);
  await kill(first);
  const { rows } = await sql<{ done: number }>`SELECT rows_done AS done FROM import_run`.execute(
    database.databases.write,
  );
  const done = rows[0]?.done ?? 0;
  expect(done % BATCH).toBe(0);
  expect(done).toBeLessThan(ROWS);
  expect(await counts()).toEqual(all(done, ROWS));

  await passSeconds(31);
  await start();
  // The page shows it as it goes on.
  expect(await look(id)).toMatchObject({ state: 'applying', rowsToDo: ROWS });
  expect(await until(id, ({ state }) => state !== 'applying')).toMatchObject({
    state: 'applied',
    rowsDone: ROWS,
    inserted: ROWS,
    errorCount: 0,
  });
  await expect.poll(counts, { timeout: 10_000 }).toEqual(all(ROWS, 0));
});

it('a file that was being read is told to be lost, its rows are let go of, and it can be brought again', {
  timeout: 90_000,
}, async () => {
  const first = await start();
  // Half of the file, and then nothing.
  const sent = request(`${url}/api/imports?fileName=half.csv`, { method: 'POST', headers: headers() });
  sent.on('error', () => {});
  sent.write(HEAD + rowsOf(0, ROWS / 2));
  const reading = async () => ((await (await call('GET', '/imports')).json()) as ImportBody[])[0];
  await expect.poll(async () => (await reading())?.rows, { timeout: 20_000 }).toBeGreaterThan(BATCH);
  const id = (await reading())?.id ?? '';
  await kill(first);
  expect((await counts())?.staged).toBeGreaterThan(0);

  await passSeconds(61);
  await start();
  expect(await until(id, ({ state }) => state !== 'reading')).toMatchObject({
    state: 'failed',
    failure: 'The file did not arrive whole. Nothing has changed; bring it again.',
    inserted: 0,
  });
  await expect.poll(counts, { timeout: 10_000 }).toEqual(all(0, 0));
  const again = await bring(HEAD + rowsOf(0, 10));
  expect(await until(again.id, ({ state }) => state === 'checked')).toMatchObject({
    rows: 10,
    errorCount: 0,
  });
});
