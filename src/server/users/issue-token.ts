/** Exchanges a proof of identity for an access token. */
import { isRefusal, refuse } from '#domain/refusal.ts';
import type { Querier } from '#server/platform/db/database.ts';
import { ACCESS_TOKEN_LIFETIME_SECONDS } from './access-token.ts';
import type { Identity } from './caller.ts';
import { keepIdentity } from './keep-identity.ts';
import type { UserDeps } from './user-deps.ts';

/** The email as it was asked for, twice: in the address and in the body, both in lower case. */
export type AskedEmails = { readonly path: string; readonly body: string };

/**
 * An access token of the user whom the proof is of; they become a user of the shop by it. The emails that were asked for
 * must be one, and the proof's own; and the session that it was made in must be open, where that is known here.
 */
export async function issueToken(
  deps: Pick<UserDeps, 'databases' | 'now' | 'tokens' | 'sessions'>,
  identity: Identity,
  asked: AskedEmails,
) {
  if (asked.body !== asked.path) {
    return refuse('EMAIL_MISMATCH', "The body's email and the address's are not the same");
  }
  if (asked.path !== identity.email) return refuse('NOT_YOURS', 'Your proof of identity is of another email');
  const { sessions } = deps;
  const holds = async (db: Querier) => sessions === undefined || sessions.isOpen(db, identity);
  const user = await keepIdentity(deps, identity, holds);
  if (isRefusal(user)) return user;
  if (user.deactivated) return refuse('DEACTIVATED');
  return {
    token: await deps.tokens.issue(
      { userId: user.id, epoch: user.tokenEpoch, secondFactorAt: identity.secondFactorAt },
      deps.now(),
    ),
    expiresInSeconds: ACCESS_TOKEN_LIFETIME_SECONDS,
    role: user.role,
  };
}
