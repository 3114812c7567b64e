/** What the embedded identity provider tells of its people and asks about them, in the transactions of its own changes. */
import type { Querier, Tx } from '#server/platform/db/database.ts';
import type { Identity } from './caller.ts';
import { noteVerifiedEmail } from './note-verified-email.ts';
import { endTokensOf, findUserOfIdentity, lockUserOfIdentity, setDeactivated } from './user-store.ts';

type Person = Pick<Identity, 'issuer' | 'subject'>;

/** Ends the access tokens that a person has; someone who is no user of the shop has none. */
function endAccess(tx: Tx, person: Person): Promise<void> {
  return endTokensOf(tx, person);
}

/** Whether a person is more than a customer. */
async function hasRole(db: Querier, person: Person): Promise<boolean> {
  const user = await findUserOfIdentity(db, person);
  return user !== undefined && user.role !== 'customer';
}

/** The id of the user that a person is, where they are one. */
async function userIdOf(db: Querier, person: Person): Promise<string | undefined> {
  return (await findUserOfIdentity(db, person))?.id;
}

/** Deactivates the user of an account that no longer exists, whose orders stay. */
async function deactivatePerson(tx: Tx, person: Person, now: Date): Promise<void> {
  const user = await lockUserOfIdentity(tx, person);
  if (user !== undefined && !user.deactivated) await setDeactivated(tx, user.id, now);
}

/** What the provider is given. */
export const identityPeople = (now: () => Date) => ({
  noteVerified: noteVerifiedEmail,
  endAccess,
  userIdOf,
  noteGone: (tx: Tx, person: Person) => deactivatePerson(tx, person, now()),
  hasRole,
});
