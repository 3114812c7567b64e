/** The shop's session as a browser has it. A chunk of its own: `start-session.ts` loads it when there is a use for it. */
import { manifest } from '#contract/manifest.gen.ts';
import type { ShopTable } from '#contract/table.ts';
import { provideCallTokens } from '#web/calls/access-token.ts';
import { httpClient } from '#web/calls/http-client.ts';
import { forgetAllTyped } from '#web/typed-in-tab.ts';
import { browserShelf } from './browser-shelf.ts';
import { firebaseOfPage } from './chosen-provider.ts';
import { embeddedIdentity } from './embedded-identity.ts';
import { firebaseIdentity } from './firebase-identity.ts';
import type { IdentityClient } from './identity-client.ts';
import { provideSession } from './session.ts';
import { createShopSession, type ShopSession } from './shop-session.ts';

const RENEWAL_LOCK = 'mainshaft.access-token';

/** Puts the shop's session behind the pages and restores what an earlier page kept of it. */
export function beginSession(userGone: () => void): ShopSession & { readonly client: IdentityClient } {
  const { tokenIssue } = manifest;
  const project = firebaseOfPage(contentOfMeta);
  const client = project === null ? embeddedIdentity() : firebaseIdentity(project);
  const session = createShopSession({
    client,
    exchange: (email, proof) =>
      httpClient<Pick<ShopTable, 'tokenIssue'>>(
        { tokenIssue },
        { base: '/api', fetch: (input, init) => fetch(input, init), authorization: async () => proof },
      ).tokenIssue({ params: { email }, body: { email } }),
    shelf: browserShelf(),
    alone: (work) =>
      // Only where the page came by https or from this machine; elsewhere tabs may renew at once, which is harmless.
      'locks' in navigator ? navigator.locks.request(RENEWAL_LOCK, work) : work(),
    nowMs: () => Date.now(),
    later(delayMs, work) {
      const timer = setTimeout(work, delayMs);
      return () => clearTimeout(timer);
    },
    userGone,
    userLeft: forgetAllTyped,
  });
  provideCallTokens(session.tokens);
  session.start();
  provideSession(session.provider);
  return { ...session, client };
}

const contentOfMeta = (name: string): string | null =>
  document.querySelector(`meta[name="${name}"]`)?.getAttribute('content') ?? null;
