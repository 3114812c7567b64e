/** Keeps the embedded database up: a server that ended though nobody stopped it is started again. */
import type { Log } from '#server/platform/log.ts';
import { type Postmaster, runningPostmaster } from './postmaster.ts';

/** How often the server is looked at: two small files of the kernel are read. */
const LOOK_EVERY_MS = 500;
/** Pauses between tries that fail, such as on a full disk: they double up to the second. */
const PAUSES_MS = { first: 1_000, longest: 30_000 };

export type KeepUp = { stop(): void };

export type KeepUpOptions = {
  readonly cluster: string;
  /** Where connections are made to so far. */
  readonly port: number;
  readonly log: Log;
  /** Starts the server of this cluster unless one runs already. */
  readonly restart: () => Promise<Postmaster | undefined>;
  /** Told where the server is now, when its port was somebody else's in the meantime. */
  readonly onMoved: (server: Postmaster) => void;
};

/** Looks after a server until stopped. */
export function keepUp({ cluster, port: firstPort, log, restart, onMoved }: KeepUpOptions): KeepUp {
  let port = firstPort;
  let isStopped = false;
  let pauseMs = PAUSES_MS.first;
  let timer: NodeJS.Timeout;

  const follow = (server: Postmaster): void => {
    if (server.port === port) return;
    port = server.port;
    onMoved(server);
  };
  const look = async (): Promise<void> => {
    let nextMs = LOOK_EVERY_MS;
    const running = runningPostmaster(cluster);
    // Another process may have started it again.
    if (running?.isReady === true) follow(running);
    if (running === undefined) {
      log.error('the database has ended; it is started again');
      try {
        const server = await restart();
        if (server !== undefined) {
          log.warn({ pid: server.pid, port: server.port }, 'the database is up again');
          follow(server);
        }
        pauseMs = PAUSES_MS.first;
      } catch (error) {
        log.error({ err: error, pauseMs }, 'the database does not start; it is tried again');
        nextMs = pauseMs;
        pauseMs = Math.min(2 * pauseMs, PAUSES_MS.longest);
      }
    }
    if (!isStopped) timer = setTimeout(() => void look(), nextMs).unref();
  };
  timer = setTimeout(() => void look(), LOOK_EVERY_MS).unref();
  return {
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
