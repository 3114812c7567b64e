/** Takes away the second factor of somebody who has lost it. */
import { refuse } from '#domain/refusal.ts';
import type { Audit } from '#server/audit/audit.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import type { UserDeps } from './user-deps.ts';
import { endTokensOf, lockUserByEmail } from './user-store.ts';

/**
 * Takes away the second factor of the user with this email, ends their sessions and tokens, and tells them. `modifiedCount`
 * is 0 where there was none.
 *
 * @param ownEmail the email of who does it: their own is turned off under Security, with a code; undefined for who runs the
 * server
 */
export function resetSecondFactor(
  { databases, issuer, secondFactors }: Pick<UserDeps, 'databases' | 'issuer' | 'secondFactors'>,
  email: string,
  ownEmail: string | undefined,
  audit: Audit,
) {
  return inTransaction(databases.write, async (tx) => {
    if (secondFactors === undefined)
      return refuse('KEPT_ELSEWHERE', 'Second factors are kept by the identity provider of this shop');
    if (email === ownEmail) return refuse('YOUR_OWN', 'Turn off your own under Security');
    const user = await lockUserByEmail(tx, issuer, email);
    if (user === undefined) return refuse('NOT_FOUND', 'No user has this email');
    if (!(await secondFactors.reset(tx, user.subject))) {
      audit.nothingToKeep();
      return { modifiedCount: 0 };
    }
    await endTokensOf(tx, { issuer, subject: user.subject });
    await audit.write(tx, { object: { kind: 'user', id: user.id } });
    return { modifiedCount: 1 };
  });
}
