/** What the shop does about imports behind their owners' backs. */
import { inTransaction } from '#server/platform/db/transaction.ts';
import type { JobHandlers } from '#server/platform/queue.ts';
import type { ShopDeps } from '#server/shop-deps.ts';
import { forgetTickets } from '../export/download-ticket-store.ts';
import { forgetRows } from './import-row-store.ts';
import { workOnImport } from './import-run.ts';
import { endRun, forgottenRuns, stalledRuns } from './import-run-store.ts';
import { failSilent, type ImportDeps } from './receive-file.ts';

export type ImportJobDeps = ImportDeps & Pick<ShopDeps, 'enqueue'>;

/** A job works for so long, then lets another one go on: what is interrupted is not long. */
const SLICE_MS = 60_000;
/** An import under way that has given no sign of life for so long lost its worker. */
const STALLED_SECONDS = 30;
const FORGET_CHECKED_MS = 7 * 24 * 3_600_000;

/** The job that checks and applies imports; it stops between two batches when `stopping` aborts. */
export function importJobs(deps: ImportJobDeps, stopping: AbortSignal): Pick<JobHandlers, 'work-on-import'> {
  return {
    async 'work-on-import'({ importId }) {
      const startedMs = performance.now();
      while ((await workOnImport(deps, importId)) === 'more') {
        if (!stopping.aborted && performance.now() - startedMs < SLICE_MS) continue;
        await inTransaction(deps.databases.write, (tx) => deps.enqueue(tx, 'work-on-import', { importId }));
        return;
      }
      await forgetRows(deps.databases.write);
    },
  };
}

/** Goes on with imports whose worker is gone: its process was killed, say. Two workers do no harm. */
export async function resumeStalled(deps: ImportJobDeps): Promise<void> {
  const db = deps.databases.write;
  if ((await failSilent(deps)) > 0) await forgetRows(db);
  for (const { id, state } of await stalledRuns(db, STALLED_SECONDS)) {
    if (state === 'reading') continue;
    await inTransaction(db, (tx) => deps.enqueue(tx, 'work-on-import', { importId: id }));
  }
}

/** Lets go of imports that nobody applied for a week, of rows that have served, and of links that are over. */
export async function forgetOldImports(deps: ImportDeps): Promise<void> {
  const db = deps.databases.write;
  for (const { id } of await forgottenRuns(db, new Date(deps.now().getTime() - FORGET_CHECKED_MS))) {
    await endRun(db, id, { from: ['checked'], as: 'cancelled' }, deps.now());
  }
  await forgetRows(db);
  await forgetTickets(db, deps.now());
}

const LOOK_MS = 15_000;
const TIDY_MS = 3_600_000;

/** Looks after imports until `stopping` aborts: at once, and then every now and again. */
export function keepImportsGoing(deps: ImportJobDeps, stopping: AbortSignal): void {
  const quietly = (work: (deps: ImportJobDeps) => Promise<void>) => () =>
    void work(deps).catch((error: unknown) =>
      deps.log.warn({ err: error }, 'imports were not looked after this time'),
    );
  const look = quietly(resumeStalled);
  look();
  const timers = [setInterval(look, LOOK_MS), setInterval(quietly(forgetOldImports), TIDY_MS)];
  stopping.addEventListener('abort', () => timers.forEach((timer) => void clearInterval(timer)));
}
