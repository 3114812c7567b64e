/**
 * How often a password may be tried, so that it can't be guessed and nobody is kept out by others who guess.
 *
 * | who tries | is bounded by |
 * |---|---|
 * | a browser that was signed in to the account before | a budget of its own, which no one else's tries touch |
 * | anyone else | a budget of the account at their network address, and one of the account at all addresses |
 *
 * So who wants to keep somebody out has to guess from many addresses all the time, and keeps out only new browsers; for
 * them a link that sets a new password gives the tries back. Whether anyone has the address makes no difference to any
 * of this.
 */
import type { Db } from '#server/platform/db/database.ts';
import { addressKey } from '#server/platform/serve/rate-limit.ts';
import type { KnownDevices, MarkedAccount } from './known-devices.ts';
import { createTries, type TriesBudget } from './tries.ts';

/** At which account, by its email in lower case, and where from. */
export type TryingFrom = { readonly email: string; readonly address: string };
/** Who tries. The account is read only where the cookie bears a mark of it. */
export type Trying = MarkedAccount & TryingFrom & { readonly cookie: string | undefined };

export type SignInTries = {
  /** Takes one try; answers after how many seconds there is one, where there is none now. */
  take(trying: Trying, now: Date): Promise<{ readonly retryAfterSeconds: number } | null>;
  /** Gives back what was taken there, to whoever knew the password. */
  restore(trying: Trying, now: Date): Promise<void>;
  /** Gives back all of an account's, to whoever set its password anew. */
  restoreAccount(trying: TryingFrom): Promise<void>;
};

/** Tries at once at all addresses together, as a multiple of those at one. */
const ADDRESSES = 5;

/** @param budget of an account at one network address, and of each known browser */
export function createSignInTries({
  db,
  secret,
  devices,
  budget,
}: {
  readonly db: Db;
  readonly secret: string;
  readonly devices: KnownDevices;
  readonly budget: TriesBudget;
}): SignInTries {
  const ofDevice = createTries(db, secret, 'sign-in-of-device', budget);
  const ofAddress = createTries(db, secret, 'sign-in-at-address', budget);
  const ofAccount = createTries(db, secret, 'sign-in', { ...budget, tries: budget.tries * ADDRESSES });
  return {
    async take(trying, now) {
      const device = await devices.deviceOf(trying.cookie, trying, now);
      if (device !== null) return ofDevice.take(device, now);
      return (await ofAddress.take(atAddress(trying), now)) ?? ofAccount.take(trying.email, now);
    },
    async restore(trying, now) {
      const device = await devices.deviceOf(trying.cookie, trying, now);
      // Not the account's: others' guesses elsewhere still count when its owner comes by.
      await (device === null ? ofAddress.restore(atAddress(trying)) : ofDevice.restore(device));
    },
    async restoreAccount(trying) {
      await ofAddress.restore(atAddress(trying));
      await ofAccount.restore(trying.email);
    },
  };
}

/** What stands for an account at a network address. An email has no space. */
export const atAddress = ({ email, address }: TryingFrom): string => `${email} ${addressKey(address)}`;
