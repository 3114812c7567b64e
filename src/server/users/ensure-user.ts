/** Makes a user of the shop without a sign-in: the demo's people, and tests'. */

import { isRefusal } from '#domain/refusal.ts';
import type { Role } from '#domain/users/permission.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import type { Identity, User } from './caller.ts';
import { keepIdentity } from './keep-identity.ts';
import type { UserDeps } from './user-deps.ts';
import { setRole } from './user-store.ts';

/** The user of an identity, with this role. Repeating it changes nothing. */
export async function ensureUser(
  deps: Pick<UserDeps, 'databases' | 'now'>,
  identity: Identity,
  role: Role,
): Promise<User> {
  const user = await keepIdentity(deps, identity, async () => true);
  if (isRefusal(user)) throw new Error(`This identity is no user: ${user.code}`);
  const { id, email, name, emailVerified, ...kept } = user;
  if (kept.role !== role) await inTransaction(deps.databases.write, (tx) => setRole(tx, id, role));
  return { id, email, name, role, emailVerified };
}
