/** The identity provider, as the browser sees it: whoever signs people in stands behind this one interface. */

import type { IdentityTable } from '#contract/identity.ts';
import { isProblem } from '#contract/kernel/api-error.ts';
import type { Client } from '#contract/kernel/operation.ts';
import { identityManifest } from '#contract/manifest.gen.ts';
import { httpClient } from '#web/http-client.ts';

export type IdentityUser = { readonly email: string; readonly name: string };

/**
 * What a provider does. Its functions throw an `ApiError` whose text is the provider's own, to be shown as it is. Who
 * wants to know when someone signs in or out listens to the shop's session, which follows the provider's.
 */
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
};

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
    async setDisplayName(name) {
      await api.identityUpdateUser({ body: { name } });
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
