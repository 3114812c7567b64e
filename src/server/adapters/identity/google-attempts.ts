/**
 * Sign-ins with Google that are under way. What ties their steps together stays in the database; the page that began one
 * holds its key, which goes through neither Google nor an address, so nobody else can end it.
 */
import { createHash, randomBytes } from 'node:crypto';
import * as z from 'zod';
import type { Db } from '#server/platform/db/database.ts';
import type { SignInSecrets } from './google-client.ts';

const LIFETIME_MS = 10 * 60 * 1000;

const Kept = z.object({
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  redirectUri: z.string(),
});

export type GoogleAttempts = {
  /** Makes the secrets of a sign-in that ends at `redirectUri`, and keeps them for ten minutes under `attempt`. */
  begin(
    redirectUri: string,
    now: Date,
  ): Promise<{ readonly attempt: string; readonly secrets: SignInSecrets }>;
  /** Takes the secrets of an attempt, which only works once; null where there are none at the moment `now`. */
  take(attempt: string, now: Date): Promise<SignInSecrets | null>;
};

/** Opens the attempts of one provider: those of another are none of its own. */
export function createGoogleAttempts(db: Db, providerId: string): GoogleAttempts {
  const identifierOf = (attempt: string) =>
    `${providerId}:${createHash('sha256').update(attempt).digest('base64url')}`;
  return {
    async begin(redirectUri, now) {
      const attempt = secret();
      const secrets = { state: secret(), nonce: secret(), codeVerifier: secret(), redirectUri };
      await db
        .insertInto('identity_verification')
        .values({
          identifier: identifierOf(attempt),
          value: JSON.stringify(secrets),
          expires_at: new Date(now.getTime() + LIFETIME_MS),
        })
        .execute();
      return { attempt, secrets };
    },
    async take(attempt, now) {
      const row = await db
        .deleteFrom('identity_verification')
        .where('identifier', '=', identifierOf(attempt))
        .where('expires_at', '>', now)
        .returning('value')
        .executeTakeFirst();
      return row === undefined ? null : Kept.parse(JSON.parse(row.value));
    },
  };
}

const secret = (): string => randomBytes(32).toString('base64url');
