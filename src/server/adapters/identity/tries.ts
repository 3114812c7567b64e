/**
 * How often something may be tried, for each of whatever is counted by: an email address, whether anyone has it or not, an
 * account at a network address, a browser.
 *
 * Each has a budget of tries that comes back with time. A try is taken before anything is looked at, by one statement, so
 * that many at once get no more than the budget. What was counted by is kept as a digest alone.
 */
import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';

export type TriesBudget = {
  readonly tries: number;
  /** How long it takes until one try is back. */
  readonly secondsPerTry: number;
};

export const DEFAULT_TRIES: TriesBudget = { tries: 20, secondsPerTry: 30 };

export type Tries = {
  /** Takes one try; answers after how many seconds there is one, where there is none now. */
  take(counted: string, now: Date): Promise<{ readonly retryAfterSeconds: number } | null>;
  /** Gives all tries back. */
  restore(counted: string): Promise<void>;
};

/** Counts tries of one `purpose` (signing in, signing up), each in its own budget. */
export function createTries(db: Db, secret: string, purpose: string, budget: TriesBudget): Tries {
  const accountOf = (counted: string): string =>
    createHmac('sha256', secret).update(`${purpose}:${counted}`).digest('base64url');
  const leftAt = (now: Date) => sql<number>`least(
    ${budget.tries}::float8,
    identity_attempt.tries_left
      + greatest(0, extract(epoch from ${now}::timestamptz - identity_attempt.counted_at)) / ${budget.secondsPerTry}::float8
  )`;
  return {
    async take(counted, now) {
      const account = accountOf(counted);
      const taken = await db
        .insertInto('identity_attempt')
        .values({ account, tries_left: budget.tries - 1, counted_at: now })
        .onConflict((conflict) =>
          conflict
            .column('account')
            .doUpdateSet({ tries_left: sql<number>`${leftAt(now)} - 1`, counted_at: now })
            .where(leftAt(now), '>=', 1),
        )
        .returning('account')
        .executeTakeFirst();
      if (taken !== undefined) return null;
      const row = await db
        .selectFrom('identity_attempt')
        .select(leftAt(now).as('left'))
        .where('account', '=', account)
        .executeTakeFirst();
      return { retryAfterSeconds: Math.max(1, Math.ceil((1 - (row?.left ?? 0)) * budget.secondsPerTry)) };
    },
    async restore(counted) {
      await db.deleteFrom('identity_attempt').where('account', '=', accountOf(counted)).execute();
    },
  };
}
