/**
 * The client of the operations over HTTP, with the reader's access token where a call needs one. A chunk of its own:
 * `browser-client.ts` loads it.
 */
import { manifest } from '#contract/manifest.gen.ts';
import type { ShopTable } from '#contract/table.ts';
import { callTokens } from './access-token.ts';
import { httpClient } from './http-client.ts';

/** Another process of the shop may not know for so long what the reader has just changed. */
const CHANGE_IS_NEW_MS = 2_000;
let changedAtMs = Number.NEGATIVE_INFINITY;

/** Sends a call; whoever has just changed something asks for what is true now, not for what was kept. */
const send: typeof fetch = async (input, init) => {
  if (init?.method === 'GET') {
    const isNew = performance.now() - changedAtMs < CHANGE_IS_NEW_MS;
    return fetch(input, isNew ? { ...init, cache: 'no-cache' } : init);
  }
  try {
    return await fetch(input, init);
  } finally {
    changedAtMs = performance.now();
  }
};

export const browserCalls = httpClient<ShopTable>(manifest, {
  base: '/api',
  fetch: send,
  // Without a token any cache may keep what is the same for everybody, the shop's first, and no expired one can spoil it.
  authorization: (operation) =>
    manifest[operation].forEverybody ? Promise.resolve(null) : callTokens().tokenFor(operation),
  onUnauthorized: (operation, refused) => callTokens().renewAfter401(operation, refused),
});
