/** A database for one run: on the embedded PostgreSQL, or on the server that BENCH_DATABASE_URL names. Gone afterwards. */
import { join } from 'node:path';
import pg from 'pg';
import { resolveDataDir } from '#server/adapters/database/data-dir.ts';
import { startEmbedded } from '#server/adapters/database/embedded.ts';
import { openLog } from '#server/platform/log.ts';
import type { Undo } from './open-bench.ts';
import { postmasterOf } from './processes.ts';

/** Settings that change what a figure means. */
const TELLING_SETTINGS = ['fsync', 'synchronous_commit', 'shared_buffers', 'max_connections', 'max_wal_size'];

export type BenchDatabase = {
  readonly url: string;
  /** PostgreSQL's first process; undefined where it runs on another machine. */
  readonly pid: number | undefined;
  readonly version: string;
  readonly settings: Readonly<Record<string, string>>;
};

/** Whether the bench starts an embedded server of its own. */
export const isOwnServer = () => (process.env.BENCH_DATABASE_URL ?? '') === '';

/**
 * @param folder for the embedded server's data
 * @param undo gets how it goes away again
 */
export async function openBenchDatabase(folder: string, undo: Undo): Promise<BenchDatabase> {
  const given = process.env.BENCH_DATABASE_URL ?? '';
  const opening = isOwnServer() ? startOwn(folder) : createDatabase(given, `bench_${process.pid}`);
  // Told before it is there: a run that is stopped meanwhile waits for it.
  undo.push(async () => (await opening.catch(() => undefined))?.close());
  const { url } = await opening;
  return { url, ...(await describeDatabase(url)) };
}

async function startOwn(folder: string) {
  const { dir } = await resolveDataDir({ dataDir: join(folder, 'database'), cwd: folder });
  const embedded = await startEmbedded({ dataDir: dir, log: openLog('warn') });
  return { url: embedded.url, close: () => embedded.stop() };
}

/**
 * Makes an empty database on a server, which goes away when it is closed.
 *
 * @param name of letters, digits and `_`
 */
export async function createDatabase(serverUrl: string, name: string) {
  const maintenance = new URL(serverUrl);
  maintenance.pathname = '/postgres';
  const admin = new pg.Client({ connectionString: maintenance.href });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    async close() {
      await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      await admin.end();
    },
  };
}

/** What a figure depends on of the server at this address. */
export async function describeDatabase(url: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string; setting: string }>(
      'SELECT name, current_setting(name) AS setting FROM pg_settings WHERE name = ANY($1) ORDER BY name',
      [[...TELLING_SETTINGS, 'server_version']],
    );
    const { server_version: version = '', ...settings } = Object.fromEntries(
      rows.map(({ name, setting }) => [name, setting]),
    );
    const backend = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    return { version, settings, pid: postmasterOf(backend.rows[0]?.pid ?? 0) };
  } finally {
    await client.end();
  }
}
