/** What PostgreSQL's own files and the kernel say about a server that runs, or ran, on a cluster. */
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** The server of a cluster, as `postmaster.pid` describes it. */
export type Postmaster = {
  readonly pid: number;
  readonly port: number;
  /** False while it starts, recovers or stops. */
  readonly isReady: boolean;
};

/** How often files are looked at while waiting, in ms. */
const LOOK_EVERY_MS = 15;

/** The server that runs on a cluster; undefined if none does, whatever a `postmaster.pid` left behind says. */
export function runningPostmaster(cluster: string): Postmaster | undefined {
  const lines = pidFileLines(cluster);
  const pid = Number(lines[0]);
  if (!isServerOf(cluster, pid)) return undefined;
  return { pid, port: Number(lines[3]), isReady: lines[7]?.trim() === 'ready' };
}

/**
 * Waits while the server of a cluster is on its way up or down.
 *
 * @param onSlow called every 10 s with the seconds waited so far
 * @returns the server once it is ready, or undefined once it is gone
 */
export async function settledPostmaster(
  cluster: string,
  onSlow: (seconds: number) => void,
): Promise<Postmaster | undefined> {
  const beganMs = performance.now();
  let toldSeconds = 0;
  for (;;) {
    const found = runningPostmaster(cluster);
    if (found === undefined || found.isReady) return found;
    await wait(LOOK_EVERY_MS);
    const seconds = Math.floor((performance.now() - beganMs) / 1_000);
    if (seconds >= toldSeconds + 10) {
      toldSeconds = seconds;
      onSlow(seconds);
    }
  }
}

/** Waits until a server is gone; false if it isn't in time. */
export async function isGoneWithin(cluster: string, pid: number, patienceMs: number): Promise<boolean> {
  const deadline = performance.now() + patienceMs;
  while (isServerOf(cluster, pid)) {
    if (performance.now() > deadline) return false;
    await wait(LOOK_EVERY_MS);
  }
  return true;
}

/** Whether a server ended here without saying goodbye, so that the next one recovers first. */
export function hasLeftovers(cluster: string): boolean {
  return existsSync(join(cluster, 'postmaster.pid'));
}

/**
 * Whether the pid in `postmaster.pid` now belongs to some other living process (or to a dead one that nobody reaped):
 * usual after a restart of a container, where pids begin again. PostgreSQL would take that one for a server.
 */
export function isPidOfStranger(cluster: string): boolean {
  const pid = Number(pidFileLines(cluster)[0]);
  return existsSync(`/proc/${pid}`) && !isServerOf(cluster, pid);
}

/**
 * Whether processes of a killed server still hold the cluster's shared memory. They end by themselves once they notice;
 * a new server beside them would destroy data.
 */
export function hasSurvivors(cluster: string): boolean {
  // The line has the key and the id of the segment.
  const [key, id] = pidFileLines(cluster)[6]?.trim().split(/\s+/) ?? [];
  return readText('/proc/sysvipc/shm')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .some((fields) => fields[0] === key && fields[1] === id && Number(fields[6]) > 0);
}

/** The port that the cluster's server had the last time. */
export function lastPort(cluster: string): number | undefined {
  const port = /"-p" "(\d+)"/.exec(readText(join(cluster, 'postmaster.opts')))?.[1];
  return port === undefined ? undefined : Number(port);
}

/** A pid alone proves nothing; the command line does. (Which files a process has open, root may not see in a container.) */
function isServerOf(cluster: string, pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  const [command, ...args] = readText(`/proc/${pid}/cmdline`).split('\0');
  const folder = args[args.indexOf('-D') + 1];
  if (command === undefined || basename(command) !== 'postgres' || folder === undefined) return false;
  return folder === cluster || realpathIfAny(folder) === realpathIfAny(cluster);
}

function realpathIfAny(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function pidFileLines(cluster: string): string[] {
  return readText(join(cluster, 'postmaster.pid')).split('\n');
}

/** Empty where there is no such file, or it goes away while it is read. */
function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
