/**
 * Builds of one thing, the pages for one, each in a folder of its own named by what it was made from. A shop goes on serving the
 * build that it started with, whatever is built beside it.
 *
 * A build is made under another name and renamed when it is whole, so one that was interrupted is never served. Who
 * serves a build shares the lock on a file in it; the kernel lets go of that when the process ends, however it ends. A
 * new build takes away those that nobody serves.
 */
import { randomUUID } from 'node:crypto';
import { access, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type FileLock, tryFileLock, tryShareOfFileLock, withFileLock } from '#server/platform/file-lock.ts';
import { SetupError } from '#server/platform/setup-error.ts';

/** A build that stays where it is until it is released. */
export type Build = {
  readonly dir: string;
  /** Whether it was made just now. */
  readonly isNew: boolean;
  release(): void;
};

export type BuildRecipe = {
  /** What the build is made from, as a name for a folder: the same sources give the same name. */
  fingerprint(): Promise<string>;
  /** Builds into an empty folder. */
  make(dir: string): Promise<void>;
};

const BUILD_LOCK = 'building.lock';
const IN_USE_LOCK = 'in-use.lock';
/** Of folders that hold no build yet, or none any more. */
const UNFINISHED = 'unfinished-';
/** A build takes ten seconds or two; on a small and busy machine a minute. */
const BUILD_WITHIN_MS = 300_000;

/**
 * Takes the build of the present sources, which is made if need be, in one process at a time.
 *
 * @param root the folder of all builds; made if need be. Where the build is there already, reading it is enough.
 * @throws SetupError when something has to be built and this user may not write to `root`, or another process has been
 *   building for five minutes
 */
export async function takeBuild(root: string, recipe: BuildRecipe): Promise<Build> {
  const built = await findBuild(root, await recipe.fingerprint());
  if (built !== undefined) return built;
  await makeFolder(root);
  return withFileLock(join(root, BUILD_LOCK), BUILD_WITHIN_MS, async () => {
    // Looked up again: whoever built before us may have built the same.
    const fingerprint = await recipe.fingerprint();
    const build = (await findBuild(root, fingerprint)) ?? (await makeBuild(root, fingerprint, recipe));
    if (build.isNew) await removeUnused(root);
    return build;
  });
}

async function findBuild(root: string, name: string): Promise<Build | undefined> {
  const dir = join(root, name);
  const share = tryShareOfFileLock(join(dir, IN_USE_LOCK));
  if (share === undefined) return undefined;
  // It may have been taken away while we reached for its lock; from here on it is not.
  if (await exists(join(dir, IN_USE_LOCK))) return { dir, isNew: false, release: () => share.release() };
  share.release();
  return undefined;
}

async function makeBuild(root: string, fingerprint: string, recipe: BuildRecipe): Promise<Build> {
  const unfinished = join(root, `${UNFINISHED}${randomUUID()}`);
  await makeFolder(unfinished);
  try {
    await recipe.make(unfinished);
    await writeFile(join(unfinished, IN_USE_LOCK), '');
    // Sources that were edited meanwhile are in it in part. Such a build serves this once, under a name that nobody asks for.
    const isWhole = (await recipe.fingerprint()) === fingerprint;
    const name = isWhole ? fingerprint : `${fingerprint}-${randomUUID()}`;
    // What is there under this name has no lock: it is no build of ours.
    await rm(join(root, name), { recursive: true, force: true });
    await rename(unfinished, join(root, name));
    const build = await findBuild(root, name);
    if (build === undefined) throw new Error(`The build ${name} went away as soon as it was made`);
    return { ...build, isNew: true };
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

/** Takes away what nobody serves. What can't be taken away, such as another user's, is left for the next time. */
async function removeUnused(root: string): Promise<void> {
  for (const entry of await readdir(root, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    const dir = join(root, entry.name);
    let lock: FileLock | undefined;
    try {
      lock = tryFileLock(join(dir, IN_USE_LOCK));
      if (lock === undefined) continue;
      // First its name, at one stroke: whoever looks for it finds all of it or nothing.
      const aside = entry.name.startsWith(UNFINISHED) ? dir : join(root, `${UNFINISHED}${randomUUID()}`);
      await rename(dir, aside);
      await rm(aside, { recursive: true, force: true });
    } catch {
      // It is in nobody's way.
    } finally {
      lock?.release();
    }
  }
}

async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true }).catch((cause: Error) => {
    throw new SetupError(
      `The shop has to be built, and there is no folder to build into: ${cause.message}\n` +
        `Start the shop once as a user who may write to ${dirname(path)}; others can then use what was built.`,
      { cause },
    );
  });
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );
