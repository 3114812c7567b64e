/**
 * Backs up a data directory with its embedded database while the shop sells. PostgreSQL's own way for it: between
 * `pg_backup_start` and `pg_backup_stop` the files of the cluster may be copied as they come, each perhaps torn, and the
 * write-ahead log of that time makes them whole again when the copy is started. A replication slot keeps that log from
 * being recycled. All of it belongs to one session, so a backup that is killed leaves nothing behind in the database.
 */
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import pg from 'pg';
import { tryFileLock } from '#server/platform/file-lock.ts';
import { SetupError } from '#server/platform/setup-error.ts';
import { copyFiles, type Found, findFiles, syncFolders, writeFile } from './backup-files.ts';
import { BACKED_UP_DATA, type BackupFile, bytesOf, MANIFEST, type Manifest } from './backup-manifest.ts';
import { clusterFolder } from './data-dir.ts';

/** Belongs to the running server, or is made anew by the one that starts on the copy. */
const NOT_OF_THE_CLUSTER = [
  /^postmaster\.(pid|opts)$/,
  /^(backup_label|tablespace_map|backup_manifest)(\.old)?$/,
  /^pg_(dynshmem|notify|replslot|serial|snapshots|stat_tmp|subtrans)\/./,
  /(^|\/)(pgsql_tmp|pg_internal\.init)/,
  // What is needed of the log comes at the end.
  /^pg_wal\/(?!archive_status$|summaries$)/,
];
/** Belongs to the running processes, or is a copy of what comes with the packages. */
const NOT_OF_THE_SHOP = [
  /^postgres(\.new|$)/,
  /^postgres\.(log|lock)/,
  /^postgres-(tenants|\d)/,
  /^shop(\.lock|-running\.json)$/,
  /^last-backup\.json$/,
  /^\.restoring/,
  /\.(tmp|new)$/,
];
const ROOM_FOR_LOG_BYTES = 64 * 1024 * 1024;
const UNFINISHED_LOCK = 'backup.lock';

export type BackupWork = {
  readonly dataDir: string;
  /** Of the embedded database, which runs; with the password in it. */
  readonly url: string;
  /** Where the backup is to be: a folder that is not there yet, or is empty. */
  readonly into: string;
  readonly about: Pick<Manifest, 'version' | 'migration'>;
  /** Is told how far it is, in words. */
  readonly tell: (detail: string) => void;
};

/**
 * Takes a backup. It is made beside `into` under another name, which it gets when all of it is on the disk.
 *
 * @throws SetupError when the folder won't do or there is no room
 */
export async function takeBackup(work: BackupWork): Promise<Manifest> {
  const dataDir = resolve(work.dataDir);
  const into = resolve(work.into);
  await requireFree(into, dataDir);
  const unfinished = `${into}.unfinished`;
  await makeFolder(unfinished);
  const lock = tryFileLock(join(unfinished, UNFINISHED_LOCK));
  if (lock === undefined) throw new SetupError(`Another backup into ${into} is under way.`);
  try {
    // Of one that was interrupted.
    for (const name of await readdir(unfinished)) {
      if (name !== UNFINISHED_LOCK) await rm(join(unfinished, name), { recursive: true, force: true });
    }
    const manifest = await copyAll({ ...work, dataDir, into: unfinished });
    await rm(join(unfinished, UNFINISHED_LOCK), { force: true });
    await syncFolders([unfinished]);
    await rename(unfinished, into);
    await syncFolders([dirname(into)]);
    return manifest;
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  } finally {
    lock.release();
  }
}

async function copyAll({ dataDir, url, into, about, tell }: BackupWork): Promise<Manifest> {
  const data = join(into, BACKED_UP_DATA);
  const cluster = clusterFolder(dataDir);
  const first = await findFiles(dataDir, isNotOfTheShop);
  const clusterFiles = await findFiles(cluster, isNotOfTheCluster);
  const count = counter(sizeOf(first) + sizeOf(clusterFiles), tell);
  await requireRoom(into, count.totalBytes + ROOM_FOR_LOG_BYTES);

  const copy = join(data, 'postgres');
  const {
    files: ofTheDatabase,
    postgres,
    beganAt,
    endedAt,
  } = await copyDatabase(url, cluster, copy, count.add);
  for (const path of clusterFiles.directories)
    await mkdir(join(copy, path), { recursive: true, mode: 0o700 });

  // After the database: pictures are kept before a part speaks of them, and never change.
  const others = await findFiles(dataDir, isNotOfTheShop);
  const otherFiles = await copyFiles({ from: dataDir, to: data, files: others.files, onBytes: count.add });
  for (const path of others.directories) await mkdir(join(data, path), { recursive: true, mode: 0o700 });

  const directories = [
    ...others.directories,
    'postgres',
    ...clusterFiles.directories.map((path) => `postgres/${path}`),
  ];
  const manifest: Manifest = {
    kind: 'mainshaft-backup',
    format: 1,
    ...about,
    postgres,
    beganAt,
    endedAt,
    directories: directories.toSorted(),
    files: [...otherFiles, ...ofTheDatabase.map((file) => ({ ...file, path: `postgres/${file.path}` }))],
  };
  await syncFolders([...manifest.directories.map((path) => join(data, path)), data]);
  await writeFile(join(into, MANIFEST), Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`));
  tell(`${megabytes(bytesOf(manifest))}, ${manifest.files.length} files`);
  return manifest;
}

type DatabaseCopy = Pick<Manifest, 'postgres' | 'beganAt' | 'endedAt'> & {
  readonly files: readonly BackupFile[];
};

async function copyDatabase(
  url: string,
  cluster: string,
  copy: string,
  onBytes: (bytes: number) => void,
): Promise<DatabaseCopy> {
  const client = new pg.Client({ connectionString: url, application_name: 'mainshaft backup' });
  // Whatever is asked next fails of it, and says so.
  client.on('error', () => {});
  await client.connect();
  try {
    const slot = `backup_${process.pid}_${Date.now()}`;
    await client.query('SELECT pg_create_physical_replication_slot($1, true, true)', [slot]);
    const began = await one<{ lsn: string; at: Date; postgres: number }>(
      client,
      `SELECT pg_backup_start('mainshaft', true)::text AS lsn, clock_timestamp() AS at,
              current_setting('server_version_num')::int / 10000 AS postgres`,
    );
    const { files } = await findFiles(cluster, isNotOfTheCluster);
    const copied = await copyFiles({ from: cluster, to: copy, files, onBytes });
    // Asked before the end is written to the log: what is committed between the two may lie behind the end.
    const { at: endedAt } = await one<{ at: Date }>(client, 'SELECT clock_timestamp() AS at');
    const ended = await one<{ lsn: string; labelfile: string; spcmapfile: string }>(
      client,
      'SELECT lsn::text, labelfile, spcmapfile FROM pg_backup_stop(false)',
    );
    if (ended.spcmapfile !== '')
      throw new SetupError('The database has tablespaces, which a backup does not hold.');
    const names = await logNames(client, began.lsn, ended.lsn);
    const log = await copyFiles({
      from: cluster,
      to: copy,
      files: names.map((name) => ({ path: `pg_wal/${name}` })),
      onBytes,
    });
    if (log.length !== names.length)
      throw new Error('A file of the write-ahead log has gone during the backup');
    const label = await writeFile(join(copy, 'backup_label'), Buffer.from(ended.labelfile));
    return {
      files: [...copied, ...log, { path: 'backup_label', ...label }],
      postgres: String(began.postgres),
      beganAt: began.at.toISOString(),
      endedAt: endedAt.toISOString(),
    };
  } finally {
    await client.end();
  }
}

/** The files of the write-ahead log from one place in it to another. */
async function logNames(client: pg.Client, from: string, to: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `WITH log AS (
       SELECT ($1::pg_lsn - '0/0') AS first_byte, ($2::pg_lsn - '0/0') AS last_byte,
              (SELECT setting::bigint FROM pg_settings WHERE name = 'wal_segment_size') AS bytes)
     SELECT pg_walfile_name('0/0'::pg_lsn + (segment * bytes + 1)) AS name
     FROM log, generate_series(div(first_byte, bytes), div(last_byte - 1, bytes)) AS segment`,
    [from, to],
  );
  return rows.map(({ name }) => name);
}

async function one<Row extends pg.QueryResultRow>(client: pg.Client, text: string): Promise<Row> {
  const [row] = (await client.query<Row>(text)).rows;
  if (row === undefined) throw new Error('The database answered nothing');
  return row;
}

const isNotOfTheCluster = (path: string) => NOT_OF_THE_CLUSTER.some((pattern) => pattern.test(path));
const isNotOfTheShop = (path: string) => NOT_OF_THE_SHOP.some((pattern) => pattern.test(path));
const sizeOf = ({ files }: Found) => files.reduce((sum, { bytes }) => sum + bytes, 0);
/** `312 MB` */
export const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1_000_000).toLocaleString('en')} MB`;

/** Counts bytes and tells of it, but not more often than anybody reads. */
export function counter(totalBytes: number, tell: (detail: string) => void) {
  let done = 0;
  let toldAtMs = 0;
  return {
    totalBytes,
    add(bytes: number): void {
      done += bytes;
      if (performance.now() - toldAtMs < 200) return;
      toldAtMs = performance.now();
      tell(`${megabytes(done)} of ${megabytes(totalBytes)}`);
    },
  };
}

async function requireFree(into: string, dataDir: string): Promise<void> {
  const way = relative(dataDir, into);
  if (way === '' || (!way.startsWith('..') && !way.startsWith('/')))
    throw new SetupError(
      `${into} is in the data directory. Choose a folder elsewhere, best on another disk.`,
    );
  if (!existsSync(into)) return;
  const names = await readdir(into).catch(() => undefined);
  if (names === undefined) throw new SetupError(`${into} is no folder that this user may read.`);
  if (names.includes(MANIFEST))
    throw new SetupError(`${into} holds a backup already. Name another folder: each backup has its own.`);
  if (names.length > 0)
    throw new SetupError(
      `${into} is not empty. Name a folder that is not there yet, such as ${join(into, 'monday')}: each backup has its own.`,
    );
  if ((await stat(into)).dev !== (await stat(dirname(into))).dev)
    throw new SetupError(
      `${into} is a disk of its own. Name a folder in it, such as ${join(into, 'monday')}.`,
    );
}

async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new SetupError(`${basename(path)} can't be made in ${dirname(path)}: ${reason}.`, { cause });
  }
}

/** @throws SetupError when less is free there */
export async function requireRoom(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (free < bytes)
    throw new SetupError(
      `There is no room in ${dirname(folder)}: ${megabytes(bytes)} are needed, ${megabytes(free)} are free.`,
    );
}
