/** Starts and stops the server process of a cluster. */
import { spawn } from 'node:child_process';
import { closeSync, fstatSync, openSync, readSync, renameSync, rmSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { nextFreePort } from '#server/platform/free-port.ts';
import type { Log } from '#server/platform/log.ts';
import { SetupError } from '#server/platform/setup-error.ts';
import { type Account, identity } from './account.ts';
import { workAsBatch } from './batch-policy.ts';
import type { Binaries } from './binaries.ts';
import { PROGRAM_ENVIRONMENT } from './cluster.ts';
import {
  hasLeftovers,
  hasSurvivors,
  isGoneWithin,
  isPidOfStranger,
  lastPort,
  type Postmaster,
  runningPostmaster,
  settledPostmaster,
} from './postmaster.ts';

/** Loopback only, since the packaged binaries bring an old OpenSSL of their own. */
const ADDRESS = '127.0.0.1';
/** Below the range that the kernel takes ports for outgoing connections from. */
const FIRST_PORT = 25_432;
const MAX_LOG_BYTES = 10 * 1024 * 1024;
const MIN_SHARED_MEMORY_BYTES = 256 * 1024 * 1024;
const SURVIVORS_PATIENCE_MS = 60_000;
const STOP_PATIENCE_MS = 30_000;

export type ServerPlace = {
  readonly cluster: string;
  readonly logFile: string;
  readonly binaries: Binaries;
  readonly account: Account;
  readonly log: Log;
  /** Called once the process runs; it is not ready yet. */
  readonly onLaunched?: (() => void) | undefined;
  /** Aborted when it is not wanted any more before it is ready. */
  readonly stopping?: AbortSignal | undefined;
};

/**
 * Starts the server of a cluster that has none, on the port of the last time if that is free, and waits until it takes
 * connections: also until it has recovered, if the last one was killed.
 *
 * @throws SetupError with the end of the server's log when it doesn't start, or was told not to
 */
export async function startServer(place: ServerPlace): Promise<Postmaster> {
  const { cluster, log, stopping } = place;
  if (hasLeftovers(cluster)) {
    log.warn('the database was not stopped in order; it recovers now');
    await clearLeftovers(cluster, log, stopping);
  }
  let firstPort = lastPort(cluster) ?? FIRST_PORT;
  for (let attempt = 1; ; attempt += 1) {
    const port = await nextFreePort(firstPort, ADDRESS);
    const outcome = await launch(place, port);
    if (typeof outcome !== 'string') return outcome;
    // Someone took the port between our look and the server's.
    if (!outcome.includes('Address already in use') || attempt === 5) {
      throw new SetupError(
        `PostgreSQL did not start. The end of ${place.logFile} says:\n${outcome.trim() || '(nothing)'}`,
      );
    }
    firstPort = port + 1;
  }
}

/**
 * Stops a server as PostgreSQL's "fast" does: open transactions are rolled back, everything is written, and waits until
 * that is done.
 *
 * @throws Error when it still runs after half a minute and more
 */
export async function stopServer(cluster: string, log: Log): Promise<void> {
  const pid = runningPostmaster(cluster)?.pid;
  if (pid === undefined) return;
  process.kill(pid, 'SIGINT');
  if (await isGoneWithin(cluster, pid, STOP_PATIENCE_MS)) return;
  log.warn('the database takes long to stop; it is stopped at once and will recover at the next start');
  process.kill(pid, 'SIGQUIT');
  if (!(await isGoneWithin(cluster, pid, STOP_PATIENCE_MS)))
    throw new Error(`The database (process ${pid}) does not stop`);
}

async function clearLeftovers(cluster: string, log: Log, stopping?: AbortSignal): Promise<void> {
  const deadline = performance.now() + SURVIVORS_PATIENCE_MS;
  if (hasSurvivors(cluster))
    log.warn('a query of the earlier database server still runs; waiting for its end');
  while (hasSurvivors(cluster)) {
    if (performance.now() > deadline) {
      throw new SetupError(
        `Processes of an earlier database server still work on ${cluster}. End them (they are named "postgres"), then start again.`,
      );
    }
    await wait(50, undefined, { signal: stopping });
  }
  if (isPidOfStranger(cluster)) rmSync(join(cluster, 'postmaster.pid'));
}

/** @returns the server, or what it wrote to its log before it ended */
async function launch(place: ServerPlace, port: number): Promise<Postmaster | string> {
  const { cluster, account, log, stopping } = place;
  stopping?.throwIfAborted();
  const logFile = openLogFile(place.logFile);
  const logStart = fstatSync(logFile).size;
  const child = spawn(join(place.binaries.folder, 'postgres'), serverArguments(cluster, port), {
    cwd: '/',
    env: PROGRAM_ENVIRONMENT,
    stdio: ['ignore', logFile, logFile],
    // A session of its own: Ctrl-C in our terminal must not reach it before the shop has let go of it.
    detached: true,
    ...identity(account),
  });
  const breakOff = () => child.kill('SIGINT');
  stopping?.addEventListener('abort', breakOff);
  try {
    child.unref();
    if (child.pid !== undefined) workAsBatch(child.pid, log);
    place.onLaunched?.();
    let failure: string | undefined;
    child.once('error', (cause) => {
      failure = cause.message;
    });
    while (failure === undefined && child.exitCode === null && child.signalCode === null) {
      const found = await settledPostmaster(cluster, (seconds) =>
        log.warn({ seconds }, 'the database is still getting ready'),
      );
      if (found !== undefined && found.pid === child.pid) return found;
      await wait(10);
    }
    return failure ?? readFrom(logFile, logStart);
  } finally {
    stopping?.removeEventListener('abort', breakOff);
    closeSync(logFile);
  }
}

function serverArguments(cluster: string, port: number): string[] {
  const settings: Record<string, string> = {
    listen_addresses: ADDRESS,
    // The default folder for sockets isn't everyone's to write to, and nobody needs one.
    unix_socket_directories: '',
    shared_buffers: '256MB',
    max_connections: '100',
    fsync: 'on',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '%m [%p] ',
    ...(hasRoomForSharedMemory() ? {} : { dynamic_shared_memory_type: 'mmap' }),
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return ['-D', cluster, '-p', String(port), ...options];
}

/** Containers often have 64 MB there, which one parallel query can fill. */
function hasRoomForSharedMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    return bavail * bsize >= MIN_SHARED_MEMORY_BYTES;
  } catch {
    return false;
  }
}

/** Opened by us rather than by the server, so that the log can be where the server's account may not write. */
function openLogFile(path: string): number {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size > MAX_LOG_BYTES) renameSync(path, `${path}.1`);
  return openSync(path, 'a+', 0o600);
}

function readFrom(file: number, start: number): string {
  const buffer = Buffer.alloc(4_000);
  const end = fstatSync(file).size;
  const from = Math.max(start, end - buffer.length);
  return buffer.toString('utf8', 0, readSync(file, buffer, 0, end - from, from));
}
