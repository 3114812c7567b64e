/** What every answer tells browsers, whoever answers: pages, API, pictures, files, health. */

const YEAR_SECONDS = 31_536_000;

/** How far "only over https" reaches: the shop's own host, the hosts below it too, or not at all. */
export type StrictTransport = 'off' | 'host' | 'subdomains';

/**
 * The headers, by name. An answer that sets one itself keeps its own.
 *
 * @param origin where people reach the shop; only over https are browsers told to stay there
 */
export function safetyHeaders(
  origin: string,
  strictTransport: StrictTransport,
): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {
    // What an answer is called is what it is: no picture runs as a script.
    'x-content-type-options': 'nosniff',
    // No other site's page gets anything of ours into its process, not even as a picture.
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'strict-origin-when-cross-origin',
    // Pages and answers of the API say more. This is for what is neither: a picture, a file, a word of health.
    'content-security-policy': "base-uri 'none'; object-src 'none'; frame-ancestors 'none'",
  };
  if (origin.startsWith('https:') && strictTransport !== 'off') {
    const reach = strictTransport === 'subdomains' ? '; includeSubDomains' : '';
    headers['strict-transport-security'] = `max-age=${YEAR_SECONDS}${reach}`;
  }
  return headers;
}
