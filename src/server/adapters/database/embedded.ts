/** The embedded database: a real PostgreSQL server beside the shop, on its own folder, started and stopped with it. */
import { join, resolve } from 'node:path';
import pg from 'pg';
import { withFileLock } from '#server/platform/file-lock.ts';
import type { Log } from '#server/platform/log.ts';
import { SetupError } from '#server/platform/setup-error.ts';
import { canReach, databaseAccount } from './account.ts';
import { findBinaries } from './binaries.ts';
import { DATABASE_NAME, DATABASE_USER, openPassword, prepareCluster } from './cluster.ts';
import { clusterFolder } from './data-dir.ts';
import { keepUp } from './keep-up.ts';
import { type Postmaster, settledPostmaster } from './postmaster.ts';
import { type ServerPlace, startServer, stopServer } from './server-process.ts';
import { isAnybodyIn, moveIn } from './tenants.ts';

export type EmbeddedDatabase = {
  /** For `pg`, with the password in it: never for a log. */
  readonly url: string;
  readonly port: number;
  /** Of the server's first process. */
  readonly pid: number;
  /** Whether the server ran already: another process uses it, or the one that started it was killed. */
  readonly attached: boolean;
  /** Lets go of the database, and stops it (waiting until that is done) unless another process still uses it. Once. */
  stop(): Promise<void>;
};

/** Starting takes seconds and recovery can take minutes; whoever comes meanwhile waits. */
const TURN_PATIENCE_MS = 10 * 60_000;

/**
 * Starts the database of a data directory, or attaches to it if it runs. At the first start it makes it: the cluster,
 * its user, a password and the empty database `shop`. After a crash of anything it recovers by itself, also while the
 * shop runs; what was committed is there.
 *
 * @param options.dataDir an existing folder, from `resolveDataDir`
 * @throws SetupError that says what is in the way and what to do
 */
export async function startEmbedded(options: {
  readonly dataDir: string;
  readonly log: Log;
  /** Called once the server's process runs, or needn't be started: there is time for other work while it gets ready. */
  readonly onLaunched?: () => void;
  /** Told the new URL, when the server was started again and its port was somebody else's by then. */
  readonly onMoved?: (url: string) => void;
  /** Aborted when it is not wanted any more before it is there: a server that is on its way up is stopped. */
  readonly stopping?: AbortSignal | undefined;
}): Promise<EmbeddedDatabase> {
  const { log } = options;
  const dataDir = resolve(options.dataDir);
  const turnFile = join(dataDir, 'postgres.lock');
  const tenantsFolder = join(dataDir, 'postgres-tenants');
  return withFileLock(turnFile, TURN_PATIENCE_MS, async () => {
    const cluster = clusterFolder(dataDir);
    const account = databaseAccount(cluster);
    const password = await openPassword(dataDir, cluster);
    const running = await settledPostmaster(cluster, (seconds) =>
      log.warn({ seconds }, 'waiting for the running database to get ready'),
    );
    const { onLaunched, stopping } = options;
    if (running !== undefined) onLaunched?.();
    const server =
      running ?? (await start({ dataDir, cluster, account, log, onLaunched, stopping }, password));
    const url = urlOf(server, password);
    try {
      await ensureDatabase(url);
    } catch (error) {
      if (running === undefined) await stopServer(cluster, log);
      throw error;
    }
    const tenancy = await moveIn(tenantsFolder);
    let isStopped = false;
    let stopped: Promise<void> | undefined;
    const kept = keepUp({
      cluster,
      port: server.port,
      log,
      restart: () =>
        withFileLock(turnFile, TURN_PATIENCE_MS, async () => {
          // Stopped in order while we waited for our turn, or started by another process.
          if (isStopped || (await settledPostmaster(cluster, () => {})) !== undefined) return undefined;
          return start({ dataDir, cluster, account, log }, password);
        }),
      onMoved: (moved) => options.onMoved?.(urlOf(moved, password)),
    });
    return {
      url,
      port: server.port,
      pid: server.pid,
      attached: running !== undefined,
      stop() {
        kept.stop();
        stopped ??= withFileLock(turnFile, TURN_PATIENCE_MS, async () => {
          isStopped = true;
          await tenancy.end();
          if (!(await isAnybodyIn(tenantsFolder))) await stopServer(cluster, log);
        });
        return stopped;
      },
    };
  });
}

async function start(
  place: Pick<ServerPlace, 'cluster' | 'account' | 'log' | 'onLaunched' | 'stopping'> & {
    readonly dataDir: string;
  },
  password: string,
): Promise<Postmaster> {
  const { cluster, account, dataDir, stopping } = place;
  if (!canReach(dataDir, account)) {
    throw new SetupError(
      `PostgreSQL runs as the user ${account?.name ?? 'who started the shop'}, who can't get into ${dataDir}. ` +
        'Let everyone pass through it and the folders above it (chmod o+x), or start the shop as an ordinary user.',
    );
  }
  const binaries = await findBinaries(account, dataDir);
  await prepareCluster(cluster, { binaries, account, password, stopping });
  return startServer({ ...place, binaries, logFile: join(dataDir, 'postgres.log') });
}

function urlOf(server: Postmaster, password: string): string {
  return `postgres://${DATABASE_USER}:${password}@127.0.0.1:${server.port}/${DATABASE_NAME}`;
}

/** Makes the shop's database in a new cluster, and proves that the server takes our password. */
async function ensureDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
    if (code === '3D000') return createDatabase(url);
    if (code === '28P01') {
      throw new SetupError(
        'The database does not take the password in the file postgres-password of the data directory. ' +
          'Put the right file back from a backup, or set DATA_DIR to another folder.',
        { cause },
      );
    }
    throw cause;
  } finally {
    await client.end();
  }
}

async function createDatabase(url: string): Promise<void> {
  const maintenance = new URL(url);
  maintenance.pathname = '/postgres';
  const client = new pg.Client({ connectionString: maintenance.href, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    await client.query(`CREATE DATABASE ${DATABASE_NAME}`);
  } finally {
    await client.end();
  }
}
