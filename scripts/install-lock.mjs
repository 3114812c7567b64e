/** Keeps two starts at the same moment from installing into the same folder. */
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Hindrance, projectFolder } from './project.mjs';

const lockPath = join(projectFolder, '.install-lock');

/**
 * Takes the lock, waiting for whoever has it.
 *
 * The lock is a file (beside `node_modules`, which `npm ci` empties) with the owners' pids and the moments when those
 * processes began, so that a lock left by a killed process is recognised even after its pid was given to another.
 *
 * @param {(pid: number) => void} onWaiting called once if someone else has it
 * @returns {Promise<{ shareWith: (pid: number | undefined) => void, giveBack: () => void }>} `shareWith` makes another
 *   process an owner too: an npm that outlives the killed script is still at work in the folder
 * @throws {Hindrance} where the project's folder can't be written to
 */
export async function takeInstallLock(onWaiting) {
  const draft = `${lockPath}.${process.pid}`;
  let told = false;
  for (;;) {
    try {
      // Written aside and then linked, so that a lock never exists without its content.
      writeFileSync(draft, ownersText([process.pid]));
      linkSync(draft, lockPath);
      return {
        shareWith(pid) {
          if (pid === undefined) return;
          writeFileSync(draft, ownersText([process.pid, pid]));
          renameSync(draft, lockPath);
        },
        giveBack: () => rmSync(lockPath, { force: true }),
      };
    } catch (error) {
      if (error.code !== 'EEXIST') throw notWritable(error);
    } finally {
      rmSync(draft, { force: true });
    }
    const held = readLock(lockPath);
    if (held === undefined) continue;
    const owner = held.find(isRunning);
    if (owner === undefined) {
      removeStale(held);
      continue;
    }
    if (!told) {
      told = true;
      onWaiting(owner.pid);
    }
    await wait(200);
  }
}

/** What to say where the project's folder, or what is in it, belongs to someone else. */
export function notWritable(cause) {
  return new Hindrance(
    `The packages can't be installed: ${cause.message}\n` +
      `This user may not write to ${projectFolder}. Start as the folder's owner, or work in a copy of your own.`,
  );
}

function ownersText(pids) {
  return JSON.stringify(pids.map((pid) => ({ pid, began: beganAt(pid) })));
}

function readLock(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw notWritable(error);
  }
}

/** Moves the lock away before deleting it, since another process may have replaced the stale one just now. */
function removeStale(stale) {
  const aside = `${lockPath}.${process.pid}`;
  try {
    renameSync(lockPath, aside);
  } catch (error) {
    if (error.code === 'ENOENT') return;
    throw notWritable(error);
  }
  const moved = readLock(aside);
  if (moved !== undefined && JSON.stringify(moved) !== JSON.stringify(stale)) {
    try {
      linkSync(aside, lockPath);
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
  }
  rmSync(aside, { force: true });
}

function isRunning({ pid, began }) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error.code === 'ESRCH') return false;
  }
  return beganAt(pid) === began;
}

/** When a process began, in the kernel's ticks; null where the system doesn't tell, or it is dead but not yet reaped. */
function beganAt(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return state === 'Z' ? null : (fields[18] ?? null);
  } catch {
    return null;
  }
}
