/**
 * Compares the books with the payment provider, page after page, puts right by the same code as always what can be put
 * right safely, and reports the rest. Where it stands is kept after each page: an interrupted run goes on there, a page
 * that is looked at twice finds nothing the second time, and no more than a page is held in memory.
 */

import { inTransaction } from '#server/platform/db/transaction.ts';
import { isProviderRejected } from './payment-provider.ts';
import { lookAtKeptRefunds, lookAtPaidOrders, lookAtPayments, lookAtRefunds } from './reconcile-pages.ts';
import { findRun, moveRun, noteFault, type Run, type RunMove } from './reconciliation-store.ts';
import type { SettleDeps } from './settle-payment.ts';

/** A job works for so long, then lets another one go on. */
const SLICE_MS = 60_000;

/**
 * Works on a run until it is over, its time is, or `stopping` aborts; then another job goes on.
 *
 * @throws what holds it up, such as a provider out of reach; the run says so, and trying again goes on from there
 */
export async function workOnReconciliation(
  deps: SettleDeps,
  runId: string,
  stopping: AbortSignal,
): Promise<void> {
  const startedMs = performance.now();
  while (await stepOrNote(deps, runId)) {
    if (!stopping.aborted && performance.now() - startedMs < SLICE_MS) continue;
    await inTransaction(deps.databases.write, (tx) => deps.enqueue(tx, 'reconcile-payments', { runId }));
    return;
  }
}

async function stepOrNote(deps: SettleDeps, runId: string): Promise<boolean> {
  try {
    return await step(deps, runId);
  } catch (error) {
    // The provider understood and said no (a wrong key, say): asking again says the same.
    const isFinal = isProviderRejected(error);
    const words = error instanceof Error ? error.message : String(error);
    await noteFault(deps.databases.write, runId, { words, isFinal, now: deps.now() });
    if (!isFinal) throw error;
    deps.log.error({ err: error, runId }, 'the books could not be compared with the payment provider');
    return false;
  }
}

/** Looks at one page; false when there are no more. */
async function step(deps: SettleDeps, runId: string): Promise<boolean> {
  const run = await findRun(deps.databases.write, runId);
  if (run === undefined || run.stage === 'done' || run.stage === 'failed') return false;
  const page = await PAGES[run.stage](deps, run);
  const next = page.cursor === null ? NEXT[run.stage] : run.stage;
  const move: RunMove = { ...page, stage: next, now: deps.now() };
  await inTransaction(deps.databases.write, (tx) => moveRun(tx, run, move));
  return next !== 'done';
}

type WorkingStage = Exclude<Run['stage'], 'done' | 'failed'>;
type LookAtPage = (
  deps: SettleDeps,
  run: Run,
) => Promise<Pick<RunMove, 'cursor' | 'paymentsSeen' | 'refundsSeen'>>;

const PAGES: Readonly<Record<WorkingStage, LookAtPage>> = {
  payments: lookAtPayments,
  refunds: lookAtRefunds,
  'paid-orders': lookAtPaidOrders,
  'kept-refunds': lookAtKeptRefunds,
};
const NEXT: Readonly<Record<WorkingStage, Run['stage']>> = {
  payments: 'refunds',
  refunds: 'paid-orders',
  'paid-orders': 'kept-refunds',
  'kept-refunds': 'done',
};
