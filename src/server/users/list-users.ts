/** Shows users to an admin. */
import type { UserDeps } from './user-deps.ts';
import { findUsers } from './user-store.ts';

/** All users, newest first. */
export async function listUsers({ databases, issuer }: Pick<UserDeps, 'databases' | 'issuer'>) {
  // From the primary: an admin who has just changed someone sees the change.
  const users = await findUsers(databases.write, issuer);
  return users.map((user) => ({
    _id: user.id,
    email: user.email,
    name: user.name,
    role: user.role,
    emailVerified: user.emailVerified,
    deactivated: user.deactivated,
    createdAt: user.createdAt.toISOString(),
  }));
}
