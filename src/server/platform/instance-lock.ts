/** One shop per data directory. */
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod';
import { tryFileLock } from './file-lock.ts';
import { replaceFile } from './replace-file.ts';

/** What the running shop says of itself. */
export type InstanceInfo = {
  /** Where it is reached, such as `http://127.0.0.1:3000`. */
  readonly address: string;
};

export type InstanceLock = {
  /** Says something else of this shop, such as the address that it got in the end. */
  update(info: InstanceInfo): Promise<void>;
  /** Lets another shop open on this data. */
  release(): Promise<void>;
};

const Holder = z.object({ pid: z.number().int(), address: z.string(), startedAt: z.string() });
/** The shop that runs; `startedAt` is an ISO 8601 moment. */
export type Holder = z.output<typeof Holder>;

/**
 * Takes the data directory for this process. The lock is the kernel's (see `file-lock.ts`), so a shop that was killed
 * leaves none; the file with the holder's pid and address beside it is only for telling people.
 *
 * @param dataDir an existing folder
 * @throws SetupError when this user may not write to the folder
 */
export async function takeInstanceLock(
  dataDir: string,
  info: InstanceInfo,
): Promise<InstanceLock | { readonly heldBy: Holder }> {
  const infoPath = join(dataDir, 'shop-running.json');
  const lock = tryFileLock(join(dataDir, 'shop.lock'));
  if (lock === undefined) return { heldBy: await readHolder(infoPath) };
  const startedAt = new Date().toISOString();
  const update = ({ address }: InstanceInfo): Promise<void> => {
    const holder: Holder = { pid: process.pid, address, startedAt };
    return replaceFile(infoPath, Buffer.from(`${JSON.stringify(holder)}\n`));
  };
  await update(info);
  return {
    update,
    async release() {
      await rm(infoPath, { force: true });
      lock.release();
    },
  };
}

/** Reads who has the lock. They may have taken it only just now, and what is there be of the one before. */
async function readHolder(infoPath: string): Promise<Holder> {
  let latest: Holder = { pid: 0, address: 'an address that is not known yet', startedAt: '' };
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const text = await readFile(infoPath, 'utf8').catch(() => undefined);
    if (text !== undefined) {
      latest = Holder.parse(JSON.parse(text));
      if (isRunning(latest.pid)) break;
    }
    await wait(50);
  }
  // A shop in another container has a pid that isn't seen from here.
  return latest;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It runs, but as another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
