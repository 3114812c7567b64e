/** The shop under test, as its parent sees it. */
import { Environment } from '#server/platform/config.ts';
import { NODE_MEMORY, SYSTEM_MEMORY } from '../scripts/memory.mjs';
import { startChild } from './child-process.ts';

export type ShopProcess = {
  readonly pid: number;
  readonly url: string;
  /** As it was after the last full collection since this was asked last; undefined where there was none. */
  inUse(): Promise<InUse | undefined>;
  /** How late its event loop was since this was asked last. */
  loopDelay(): Promise<LoopDelay>;
  stop(): Promise<void>;
};
/** The shop's whole configuration. */
export type ShopEnvironment = Readonly<Record<string, string>>;
/** What the process is told when it starts. */
export type OpenShop = {
  readonly environment: ShopEnvironment;
  readonly dataDir: string;
  /** Whether it works on the jobs that orders leave; it doesn't unless told. */
  readonly works?: boolean;
  /** Without them it is the API alone, and nothing is built. It has them unless told. */
  readonly hasPages?: boolean;
};
/** What a collection of the whole heap could not free: objects, and bytes that are kept beside them. */
export type InUse = { readonly heapMb: number; readonly externalMb: number };
/** How long the event loop was late for something that was due. */
export type LoopDelay = { readonly p99Ms: number; readonly maxMs: number };
export type AskShop = OpenShop | { readonly tell: 'inUse' | 'loopDelay' };
export type ShopAnswer =
  | { readonly url: string }
  | { readonly inUse: InUse | undefined }
  | { readonly loopDelay: LoopDelay };

/** The configuration of the shop under test: what is not said here is as usual, whatever the caller's environment says. */
export function shopEnvironment(databaseUrl: string): ShopEnvironment {
  const unset = Object.fromEntries(Object.keys(Environment.shape).map((name) => [name, '']));
  return {
    ...unset,
    DATABASE_URL: databaseUrl,
    SANDBOX_PAYMENTS: 'true',
    // A load from one address and by few buyers is what these two are there to stop.
    RATE_LIMITS: 'false',
    MAX_UNPAID_ORDERS: '10000',
    LOG_LEVEL: 'warn',
  };
}

/**
 * Starts the shop and waits until it answers.
 *
 * @param profileFolder where the shop leaves a CPU profile when it stops; none is made unless told
 */
export async function startShop(open: OpenShop, profileFolder?: string): Promise<ShopProcess> {
  const profiling = ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`, '--cpu-prof-interval=500'];
  const child = await startChild<AskShop, ShopAnswer>(
    new URL('./shop-server.ts', import.meta.url),
    profileFolder === undefined ? NODE_MEMORY : [...NODE_MEMORY, ...profiling],
    SYSTEM_MEMORY,
  );
  try {
    const opened = await child.ask(open);
    if (!('url' in opened)) throw new Error('The shop did not say where it is');
    return {
      pid: child.pid,
      url: opened.url,
      async inUse() {
        const answer = await child.ask({ tell: 'inUse' });
        return 'inUse' in answer ? answer.inUse : undefined;
      },
      async loopDelay() {
        const answer = await child.ask({ tell: 'loopDelay' });
        if (!('loopDelay' in answer)) throw new Error('The shop did not say how late its loop was');
        return answer.loopDelay;
      },
      stop: () => child.stop(),
    };
  } catch (error) {
    await child.stop();
    throw error;
  }
}
