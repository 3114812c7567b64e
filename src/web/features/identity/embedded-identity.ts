/** The embedded identity provider, in the browser. */
import type { IdentityTable } from '#contract/identity.ts';
import { isProblem } from '#contract/kernel/api-error.ts';
import type { Client } from '#contract/kernel/operation.ts';
import { identityManifest } from '#contract/manifest.gen.ts';
import { httpClient } from '#web/calls/http-client.ts';
import { signInWithGoogleAt } from './embedded-google.ts';
import { browserWindows } from './google-window.ts';
import type { IdentityClient, PasswordLink } from './identity-client.ts';

/** The embedded provider's own calls. */
export function embeddedIdentityCalls(): Client<IdentityTable> {
  return httpClient<IdentityTable>(identityManifest, {
    base: '/api',
    // A sign-out must arrive even where the page is left in the same moment.
    fetch: (input, init) => fetch(input, { ...init, keepalive: true }),
    // The provider's session is a cookie, which no script can read and no other call of the shop carries.
    credentials: () => 'same-origin',
  });
}

/**
 * The embedded provider. The shop's own client of operations speaks to it: it is on every page already, so this costs
 * some hundred bytes where the identity library's client would cost 13 kB, and its errors are the shop's.
 */
export function embeddedIdentity(): IdentityClient {
  const api = embeddedIdentityCalls();
  return {
    async signIn(body) {
      await api.identitySignIn({ body });
    },
    async createAccount(body) {
      return (await api.identitySignUp({ body })).body.user;
    },
    signInWithGoogle: (ready) =>
      signInWithGoogleAt(api, browserWindows(`/api${identityManifest.identityGoogleReturn.path}`), ready),
    async setDisplayName(name) {
      await api.identityUpdateUser({ body: { name } });
    },
    async sendPasswordReset(email) {
      await api.identityAskForPasswordReset({ body: { email } });
    },
    passwordLinks: {
      read: (token) => orReason(async () => (await api.identityReadPasswordLink({ body: { token } })).email),
      setPassword: (token, password) =>
        orReason(async () => (await api.identityResetPassword({ body: { token, password } })).email),
    },
    security: api,
    async sendEmailVerification() {
      return (await api.identitySendVerificationEmail()).body;
    },
    async signOut() {
      await api.identitySignOut();
    },
    async proof() {
      try {
        return (await api.identityProof()).body.token;
      } catch (error) {
        if (!isProblem(error, 'SIGNED_OUT')) throw error;
        return null;
      }
    },
  };
}

async function orReason(work: () => Promise<string>): Promise<PasswordLink> {
  try {
    return { ok: true, email: await work() };
  } catch (error) {
    if (isProblem(error, 'TOKEN_EXPIRED')) return { ok: false, reason: 'expired' };
    if (isProblem(error, 'INVALID_TOKEN')) return { ok: false, reason: 'invalid' };
    throw error;
  }
}
