/**
 * The access token in the browser: kept in local storage under `accessToken`, shared by all tabs.
 *
 * This file only keeps it. Getting and renewing one is identity's work, which registers how with `provideAccessToken`.
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

let provider: () => Promise<string | null> = async () => readAccessToken();

/** Registers how a valid token is got, renewed when it is about to expire; `null` means signed out. */
export function provideAccessToken(get: () => Promise<string | null>): void {
  provider = get;
}

/** A valid token for the next call, or `null` when nobody is signed in. */
export function accessToken(): Promise<string | null> {
  return provider();
}
