/** Keeps a person whom the identity provider vouches for as a user of the shop. */
import { randomUUID } from 'node:crypto';
import { type Refusal, refuse } from '#domain/refusal.ts';
import type { Querier } from '#server/platform/db/database.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import type { Identity } from './caller.ts';
import type { UserDeps } from './user-deps.ts';
import { findUserOfIdentity, type KeptUser, saveIdentity, takeEmail } from './user-store.ts';

/**
 * The user of an identity: made when they are new, brought up to date when their provider says something new. Refused where
 * the email is another's, who has verified it, and this identity has not; and where the identity does not hold any more.
 *
 * @param holds is asked after the user's epoch was read. Whoever ends a session raises the epoch in the same transaction, so
 * what still holds then was not ended before: the epoch is the one that goes with it
 */
export async function keepIdentity(
  deps: Pick<UserDeps, 'databases' | 'now'>,
  identity: Identity,
  holds: (db: Querier) => Promise<boolean>,
): Promise<KeptUser | Refusal<'EMAIL_NOT_VERIFIED' | 'SIGNED_OUT', undefined>> {
  const db = deps.databases.write;
  const known = await findUserOfIdentity(db, identity);
  if (known !== undefined && (known.deactivated || saysNothingNew(known, identity)))
    return (await holds(db)) ? known : over();
  return inTransaction(db, async (tx) => {
    if (!(await takeEmail(tx, identity))) {
      return refuse(
        'EMAIL_NOT_VERIFIED',
        'Another account has verified this email. Verify it with your provider, too.',
      );
    }
    const kept = await saveIdentity(tx, { id: randomUUID(), identity, now: deps.now() });
    return (await holds(tx)) ? kept : over();
  });
}

const over = () => refuse('SIGNED_OUT', 'The session of this proof of identity is over');

function saysNothingNew(known: KeptUser, { email, emailVerified, name }: Identity): boolean {
  return (
    known.email === email && known.emailVerified === emailVerified && (name === '' || known.name === name)
  );
}
