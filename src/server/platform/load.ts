/**
 * Sheds load: says which requests are refused, so that the rest are answered in time and memory does not run out.
 *
 * Three measures: requests under way, how late the event loop is, and how full the heap is. What is about orders and money
 * is refused last, since its loss costs most; health is never counted.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';

export type LoadLimits = {
  /** Requests under way from which on others wait outside; twice as many for orders and payments. */
  readonly maxInFlight: number;
};

/** What is seen of the process now and then. */
export type Load = {
  /** How late the event loop was on average, in ms. */
  readonly delayMs: number;
  /** 0 to 1: of all that the heap may be. */
  readonly heapUsed: number;
};

/** `vital`: orders, payments and what the payment provider tells us. */
export type Importance = 'usual' | 'vital';

export type LoadGauge = {
  /** Lets a request in, and answers what to call when its answer begins; or after how many seconds to try again. */
  enter(importance: Importance): (() => void) | { readonly retryAfterSeconds: number };
  /** Takes note of how the process is. */
  note(load: Load): void;
};

const MAX_DELAY_MS = 300;
/** One long moment, such as a collection of garbage, is no overload; two looks in a row are. */
const LATE_LOOKS = 2;
/** So many requests under way are never too many, however late the loop is: something else keeps it busy. */
const ALWAYS_IN_FLIGHT = 64;
const MAX_HEAP = 0.92;

/**
 * Makes a gauge that is told how the process is.
 *
 * @param chance from 0 to 1: spreads those who are refused, so that they don't come back together
 */
export function loadGauge({ maxInFlight }: LoadLimits, chance: () => number = Math.random): LoadGauge {
  let inFlight = 0;
  let lateLooks = 0;
  let isHeapFull = false;
  const isTooMuch = (importance: Importance): boolean => {
    if (importance === 'vital') return inFlight >= 2 * maxInFlight;
    if (inFlight >= maxInFlight) return true;
    return inFlight >= ALWAYS_IN_FLIGHT && (lateLooks >= LATE_LOOKS || isHeapFull);
  };
  return {
    enter(importance) {
      if (isTooMuch(importance)) return { retryAfterSeconds: 1 + Math.floor(chance() * 4) };
      inFlight += 1;
      let hasLeft = false;
      return () => {
        if (!hasLeft) inFlight -= 1;
        hasLeft = true;
      };
    },
    note({ delayMs, heapUsed }) {
      lateLooks = delayMs > MAX_DELAY_MS ? lateLooks + 1 : 0;
      isHeapFull = heapUsed > MAX_HEAP;
    },
  };
}

const LOOK_EVERY_MS = 500;
const RESOLUTION_MS = 20;

/** Tells a gauge of this process, twice a second, until the function that it answers is called. */
export function watchLoad(gauge: LoadGauge): () => void {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  const timer = setInterval(() => {
    const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
    // Each sample holds the time that was waited for anyway.
    gauge.note({ delayMs: Math.max(0, delay.mean / 1e6 - RESOLUTION_MS), heapUsed: used / limit });
    delay.reset();
  }, LOOK_EVERY_MS).unref();
  return () => {
    clearInterval(timer);
    delay.disable();
  };
}
