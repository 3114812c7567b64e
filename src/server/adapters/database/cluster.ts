/** Makes the cluster: PostgreSQL's folder of databases, its user and that user's password. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SetupError } from '#server/platform/setup-error.ts';
import { type Account, identity } from './account.ts';
import type { Binaries } from './binaries.ts';

/** The user who owns the cluster, and the shop's database in it. */
export const DATABASE_USER = 'shop';
export const DATABASE_NAME = 'shop';

/**
 * Makes the cluster if there is none: UTF-8, with the built-in locale C.UTF-8, which sorts and folds case alike on every
 * machine, and a password for every connection.
 *
 * @param options.stopping breaks it off
 * @throws SetupError when it can't be made, or another major version of PostgreSQL made it
 */
export async function prepareCluster(
  cluster: string,
  options: {
    readonly binaries: Binaries;
    readonly account: Account;
    readonly password: string;
    readonly stopping?: AbortSignal | undefined;
  },
): Promise<void> {
  const { binaries, account, password, stopping } = options;
  if (existsSync(cluster)) return requireVersion(cluster, binaries.majorVersion);

  // Made under another name: a start that is interrupted leaves no half a cluster that looks like a whole one.
  const draft = `${cluster}.new`;
  const passwordFile = `${draft}.password`;
  try {
    await rm(draft, { recursive: true, force: true });
    await mkdir(draft, { mode: 0o700 });
    await writeFile(passwordFile, password, { mode: 0o600 });
    if (account !== undefined) {
      await chown(draft, account.uid, account.gid);
      await chown(passwordFile, account.uid, account.gid);
    }
    const initdb = [
      `--pgdata=${draft}`,
      `--pwfile=${passwordFile}`,
      `--username=${DATABASE_USER}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--no-instructions',
    ];
    await runInitdb(join(binaries.folder, 'initdb'), account, initdb, stopping);
    await rename(draft, cluster);
  } finally {
    await rm(passwordFile, { force: true });
    await rm(draft, { recursive: true, force: true });
  }
}

/** The password of the cluster's user, made at the first start and readable for the owner of the data alone. */
export async function openPassword(dataDir: string, cluster: string): Promise<string> {
  const path = join(dataDir, 'postgres-password');
  const known = await readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return undefined;
    throw new SetupError(`${path} can't be read: ${cause.message}. Start the shop as its owner.`, { cause });
  });
  if (known !== undefined) return known.trim();
  if (existsSync(cluster)) {
    throw new SetupError(
      `The database in ${cluster} is there, but the file with its password, ${path}, is gone. ` +
        'Put it back from a backup, or set DATA_DIR to another folder to begin anew.',
    );
  }
  const password = randomBytes(32).toString('base64url');
  await writeFile(`${path}.new`, `${password}\n`, { mode: 0o600 });
  await rename(`${path}.new`, path);
  return password;
}

/** The environment for PostgreSQL's programs: none of ours, since PGPORT, PGDATA or LC_ALL would change what they do. */
export const PROGRAM_ENVIRONMENT = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

async function requireVersion(cluster: string, majorVersion: string): Promise<void> {
  const found = (await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => 'no')).trim();
  if (found === majorVersion) return;
  throw new SetupError(
    `The database in ${cluster} is of PostgreSQL ${found}, and this shop comes with ${majorVersion}. ` +
      'Start it with the version of the shop that made it, or set DATA_DIR to another folder.',
  );
}

function runInitdb(
  program: string,
  account: Account,
  args: readonly string[],
  stopping: AbortSignal | undefined,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: '/',
      env: PROGRAM_ENVIRONMENT,
      stdio: ['ignore', 'pipe', 'pipe'],
      ...identity(account),
    });
    stopping?.addEventListener('abort', () => child.kill());
    let output = '';
    const gather = (chunk: Buffer): void => {
      output = (output + chunk.toString()).slice(-4_000);
    };
    child.stdout.on('data', gather);
    child.stderr.on('data', gather);
    const fail = (reason: string): void =>
      reject(new SetupError(`The database could not be made. initdb says:\n${reason.trim()}`));
    child.once('error', (cause) => fail(cause.message));
    child.once('close', (code) => (code === 0 ? resolve() : fail(output || `exit code ${code}`)));
  });
}
