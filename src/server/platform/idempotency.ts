/** Calls that are safe to repeat: the first answer is kept with the call's own effects, in one transaction. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { type Refusal, refuse } from '#domain/refusal.ts';
import type { Db, Tx } from './db/database.ts';
import { RolledBack } from './db/transaction.ts';

export type RepeatableCall = {
  readonly userId: string;
  readonly operation: string;
  /** The caller's `Idempotency-Key`; without one every call stands for itself. */
  readonly key: string | undefined;
  /** What was asked: the same key for something else is refused. */
  readonly request: unknown;
  readonly now: Date;
  /** Where the operation is audited: a repeated call does nothing that would be kept. */
  readonly audit?: { nothingToKeep(): void };
};

type Mismatch = Refusal<'IDEMPOTENCY_MISMATCH', undefined>;

/** An answer that is kept with the call's effects. */
export type Kept<T> = { readonly kept: T };
/** Keeps the answer; may travel with what else the call writes. */
export type Keep = <T>(answer: T) => Promise<Kept<T>>;

/** Ends the work of a call that was answered before, and its transaction, in which something else may have failed. */
class AnsweredBefore extends RolledBack {
  constructor(answer: unknown) {
    super('answered before', answer);
  }
}

/**
 * Runs `work` unless this call was already answered, and keeps its answer. A second call with the same key waits for the
 * first one's transaction and then gives the first answer. Refusals are not kept: they changed nothing, so trying again
 * with the same key is a new try.
 *
 * @param tx of `inTransaction`, which gives the answer that was kept
 * @param work is to await `claimed` before it writes anything; what it reads and locks may travel behind that
 */
export async function answerOnce<T, R extends Refusal = never>(
  tx: Tx,
  call: RepeatableCall,
  work: (claimed: Promise<Keep>) => Promise<Kept<T> | R>,
): Promise<T | R | Mismatch> {
  const claimed = claim(tx, call);
  // Whoever awaits it hears of it; `work` may fail before that.
  claimed.catch(() => {});
  try {
    const done = await work(claimed);
    return 'kept' in done ? done.kept : done;
  } catch (error) {
    // What travelled behind the claim of a call that was answered may fail as it likes.
    throw await claimed.then(
      () => error,
      (reason: unknown) => (reason instanceof AnsweredBefore ? reason : error),
    );
  }
}

async function claim(tx: Tx, call: RepeatableCall): Promise<Keep> {
  const { key } = call;
  if (key === undefined) return async (answer) => ({ kept: answer });
  const requestHash = createHash('sha256').update(JSON.stringify(call.request)).digest('base64url');
  const claimed = await tx
    .insertInto('idempotent_answer')
    .values({
      user_id: call.userId,
      operation: call.operation,
      key,
      request_hash: requestHash,
      answer: null,
      answered_at: call.now,
    })
    // Nothing is changed: so the answer that is kept comes with this statement, whatever becomes of those behind it.
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'operation', 'key'])
        .doUpdateSet((row) => ({ key: row.ref('idempotent_answer.key') })),
    )
    .returning(['request_hash', 'answer', sql<boolean>`answer IS NULL`.as('is_first')])
    .executeTakeFirstOrThrow();
  if (!claimed.is_first) {
    if (claimed.request_hash !== requestHash) throw new AnsweredBefore(refuse('IDEMPOTENCY_MISMATCH'));
    call.audit?.nothingToKeep();
    throw new AnsweredBefore(claimed.answer);
  }
  return async (answer) => {
    await tx
      .updateTable('idempotent_answer')
      .set({ answer: JSON.stringify(answer) })
      .where('user_id', '=', call.userId)
      .where('operation', '=', call.operation)
      .where('key', '=', key)
      .execute();
    return { kept: answer };
  };
}

/** Forgets answers from before a moment; repeating such a call would be a new one. */
export async function forgetAnswers(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('idempotent_answer').where('answered_at', '<', before).execute();
}
