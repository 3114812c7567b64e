/** Says whether someone is an admin. */
import { refuse } from '#domain/refusal.ts';
import { mayAskAbout } from '#domain/users/permission.ts';
import type { User } from './caller.ts';
import type { UserDeps } from './user-deps.ts';
import { findUserByEmail } from './user-store.ts';

/** About oneself, or about anyone for an admin; others are refused alike whether the address is known or not. */
export async function isAdmin(
  { databases, issuer }: Pick<UserDeps, 'databases' | 'issuer'>,
  caller: User,
  email: string,
) {
  if (!mayAskAbout(caller, email)) return refuse('NOT_YOURS');
  if (email === caller.email) {
    return caller.needsSecondFactor === true
      ? { admin: false, needsSecondFactor: true as const }
      : { admin: caller.role === 'admin' };
  }
  const user = await findUserByEmail(databases.write, issuer, email);
  return { admin: user !== undefined && !user.deactivated && user.role === 'admin' };
}
