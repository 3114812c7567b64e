/** Lets a deactivated user back in. */
import { changedFacts } from '#domain/audit/facts.ts';
import { refuse } from '#domain/refusal.ts';
import type { Audit } from '#server/audit/audit.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import type { UserDeps } from './user-deps.ts';
import { lockUserByEmail, setActive } from './user-store.ts';

/**
 * Lets the user with this email in again, as a customer; `modifiedCount` is 0 when they were not deactivated. They sign in
 * anew, with the password and the second factor that they had: a session from before the removal, which may have been the
 * reason for it, comes back to life for nobody.
 */
export function letBackIn(
  deps: Pick<UserDeps, 'databases' | 'issuer' | 'sessions'>,
  email: string,
  audit: Audit,
) {
  return inTransaction(deps.databases.write, async (tx) => {
    const user = await lockUserByEmail(tx, deps.issuer, email);
    if (user === undefined) return refuse('NOT_FOUND', 'No user has this email');
    if (!user.deactivated) {
      audit.nothingToKeep();
      return { modifiedCount: 0 };
    }
    await setActive(tx, user.id);
    await deps.sessions?.endAll(tx, user.subject);
    await audit.write(tx, {
      object: { kind: 'user', id: user.id },
      ...changedFacts({ role: user.role, deactivated: true }, { role: 'customer', deactivated: false }),
    });
    return { modifiedCount: 1 };
  });
}
