/** Makes a data directory out of a backup. */
import { chown, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { SetupError } from '#server/platform/setup-error.ts';
import { databaseAccount } from './account.ts';
import { counter, megabytes, requireRoom } from './backup.ts';
import { ChangedFile, copyFiles, syncFolders } from './backup-files.ts';
import { BACKED_UP_DATA, bytesOf, type Manifest, readManifest } from './backup-manifest.ts';
import { findBinaries } from './binaries.ts';
import { clusterFolder } from './data-dir.ts';

/** Where the files are while they are not all there. */
const RESTORING = '.restoring';
/** A shop does not start on a cluster without it, nor makes a new cluster beside one. */
const PASSWORD = 'postgres-password';

/**
 * Restores a backup into an empty folder, comparing each file with its checksum on the way. Nothing there can be taken
 * for a shop before the last file is on the disk; what an interrupted restore left is removed by the next.
 *
 * @param options.into an existing folder, from `resolveDataDir`
 * @throws SetupError when the backup or the folder won't do
 */
export async function restoreBackup(options: {
  readonly backup: string;
  readonly into: string;
  /** False for a copy that is only looked at: it need not outlive the machine. */
  readonly isLasting?: boolean;
  readonly tell: (detail: string) => void;
}): Promise<Manifest> {
  const backup = resolve(options.backup);
  const into = resolve(options.into);
  const manifest = await readManifest(backup);
  const names = (await readdir(into)).filter((name) => name !== RESTORING);
  if (names.length > 0)
    throw new SetupError(
      `${into} is not empty (it has ${names.slice(0, 3).join(', ')}). A backup is restored into an empty folder only: ` +
        'move away what is there, or set DATA_DIR to another folder.',
    );
  const staged = join(into, RESTORING);
  await rm(staged, { recursive: true, force: true });
  const totalBytes = bytesOf(manifest);
  await requireRoom(into, totalBytes);

  const account = databaseAccount(clusterFolder(into));
  await mkdir(staged, { mode: 0o700 });
  try {
    const { majorVersion } = await findBinaries(account, staged);
    if (manifest.postgres !== majorVersion) {
      throw new SetupError(
        `The backup is of PostgreSQL ${manifest.postgres}, and this shop comes with ${majorVersion}. ` +
          `Restore it with version ${manifest.version} of the shop, which made it.`,
      );
    }
    for (const path of manifest.directories.toSorted()) await mkdir(join(staged, path), { mode: 0o700 });
    await copyFiles({
      from: join(backup, BACKED_UP_DATA),
      to: staged,
      files: manifest.files,
      onBytes: counter(totalBytes, options.tell).add,
      isLasting: options.isLasting,
    });
    if (account !== undefined) {
      const ofTheDatabase = [...manifest.directories, ...manifest.files.map(({ path }) => path)].filter(
        (path) => path === 'postgres' || path.startsWith('postgres/'),
      );
      for (const path of ofTheDatabase) await chown(join(staged, path), account.uid, account.gid);
    }
    if (options.isLasting !== false)
      await syncFolders([staged, ...manifest.directories.map((path) => join(staged, path))]);
  } catch (error) {
    await rm(staged, { recursive: true, force: true });
    if (error instanceof ChangedFile)
      throw new SetupError(`The backup ${backup} is damaged: ${error.message}. Nothing was restored.`, {
        cause: error,
      });
    throw error;
  }
  // The cluster first and its password last: whatever is there in between, no shop starts on it.
  const entries = await readdir(staged);
  const turn = (name: string) => (name === 'postgres' ? 0 : name === PASSWORD ? 2 : 1);
  for (const name of entries.toSorted((a, b) => turn(a) - turn(b)))
    await rename(join(staged, name), join(into, name));
  await rm(staged, { recursive: true });
  await syncFolders([into]);
  options.tell(`${megabytes(totalBytes)}, ${manifest.files.length} files`);
  return manifest;
}
