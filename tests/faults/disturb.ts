/** What goes wrong, one thing after another, as a seed says. */
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { Random } from '#main/demo/random.ts';
import { runningPostmaster } from '#server/adapters/database/postmaster.ts';
import type { TcpProxy } from './tcp-proxy.ts';
import type { World } from './world.ts';

/** A fault by its name, and how often it is chosen. */
const FAULTS = {
  'kill a shop': 6,
  'kill the database': 3,
  'kill a connection of the database': 2,
  'restart the database': 1,
  'break connections to the database': 2,
  'refuse connections to the database': 1,
  'slow connections to the database': 1,
  'silent connections to the database': 1,
  'break connections to the provider': 2,
  'refuse connections to the provider': 1,
  'slow connections to the provider': 1,
  'silent connections to the provider': 1,
  'move a clock': 2,
} as const;
export type Fault = keyof typeof FAULTS;
const LOT = Object.entries(FAULTS).flatMap(([fault, times]) => Array<string>(times).fill(fault)) as Fault[];

const KILLS: ReadonlySet<Fault> = new Set<Fault>([
  'kill a shop',
  'kill the database',
  'kill a connection of the database',
]);
const CLOCK_MOVES_MS = [-86_400_000, -3_600_000, -240_000, -5_000, 5_000, 240_000, 3_600_000, 86_400_000];

export type Disturbed = { readonly counts: Map<Fault, number>; kills: number };

export type DisturbOptions = {
  readonly world: World;
  readonly random: Random;
  /** Goes on until so many processes were killed. */
  readonly kills: number;
  readonly pauseMs: readonly [min: number, max: number];
  /** Waits until people have got something done, so that faults hit life and not only each other. */
  readonly breathe: () => Promise<void>;
  readonly onFault: (fault: Fault, number: number) => void;
};

export async function disturb({
  world,
  random,
  kills,
  pauseMs,
  breathe,
  onFault,
}: DisturbOptions): Promise<Disturbed> {
  const done: Disturbed = { counts: new Map(), kills: 0 };
  const healing: Promise<void>[] = [];
  for (let number = 1; done.kills < kills; number += 1) {
    const fault = random.pick(LOT);
    // Chosen before it is known whether there is anything to be hit, so that the seed alone says what comes next.
    const choice = {
      app: random.int(0, world.apps.length - 1),
      amount: random.next(),
      forMs: random.int(200, 1_500),
    };
    onFault(fault, number);
    const hasHit = await strike(world, fault, choice, healing);
    done.counts.set(fault, (done.counts.get(fault) ?? 0) + 1);
    if (hasHit && KILLS.has(fault)) done.kills += 1;
    await wait(random.int(...pauseMs));
    await breathe();
  }
  await Promise.all(healing);
  heal(world);
  return done;
}

type Choice = { readonly app: number; readonly amount: number; readonly forMs: number };

/** Answers whether there was anything to be hit. */
async function strike(
  world: World,
  fault: Fault,
  choice: Choice,
  healing: Promise<void>[],
): Promise<boolean> {
  const app = world.apps[choice.app];
  const proxy = fault.endsWith('the provider') ? world.proxies.provider : world.proxies.database;
  switch (fault) {
    case 'kill a shop':
      return app?.kill() === true;
    case 'kill the database':
      return signalDatabase(world, 'SIGKILL');
    case 'restart the database':
      return signalDatabase(world, 'SIGINT');
    case 'kill a connection of the database':
      return killBackend(world, choice.amount);
    case 'move a clock': {
      const offsetMs = CLOCK_MOVES_MS[Math.floor(choice.amount * CLOCK_MOVES_MS.length)] ?? 0;
      app?.moveClock(offsetMs);
      healing.push(wait(2 * choice.forMs).then(() => app?.moveClock(0)));
      return true;
    }
    case 'break connections to the database':
    case 'break connections to the provider':
      proxy.dropAll();
      return true;
    case 'refuse connections to the database':
    case 'refuse connections to the provider':
      proxy.dropAll();
      return disturbProxy(proxy, 'refuse', choice.forMs, healing);
    case 'slow connections to the database':
    case 'slow connections to the provider':
      return disturbProxy(proxy, { delayMs: Math.round(choice.amount * 300) }, choice.forMs, healing);
    case 'silent connections to the database':
    case 'silent connections to the provider':
      return disturbProxy(proxy, 'hang', choice.forMs, healing);
  }
}

function disturbProxy(
  proxy: TcpProxy,
  mode: Parameters<TcpProxy['setMode']>[0],
  forMs: number,
  healing: Promise<void>[],
): true {
  proxy.setMode(mode);
  healing.push(wait(forMs).then(() => proxy.setMode('pass')));
  return true;
}

function signalDatabase({ clusterFolder }: World, signal: NodeJS.Signals): boolean {
  const pid = runningPostmaster(clusterFolder)?.pid;
  if (pid === undefined) return false;
  return hit(pid, signal);
}

/** One of the processes that serve connections; the server then restarts all of them. */
function killBackend({ clusterFolder }: World, amount: number): boolean {
  const postmaster = runningPostmaster(clusterFolder)?.pid;
  if (postmaster === undefined) return false;
  const backends = childrenOf(postmaster).filter((pid) => /^postgres: shop shop /.test(commandOf(pid)));
  const pid = backends[Math.floor(amount * backends.length)];
  return pid !== undefined && hit(pid, 'SIGKILL');
}

function hit(pid: number, signal: NodeJS.Signals): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch {
    // It ended a moment ago.
    return false;
  }
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      const stat = Number.isInteger(pid) ? readText(`/proc/${pid}/stat`) : '';
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent;
    });
}

const commandOf = (pid: number): string => readText(`/proc/${pid}/cmdline`).replaceAll('\0', ' ');

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** Puts right whatever is still wrong. */
function heal({ proxies, apps }: World): void {
  proxies.database.setMode('pass');
  proxies.provider.setMode('pass');
  for (const app of apps) app.moveClock(0);
}
