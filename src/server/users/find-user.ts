/** Finds users for other nouns. */
import type { Querier } from '#server/platform/db/database.ts';
import { findNewestIdByEmail } from './user-store.ts';

/**
 * The id of the user with this email (in lower case). Where a shop has changed its identity provider, two users may have
 * one email; then it is the newer one.
 */
export function findUserIdByEmail(db: Querier, email: string): Promise<string | undefined> {
  return findNewestIdByEmail(db, email);
}
