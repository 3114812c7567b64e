/** Transactions of use cases. */
import type { CompiledQuery } from 'kysely';
import { isRefusal } from '#domain/refusal.ts';
import { pauseBeforeTry } from '../pause.ts';
import type { Db, Tx } from './database.ts';
import { isStalePlan, sqlState } from './sql-state.ts';

/** Serialisation failure and deadlock: the transaction did nothing and may be tried again. */
const TRANSIENT = new Set(['40001', '40P01']);
const MAX_TRIES = 4;
const TRY_AGAIN_MS = 10;

/** Thrown in a transaction, it is what `inTransaction` answers, and all that was done is rolled back. */
export class RolledBack extends Error {
  readonly answer: unknown;
  constructor(why: string, answer: unknown) {
    super(why);
    this.answer = answer;
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
 * Names the statements that a transaction ends with. They travel with COMMIT, in this order, so nobody looks at what they
 * answer: give it only such as the database itself refuses where something is not as it must be. One that fails makes the
 * COMMIT behind it a ROLLBACK, and the transaction fails with what that one failed with.
 */
export type Lastly = (statements: readonly CompiledQuery[]) => void;

/**
 * Runs `work` in one transaction. A refusal that it returns rolls everything back and is returned; anything thrown rolls
 * back and is thrown. Deadlocks and serialisation failures are tried again, so `work` must have no effect elsewhere. A lost
 * connection is not: whether the transaction was committed is not known then.
 */
export async function inTransaction<T>(db: Db, work: (tx: Tx, lastly: Lastly) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await tryTransaction(db, work);
    } catch (error) {
      // Of the type that `work` answers: whoever throws it is part of that.
      if (error instanceof RolledBack) return error.answer as T;
      const isTransient = TRANSIENT.has(sqlState(error) ?? '') || isStalePlan(error);
      if (tries >= MAX_TRIES || !isTransient) throw error;
    }
    await pauseBeforeTry(tries + 1, TRY_AGAIN_MS);
  }
}

async function tryTransaction<T>(db: Db, work: (tx: Tx, lastly: Lastly) => Promise<T>): Promise<T> {
  let last: readonly CompiledQuery[] = [];
  const carriedOut: Promise<unknown>[] = [];
  try {
    return await db.transaction().execute(async (tx) => {
      const result = await work(tx, (statements) => {
        last = statements;
      });
      if (isRefusal(result)) throw new RolledBack(`refused: ${result.code}`, result);
      if (last.length > 0) carriedOut.push(...(await sendAll(tx, last)));
      return result;
    });
  } finally {
    // What one of them failed with is thrown instead: COMMIT says only that one did.
    await Promise.all(carriedOut);
  }
}

/** Sends statements without waiting for their answers; when this has an answer, all have been sent. */
async function sendAll(tx: Tx, statements: readonly CompiledQuery[]): Promise<Promise<unknown>[]> {
  // The driver would leave one with another value out, and COMMIT would be on its way already.
  if (!statements.every(({ parameters }) => parameters.every(isPlain)))
    throw new Error('A statement that travels with COMMIT has a value that may not be sent');
  return tx.getExecutor().provideConnection(async (connection) =>
    statements.map((statement) => {
      const answered = connection.executeQuery(statement);
      // Looked at when COMMIT is answered; until then a failure is not "unhandled".
      answered.catch(() => {});
      return answered;
    }),
  );
}

const PLAIN = new Set(['string', 'number', 'boolean']);

/** Whether the driver can send a value, whatever is in it. */
function isPlain(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isPlain);
  return value === null || value instanceof Date || PLAIN.has(typeof value);
}
