/** Begins comparisons of the books with the provider: for an admin, and by the shop itself every hour. */
import { randomUUID } from 'node:crypto';
import type { FindingBody, ReconciliationBody } from '#contract/payments.ts';
import type { Audit } from '#server/audit/audit.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import {
  comparedUpTo,
  findingsOf,
  insertRun,
  type ListedRun,
  lockRuns,
  newestRuns,
  readRun,
  runUnderWay,
} from './reconciliation-store.ts';
import type { SettleDeps } from './settle-payment.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** One that has not moved for so long is held up for good, and another may begin. */
const STUCK_MS = 2 * HOUR_MS;
/** Each comparison looks back over the time of the last one again: payments are made before they succeed. */
const LOOK_BACK_MS = 2 * DAY_MS;
/** A shop that was away for longer is compared by a person's word, who says how far. */
const LOOK_BACK_MAX_MS = 31 * DAY_MS;

/** Begins a comparison over the last days, or answers the one that is under way. */
export function beginReconciliation(
  deps: SettleDeps,
  asked: { readonly by: { readonly id: string } | null; readonly days: number; readonly audit: Audit },
): Promise<string> {
  return inTransaction(deps.databases.write, async (tx) => {
    await lockRuns(tx);
    const now = deps.now();
    const underWay = await runUnderWay(tx, new Date(now.getTime() - STUCK_MS), now);
    if (underWay !== undefined) {
      asked.audit.nothingToKeep();
      return underWay;
    }
    const from = new Date(now.getTime() - asked.days * DAY_MS);
    const run = { id: randomUUID(), slot: null, actorId: asked.by?.id ?? null, from, to: now, now };
    await begin(deps, tx, run);
    await asked.audit.write(tx, { object: { kind: 'comparison', id: run.id }, after: { days: asked.days } });
    return run.id;
  });
}

/** Begins this hour's comparison, unless one of the shop's processes has, or another is under way. */
export function beginDueReconciliation(deps: SettleDeps): Promise<void> {
  return inTransaction(deps.databases.write, async (tx) => {
    await lockRuns(tx);
    const now = deps.now();
    if ((await runUnderWay(tx, new Date(now.getTime() - STUCK_MS), now)) !== undefined) return;
    const compared = (await comparedUpTo(tx))?.getTime() ?? now.getTime();
    const fromMs = Math.max(
      Math.min(compared, now.getTime()) - LOOK_BACK_MS,
      now.getTime() - LOOK_BACK_MAX_MS,
    );
    const slot = now.toISOString().slice(0, 13);
    await begin(deps, tx, { id: randomUUID(), slot, actorId: null, from: new Date(fromMs), to: now, now });
  });
}

async function begin(deps: SettleDeps, tx: Tx, run: Parameters<typeof insertRun>[1]): Promise<void> {
  if (await insertRun(tx, run)) await deps.enqueue(tx, 'reconcile-payments', { runId: run.id });
}

const LOOK_MS = HOUR_MS / 6;

/** Begins comparisons when they are due, until `stopping` aborts. */
export function keepReconciling(deps: SettleDeps, stopping: AbortSignal): void {
  const look = () =>
    void beginDueReconciliation(deps).catch((error: unknown) =>
      deps.log.warn({ err: error }, 'the books were not compared with the payment provider this time'),
    );
  const timer = setInterval(look, LOOK_MS);
  timer.unref();
  stopping.addEventListener('abort', () => clearInterval(timer));
}

/** One comparison as the wire has it. */
export async function readReconciliation(deps: SettleDeps, id: string): Promise<ReconciliationBody> {
  const run = await readRun(deps.databases.write, id);
  if (run === undefined) throw new Error(`comparison ${id} was begun and is not there`);
  const findings = await findingsOf(deps.databases.write, [id]);
  return runBody(run, findings.get(id) ?? []);
}

/** The newest of them. */
export async function listReconciliations(deps: SettleDeps): Promise<ReconciliationBody[]> {
  const runs = await newestRuns(deps.databases.write);
  const ids = runs.map(({ id }) => id);
  const findings = await findingsOf(deps.databases.write, ids);
  return runs.map((run) => runBody(run, findings.get(run.id) ?? []));
}

type FindingRow = {
  readonly kind: string;
  readonly subject: string;
  readonly outcome: FindingBody['outcome'];
  readonly detail: string;
  readonly found_at: Date;
  readonly order_number: string | null;
};

function runBody(run: ListedRun, findings: readonly FindingRow[]): ReconciliationBody {
  return {
    _id: run.id,
    from: run.from.toISOString(),
    to: run.to.toISOString(),
    state: run.stage === 'done' || run.stage === 'failed' ? run.stage : 'running',
    paymentsSeen: run.paymentsSeen,
    refundsSeen: run.refundsSeen,
    repaired: run.repaired,
    reported: run.reported,
    fault: run.fault,
    startedAt: run.startedAt.toISOString(),
    endedAt: run.endedAt?.toISOString() ?? null,
    byEmail: run.actorEmail,
    findings: findings.map((finding) => ({
      kind: finding.kind,
      subject: finding.subject,
      outcome: finding.outcome,
      orderId: finding.order_number,
      detail: finding.detail,
      at: finding.found_at.toISOString(),
    })),
  };
}
