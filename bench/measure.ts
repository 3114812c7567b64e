/** One figure: the shop and its limit by turns, so that what else the machine does meanwhile hits both alike. */
import type { Slice, Timing } from './slice.ts';
import { percentile } from './statistics.ts';

/** What the shop is to be beside its limit, as ratios of the two. */
export type Target = {
  /** At which numbers of connections. */
  readonly connections: readonly number[];
  /** Requests a second, at least. */
  readonly requests?: number;
  /** CPU time of the server process for a request, at most. */
  readonly cpu?: number;
  /** What one request of a hundred takes longer than, at most. */
  readonly p99?: number;
};

/** Something that can be put under load. */
export type Subject = { load(timing: Timing): Promise<Slice> };
export type Workload = {
  readonly name: string;
  /** What the limit is, in a few words. */
  readonly limitIs: string;
  /** Absent where nothing is aimed at. */
  readonly target?: Target;
  /** Sizes that the figure depends on. */
  readonly about: Readonly<Record<string, number | string>>;
  readonly ours: Subject;
  readonly limit: Subject;
  /** At how many connections; at all of {@link CONNECTIONS} unless told. */
  readonly connections?: readonly number[];
  /** How long both sides warm up at first; 1.5 s unless told. */
  readonly firstWarmUpMs?: number;
};

export type Measured = {
  readonly requests: number;
  readonly requestsPerSecond: number;
  /** Of each round: how far they are apart is the noise. */
  readonly roundsPerSecond: readonly number[];
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Of the server process alone. */
  readonly cpuMsPerRequest: number;
  /** Of PostgreSQL; absent where it takes no part or runs on another machine. */
  readonly databaseCpuMsPerRequest: number | undefined;
  /** From before the warm-up on. */
  readonly peakMemoryMb: number;
  /** Of the event loop that made the load: above 0.95 the figure may be the generator's, not the server's. */
  readonly loadBusy: number;
  /** How much of the machine other processes had meanwhile: the less, the better the figure. */
  readonly othersBusy: number;
};

export type Figure = {
  readonly name: string;
  readonly limitIs: string;
  readonly about: Workload['about'];
  readonly connections: number;
  /** Absent where there is none at so many connections. */
  readonly target: Target | undefined;
  readonly ours: Measured;
  readonly limit: Measured;
};

export const CONNECTIONS = [1, 16, 64] as const;
/** Short ones: the speed of a shared machine changes from second to second. */
const ROUNDS = 4;
/** Lets compilers and caches get to know a workload before anything is counted. */
const FIRST_WARM_UP_MS = 1_500;
/** The same for one of which there are hundreds a second, not tens of thousands. */
export const LONG_WARM_UP_MS = 10_000;
const WARM_UP_MS = 300;
const MB = 1_000_000;

/** Measures a workload at every number of connections. */
export async function measureWorkload(
  workload: Workload,
  seconds: number,
  onFigure: (figure: Figure) => void,
): Promise<void> {
  const { name, limitIs, about, ours, limit, firstWarmUpMs = FIRST_WARM_UP_MS } = workload;
  const warmUp: Timing = { connections: 16, warmUpMs: firstWarmUpMs, windowMs: 1 };
  await ours.load(warmUp);
  await limit.load(warmUp);
  for (const connections of workload.connections ?? CONNECTIONS) {
    const timing = { connections, warmUpMs: WARM_UP_MS, windowMs: (seconds * 1000) / ROUNDS };
    const slices: { ours: Slice[]; limit: Slice[] } = { ours: [], limit: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      slices.ours.push(await ours.load(timing));
      slices.limit.push(await limit.load(timing));
    }
    const figure = { ours: summarise(slices.ours), limit: summarise(slices.limit) };
    const target = workload.target?.connections.includes(connections) ? workload.target : undefined;
    onFigure({ name, limitIs, about, connections, target, ...figure });
  }
}

/** What slices of one subject say together. */
export function summarise(slices: readonly Slice[]): Measured {
  const latenciesMs = slices.flatMap((slice) => [...slice.latenciesMs]);
  const requests = latenciesMs.length;
  if (requests === 0) throw new Error('No request was answered within the window; give it more --seconds');
  const sum = (of: (slice: Slice) => number) => slices.reduce((total, slice) => total + of(slice), 0);
  const wallMs = sum((slice) => slice.wallMs);
  const hasDatabase = slices.every((slice) => slice.databaseCpuMs !== undefined);
  return {
    requests,
    requestsPerSecond: (requests * 1000) / wallMs,
    roundsPerSecond: slices.map((slice) => (slice.latenciesMs.length * 1000) / slice.wallMs),
    p50Ms: percentile(latenciesMs, 0.5),
    p99Ms: percentile(latenciesMs, 0.99),
    cpuMsPerRequest: sum((slice) => slice.serverCpuMs) / requests,
    databaseCpuMsPerRequest: hasDatabase ? sum((slice) => slice.databaseCpuMs ?? 0) / requests : undefined,
    peakMemoryMb: Math.max(...slices.map((slice) => slice.serverPeakBytes)) / MB,
    loadBusy: sum((slice) => slice.loadBusy * slice.wallMs) / wallMs,
    othersBusy: sum((slice) => slice.othersBusy * slice.wallMs) / wallMs,
  };
}
