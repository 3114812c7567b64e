/** What this provider tells the shop about its people, and asks about them, in the transaction of a change. */
import type { Querier, Tx } from '#server/platform/db/database.ts';
import type { Identity } from '#server/users/caller.ts';

export type Person = Pick<Identity, 'issuer' | 'subject'>;

export type IdentityPeople = {
  /** An account's email is verified now. */
  readonly noteVerified: (tx: Tx, person: Person & Pick<Identity, 'email'>) => Promise<void>;
  /** Access that was given before must end now. */
  readonly endAccess: (tx: Tx, person: Person) => Promise<void>;
  /** An account is gone: whoever signs in with its email from now on is somebody else. */
  readonly noteGone: (tx: Tx, person: Person) => Promise<void>;
  /** The id of the user of the shop that somebody is; undefined where they are none yet. */
  readonly userIdOf: (db: Querier, person: Person) => Promise<string | undefined>;
  /** Whether somebody is more than a customer. */
  readonly hasRole: (db: Querier, person: Person) => Promise<boolean>;
};
