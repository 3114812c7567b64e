/** The only SQL on comparisons of the books with the provider, and on what they found. */
import { sql } from 'kysely';
import { FINDINGS, type FindingKind } from '#domain/payments/reconciliation.ts';
import type { Querier, Tx } from '#server/platform/db/database.ts';

export type Stage = 'payments' | 'refunds' | 'paid-orders' | 'kept-refunds' | 'done' | 'failed';

export type Run = {
  readonly id: string;
  readonly from: Date;
  readonly to: Date;
  readonly stage: Stage;
  /** Where the stage goes on; null at its beginning. */
  readonly cursor: string | null;
};

export type ListedRun = Run & {
  readonly paymentsSeen: number;
  readonly refundsSeen: number;
  readonly repaired: number;
  readonly reported: number;
  readonly fault: string | null;
  readonly startedAt: Date;
  readonly endedAt: Date | null;
  readonly actorEmail: string | null;
};

export type NewRun = {
  readonly id: string;
  /** Of many that begin the same slot, one does; null for one that a person asked for. */
  readonly slot: string | null;
  readonly actorId: string | null;
  readonly from: Date;
  readonly to: Date;
  readonly now: Date;
};

/** Writes a new run down; false where its slot has one already. */
export async function insertRun(tx: Tx, run: NewRun): Promise<boolean> {
  const row = await tx
    .insertInto('reconciliation')
    .values({
      id: run.id,
      slot: run.slot,
      actor_id: run.actorId,
      from_at: run.from,
      to_at: run.to,
      stage: 'payments',
      started_at: run.now,
      moved_at: run.now,
    })
    .onConflict((conflict) => conflict.column('slot').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Has one at a time decide whether to begin a run, until the transaction ends. */
export async function lockRuns(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('reconciliation'))`.execute(tx);
}

/** The run under way, if there is one; those that have not moved since a moment are ended as failed before. */
export async function runUnderWay(tx: Tx, movedSince: Date, now: Date): Promise<string | undefined> {
  await tx
    .updateTable('reconciliation')
    .set({ stage: 'failed', ended_at: now, moved_at: now, cursor: null })
    .where('ended_at', 'is', null)
    .where('moved_at', '<', movedSince)
    .execute();
  const row = await tx
    .selectFrom('reconciliation')
    .select('id')
    .where('ended_at', 'is', null)
    .orderBy('started_at', 'desc')
    .executeTakeFirst();
  return row?.id;
}

/**
 * Up to when the shop itself has compared the books without a fault. What a person asked for doesn't count: it may begin
 * behind a time that nobody has looked at yet.
 */
export async function comparedUpTo(db: Querier): Promise<Date | null> {
  const row = await db
    .selectFrom('reconciliation')
    .select((eb) => eb.fn.max('to_at').as('to_at'))
    .where('stage', '=', 'done')
    .where('slot', 'is not', null)
    .executeTakeFirst();
  return row?.to_at ?? null;
}

export async function findRun(db: Querier, id: string): Promise<Run | undefined> {
  const row = await db
    .selectFrom('reconciliation')
    .select(['id', 'from_at', 'to_at', 'stage', 'cursor'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row && { id: row.id, from: row.from_at, to: row.to_at, stage: row.stage, cursor: row.cursor };
}

export type RunMove = {
  readonly stage: Stage;
  readonly cursor: string | null;
  readonly paymentsSeen?: number;
  readonly refundsSeen?: number;
  readonly now: Date;
};

/** Moves a run on from where it was read; nothing happens where another worker has. */
export async function moveRun(tx: Tx, run: Run, to: RunMove): Promise<void> {
  const isOver = to.stage === 'done';
  await sql`
    UPDATE reconciliation
    SET stage = ${to.stage}, cursor = ${to.cursor}, moved_at = ${to.now}::timestamptz, fault = NULL,
        ended_at = CASE WHEN ${isOver}::boolean THEN ${to.now}::timestamptz END,
        payments_seen = payments_seen + ${to.paymentsSeen ?? 0}::int,
        refunds_seen = refunds_seen + ${to.refundsSeen ?? 0}::int,
        (repaired, reported) = (
          SELECT count(*) FILTER (WHERE outcome = 'repaired'), count(*) FILTER (WHERE outcome = 'reported')
          FROM reconciliation_finding WHERE run_id = ${run.id}::uuid)
    WHERE id = ${run.id}::uuid AND stage = ${run.stage} AND cursor IS NOT DISTINCT FROM ${run.cursor}`.execute(
    tx,
  );
  if (isOver) await tx.deleteFrom('reconciliation_seen').where('run_id', '=', run.id).execute();
}

/** Notes what holds a run up, or has ended it. */
export async function noteFault(
  db: Querier,
  id: string,
  fault: { readonly words: string; readonly isFinal: boolean; readonly now: Date },
): Promise<void> {
  await db
    .updateTable('reconciliation')
    .set(
      fault.isFinal
        ? { fault: fault.words, stage: 'failed', cursor: null, ended_at: fault.now, moved_at: fault.now }
        : { fault: fault.words },
    )
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute();
}

/** Keeps which of the provider's things a run has met. */
export async function noteSeen(db: Querier, runId: string, subjects: readonly string[]): Promise<void> {
  await sql`
    INSERT INTO reconciliation_seen (run_id, subject)
    SELECT ${runId}::uuid, unnest(${subjects}::text[]) ON CONFLICT DO NOTHING`.execute(db);
}

export type NewFinding = {
  readonly kind: FindingKind;
  readonly subject: string;
  readonly outcome: 'repaired' | 'reported';
  readonly orderId: string | null;
  /** What the kind's own words don't say. */
  readonly more?: string | undefined;
};

export async function noteFinding(db: Querier, runId: string, finding: NewFinding, now: Date): Promise<void> {
  const words = FINDINGS[finding.kind];
  await db
    .insertInto('reconciliation_finding')
    .values({
      run_id: runId,
      kind: finding.kind,
      subject: finding.subject,
      outcome: finding.outcome,
      order_id: finding.orderId,
      detail: finding.more === undefined ? words : `${words} (${finding.more})`,
      found_at: now,
    })
    .onConflict((conflict) => conflict.columns(['run_id', 'kind', 'subject']).doNothing())
    .execute();
}

const LISTED = 20;
const FINDINGS_LISTED = 100;

/** The newest runs. */
export async function newestRuns(db: Querier): Promise<ListedRun[]> {
  return runs(db, undefined);
}

/** One of them. */
export async function readRun(db: Querier, id: string): Promise<ListedRun | undefined> {
  return (await runs(db, id))[0];
}

async function runs(db: Querier, id: string | undefined): Promise<ListedRun[]> {
  const query = db
    .selectFrom('reconciliation as run')
    .leftJoin('shop_user', 'shop_user.id', 'run.actor_id')
    .selectAll('run')
    .select('shop_user.email as actor_email')
    .orderBy('run.started_at', 'desc')
    .orderBy('run.id', 'desc')
    .limit(sql.lit(LISTED));
  const rows = await (id === undefined ? query : query.where('run.id', '=', id)).execute();
  return rows.map((row) => ({
    id: row.id,
    from: row.from_at,
    to: row.to_at,
    stage: row.stage,
    cursor: row.cursor,
    paymentsSeen: row.payments_seen,
    refundsSeen: row.refunds_seen,
    repaired: row.repaired,
    reported: row.reported,
    fault: row.fault,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    actorEmail: row.actor_email,
  }));
}

/** What these runs found, what waits for a person first; the first hundred of each. */
export async function findingsOf(db: Querier, runIds: readonly string[]) {
  const rows = await db
    .selectFrom('reconciliation_finding as finding')
    .leftJoin('shop_order', 'shop_order.id', 'finding.order_id')
    .select(['finding.run_id', 'finding.kind', 'finding.subject', 'finding.outcome', 'finding.detail'])
    .select(['finding.found_at', 'shop_order.number as order_number'])
    .select(
      sql<number>`row_number() OVER (PARTITION BY run_id ORDER BY outcome DESC, found_at, subject)`.as(
        'place',
      ),
    )
    .where('finding.run_id', '=', sql<string>`any(${runIds})`)
    .orderBy('place')
    .execute();
  return Map.groupBy(
    rows.filter(({ place }) => place <= FINDINGS_LISTED),
    (row) => row.run_id,
  );
}
