/** Keeps a person whom the identity provider vouches for as a user of the shop. */
import { randomUUID } from 'node:crypto';
import { inTransaction } from '#server/platform/db/transaction.ts';
import type { Identity } from './caller.ts';
import type { UserDeps } from './user-deps.ts';
import { findUserOfIdentity, type KeptUser, saveIdentity, takeEmail } from './user-store.ts';

/**
 * The user of an identity: made when they are new, brought up to date when their provider says something new. `null` where
 * the email is another's, who has verified it, and this identity has not.
 */
export async function keepIdentity(
  deps: Pick<UserDeps, 'databases' | 'now'>,
  identity: Identity,
): Promise<KeptUser | null> {
  const known = await findUserOfIdentity(deps.databases.write, identity);
  if (known !== undefined && (known.deactivated || saysNothingNew(known, identity))) return known;
  return inTransaction(deps.databases.write, async (tx) => {
    if (!(await takeEmail(tx, identity))) return null;
    return saveIdentity(tx, { id: randomUUID(), identity, now: deps.now() });
  });
}

function saysNothingNew(known: KeptUser, { email, emailVerified, name }: Identity): boolean {
  return (
    known.email === email && known.emailVerified === emailVerified && (name === '' || known.name === name)
  );
}
