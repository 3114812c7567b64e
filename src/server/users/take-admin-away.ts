/** Takes an admin's role away. */
import { refuse } from '#domain/refusal.ts';
import type { Audit } from '#server/audit/audit.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import type { UserDeps } from './user-deps.ts';
import { lockAdmins, lockUserByEmail, setRole } from './user-store.ts';

/**
 * Makes a customer of the admin with this email and ends their earlier tokens; `modifiedCount` is 0 when they were none.
 * Never of the last active admin, not even when two take each other's role away at once: the one who comes second finds the
 * first one's doing and is refused.
 */
export function takeAdminAway(deps: Pick<UserDeps, 'databases' | 'issuer'>, email: string, audit: Audit) {
  return inTransaction(deps.databases.write, async (tx) => {
    const admins = await lockAdmins(tx, deps.issuer);
    const user = await lockUserByEmail(tx, deps.issuer, email);
    if (user === undefined) return refuse('NOT_FOUND', 'No user has this email');
    if (user.role !== 'admin') {
      audit.nothingToKeep();
      return { modifiedCount: 0 };
    }
    if (admins.every((id) => id === user.id)) return refuse('LAST_ADMIN');
    await setRole(tx, user.id, 'customer');
    await audit.write(tx, {
      object: { kind: 'user', id: user.id },
      before: { role: user.role },
      after: { role: 'customer' },
    });
    return { modifiedCount: 1 };
  });
}
