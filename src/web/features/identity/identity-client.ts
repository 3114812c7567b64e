/** The identity provider, as the browser sees it: whoever signs people in stands behind this one interface. */

import type { IdentityTable } from '#contract/identity.ts';
import { isProblem } from '#contract/kernel/api-error.ts';
import { identityManifest } from '#contract/manifest.gen.ts';
import { httpClient } from '#web/http-client.ts';

export type IdentityUser = { readonly email: string; readonly name: string };

/** What a provider does. Its functions throw an `ApiError` whose text is the provider's own, to be shown as it is. */
export type IdentityClient = {
  signIn(credentials: { readonly email: string; readonly password: string }): Promise<void>;
  /** Makes an account and signs in to it. Answers it as it is now: some providers take no name at this moment. */
  createAccount(account: {
    readonly email: string;
    readonly password: string;
    readonly name: string;
  }): Promise<IdentityUser>;
  setDisplayName(name: string): Promise<void>;
  /** Ends the provider's own session. Safe to repeat. */
  signOut(): Promise<void>;
  /** A fresh proof of who is signed in: a JWT with `email`, `name` and `email_verified`; null when nobody is. */
  proof(): Promise<string | null>;
  /** Is told whenever someone signs in or is found to be signed out (null); answers how to stop that. */
  onAuthState(listener: (user: IdentityUser | null) => void): () => void;
};

/**
 * The embedded provider. The shop's own client of operations speaks to it: it is on every page already, so this costs
 * some hundred bytes where the identity library's client would cost 13 kB, and its errors are the shop's.
 */
export function embeddedIdentity(): IdentityClient {
  const api = httpClient<IdentityTable>(identityManifest, {
    base: '/api',
    // A sign-out must arrive even where the page is left in the same moment.
    fetch: (input, init) => fetch(input, { ...init, keepalive: true }),
    // The provider's session is a cookie, which no script can read and no other call of the shop carries.
    credentials: () => 'same-origin',
  });
  const listeners = new Set<(user: IdentityUser | null) => void>();
  const tell = (user: IdentityUser | null) => {
    for (const listener of listeners) listener(user);
  };
  return {
    async signIn(body) {
      const { body: answer } = await api.identitySignIn({ body });
      tell(answer.user);
    },
    async createAccount(body) {
      const { body: answer } = await api.identitySignUp({ body });
      tell(answer.user);
      return answer.user;
    },
    async setDisplayName(name) {
      await api.identityUpdateUser({ body: { name } });
    },
    async signOut() {
      await api.identitySignOut();
      tell(null);
    },
    async proof() {
      try {
        return (await api.identityProof()).body.token;
      } catch (error) {
        if (!isProblem(error, 'SIGNED_OUT')) throw error;
        tell(null);
        return null;
      }
    },
    onAuthState(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
