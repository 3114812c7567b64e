/** What the identity library throws when its store does not answer. */
import { Outage } from '#server/platform/outage.ts';

/**
 * Calls the library. The request was checked before, so an error of its own can only be its store.
 *
 * @throws Outage for any error of its own; anything else is thrown as it is.
 */
export async function orOutage<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    // Recognised by its name, so that the library need not be loaded for it.
    if (!(error instanceof Error) || error.name !== 'APIError') throw error;
    throw new Outage('The identity provider cannot answer', { cause: error });
  }
}
