/** Who a caller of the kernel's is, to whom callers are of any product. */
import type { Caller } from '#server/platform/serve/call.ts';
import type { ShopCallers } from './caller.ts';

/** The id of the user who calls; undefined for everybody else. */
export function userIdOf(caller: Caller): string | undefined {
  // Ours come from `createAuthenticator` alone.
  return caller.kind === 'user' ? (caller.user as ShopCallers['user']).id : undefined;
}
