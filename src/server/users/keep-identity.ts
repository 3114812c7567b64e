/** Keeps a person whom the identity provider vouches for as a user of the shop. */
import { randomUUID } from 'node:crypto';
import { inTransaction, violatedConstraint } from '#server/platform/db/transaction.ts';
import type { Identity } from './caller.ts';
import type { UserDeps } from './user-deps.ts';
import { findUserOfIdentity, type KeptUser, saveIdentity, takeEmail } from './user-store.ts';

/** The user of an identity: made when they are new, brought up to date when their provider says something new. */
export async function keepIdentity(
  deps: Pick<UserDeps, 'databases' | 'now'>,
  identity: Identity,
): Promise<KeptUser> {
  const known = await findUserOfIdentity(deps.databases.write, identity);
  if (known !== undefined && (known.deactivated || saysNothingNew(known, identity))) return known;
  try {
    return await save(deps, identity);
  } catch (error) {
    // Someone else signed in with this very address at this moment; now their row is there to be seen.
    if (violatedConstraint(error) !== 'shop_user_email') throw error;
    return save(deps, identity);
  }
}

function saysNothingNew(known: KeptUser, { email, emailVerified, name }: Identity): boolean {
  return (
    known.email === email && known.emailVerified === emailVerified && (name === '' || known.name === name)
  );
}

function save(deps: Pick<UserDeps, 'databases' | 'now'>, identity: Identity): Promise<KeptUser> {
  return inTransaction(deps.databases.write, async (tx) => {
    await takeEmail(tx, identity);
    return saveIdentity(tx, { id: randomUUID(), identity, now: deps.now() });
  });
}
