/**
 * Sign-ins that wait for the second factor. Whoever has shown the first holds a key; what it opens is kept in the database
 * for ten minutes, until a code was right.
 */
import { createHash, randomBytes } from 'node:crypto';
import * as z from 'zod';
import type { Db, Querier } from '#server/platform/db/database.ts';

const LIFETIME_MS = 10 * 60 * 1000;

const Kept = z.object({
  userId: z.string(),
  email: z.string(),
  /** What was shown first. */
  first: z.enum(['password', 'Google']),
  /** Stands for the password that was shown; null where it was none. */
  passwordMark: z.string().nullable(),
  /** The id of the Google account that was shown; null where it was none, or an earlier version has kept this. */
  googleAccount: z.string().nullable().default(null),
});
export type Challenge = z.output<typeof Kept>;

export type Challenges = {
  /** Keeps what was shown and answers the key to it. */
  begin(challenge: Challenge, now: Date): Promise<string>;
  /** What a key opens at the moment `now`; null where it is none, or its time is over. */
  read(key: string, now: Date): Promise<Challenge | null>;
  /** Ends one: it opens nothing any more. False where somebody else has ended it. */
  end(db: Querier, key: string): Promise<boolean>;
};

export function createChallenges(db: Db): Challenges {
  const identifierOf = (key: string) =>
    `second-factor:${createHash('sha256').update(key).digest('base64url')}`;
  return {
    async begin(challenge, now) {
      const key = randomBytes(32).toString('base64url');
      await db
        .insertInto('identity_verification')
        .values({
          identifier: identifierOf(key),
          value: JSON.stringify(challenge),
          expires_at: new Date(now.getTime() + LIFETIME_MS),
        })
        .execute();
      return key;
    },
    async read(key, now) {
      const row = await db
        .selectFrom('identity_verification')
        .select('value')
        .where('identifier', '=', identifierOf(key))
        .where('expires_at', '>', now)
        .executeTakeFirst();
      return row === undefined ? null : Kept.parse(JSON.parse(row.value));
    },
    async end(querier, key) {
      const { numDeletedRows } = await querier
        .deleteFrom('identity_verification')
        .where('identifier', '=', identifierOf(key))
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}
