/** An import as the API tells it. */
import type { ImportBody } from '#contract/imports.ts';
import type { RunRow } from './import-run-store.ts';

/** Less than this tells no rate. */
const MIN_WORKED_MS = 200;

/** An import with its progress; the rate is that of the step under way, pauses left out. */
export function importBody(run: RunRow): ImportBody {
  const isMoving = run.state === 'checking' || run.state === 'applying';
  const rate = run.worked_ms >= MIN_WORKED_MS ? (run.rows_done * 1_000) / run.worked_ms : null;
  const left = Math.max(run.rows_staged - run.rows_done, 0);
  return {
    id: run.id,
    kind: run.kind,
    format: run.format,
    fileName: run.file_name,
    by: run.actor_email,
    state: run.state,
    rows: run.rows_read,
    badRows: run.bad_rows,
    errorCount: run.error_count,
    skipErrors: run.skip_errors,
    rowsDone: run.rows_done,
    rowsToDo: run.rows_staged,
    rowsPerSecond: rate === null || rate === 0 ? null : Math.round(rate),
    secondsLeft: !isMoving || rate === null || rate === 0 ? null : Math.ceil(left / rate),
    foreseen: { inserted: run.foreseen_new, changed: run.foreseen_changed },
    inserted: run.inserted_count,
    updated: run.updated_count,
    notes: run.notes,
    failure: run.failure,
    createdAt: run.created_at.toISOString(),
    finishedAt: run.finished_at?.toISOString() ?? null,
  };
}
