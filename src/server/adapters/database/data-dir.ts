/** Where the shop keeps its data: the embedded database, pictures, mail, secrets. */
import { createHash } from 'node:crypto';
import { chmod, mkdir, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { SetupError } from '#server/platform/setup-error.ts';
import { type Account, canReach, databaseAccount } from './account.ts';

/** Root's place for what the database's account must reach. Only root can write there, so nobody plants anything. */
export const SYSTEM_FOLDER = '/var/lib/mainshaft';

export type DataDir = {
  /** Absolute; the folder exists. */
  readonly dir: string;
  /** A sentence for the reader when it isn't where one would look. */
  readonly note?: string;
};

/** The cluster's folder in a data directory. */
export function clusterFolder(dataDir: string): string {
  return join(dataDir, 'postgres');
}

/**
 * Finds the data directory and makes it if need be: `dataDir` (relative to `cwd`), or else `data`. Where root starts the
 * shop and the account that PostgreSQL then runs as can't reach the default (a project below `/root`, say), it is a
 * folder under {@link SYSTEM_FOLDER} that belongs to this project alone.
 *
 * @param options.embedded false when DATABASE_URL names a server: then every folder will do
 * @throws SetupError when a folder that was asked for can't be reached or made, or no account can run PostgreSQL
 */
export async function resolveDataDir(options: {
  readonly dataDir: string | undefined;
  readonly cwd: string;
  readonly embedded?: boolean;
}): Promise<DataDir> {
  const { dataDir, cwd, embedded = true } = options;
  const wanted = resolve(cwd, dataDir ?? 'data');
  const account = embedded ? databaseAccount(clusterFolder(wanted)) : undefined;
  if (await makeReachable(wanted, account)) return { dir: wanted };

  const user = account?.name ?? 'this user';
  if (dataDir !== undefined) {
    throw new SetupError(
      `PostgreSQL does not run as root but as the user ${user}, who can't reach DATA_DIR ${wanted}. ` +
        'Choose a folder that everyone may pass through (chmod o+x on it and those above it), or start the shop as an ordinary user.',
    );
  }
  const project = createHash('sha256').update(cwd).digest('hex').slice(0, 8);
  const own = join(SYSTEM_FOLDER, `${basename(cwd)}-${project}`);
  if (!(await makeReachable(own, databaseAccount(clusterFolder(own))))) {
    throw new SetupError(
      `PostgreSQL does not run as root but as the user ${user}, who can reach neither ${wanted} nor ${own}. ` +
        'Set DATA_DIR to a folder that everyone may pass through, or start the shop as an ordinary user.',
    );
  }
  return { dir: own, note: `The data is in ${own}, since the database's user ${user} can't reach ${cwd}.` };
}

/** Makes a folder, if need be, and says whether the account can pass through it. Leaves nothing behind if not. */
async function makeReachable(folder: string, account: Account): Promise<boolean> {
  const first = await makeFolder(folder);
  if (account === undefined || canReach(folder, account)) return true;
  if (first !== undefined) await rm(first, { recursive: true });
  return false;
}

/** @returns the topmost folder that was made, or undefined if all were there */
async function makeFolder(folder: string): Promise<string | undefined> {
  const isRoot = process.getuid?.() === 0;
  try {
    const first = await mkdir(folder, { recursive: true, mode: 0o700 });
    // Root's database account has to pass through each folder that was made; it need not list them.
    if (first !== undefined && isRoot) {
      for (let each = folder; each.length >= first.length; each = dirname(each)) await chmod(each, 0o711);
    }
    return first;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new SetupError(
      `The data directory ${folder} can't be made (${reason}). Set DATA_DIR to a folder that this user may write to.`,
      { cause },
    );
  }
}
