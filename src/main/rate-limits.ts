/**
 * How many calls one caller may make: so many at once, and so many a minute after that. Who is signed in is counted by
 * account, everyone else by network address. All accounts at one address have a budget together, too, so that making
 * many of them gains little.
 */
import type { RateClass } from '#contract/kernel/operation.ts';
import { addressKey, type RateLimit } from '#server/platform/serve/rate-limit.ts';
import type { Admit } from '#server/platform/serve/run.ts';
import type { TakeSharedCall } from '#server/platform/serve/shared-rate-limit.ts';

/** What one account, or one address, may do. */
export const RATE_LIMITS = {
  read: { perMinute: 1_200, burst: 400 },
  search: { perMinute: 600, burst: 200 },
  write: { perMinute: 120, burst: 60 },
  order: { perMinute: 30, burst: 30 },
  review: { perMinute: 6, burst: 12 },
  token: { perMinute: 60, burst: 30 },
  // A workshop's whole office sits behind one address; guessing is bounded by email, too.
  credentials: { perMinute: 30, burst: 60 },
  // Tells who has an account, and mails to whatever address is typed: the one place where that can only be made slow.
  signUp: { perMinute: 3, burst: 20 },
  upload: { perMinute: 30, burst: 15 },
  // Each may be a mail to somebody who wants none.
  mail: { perMinute: 5, burst: 20 },
  document: { perMinute: 30, burst: 15 },
} as const satisfies Partial<Record<RateClass, RateLimit>>;

/** What all accounts at one address may do together: as much as so many of them. */
const ACCOUNTS = 10;
export const RATE_LIMITS_OF_ADDRESSES = Object.fromEntries(
  Object.entries(RATE_LIMITS).map(([rateClass, { perMinute, burst }]) => [
    rateClass,
    { perMinute: perMinute * ACCOUNTS, burst: burst * ACCOUNTS },
  ]),
) as Readonly<Record<keyof typeof RATE_LIMITS, RateLimit>>;

/**
 * Counts each call. `take` has the budgets of {@link RATE_LIMITS}, `takeOfAddress` those of
 * {@link RATE_LIMITS_OF_ADDRESSES}.
 *
 * @param accountOf who is signed in; undefined for anyone else
 */
export function admitBy(
  take: TakeSharedCall,
  takeOfAddress: TakeSharedCall,
  accountOf: (caller: Parameters<Admit>[1]) => string | undefined,
): Admit {
  return (rateClass, caller, address) => {
    const place = addressKey(address);
    const account = accountOf(caller);
    if (account === undefined) return take(rateClass, place);
    const refused = take(rateClass, account);
    const takeTogether = () => takeOfAddress(rateClass, `accounts at ${place}`);
    return refused instanceof Promise
      ? refused.then((one) => one ?? takeTogether())
      : (refused ?? takeTogether());
  };
}
