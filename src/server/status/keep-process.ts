/** Lets the others know that this process is alive, and how it does. */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { ShopDeps } from '#server/shop-deps.ts';
import { countRequests } from './figures.ts';
import { forgetSilent, noteBeat, noteStop } from './process-store.ts';

const BEAT_MS = 10_000;
const FORGET_DAYS = 7;

export type KeptProcess = {
  /** Says now what is said every ten seconds. */
  beat(): Promise<void>;
  /** Says goodbye. */
  stop(): Promise<void>;
};

/** Begins to give signs of life. A database that is away for a while is no trouble: the next sign says the same. */
export function keepProcess(
  { databases, log, now }: Pick<ShopDeps, 'databases' | 'log' | 'now'>,
  version: string,
): KeptProcess {
  const own = { id: randomUUID(), host: hostname(), pid: process.pid, version, startedAt: now() };
  const counted = countRequests(now);
  const connections = () => {
    const { writePool, readPool, replicaPool } = databases;
    const pools = [writePool, readPool, ...(replicaPool === undefined ? [] : [replicaPool])];
    const figures = pools.map(({ totalCount, idleCount, waitingCount }) => [
      totalCount - idleCount,
      idleCount,
      waitingCount,
    ]);
    const [used = 0, idle = 0, waiting = 0] = figures.reduce(
      (a, b) => a.map((each, at) => each + (b[at] ?? 0)),
      [0, 0, 0],
    );
    return { used, idle, waiting };
  };
  const beat = () => noteBeat(databases.write, own, counted.read(connections()));
  const tryTo = (work: () => Promise<void>) =>
    work().catch((error: unknown) => log.debug({ err: error }, 'no sign of life could be given'));
  void tryTo(async () => {
    await beat();
    await forgetSilent(databases.write, FORGET_DAYS);
  });
  const timer = setInterval(() => void tryTo(beat), BEAT_MS);
  timer.unref();
  return {
    beat,
    async stop() {
      clearInterval(timer);
      counted.stop();
      await tryTo(() => noteStop(databases.write, own.id));
    },
  };
}
