/** Transactions of use cases. */
import { isRefusal, type Refusal } from '#domain/refusal.ts';
import { pauseBeforeTry } from '../pause.ts';
import type { Db, Tx } from './database.ts';
import { isStalePlan, sqlState } from './sql-state.ts';

/** Serialisation failure and deadlock: the transaction did nothing and may be tried again. */
const TRANSIENT = new Set(['40001', '40P01']);
const MAX_TRIES = 4;
const TRY_AGAIN_MS = 10;

// Carries a refusal out of the transaction, so that what it did is rolled back.
class RolledBack extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(`refused: ${refusal.code}`);
    this.refusal = refusal;
  }
}

/** Whether the database's disk has no room for what was to be written. */
export const isFull = (error: unknown): boolean => sqlState(error) === '53100';

/** Whether a statement was broken off, since it ran longer than it may. */
export const tookTooLong = (error: unknown): boolean => sqlState(error) === '57014';

/** The name of the constraint that an error is about, where it is about one. */
export function violatedConstraint(error: unknown): string | undefined {
  return typeof error === 'object' &&
    error !== null &&
    'constraint' in error &&
    typeof error.constraint === 'string'
    ? error.constraint
    : undefined;
}

/**
 * Runs `work` in one transaction. A refusal that it returns rolls everything back and is returned; anything thrown rolls
 * back and is thrown. Deadlocks and serialisation failures are tried again, so `work` must have no effect elsewhere. A lost
 * connection is not: whether the transaction was committed is not known then.
 */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await db.transaction().execute(async (tx) => {
        const result = await work(tx);
        if (isRefusal(result)) throw new RolledBack(result);
        return result;
      });
    } catch (error) {
      // The refusal is the very value that `work` returned above.
      if (error instanceof RolledBack) return error.refusal as T;
      const isTransient = TRANSIENT.has(sqlState(error) ?? '') || isStalePlan(error);
      if (tries >= MAX_TRIES || !isTransient) throw error;
    }
    await pauseBeforeTry(tries + 1, TRY_AGAIN_MS);
  }
}
