/**
 * A lock on a file that the kernel holds for this process: it goes when the process goes, also by `kill -9` or a power
 * cut, so there are no stale locks to recognise.
 *
 * Node can't lock files itself, but the SQLite inside it can: an exclusive transaction on an empty database is an
 * advisory lock of the kernel. A file with a pid would need guessing (pids are given again, above all in containers),
 * and a listening socket is not seen from another container that shares the folder.
 */
import { accessSync, constants, existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { SetupError } from './setup-error.ts';

export type FileLock = {
  /** Gives the lock back. The file stays. */
  release(): void;
};

const SQLITE_BUSY = 5;
const SQLITE_CANNOT_OPEN = 14;
const NOT_WRITABLE = new Set<unknown>(['EACCES', 'EPERM', 'EROFS']);

/** A connection that nobody refers to would be closed by the garbage collector, and its lock with it. */
const held = new Set<DatabaseSync>();

/**
 * Takes the lock on a file, which is made if need be; its folder must be there.
 *
 * @returns undefined when someone else has it, be it another process or another part of this one
 * @throws SetupError when this user may not write the file
 */
export function tryFileLock(path: string): FileLock | undefined {
  try {
    // Of a file that may only be read, SQLite would give a share without a word.
    if (existsSync(path)) accessSync(path, constants.W_OK);
    // Nothing is ever written, so no file is needed for a journal.
    return hold(path, { readOnly: false, begin: 'PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE' });
  } catch (cause) {
    const code = errorCode(cause);
    if (code === SQLITE_BUSY) return undefined;
    if (code === SQLITE_CANNOT_OPEN || NOT_WRITABLE.has(code)) {
      throw new SetupError(
        `${path} can't be written. The folder ${dirname(path)} has to belong to the user who starts the shop.`,
        { cause },
      );
    }
    throw cause;
  }
}

/**
 * Takes a share of the lock on a file that is there already. Any number may have one, also those who may only read the
 * file, and until the last has given it back nobody gets the lock for himself.
 *
 * @returns undefined when someone has the lock for himself, or there is no such file to read
 */
export function tryShareOfFileLock(path: string): FileLock | undefined {
  try {
    // A transaction that has read anything keeps the others from writing.
    return hold(path, { readOnly: true, begin: 'BEGIN; SELECT count(*) FROM sqlite_schema' });
  } catch (cause) {
    const code = errorCode(cause);
    if (code === SQLITE_BUSY || code === SQLITE_CANNOT_OPEN) return undefined;
    throw cause;
  }
}

function hold(path: string, { readOnly, begin }: { readOnly: boolean; begin: string }): FileLock {
  const connection = new DatabaseSync(path, { readOnly, timeout: 0 });
  try {
    connection.exec(begin);
  } catch (error) {
    connection.close();
    throw error;
  }
  held.add(connection);
  return {
    release() {
      if (held.delete(connection)) connection.close();
    },
  };
}

/** SQLite's number of an error, or else the system's name of it. */
function errorCode(error: unknown): unknown {
  if (!(error instanceof Error)) return undefined;
  if ('errcode' in error) return error.errcode;
  return 'code' in error ? error.code : undefined;
}

/**
 * Does some work while holding a lock, waiting for it first.
 *
 * @param patienceMs how long to wait for whoever has it
 * @throws SetupError when it isn't free in time
 */
export async function withFileLock<T>(path: string, patienceMs: number, work: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + patienceMs;
  let lock = tryFileLock(path);
  while (lock === undefined) {
    if (performance.now() > deadline) {
      throw new SetupError(
        `Another process has held ${path} for over ${Math.round(patienceMs / 1_000)} s. Stop it, then start again.`,
      );
    }
    await wait(20);
    lock = tryFileLock(path);
  }
  try {
    return await work();
  } finally {
    lock.release();
  }
}
