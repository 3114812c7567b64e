import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';
import { openShopDatabase } from '#main/open-shop-database.ts';
import { canReach } from '#server/adapters/database/account.ts';
import { resolveDataDir, SYSTEM_FOLDER } from '#server/adapters/database/data-dir.ts';
import { isGoneWithin, runningPostmaster } from '#server/adapters/database/postmaster.ts';
import { readConfig } from '#server/platform/config.ts';
import type { Db } from '#server/platform/db/database.ts';
import { openLog } from '#server/platform/log.ts';

const isRoot = process.getuid?.() === 0;
const script = join(import.meta.dirname, 'database-owner.ts');
const bareShop = join(import.meta.dirname, '../faults/bare-shop.ts');
const commands = join(import.meta.dirname, '../../src/main/cli.ts');
const nobody = { uid: 65_534, gid: 65_534, name: 'nobody' };
/** As an ordinary user where we can: everything but the choice of account is the same for root. */
const ordinary =
  isRoot && canReach(process.execPath, nobody) && canReach(import.meta.dirname, nobody) ? nobody : undefined;

const Server = z.object({ port: z.number(), pid: z.number() });
const Opened = Server.extend({
  url: z.string(),
  attached: z.boolean(),
  tookMs: z.number(),
});

/** From `sched.h`. */
const SCHED_BATCH = 3;
const canBatch = process.platform === 'linux' && spawnSync('chrt', ['-b', '0', 'true']).status === 0;

const folder = mkdtempSync(join(tmpdir(), 'mainshaft-embedded-'));
const dataDir = join(folder, 'data');
const cluster = join(dataDir, 'postgres');
const owners = new Set<ChildProcessWithoutNullStreams>();

beforeAll(() => {
  chmodSync(folder, 0o755);
  if (ordinary !== undefined) chownSync(folder, ordinary.uid, ordinary.gid);
});

afterAll(async () => {
  for (const owner of owners) await kill(owner);
  await quit(cluster);
  rmSync(folder, { recursive: true, force: true });
});

async function open() {
  const child = spawn(process.execPath, [script, dataDir], ordinary ?? {});
  owners.add(child);
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => {
    complaint += chunk.toString();
  });
  for await (const line of createInterface(child.stdout)) {
    return { ...Opened.parse(JSON.parse(line)), child };
  }
  throw new Error(`The database was not opened: ${complaint}`);
}

async function stop(child: ChildProcessWithoutNullStreams): Promise<void> {
  const ended = once(child, 'exit');
  child.stdin.write('\n');
  await ended;
  owners.delete(child);
  expect(child.exitCode).toBe(0);
}

async function kill(child: ChildProcessWithoutNullStreams): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }
  owners.delete(child);
}

/** Starts a shop or a command on a data directory with an embedded database. */
function startOn(on: string, words: readonly string[]) {
  const env = { ...process.env, DATA_DIR: on, DATABASE_URL: '', NODE_ENV: 'production' };
  const started = spawn(process.execPath, words, { ...ordinary, env });
  owners.add(started);
  return { started, ended: once(started, 'exit') };
}

/** Ends the server that a test which failed has left. */
async function quit(left: string): Promise<void> {
  const server = runningPostmaster(left);
  if (server === undefined) return;
  process.kill(server.pid, 'SIGQUIT');
  expect(await isGoneWithin(left, server.pid, 10_000)).toBe(true);
}

/** Takes the port of a database that was just killed, before that is started again, and sends everybody away. */
async function takePort(port: number): Promise<void> {
  const other = createServer((connection) => connection.destroy());
  onTestFinished(() => void other.close());
  const take = () =>
    new Promise<boolean>((resolve) => {
      other.once('error', () => resolve(false));
      other.listen(port, '127.0.0.1', () => resolve(true));
    });
  await expect.poll(take, { timeout: 5_000, interval: 5 }).toBe(true);
}

/** The commands of all processes that work on a folder. */
function workingOn(path: string): string[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry) && existsSync(`/proc/${entry}/cmdline`))
    .map(commandOf)
    .filter((command) => command.includes(path));
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    // It ended a moment ago.
    return '';
  }
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(text);
    return rows;
  } finally {
    await client.end();
  }
}

/** How the process of a new connection is scheduled: the field `policy` of what proc(5) calls `stat`. */
async function policyOfOwnProcess(url: string): Promise<number> {
  const rows = await query(url, `SELECT pg_read_file('/proc/self/stat') AS stat`);
  const [{ stat }] = z.tuple([z.object({ stat: z.string() })]).parse(rows);
  // The name, which may have spaces, ends with the last parenthesis.
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[38]);
}

describe('the embedded database', () => {
  it('is made at the first start, and there again at the second', async () => {
    const first = await open();
    expect(first.attached).toBe(false);
    await query(first.url, 'CREATE TABLE kept (word text NOT NULL)');
    await query(first.url, `INSERT INTO kept VALUES ('first')`);
    await stop(first.child);
    expect(runningPostmaster(cluster)).toBeUndefined();

    const second = await open();
    expect(second.port).toBe(first.port);
    expect(await query(second.url, 'SELECT word FROM kept')).toEqual([{ word: 'first' }]);
    await stop(second.child);
    process.stdout.write(`first start ${first.tookMs} ms, second ${second.tookMs} ms\n`);
  });

  it('is safe and plain: UTF-8, one locale everywhere, passwords, fsync, loopback alone', async () => {
    const { url, child } = await open();
    const [settings] = await query(
      url,
      `SELECT current_setting('server_encoding') AS encoding, current_setting('fsync') AS fsync,
        current_setting('listen_addresses') AS addresses, current_setting('unix_socket_directories') AS sockets,
        (SELECT datlocprovider::text || ':' || datlocale FROM pg_database WHERE datname = current_database()) AS locale,
        (SELECT string_agg(DISTINCT auth_method, ',') FROM pg_hba_file_rules) AS authentication,
        lower('ÄÖÉ') AS folded`,
    );
    expect(settings).toEqual({
      encoding: 'UTF8',
      fsync: 'on',
      addresses: '127.0.0.1',
      sockets: '',
      locale: 'b:C.UTF-8',
      authentication: 'scram-sha-256',
      folded: 'äöé',
    });
    expect(statSync(join(dataDir, 'postgres-password')).mode & 0o777).toBe(0o600);
    await expect(query(url.replace(/:[^:@]+@/, ':wrong@'), 'SELECT 1')).rejects.toThrow('password');
    await stop(child);
  });

  it.skipIf(!canBatch)(
    'does not push in before whoever asks it: its processes are scheduled as a batch',
    async () => {
      const { url, child } = await open();
      await expect.poll(() => policyOfOwnProcess(url)).toBe(SCHED_BATCH);
      await stop(child);
    },
  );

  it('keeps what was committed when everything is killed', async () => {
    const before = await open();
    await query(before.url, `INSERT INTO kept VALUES ('before the crash')`);
    process.kill(before.pid, 'SIGKILL');
    await kill(before.child);

    const after = await open();
    expect(after.attached).toBe(false);
    expect(await query(after.url, 'SELECT word FROM kept')).toContainEqual({ word: 'before the crash' });
    await stop(after.child);
  });

  it('is started again when it is killed while it is used', async () => {
    const shop = await open();
    process.kill(shop.pid, 'SIGKILL');
    // On its own port, unless another test's server has taken that meanwhile.
    const url = () => shop.url.replace(`:${shop.port}/`, `:${runningPostmaster(cluster)?.port}/`);
    const answers = () => query(url(), 'SELECT 1 AS one').catch(() => 'away');
    await expect.poll(answers, { timeout: 20_000, interval: 100 }).toEqual([{ one: 1 }]);
    expect(runningPostmaster(cluster)?.pid).not.toBe(shop.pid);
    expect(await query(url(), 'SELECT word FROM kept')).toContainEqual({ word: 'before the crash' });
    await stop(shop.child);
    expect(runningPostmaster(cluster)).toBeUndefined();
  });

  it('is attached to when only the shop was killed, and stopped by the one who attached', async () => {
    const killed = await open();
    await kill(killed.child);
    expect(runningPostmaster(cluster)?.pid).toBe(killed.pid);

    const next = await open();
    expect(next).toMatchObject({ attached: true, pid: killed.pid, port: killed.port });
    await stop(next.child);
    expect(runningPostmaster(cluster)).toBeUndefined();
  });

  it('goes on while another process uses it; the last one out stops it', async () => {
    const shop = await open();
    const command = await open();
    expect(command).toMatchObject({ attached: true, pid: shop.pid });
    await stop(shop.child);
    expect(await query(command.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await stop(command.child);
    expect(runningPostmaster(cluster)).toBeUndefined();
  });

  it('is started once by two processes at the same moment', async () => {
    const [one, other] = await Promise.all([open(), open()]);
    expect(one.pid).toBe(other.pid);
    expect([one.attached, other.attached].filter(Boolean)).toHaveLength(1);
    await Promise.all([stop(one.child), stop(other.child)]);
    expect(runningPostmaster(cluster)).toBeUndefined();
  });

  it('is not fooled by a pid that now belongs to another process', async () => {
    const killed = await open();
    process.kill(killed.pid, 'SIGKILL');
    await kill(killed.child);
    const stranger = spawn('sleep', ['60'], ordinary ?? {});
    onTestFinished(() => void stranger.kill('SIGKILL'));
    const pidFile = join(cluster, 'postmaster.pid');
    writeFileSync(pidFile, readFileSync(pidFile, 'utf8').replace(/^\d+/, String(stranger.pid)));

    const next = await open();
    expect(next.attached).toBe(false);
    expect(stranger.exitCode).toBeNull();
    await stop(next.child);
  });

  it('is started again on another port where its own was taken in the meantime', async () => {
    const shop = await open();
    process.kill(shop.pid, 'SIGKILL');
    await takePort(shop.port);
    const moved = () => runningPostmaster(cluster);
    await expect.poll(moved, { timeout: 20_000 }).toMatchObject({ isReady: true });
    expect(moved()?.port).not.toBe(shop.port);
    const url = shop.url.replace(`:${shop.port}/`, `:${moved()?.port}/`);
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await stop(shop.child);
  });

  it('moves to another port when its own is taken', async () => {
    const before = await open();
    await stop(before.child);
    const other = createServer().listen(before.port, '127.0.0.1');
    await once(other, 'listening');
    onTestFinished(() => void other.close());

    const after = await open();
    expect(after.port).not.toBe(before.port);
    expect(await query(after.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await stop(after.child);
  });
});

describe('the shop on an embedded database', () => {
  it('asks it where it is now, after its port was taken while it was down', async () => {
    const { databases, close } = await openShopDatabase(readConfig({}), dataDir, openLog('silent'));
    onTestFinished(close);
    const answers = (db: Db) => sql`SELECT 1`.execute(db).then(() => 'answered', String);
    const both = () => Promise.all([answers(databases.write), answers(databases.read)]);
    expect(await both()).toEqual(['answered', 'answered']);

    const before = Server.parse(runningPostmaster(cluster));
    process.kill(before.pid, 'SIGKILL');
    await takePort(before.port);
    await expect.poll(both, { timeout: 20_000 }).toEqual(['answered', 'answered']);
    expect(runningPostmaster(cluster)?.port).not.toBe(before.port);
  });
});

describe.each([
  { who: 'a shop', words: [bareShop], endBy: () => [0, null] },
  // Who has told it learns that it did not end by itself.
  { who: 'a command', words: [commands, 'migrate'], endBy: (signal: string) => [null, signal] },
])('$who that is told to stop while its database gets ready', ({ who, words, endBy }) => {
  const newDir = join(folder, `new of ${who}`);
  afterAll(() => quit(join(newDir, 'postgres')));

  it('leaves nothing running, and nothing half made, where the database is just being made', async () => {
    const { started, ended } = startOn(newDir, words);
    const isBeingMade = () => existsSync(join(newDir, 'postgres.new/PG_VERSION'));
    await expect.poll(isBeingMade, { timeout: 20_000, interval: 5 }).toBe(true);
    started.kill('SIGTERM');
    expect(await ended).toEqual(endBy('SIGTERM'));
    expect(workingOn(newDir)).toEqual([]);
    expect(readdirSync(newDir).filter((name) => /^postgres(\.new)?$/.test(name))).toEqual([]);
  });

  it('takes the server along that it has just started, and does not wait until that is ready', async () => {
    // A standby without a primary, which takes nobody in before it has heard from one, is never ready.
    const signal = join(cluster, 'standby.signal');
    const settings = join(cluster, 'postgresql.auto.conf');
    const before = readFileSync(settings, 'utf8');
    onTestFinished(() => {
      rmSync(signal);
      writeFileSync(settings, before);
    });
    writeFileSync(signal, '');
    writeFileSync(settings, `${before}hot_standby = off\n`);

    const { started, ended } = startOn(dataDir, words);
    await expect.poll(() => runningPostmaster(cluster), { timeout: 20_000, interval: 5 }).toBeDefined();
    started.kill('SIGINT');
    expect(await ended).toEqual(endBy('SIGINT'));
    expect(workingOn(dataDir)).toEqual([]);
  });
});

describe('a command that is told to stop while it works', () => {
  const ownDir = join(folder, 'migrated');
  afterAll(() => quit(join(ownDir, 'postgres')));

  /** Tells the command to stop in the midst of a migration, and answers what it said. */
  async function stopMigrating(): Promise<{ readonly end: unknown; readonly said: string }> {
    const { started, ended } = startOn(ownDir, [commands, 'migrate']);
    let said = '';
    for (const stream of [started.stdout, started.stderr])
      stream.on('data', (text: Buffer) => {
        said += text.toString();
      });
    const isUnderWay = async () => {
      const server = runningPostmaster(join(ownDir, 'postgres'));
      if (server?.isReady !== true) return false;
      const password = readFileSync(join(ownDir, 'postgres-password'), 'utf8').trim();
      const url = `postgres://shop:${password}@127.0.0.1:${server.port}/shop`;
      // Before the first migration there is no such table, and before that no such database.
      return (await query(url, 'SELECT name FROM kysely_migration').catch(() => [])).length > 0;
    };
    await expect.poll(isUnderWay, { timeout: 30_000, interval: 5 }).toBe(true);
    started.kill('SIGINT');
    return { end: await ended, said };
  }

  it('stops the database that it has started, says nothing of what that breaks off, and can be done again', async () => {
    expect(await stopMigrating()).toEqual({ end: [null, 'SIGINT'], said: '' });
    expect(workingOn(ownDir)).toEqual([]);
    const { ended } = startOn(ownDir, [commands, 'migrate']);
    expect(await ended).toEqual([0, null]);
  });
});

describe.runIf(isRoot)('the data directory when root starts the shop', () => {
  const closed = mkdtempSync(join(tmpdir(), 'mainshaft-closed-'));
  afterAll(() => rmSync(closed, { recursive: true, force: true }));

  it('is a folder of the system where the project is closed to the account of the database', async () => {
    const existed = existsSync(SYSTEM_FOLDER);
    const { dir, note } = await resolveDataDir({ dataDir: undefined, cwd: closed });
    onTestFinished(() => rmSync(existed ? dir : SYSTEM_FOLDER, { recursive: true, force: true }));
    expect(dir.startsWith(SYSTEM_FOLDER)).toBe(true);
    expect(note).toContain(dir);
    expect(existsSync(join(closed, 'data'))).toBe(false);
    expect(await resolveDataDir({ dataDir: undefined, cwd: closed })).toMatchObject({ dir });
  });

  it('is refused when it was asked for and is closed, and taken when a server has the database', async () => {
    const request = { dataDir: 'mine', cwd: closed };
    await expect(resolveDataDir(request)).rejects.toThrow(/can't reach DATA_DIR/);
    expect(existsSync(join(closed, 'mine'))).toBe(false);
    expect(await resolveDataDir({ ...request, embedded: false })).toEqual({ dir: join(closed, 'mine') });
  });
});
