/** What the identity library throws when its store does not answer as it must. */
import { Outage } from '#server/platform/outage.ts';

/**
 * `APIError` is a store that does not answer. `BetterAuthError` is a key that this process can't open: another one, with another
 * secret, has made it while all are being replaced.
 */
const OF_ITS_STORE = new Set(['APIError', 'BetterAuthError']);

/**
 * Calls the library. The request was checked before, so an error of its own can only be its store.
 *
 * @throws Outage for any error of its own; anything else is thrown as it is.
 */
export async function orOutage<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    // Recognised by their names, so that the library need not be loaded for it.
    if (!(error instanceof Error) || !OF_ITS_STORE.has(error.name)) throw error;
    throw new Outage('The identity provider cannot answer', { cause: error });
  }
}
