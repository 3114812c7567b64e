/**
 * The account of the operating system that PostgreSQL runs as. It refuses to run as root, so where root starts the shop
 * another account has to do, and that one must be able to reach the binaries and the data.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { SetupError } from '#server/platform/setup-error.ts';

/** Whom to run as, in the form that `spawn` takes; undefined for the account that this process has. */
export type Account = { readonly uid: number; readonly gid: number; readonly name: string } | undefined;

const ROOT = 0;
const SERVER_INSTEAD = 'or set DATABASE_URL to a PostgreSQL server (15 or later).';

/**
 * Chooses the account for a cluster: its owner if it exists, else our own, or as root `postgres` or `nobody`.
 *
 * @param clusterDir the cluster's folder; it need not exist yet
 * @throws SetupError when no account will do
 */
export function databaseAccount(clusterDir: string): Account {
  const owner = ownerOf(clusterDir);
  const ownUid = process.getuid?.();
  if (ownUid !== ROOT) {
    requireName(ownUid);
    if (owner !== undefined && owner.uid !== ownUid) throw foreign(clusterDir, owner.uid);
    return undefined;
  }
  if (owner?.uid === ROOT) throw foreign(clusterDir, ROOT);
  const account =
    owner === undefined
      ? (accountNamed('postgres') ?? accountNamed('nobody'))
      : { ...owner, name: nameOf(owner.uid) ?? `the user with uid ${owner.uid}` };
  if (account === undefined) {
    throw new SetupError(
      'PostgreSQL does not run as root, and this machine has neither a user "postgres" nor a user "nobody" to run it as. ' +
        `Start the shop as an ordinary user, ${SERVER_INSTEAD}`,
    );
  }
  requireSwitch(account);
  return account;
}

/** Whether an account can get at a path and go into it (a folder) or run it (a file). */
export function canReach(path: string, account: Account): boolean {
  return shell('test -x "$1"', account, path).status === 0;
}

function shell(script: string, account: Account, argument = '') {
  // `cwd`: a folder that every account may be in.
  return spawnSync('/bin/sh', ['-c', script, 'sh', argument], {
    cwd: '/',
    stdio: 'ignore',
    ...identity(account),
  });
}

/** The part of `spawn`'s options that makes a process the account's. */
export function identity(account: Account): { uid?: number; gid?: number } {
  return account === undefined ? {} : { uid: account.uid, gid: account.gid };
}

function ownerOf(path: string): { uid: number; gid: number } | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats === undefined ? undefined : { uid: stats.uid, gid: stats.gid };
}

/** PostgreSQL looks its user up by number and gives up where there is no name. */
function requireName(uid: number | undefined): void {
  try {
    userInfo();
  } catch (cause) {
    throw new SetupError(
      `The user with uid ${uid} has no entry in /etc/passwd, and PostgreSQL does not run without. ` +
        `Add one, start the shop as another user, ${SERVER_INSTEAD}`,
      { cause },
    );
  }
}

/** In some containers root may not become anyone else. */
function requireSwitch(account: NonNullable<Account>): void {
  const { error } = shell(':', account);
  if (error === undefined) return;
  throw new SetupError(
    `PostgreSQL does not run as root, and root may not switch to the user ${account.name} here (${error.message}). ` +
      `Start the shop as an ordinary user, ${SERVER_INSTEAD}`,
    { cause: error },
  );
}

function foreign(clusterDir: string, uid: number): SetupError {
  const name = nameOf(uid) ?? `uid ${uid}`;
  return new SetupError(
    uid === ROOT
      ? `${clusterDir} belongs to root, and PostgreSQL does not run as root. Give it to an ordinary user (chown -R) or set DATA_DIR to another folder.`
      : `${clusterDir} belongs to the user ${name}, as when ${name} or root starts the shop. Start it as one of them, or set DATA_DIR to a folder of your own.`,
  );
}

function accountNamed(name: string): Account {
  const [, , uid, gid] = passwdEntries().find(([entryName]) => entryName === name) ?? [];
  return uid === undefined || gid === undefined ? undefined : { uid: Number(uid), gid: Number(gid), name };
}

function nameOf(uid: number): string | undefined {
  return passwdEntries().find((fields) => fields[2] === String(uid))?.[0];
}

function passwdEntries(): string[][] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
}
