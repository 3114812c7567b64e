/**
 * How many calls one caller may make of all processes together. Budgets are kept in the database; each process takes a few
 * calls out of one at a time and lets callers have them, so that the database is asked once in many calls, and no number
 * of processes lets in more than one would. While the database does not answer, each process counts for itself.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { RateClass } from '#contract/kernel/operation.ts';
import type { Given, TakeCalls } from './call-budgets.ts';
import { type RateLimit, rateLimiter } from './rate-limit.ts';

export type SharedRateLimitOptions = {
  /** A class without a limit is not limited. */
  readonly limits: Readonly<Partial<Record<RateClass, RateLimit>>>;
  readonly take: TakeCalls;
  /** Whether asking makes sense; false while nothing can be written. */
  readonly canTake: () => boolean;
  /** A clock that never goes back, in milliseconds. */
  readonly nowMs: () => number;
};

type Refused = { readonly retryAfterSeconds: number };
/** Takes one call; null where the caller may make it, else how long until they may. */
export type TakeSharedCall = (
  rateClass: RateClass,
  caller: string,
) => Refused | null | Promise<Refused | null>;

/** Of a whole budget a process takes this part at once: small budgets one by one, large ones rarely. */
const PART_TAKEN = 1 / 20;
/** What was taken and not used for so long is void: it may have been given back to the budget by time. */
const TAKEN_GOOD_FOR_MS = 10_000;
const ANSWER_WITHIN_MS = 500;
const MAX_CALLERS = 20_000;

/** What this process holds of a caller's budget. */
type Held = {
  calls: number;
  goodUntilMs: number;
  /** Nothing is to be had before this moment. */
  refusedUntilMs: number;
  asking: Promise<void> | undefined;
};

/** Makes the limiter of one process. Its memory is bounded: of too many callers those silent longest are forgotten. */
export function sharedRateLimiter({ limits, take, canTake, nowMs }: SharedRateLimitOptions): TakeSharedCall {
  const alone = rateLimiter({ limits, nowMs });
  const callers = new Map<string, Held>();

  const heldFor = (key: string): Held => {
    const known = callers.get(key);
    if (known !== undefined) {
      callers.delete(key);
      callers.set(key, known);
      return known;
    }
    const oldest = callers.size < MAX_CALLERS ? undefined : callers.keys().next().value;
    if (oldest !== undefined) callers.delete(oldest);
    const held = { calls: 0, goodUntilMs: 0, refusedUntilMs: 0, asking: undefined };
    callers.set(key, held);
    return held;
  };
  /** What can be said without asking; undefined where only the budget knows. */
  const judge = (held: Held): Refused | null | undefined => {
    const now = nowMs();
    if (held.calls > 0 && now < held.goodUntilMs) {
      held.calls -= 1;
      return null;
    }
    return now < held.refusedUntilMs ? { retryAfterSeconds: (held.refusedUntilMs - now) / 1_000 } : undefined;
  };
  const keep = (held: Held, given: Given): void => {
    const now = nowMs();
    held.calls = given.calls;
    if ('retryAfterSeconds' in given) held.refusedUntilMs = now + given.retryAfterSeconds * 1_000;
    else held.goodUntilMs = now + TAKEN_GOOD_FOR_MS;
  };

  const ask = async (rateClass: RateClass, caller: string, limit: RateLimit, held: Held) => {
    // Others may be faster with what was given, so one asks again; but not for ever.
    for (let tries = 0; tries < 100; tries += 1) {
      held.asking ??= take(rateClass, caller, limit, Math.max(1, Math.floor(limit.burst * PART_TAKEN)))
        .then((given) => keep(held, given))
        .finally(() => {
          held.asking = undefined;
        });
      const isAnswered = await Promise.race([
        held.asking.then(
          () => true,
          () => false,
        ),
        wait(ANSWER_WITHIN_MS, false, { ref: false }),
      ]);
      if (!isAnswered) break;
      const known = judge(held);
      if (known !== undefined) return known;
    }
    return alone(rateClass, caller);
  };

  return (rateClass, caller) => {
    const limit = limits[rateClass];
    if (limit === undefined) return null;
    const held = heldFor(`${rateClass}:${caller}`);
    const known = judge(held);
    if (known !== undefined) return known;
    return canTake() ? ask(rateClass, caller, limit, held) : alone(rateClass, caller);
  };
}
