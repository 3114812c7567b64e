/** Deactivates a user. */
import { changedFacts } from '#domain/audit/facts.ts';
import { refuse } from '#domain/refusal.ts';
import type { Audit } from '#server/audit/audit.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import type { UserDeps } from './user-deps.ts';
import { lockAdmins, lockUserByEmail, setDeactivated } from './user-store.ts';

/**
 * Deactivates the user with this email and ends their tokens; their orders stay. An admin loses the role.
 * `modifiedCount` is 0 when they already were. Never the last admin, not even when two admins deactivate each other at once:
 * the one who comes second finds the first one's doing and is refused.
 */
export function deactivateUser(
  deps: Pick<UserDeps, 'databases' | 'issuer' | 'now'>,
  email: string,
  audit: Audit,
) {
  return inTransaction(deps.databases.write, async (tx) => {
    const admins = await lockAdmins(tx, deps.issuer);
    const user = await lockUserByEmail(tx, deps.issuer, email);
    if (user === undefined) return refuse('NOT_FOUND', 'No user has this email');
    if (user.deactivated) {
      audit.nothingToKeep();
      return { modifiedCount: 0 };
    }
    if (user.role === 'admin' && admins.every((id) => id === user.id)) return refuse('LAST_ADMIN');
    await setDeactivated(tx, user.id, deps.now());
    await audit.write(tx, {
      object: { kind: 'user', id: user.id },
      ...changedFacts({ role: user.role, deactivated: false }, { role: 'customer', deactivated: true }),
    });
    return { modifiedCount: 1 };
  });
}
