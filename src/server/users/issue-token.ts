/** Exchanges a proof of identity for an access token. */
import { refuse } from '#domain/refusal.ts';
import { ACCESS_TOKEN_LIFETIME_SECONDS } from './access-token.ts';
import type { Identity } from './caller.ts';
import { keepIdentity } from './keep-identity.ts';
import type { UserDeps } from './user-deps.ts';

/** The email as it was asked for, twice: in the address and in the body, both in lower case. */
export type AskedEmails = { readonly path: string; readonly body: string };

/**
 * An access token of the user whom the proof is of; they become a user of the shop by it. The emails that were asked for
 * must be one, and the proof's own.
 */
export async function issueToken(
  deps: Pick<UserDeps, 'databases' | 'now' | 'tokens'>,
  identity: Identity,
  asked: AskedEmails,
) {
  if (asked.body !== asked.path) {
    return refuse('EMAIL_MISMATCH', "The body's email and the address's are not the same");
  }
  if (asked.path !== identity.email) return refuse('NOT_YOURS', 'Your proof of identity is of another email');
  const user = await keepIdentity(deps, identity);
  if (user === null) {
    return refuse(
      'EMAIL_NOT_VERIFIED',
      'Another account has verified this email. Verify it with your provider, too.',
    );
  }
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
