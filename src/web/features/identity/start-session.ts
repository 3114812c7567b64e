/** Puts the shop's session behind the pages. Called once, in the browser, before the first page is shown. */

import { manifest } from '#contract/manifest.gen.ts';
import type { ShopTable } from '#contract/table.ts';
import { provideCallTokens } from '#web/access-token.ts';
import { httpClient } from '#web/http-client.ts';
import { browserShelf } from './browser-shelf.ts';
import { firebaseOfPage } from './chosen-provider.ts';
import { embeddedIdentity } from './embedded-identity.ts';
import { firebaseIdentity } from './firebase-identity.ts';
import { provideIdentity } from './identity-client.ts';
import { provideSession } from './session.ts';
import { createShopSession } from './shop-session.ts';

const RENEWAL_LOCK = 'mainshaft.access-token';

/** `userGone` is called when nothing of the user may be shown any more; it should empty the pages' cache. */
export function startSession(userGone: () => void): void {
  const { tokenIssue } = manifest;
  const project = firebaseOfPage(contentOfMeta);
  const client = project === null ? embeddedIdentity() : firebaseIdentity(project);
  provideIdentity(client);
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
  });
  provideSession(session.provider);
  provideCallTokens(session.tokens);
  session.start();
}

const contentOfMeta = (name: string): string | null =>
  document.querySelector(`meta[name="${name}"]`)?.getAttribute('content') ?? null;
