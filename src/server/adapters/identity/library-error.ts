/** What the identity library throws, told apart: it says no, or its store does not answer. */
import type { Refusal } from '#domain/refusal.ts';
import { Outage } from '#server/platform/outage.ts';

/** The library's error as it shows it: an HTTP status, and mostly a code with a text for people. */
export type LibraryError = {
  readonly status: number;
  readonly code: string | undefined;
  readonly message: string | undefined;
};

// Recognised by its shape, so that the library need not be loaded for it.
function libraryErrorOf(error: unknown): LibraryError | null {
  if (!(error instanceof Error) || error.name !== 'APIError' || !('statusCode' in error)) return null;
  if (typeof error.statusCode !== 'number') return null;
  const body = 'body' in error && typeof error.body === 'object' && error.body !== null ? error.body : {};
  return {
    status: error.statusCode,
    code: 'code' in body && typeof body.code === 'string' ? body.code : undefined,
    message: 'message' in body && typeof body.message === 'string' ? body.message : undefined,
  };
}

/**
 * Calls the library; an error of its own that `refusalOf` knows is returned as the refusal that it gives.
 *
 * @throws Outage for any other error of its own: the request was checked before, so what is left is its store.
 */
export async function libraryRefusal<T, R extends Refusal>(
  call: () => Promise<T>,
  refusalOf: (error: LibraryError) => Promise<R | null>,
): Promise<T | R> {
  try {
    return await call();
  } catch (error) {
    const known = libraryErrorOf(error);
    if (known === null) throw error;
    const refusal = await refusalOf(known);
    if (refusal !== null) return refusal;
    throw new Outage('The identity provider cannot answer', { cause: error });
  }
}

/**
 * Calls the library where it has nothing to say no to.
 *
 * @throws Outage for any error of its own.
 */
export async function orOutage<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (libraryErrorOf(error) === null) throw error;
    throw new Outage('The identity provider cannot answer', { cause: error });
  }
}
