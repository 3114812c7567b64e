/** Finds out who calls, from the `Authorization` header and nothing else: a cookie never authorises a call of the shop. */
import { isFreshSecondFactor } from '#domain/users/second-factor.ts';
import type { Authenticate } from '#server/platform/serve/call.ts';
import type { ShopCallers } from './caller.ts';
import type { ProofVerifier } from './proof.ts';
import type { UserDeps } from './user-deps.ts';
import { userFinder } from './user-store.ts';

const BEARER = /^Bearer +([\w.~+/-]+=*) *$/i;

/**
 * Makes the shop's authenticator: the bearer of a proof of identity where an operation asks for one, else the user of
 * an access token. The user is read anew at each call, by the primary key and together with those of other calls, so a role
 * that was taken away or an account that was deactivated counts from that moment on, whatever the token still says. Where
 * admins need a second factor, one who has not shown it lately counts as a customer.
 */
export function createAuthenticator(
  deps: Pick<UserDeps, 'databases' | 'tokens' | 'now'> & {
    readonly proofs: ProofVerifier;
    /** Whether an admin has to have shown a second factor within {@link SECOND_FACTOR_HOURS}. */
    readonly adminsNeedSecondFactor: boolean;
  },
): Authenticate<ShopCallers> {
  const findUser = userFinder(deps.databases.write);
  return async (headers, access) => {
    const authorization = headers.get('authorization');
    if (authorization === null) return { kind: 'anonymous' };
    const bearer = BEARER.exec(authorization)?.[1];
    if (bearer === undefined)
      return { kind: 'invalid', reason: 'The Authorization header has no bearer token' };

    if (access === 'identity') {
      const proof = await deps.proofs.verify(bearer, deps.now());
      return proof.ok
        ? { kind: 'identity', identity: proof.identity }
        : { kind: 'invalid', reason: proof.reason };
    }

    const token = await deps.tokens.verify(bearer, deps.now());
    if (!token.ok) return { kind: 'invalid', reason: token.reason };
    const user = await findUser(token.userId);
    if (user === undefined || user.deactivated || user.tokenEpoch !== token.epoch) {
      return { kind: 'invalid', reason: 'The access token is no longer good' };
    }
    const { id, email, name, emailVerified } = user;
    const isHeldBack =
      user.role === 'admin' &&
      deps.adminsNeedSecondFactor &&
      !isFreshSecondFactor(token.secondFactorAt, deps.now());
    const role = isHeldBack ? 'customer' : user.role;
    return {
      kind: 'user',
      user: { id, email, name, role, emailVerified, ...(isHeldBack && { needsSecondFactor: true }) },
      isAdmin: role === 'admin',
      ...(isHeldBack && { notAdminBecause: 'SECOND_FACTOR_REQUIRED' }),
    };
  };
}
