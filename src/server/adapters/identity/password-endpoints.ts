/** What the calls about a new password do. */
import type { IdentityTable } from '#contract/identity.ts';
import type { Handlers } from '#contract/kernel/operation.ts';
import { refuse } from '#domain/refusal.ts';
import type { ShopCallers } from '#server/users/caller.ts';
import { type Door, refuseOften } from './door.ts';
import type { PasswordCall } from './endpoints.ts';
import type { PasswordReset } from './password-reset.ts';
import type { SignInTries } from './sign-in-tries.ts';
import type { Tries } from './tries.ts';

export type PasswordEndpointDeps = {
  readonly door: Door;
  readonly reset: PasswordReset;
  /** How often a mail may be asked for; null where that isn't counted. */
  readonly resetMails: Tries | null;
  /** Given back by a new password. */
  readonly signInTries: SignInTries | null;
  readonly now: () => Date;
};

export function passwordEndpoints(
  deps: PasswordEndpointDeps,
): Pick<Handlers<IdentityTable, ShopCallers>, PasswordCall> {
  const { refuseForeign } = deps.door;
  const refuseLink = (reason: 'expired' | 'invalid') =>
    reason === 'expired' ? refuse('TOKEN_EXPIRED') : refuse('INVALID_TOKEN');
  return {
    identityAskForPasswordReset: async ({ headers, body }) => {
      const refused =
        refuseForeign(headers, true) ??
        (await refuseOften(
          deps.resetMails,
          body.email,
          deps.now(),
          'A mail was asked for a moment ago. Please wait a little.',
        ));
      if (refused !== null) return refused;
      await deps.reset.askForMail(body.email);
      return { status: true as const };
    },

    identityReadPasswordLink: async ({ headers, body }) => {
      const refused = refuseForeign(headers, true);
      if (refused !== null) return refused;
      const link = await deps.reset.read(body.token);
      return link.ok ? { email: link.email } : refuseLink(link.reason);
    },

    identityResetPassword: async ({ headers, body, address, audit }) => {
      const refused = refuseForeign(headers, true);
      if (refused !== null) return refused;
      const link = await deps.reset.setPassword(body.token, body.password, audit);
      if (!link.ok) return refuseLink(link.reason);
      // Whoever tried it in vain before may do so with the new one. The tries of codes stay used: else a mailbox would be enough
      // to guess on.
      await deps.signInTries?.restoreAccount({ email: link.email, address });
      return { status: true as const, email: link.email };
    },
  };
}
