/** Tells a call of our own pages from one that another site's page makes with the reader's cookie. */

/** The headers that it takes, as they came. */
export type OriginHeaders = {
  readonly cookie?: string | undefined;
  readonly host?: string | undefined;
  readonly origin?: string | undefined;
  readonly 'sec-fetch-site'?: string | undefined;
};

/**
 * Whether a call comes from another site. A page is ours where its origin's host and port are those that the call was
 * sent to, whatever they are, or where its origin is one of `allowedOrigins` (for a proxy that doesn't hand on `Host`).
 *
 * Browsers name the origin of every call that may change something. One that carries a cookie and names none is not
 * believed.
 */
export function isForeign(
  headers: OriginHeaders,
  changesSomething: boolean,
  allowedOrigins: readonly string[],
): boolean {
  const { cookie, host, origin, 'sec-fetch-site': site } = headers;
  if (origin !== undefined) return hostOf(origin) !== host?.toLowerCase() && !allowedOrigins.includes(origin);
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  return changesSomething && cookie !== undefined;
}

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null;
}
