/** Takes note of an email that its provider has just verified. */
import type { Tx } from '#server/platform/db/database.ts';
import type { Identity } from './caller.ts';
import { setEmailVerified } from './user-store.ts';

/**
 * Lets a verified email count at once, in the provider's own transaction, instead of at the person's next token. Someone
 * who is no user of the shop yet, or is one under another email, stays as they are: their next token tells.
 */
export async function noteVerifiedEmail(
  tx: Tx,
  person: Pick<Identity, 'issuer' | 'subject' | 'email'>,
): Promise<void> {
  await setEmailVerified(tx, person);
}
