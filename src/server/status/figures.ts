/** What a process says of itself: the requests of its last five minutes, and how it feels. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import * as z from 'zod';
import { type RequestTrace, requests } from '#server/platform/telemetry.ts';

/** Upper bounds in milliseconds; the last is for all that took longer. */
export const DURATION_BOUNDS_MS = [
  5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 60_000,
] as const;
export const WINDOW_MINUTES = 5;
const MINUTE_MS = 60_000;
const WEBHOOK = 'paymentWebhook';
/** Doors that say nothing of how the shop does: files are kept, and whoever asks for health asks often. */
const NOT_COUNTED = new Set(['health', 'file', 'media']);

/** As it is kept in `shop_process.figures`. What an earlier version did not say counts as nothing. */
export const Figures = z.object({
  requests: z.int().nonnegative().catch(0),
  faults: z.int().nonnegative().catch(0),
  /** How many took up to each of `DURATION_BOUNDS_MS`. */
  durations: z.array(z.int().nonnegative()).catch([]),
  memoryBytes: z.int().nonnegative().catch(0),
  eventLoopDelayMs: z.number().nonnegative().catch(0),
  connections: z
    .object({
      used: z.int().nonnegative(),
      idle: z.int().nonnegative(),
      waiting: z.int().nonnegative(),
    })
    .catch({ used: 0, idle: 0, waiting: 0 }),
  webhookSeenAt: z.iso.datetime().nullable().catch(null),
});
export type Figures = z.output<typeof Figures>;

type Minute = { number: number; requests: number; faults: number; durations: number[] };
const emptyMinute = (number: number): Minute => ({
  number,
  requests: 0,
  faults: 0,
  durations: DURATION_BOUNDS_MS.map(() => 0),
});

/** Begins to count the requests of this process. */
export function countRequests(now: () => Date) {
  const minutes: Minute[] = [];
  let webhookSeenAt: string | null = null;
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  const minuteOf = (at: Date): Minute => {
    const number = Math.floor(at.getTime() / MINUTE_MS);
    const last = minutes.at(-1);
    if (last?.number === number) return last;
    const next = emptyMinute(number);
    minutes.push(next);
    if (minutes.length > WINDOW_MINUTES + 1) minutes.shift();
    return next;
  };
  const onRequest = (message: unknown): void => {
    const { asks, status, startedMs } = message as RequestTrace;
    if (NOT_COUNTED.has(asks)) return;
    if (asks === WEBHOOK && status >= 200 && status < 300) webhookSeenAt = now().toISOString();
    const minute = minuteOf(now());
    const tookMs = performance.now() - startedMs;
    const slot = DURATION_BOUNDS_MS.findIndex((bound) => tookMs <= bound);
    const at = slot === -1 ? DURATION_BOUNDS_MS.length - 1 : slot;
    minute.requests += 1;
    if (status >= 500) minute.faults += 1;
    minute.durations[at] = (minute.durations[at] ?? 0) + 1;
  };
  requests.asyncEnd.subscribe(onRequest);
  return {
    /** The figures of now; how late timers were is since the last time. */
    read(connections: Figures['connections']): Figures {
      const oldest = Math.floor(now().getTime() / MINUTE_MS) - WINDOW_MINUTES;
      const counted = minutes.filter(({ number }) => number > oldest);
      const eventLoopDelayMs = Math.max(0, Math.round(delay.percentile(99) / 1e5) / 10 || 0);
      delay.reset();
      return {
        requests: sum(counted.map((minute) => minute.requests)),
        faults: sum(counted.map((minute) => minute.faults)),
        durations: DURATION_BOUNDS_MS.map((_, at) => sum(counted.map(({ durations }) => durations[at] ?? 0))),
        memoryBytes: process.memoryUsage.rss(),
        eventLoopDelayMs,
        connections,
        webhookSeenAt,
      };
    },
    stop(): void {
      requests.asyncEnd.unsubscribe(onRequest);
      delay.disable();
    },
  };
}

/** The bound under which 95 of a hundred were, of the figures of several processes; null where there were none. */
export function p95Ms(all: readonly Pick<Figures, 'durations'>[]): number | null {
  const counts = DURATION_BOUNDS_MS.map((_, at) => sum(all.map(({ durations }) => durations[at] ?? 0)));
  const wanted = sum(counts) * 0.95;
  if (wanted === 0) return null;
  let reached = 0;
  for (const [at, bound] of DURATION_BOUNDS_MS.entries()) {
    reached += counts[at] ?? 0;
    if (reached >= wanted) return bound;
  }
  return DURATION_BOUNDS_MS.at(-1) ?? null;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);
