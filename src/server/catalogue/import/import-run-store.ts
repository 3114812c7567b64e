/** The only SQL on imports. Their rows are in `import-row-store.ts`. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { ImportFormat, ImportKind, ImportState } from '#contract/imports.ts';
import type { Db, Querier, Tx } from '#server/platform/db/database.ts';
import type { Foreseen, Merged } from './file-kind.ts';
import { insertErrors, insertRows, type KeptError } from './import-row-store.ts';
import type { StagedRead } from './stage-rows.ts';

/** An import as the database has it. */
export type RunRow = {
  readonly id: string;
  readonly kind: ImportKind;
  readonly format: ImportFormat;
  readonly file_name: string;
  readonly actor_id: string | null;
  readonly actor_email: string | null;
  readonly state: ImportState;
  readonly skip_errors: boolean;
  readonly rows_read: number;
  readonly rows_staged: number;
  readonly bad_rows: number;
  readonly error_count: number;
  readonly done_key: string;
  readonly rows_done: number;
  readonly foreseen_new: number;
  readonly foreseen_changed: number;
  readonly inserted_count: number;
  readonly updated_count: number;
  readonly worked_ms: number;
  readonly notes: string[];
  readonly failure: string;
  readonly created_at: Date;
  readonly finished_at: Date | null;
};
export type NewRun = {
  readonly kind: ImportKind;
  readonly format: ImportFormat;
  readonly fileName: string;
  readonly actorId: string | null;
};
/** Opens an import. The index on imports under way refuses a second one of its kind. */
export async function insertRun(db: Querier, run: NewRun, now: Date): Promise<string> {
  const id = randomUUID();
  await db
    .insertInto('import_run')
    .values({
      id,
      kind: run.kind,
      format: run.format,
      file_name: run.fileName,
      actor_id: run.actorId,
      state: 'reading',
      created_at: now,
    })
    .execute();
  return id;
}

const runs = (db: Querier) =>
  db
    .selectFrom('import_run as run')
    .leftJoin('shop_user', 'shop_user.id', 'run.actor_id')
    .selectAll('run')
    .select('shop_user.email as actor_email');

export const findRun = (db: Querier, id: string): Promise<RunRow | undefined> =>
  runs(db).where('run.id', '=', id).executeTakeFirst();

export const newestRuns = (db: Querier): Promise<RunRow[]> =>
  runs(db).orderBy('run.created_at', 'desc').orderBy('run.id', 'desc').limit(sql.lit(50)).execute();

/** The import of this kind that is read, checked or applied just now. */
export const runUnderWay = (db: Querier, kind: ImportKind): Promise<RunRow | undefined> =>
  runs(db)
    .where('run.kind', '=', kind)
    .where('run.state', 'in', ['reading', 'checking', 'applying'])
    .executeTakeFirst();

/** Locks an import in one of these states; undefined where it is in another, or somebody is working on it. */
export async function lockRun(tx: Tx, id: string): Promise<RunRow | undefined> {
  const { rows } = await sql<RunRow>`
    SELECT run.*, NULL::text AS actor_email FROM import_run AS run WHERE id = ${id}::uuid
      AND state IN ('checking', 'applying')
    FOR UPDATE SKIP LOCKED`.execute(tx);
  return rows[0];
}

/** Keeps what was read of a file; false when the import is not being read any more. */
export async function keepRead(
  tx: Tx,
  id: string,
  read: {
    readonly firstPlace: number;
    readonly staged: readonly StagedRead[];
    readonly errors: readonly KeptError[];
    readonly rows: number;
    readonly badRows: number;
  },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('import_run')
    .set((eb) => ({
      rows_read: eb('rows_read', '+', read.rows),
      rows_staged: eb('rows_staged', '+', read.staged.length),
      bad_rows: eb('bad_rows', '+', read.badRows),
      error_count: eb('error_count', '+', read.errors.length),
      beat_at: sql<Date>`clock_timestamp()`,
    }))
    .where('id', '=', id)
    .where('state', '=', 'reading')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await insertRows(tx, id, read);
  await insertErrors(tx, id, read.errors);
  return true;
}

/** A sign of life of whoever reads a file, between rows that may be far apart. */
export async function beatRun(db: Querier, id: string): Promise<void> {
  await sql`UPDATE import_run SET beat_at = clock_timestamp() WHERE id = ${id}::uuid AND state = 'reading'`.execute(
    db,
  );
}

/** Lets the planner know what has been staged: it would guess at a few rows where there are a million. */
export async function lookAtStaged(db: Db): Promise<void> {
  await sql`ANALYZE import_row, import_error, brand, part`.execute(db);
}

/** All of the file is staged: the check may begin. False when the import is not being read any more. */
export async function endReading(tx: Tx, id: string, notes: readonly string[]): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('import_run')
    .set({ state: 'checking', notes: [...notes], beat_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .where('state', '=', 'reading')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** A batch is checked, or all of them are. */
export async function noteChecked(
  tx: Tx,
  id: string,
  step: {
    readonly done: { readonly rows: number; readonly lastKey: string } | undefined;
    readonly errors: number;
    readonly badRows: number;
    readonly foreseen: Foreseen;
    readonly workedMs: number;
  },
): Promise<void> {
  await tx
    .updateTable('import_run')
    .set((eb) => ({
      error_count: eb('error_count', '+', step.errors),
      bad_rows: eb('bad_rows', '+', step.badRows),
      foreseen_new: eb('foreseen_new', '+', step.foreseen.inserted),
      foreseen_changed: eb('foreseen_changed', '+', step.foreseen.changed),
      beat_at: sql<Date>`clock_timestamp()`,
      ...(step.done === undefined
        ? { state: 'checked' as const, done_key: '', rows_done: 0, worked_ms: 0 }
        : {
            done_key: step.done.lastKey,
            rows_done: eb('rows_done', '+', step.done.rows),
            worked_ms: eb('worked_ms', '+', step.workedMs),
          }),
    }))
    .where('id', '=', id)
    .execute();
}

/** A batch is applied, in the transaction that applied it. */
export async function noteApplied(
  tx: Tx,
  id: string,
  step: {
    readonly done: { readonly rows: number; readonly lastKey: string };
    readonly errors: number;
    readonly badRows: number;
    readonly merged: Merged;
    readonly workedMs: number;
  },
): Promise<void> {
  await tx
    .updateTable('import_run')
    .set((eb) => ({
      error_count: eb('error_count', '+', step.errors),
      bad_rows: eb('bad_rows', '+', step.badRows),
      inserted_count: eb('inserted_count', '+', step.merged.inserted),
      updated_count: eb('updated_count', '+', step.merged.updated),
      done_key: step.done.lastKey,
      rows_done: eb('rows_done', '+', step.done.rows),
      worked_ms: eb('worked_ms', '+', step.workedMs),
      beat_at: sql<Date>`clock_timestamp()`,
    }))
    .where('id', '=', id)
    .execute();
}

/** Begins to apply a checked import; false when it is in another state. The index refuses a second one of its kind. */
export async function beginApplying(tx: Tx, id: string, skipErrors: boolean): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('import_run')
    .set({ state: 'applying', skip_errors: skipErrors, beat_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .where('state', '=', 'checked')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Ends an import in one of these states; false when it is in another. */
export async function endRun(
  db: Querier,
  id: string,
  end: {
    readonly from: readonly ImportState[];
    readonly as: 'applied' | 'cancelled' | 'failed';
    readonly failure?: string;
  },
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('import_run')
    .set({ state: end.as, failure: end.failure ?? '', finished_at: now })
    .where('id', '=', id)
    .where('state', '=', sql<ImportState>`any(${end.from}::text[])`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Imports under way that have given no sign of life for so long. */
export async function stalledRuns(db: Querier, seconds: number): Promise<Pick<RunRow, 'id' | 'state'>[]> {
  const { rows } = await sql<Pick<RunRow, 'id' | 'state'>>`
    SELECT id, state FROM import_run
    WHERE state IN ('reading', 'checking', 'applying') AND beat_at < clock_timestamp() - make_interval(secs => ${seconds}::int)
    ORDER BY created_at`.execute(db);
  return rows;
}

/** Checked imports that nobody applied since this moment. */
export const forgottenRuns = (db: Querier, before: Date): Promise<{ id: string }[]> =>
  db
    .selectFrom('import_run')
    .select('id')
    .where('state', '=', 'checked')
    .where('created_at', '<', before)
    .execute();
