/** How many calls one caller may make: a token bucket for each class of calls and each caller, in this process. */
import type { RateClass } from '#contract/kernel/operation.ts';

/** A budget: `burst` calls at once, and `perMinute` more as time goes by. */
export type RateLimit = { readonly perMinute: number; readonly burst: number };

export type RateLimitOptions = {
  /** A class without a limit is not limited. */
  readonly limits: Readonly<Partial<Record<RateClass, RateLimit>>>;
  /** A clock that never goes back, in milliseconds. */
  readonly nowMs: () => number;
  /** Callers that are remembered for each class; the one that has been silent longest is forgotten first. */
  readonly maxCallers?: number;
};

/** Takes one call out of a caller's budget; null where it was there, else how long until it is. */
export type TakeCall = (
  rateClass: RateClass,
  caller: string,
) => { readonly retryAfterSeconds: number } | null;

const DEFAULT_MAX_CALLERS = 20_000;

type Bucket = { calls: number; atMs: number };

/**
 * What stands for a network address as `addressIn` gives it: all addresses of an IPv6 network of one customer (/64) are one
 * caller, since any of them can be taken at will.
 */
export function addressKey(address: string): string {
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  if (tail !== undefined) {
    const rest = tail === '' ? [] : tail.split(':');
    while (groups.length + rest.length < 8) groups.push('0');
    groups.push(...rest);
  }
  return groups.slice(0, 4).join(':');
}

/** Makes a limiter. Its memory is bounded by `maxCallers`; with no limits it lets everything in. */
export function rateLimiter(options: RateLimitOptions): TakeCall {
  const { limits, nowMs } = options;
  const maxCallers = options.maxCallers ?? DEFAULT_MAX_CALLERS;
  const classes = new Map<RateClass, Map<string, Bucket>>();
  return (rateClass, caller) => {
    const limit = limits[rateClass];
    if (limit === undefined) return null;
    let buckets = classes.get(rateClass);
    if (buckets === undefined) {
      buckets = new Map();
      classes.set(rateClass, buckets);
    }
    const now = nowMs();
    let bucket = buckets.get(caller);
    if (bucket === undefined) {
      bucket = { calls: limit.burst, atMs: now };
      const oldest = buckets.size < maxCallers ? undefined : buckets.keys().next().value;
      if (oldest !== undefined) buckets.delete(oldest);
    } else {
      // Taken out and put back, so that the map's order is the order of last use.
      buckets.delete(caller);
      bucket.calls = Math.min(limit.burst, bucket.calls + ((now - bucket.atMs) * limit.perMinute) / 60_000);
      bucket.atMs = now;
    }
    buckets.set(caller, bucket);
    if (bucket.calls < 1) return { retryAfterSeconds: ((1 - bucket.calls) * 60) / limit.perMinute };
    bucket.calls -= 1;
    return null;
  };
}
