/** Makes a user an admin. */
import { refuse } from '#domain/refusal.ts';
import type { Audit } from '#server/audit/audit.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import type { UserDeps } from './user-deps.ts';
import { lockUserByEmail, setRole } from './user-store.ts';

/**
 * Makes the user with this email an admin and ends their earlier tokens; `modifiedCount` is 0 when they already were.
 *
 * The email must be verified, since the person is named by it: `evenUnverified` is for the one who runs the server, who
 * answers for it themself.
 */
export function makeAdmin(
  deps: Pick<UserDeps, 'databases' | 'issuer'>,
  email: string,
  audit: Audit,
  options: { readonly evenUnverified: boolean } = { evenUnverified: false },
) {
  return inTransaction(deps.databases.write, async (tx) => {
    const user = await lockUserByEmail(tx, deps.issuer, email);
    if (user === undefined) return refuse('NOT_FOUND', 'No user has this email');
    if (user.deactivated) return refuse('DEACTIVATED');
    if (user.role === 'admin') {
      audit.nothingToKeep();
      return { modifiedCount: 0 };
    }
    if (!user.emailVerified && !options.evenUnverified) {
      return refuse('EMAIL_NOT_VERIFIED', 'This user has not verified their email yet');
    }
    await setRole(tx, user.id, 'admin');
    await audit.write(tx, {
      object: { kind: 'user', id: user.id },
      before: { role: user.role },
      after: { role: 'admin' },
    });
    return { modifiedCount: 1 };
  });
}
