/** A streaming replica of the embedded database: a backup of it that goes on reading the primary's log. */
import { spawn } from 'node:child_process';
import { appendFile, chown, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { databaseAccount, identity } from '#server/adapters/database/account.ts';
import { takeBackup } from '#server/adapters/database/backup.ts';
import { findBinaries } from '#server/adapters/database/binaries.ts';
import { PROGRAM_ENVIRONMENT } from '#server/adapters/database/cluster.ts';
import { clusterFolder } from '#server/adapters/database/data-dir.ts';
import { restoreBackup } from '#server/adapters/database/restore.ts';
import { nextFreePort } from '#server/platform/free-port.ts';

export type Replica = {
  readonly url: string;
  readonly pid: number;
  /** Waits until it has everything that the primary has committed by now; answers for how long, in ms. */
  catchUp(): Promise<number>;
  close(): Promise<void>;
};

const FIRST_PORT = 26_432;
const READY_WITHIN_MS = 60_000;

/**
 * @param primary an embedded database and the folder of its data
 * @param folder where the replica's data may be
 */
export async function openReplica(
  primary: { readonly url: string; readonly dataDir: string },
  folder: string,
): Promise<Replica> {
  const backup = join(folder, 'backup');
  const dataDir = join(folder, 'replica');
  const about = { version: 'bench', migration: 'bench' };
  await takeBackup({ ...primary, into: backup, about, tell: () => {} });
  await mkdir(dataDir, { mode: 0o711 });
  await restoreBackup({ backup, into: dataDir, isLasting: false, tell: () => {} });
  const cluster = clusterFolder(dataDir);
  const account = databaseAccount(cluster);
  const { hostname, port: primaryPort, username, password } = new URL(primary.url);
  await appendFile(
    join(cluster, 'postgresql.auto.conf'),
    `\nprimary_conninfo = 'host=${hostname} port=${primaryPort} user=${username} password=${password}'\n`,
  );
  const signal = join(cluster, 'standby.signal');
  await writeFile(signal, '');
  if (account !== undefined) await chown(signal, account.uid, account.gid);

  const { folder: binaries } = await findBinaries(account, dataDir);
  const port = await nextFreePort(FIRST_PORT, '127.0.0.1');
  const settings = {
    ...{ listen_addresses: '127.0.0.1', unix_socket_directories: '' },
    // As many as the primary has, which a standby insists on.
    ...{ shared_buffers: '256MB', max_connections: '100' },
  };
  const child = spawn(
    join(binaries, 'postgres'),
    [
      '-D',
      cluster,
      '-p',
      String(port),
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    { cwd: '/', env: PROGRAM_ENVIRONMENT, stdio: ['ignore', 'ignore', 'pipe'], ...identity(account) },
  );
  let said = '';
  child.stderr.on('data', (piece: Buffer) => {
    said = `${said}${piece}`.slice(-4_000);
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = new URL(primary.url);
  url.port = String(port);
  const { pid } = child;
  if (pid === undefined) throw new Error('The replica could not be started');
  const close = async () => {
    child.kill('SIGINT');
    await ended;
  };
  try {
    await untilReadable(url.href, () => said);
  } catch (error) {
    await close();
    throw error;
  }
  return { url: url.href, pid, close, catchUp: () => catchUp(primary.url, url.href) };
}

async function untilReadable(url: string, said: () => string): Promise<void> {
  const deadlineMs = performance.now() + READY_WITHIN_MS;
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    const isReady = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end().catch(() => {});
    if (isReady) return;
    if (performance.now() > deadlineMs) throw new Error(`The replica does not answer:\n${said()}`);
    await wait(100);
  }
}

async function catchUp(primaryUrl: string, replicaUrl: string): Promise<number> {
  const [primary, replica] = [primaryUrl, replicaUrl].map((url) => new pg.Client({ connectionString: url }));
  if (primary === undefined || replica === undefined) return 0;
  await Promise.all([primary.connect(), replica.connect()]);
  const beganAt = performance.now();
  try {
    const { rows } = await primary.query<{ lsn: string }>('SELECT pg_current_wal_lsn()::text AS lsn');
    for (;;) {
      const there = await replica.query<{ there: boolean }>(
        'SELECT pg_last_wal_replay_lsn() >= $1::pg_lsn AS there',
        [rows[0]?.lsn],
      );
      if (there.rows[0]?.there === true) return performance.now() - beganAt;
      if (performance.now() - beganAt > READY_WITHIN_MS) throw new Error('The replica does not catch up');
      await wait(5);
    }
  } finally {
    await Promise.all([primary.end(), replica.end()]);
  }
}
