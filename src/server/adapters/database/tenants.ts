/**
 * Who uses the embedded database just now: the shop, a command beside it. The last one out stops it, in whatever order
 * they came and however they went.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { tryFileLock } from '#server/platform/file-lock.ts';

export type Tenancy = {
  /** Moves out. */
  end(): Promise<void>;
};

/** Moves in: a file of one's own, locked for as long as the process lives. Call it while holding the database's lock. */
export async function moveIn(folder: string): Promise<Tenancy> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomUUID());
  const lock = tryFileLock(path);
  return {
    async end() {
      lock?.release();
      await rm(path, { force: true });
    },
  };
}

/** Whether anybody is in. Forgets those who died. Call it while holding the database's lock. */
export async function isAnybodyIn(folder: string): Promise<boolean> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const lock = tryFileLock(path);
    if (lock === undefined) return true;
    lock.release();
    await rm(path, { force: true });
  }
  return false;
}
