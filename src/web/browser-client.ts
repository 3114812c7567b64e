/** The client of the operations over HTTP, with the reader's access token where a call needs one. */
import { manifest } from '#contract/manifest.gen.ts';
import type { ShopTable } from '#contract/table.ts';
import { callTokens } from './access-token.ts';
import { httpClient } from './http-client.ts';

/** Calls that say the same to everybody: without a token any cache may keep them, and no expired one can spoil them. */
const SAME_FOR_ALL: ReadonlySet<string> = new Set<keyof ShopTable>([
  'shopGet',
  'catalogueGet',
  'cataloguePart',
  'categoriesList',
  'partTypeGet',
  'brandsList',
  'brandGet',
  'makeGet',
  'modelGet',
  'partsList',
  'partsGet',
  'partsFitments',
  'reviewsList',
]);

export const browserClient = httpClient<ShopTable>(manifest, {
  base: '/api',
  fetch: (input, init) => fetch(input, init),
  authorization: (operation) =>
    SAME_FOR_ALL.has(operation) ? Promise.resolve(null) : callTokens().tokenFor(operation),
  onUnauthorized: (operation, refused) => callTokens().renewAfter401(operation, refused),
});
