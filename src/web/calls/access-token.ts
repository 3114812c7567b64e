/**
 * The access token in the browser: kept in local storage under `accessToken`, shared by all tabs.
 *
 * This file only keeps it. Getting and renewing one is identity's work, which says how with `provideCallTokens`.
 */

/** The key in local storage. */
export const ACCESS_TOKEN_KEY = 'accessToken';

/** The kept token as it is, or `null`; it may have expired. */
export function readAccessToken(): string | null {
  try {
    return localStorage.getItem(ACCESS_TOKEN_KEY);
  } catch {
    return null; // storage is switched off
  }
}

/** Keeps a token, or removes it with `null`. Other tabs hear of it through their `storage` event. */
export function keepAccessToken(token: string | null): void {
  try {
    if (token === null) localStorage.removeItem(ACCESS_TOKEN_KEY);
    else localStorage.setItem(ACCESS_TOKEN_KEY, token);
  } catch {
    // Without storage the session lasts as long as the page.
  }
}

/** Where the bearer tokens of calls come from. */
export type CallTokens = {
  /** The token for a call of this operation, renewed when it is about to expire; `null` when nobody is signed in. */
  readonly tokenFor: (operation: string) => Promise<string | null>;
  /** After a 401 for a token: answers whether there is another one now; the call is then made once more. */
  readonly renewAfter401: (operation: string, refused: string | null) => Promise<boolean>;
};

let tokens: CallTokens = {
  tokenFor: async () => readAccessToken(),
  renewAfter401: async () => false,
};

/** Sets where tokens come from. Called once, before the first page is shown in the browser. */
export function provideCallTokens(source: CallTokens): void {
  tokens = source;
}

/** Where tokens come from now. */
export function callTokens(): CallTokens {
  return tokens;
}
