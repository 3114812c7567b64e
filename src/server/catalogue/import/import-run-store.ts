/** The only SQL on imports, their staged rows and their errors. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { ImportFormat, ImportKind, ImportState } from '#contract/imports.ts';
import type { Db, Querier, Tx } from '#server/platform/db/database.ts';
import type { RowError } from './csv-file.ts';
import type { FileKind, Foreseen, Merged } from './file-kind.ts';
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
/** An error with the group of rows that is left out because of it. */
export type KeptError = RowError & { readonly groupKey: string | null };

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
  await sql`
    INSERT INTO import_row (run_id, group_key, place, line, other_key, data)
    SELECT ${id}::uuid, group_key, ${read.firstPlace}::int + place::int, line, other_key, data
    FROM unnest(${read.staged.map((row) => row.groupKey)}::text[], ${read.staged.map((row) => row.line)}::int[],
                ${read.staged.map((row) => row.otherKey)}::text[], ${read.staged.map(dataOf)}::jsonb[])
      WITH ORDINALITY AS r (group_key, line, other_key, data, place)`.execute(tx);
  await insertErrors(tx, id, read.errors);
  return true;
}

// The keys stand in the row, too, so that it becomes a row of the temporary table in one go.
const dataOf = ({ groupKey, line, otherKey, row }: StagedRead) =>
  JSON.stringify({ ...row, group_key: groupKey, line, other_key: otherKey });

export async function insertErrors(tx: Tx, id: string, errors: readonly KeptError[]): Promise<void> {
  if (errors.length === 0) return;
  await sql`
    INSERT INTO import_error (run_id, line, group_key, column_name, message, value)
    SELECT ${id}::uuid, * FROM unnest(
      ${errors.map((error) => error.line)}::int[], ${errors.map((error) => error.groupKey)}::text[],
      ${errors.map((error) => error.column)}::text[], ${errors.map((error) => error.message)}::text[],
      ${errors.map((error) => error.value ?? '')}::text[])`.execute(tx);
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

/**
 * Copies the next groups of about `rows` rows into the temporary table of their kind; groups are never torn. `good` leaves
 * out those that have an error. Answers how many rows of the file were gone through and the last group; undefined when
 * there are no more.
 */
export async function copyBatch(
  tx: Tx,
  run: Pick<RunRow, 'id' | 'done_key'>,
  { table }: FileKind,
  { rows, good }: { readonly rows: number; readonly good: boolean },
): Promise<{ readonly rows: number; readonly lastKey: string } | undefined> {
  const bounds = await sql<{ last: string | null; count: number }>`
    WITH reached AS (
      SELECT coalesce(
        (SELECT group_key FROM import_row WHERE run_id = ${run.id}::uuid AND group_key > ${run.done_key}::text COLLATE "C"
         ORDER BY group_key LIMIT 1 OFFSET ${sql.lit(rows - 1)}),
        (SELECT max(group_key) FROM import_row WHERE run_id = ${run.id}::uuid)) AS last)
    SELECT last, (SELECT count(*)::int FROM import_row WHERE run_id = ${run.id}::uuid
                  AND group_key > ${run.done_key}::text COLLATE "C" AND group_key <= last) AS count
    FROM reached`.execute(tx);
  const { last, count } = bounds.rows[0] ?? { last: null, count: 0 };
  if (last === null || count === 0) return undefined;
  const spared = good
    ? sql`AND NOT EXISTS (SELECT FROM import_error AS e WHERE e.run_id = r.run_id AND e.group_key = r.group_key)`
    : sql``;
  await sql`
    INSERT INTO ${sql.table(table)}
    SELECT staged.* FROM import_row AS r CROSS JOIN LATERAL jsonb_populate_record(NULL::${sql.table(table)}, r.data) AS staged
    WHERE r.run_id = ${run.id}::uuid AND r.group_key > ${run.done_key}::text COLLATE "C" AND r.group_key <= ${last}::text COLLATE "C" ${spared}`.execute(
    tx,
  );
  return { rows: count, lastKey: last };
}

/** Takes these groups out of a batch. */
export async function dropGroups(tx: Tx, table: string, groups: readonly string[]): Promise<void> {
  if (groups.length === 0) return;
  await sql`DELETE FROM ${sql.table(table)} WHERE group_key = any(${groups}::text[])`.execute(tx);
}

/** Takes all groups that have an error out of a batch. */
export async function dropSpoiled(tx: Tx, id: string, table: string): Promise<void> {
  await sql`
    DELETE FROM ${sql.table(table)} AS s USING import_error AS e
    WHERE e.run_id = ${id}::uuid AND e.group_key = s.group_key`.execute(tx);
}

/** Errors of rows that repeat what must be unique in a file besides its groups. */
export async function findTwice(
  tx: Tx,
  id: string,
  other: { readonly column: string; readonly message: string },
): Promise<KeptError[]> {
  const { rows } = await sql<{ line: number; groupKey: string; value: string }>`
    SELECT line, group_key AS "groupKey", data ->> ${other.column}::text AS value FROM (
      SELECT line, group_key, data, row_number() OVER (PARTITION BY other_key ORDER BY place) AS nth
      FROM import_row WHERE run_id = ${id}::uuid AND other_key IS NOT NULL) AS r
    WHERE nth > 1`.execute(tx);
  return rows.map((row) => ({ ...row, column: other.column, message: other.message }));
}

/** Parts of a parts file whose number another part of the file still has: SKU → the SKU of the one that has it. */
export async function findTakenWithin(tx: Tx, id: string): Promise<(readonly [string, string])[]> {
  const { rows } = await sql<{ wants: string; has: string }>`
    WITH taken AS MATERIALIZED (
      SELECT r.group_key AS wants, part.sku AS has
      -- By one key made of both, so that both sides are read once: by the brand alone, all of its parts would be compared
      -- with all of its rows.
      FROM (SELECT part.sku, brand.slug || '/' || part.part_number_norm AS key
            FROM part JOIN brand ON brand.id = part.brand_id WHERE part.archived_at IS NULL) AS part
      JOIN import_row AS r ON r.other_key = part.key AND r.run_id = ${id}::uuid
      WHERE part.sku <> r.group_key)
    SELECT wants, has FROM taken
    WHERE EXISTS (SELECT FROM import_row AS o WHERE o.run_id = ${id}::uuid AND o.group_key = taken.has)`.execute(
    tx,
  );
  return rows.map(({ wants, has }) => [wants, has] as const);
}

/** Puts groups into another one, with which they will be applied. */
export async function moveGroups(
  tx: Tx,
  id: string,
  moves: readonly (readonly [string, string])[],
): Promise<void> {
  await sql`
    UPDATE import_row AS r SET group_key = m.into_key, data = r.data || jsonb_build_object('group_key', m.into_key)
    FROM unnest(${moves.map(([from]) => from)}::text[], ${moves.map(([, into]) => into)}::text[]) AS m (from_key, into_key)
    WHERE r.run_id = ${id}::uuid AND r.group_key = m.from_key COLLATE "C"`.execute(tx);
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

/** Errors of an import after this one, in the order of lines; at most `limit`, a number of the code. */
export async function errorsAfter(
  db: Querier,
  runId: string,
  after: { readonly line: number; readonly id: number },
  limit: number,
): Promise<(RowError & { readonly id: number })[]> {
  const { rows } = await sql<RowError & { id: number }>`
    SELECT id, line, column_name AS "column", message, value FROM import_error
    WHERE run_id = ${runId}::uuid AND (line, id) > (${after.line}::int, ${after.id}::bigint)
    ORDER BY line, id LIMIT ${sql.lit(limit)}`.execute(db);
  return rows;
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

const FORGET_ROWS = 50_000;

/** Lets go of the staged rows of imports that have ended. */
export async function forgetRows(db: Db): Promise<void> {
  for (;;) {
    const { numAffectedRows } = await sql`
      DELETE FROM import_row WHERE ctid = any(ARRAY(
        SELECT r.ctid FROM import_row AS r JOIN import_run AS run ON run.id = r.run_id
        WHERE run.state IN ('applied', 'cancelled', 'failed') LIMIT ${sql.lit(FORGET_ROWS)}))`.execute(db);
    if ((numAffectedRows ?? 0n) < FORGET_ROWS) return;
  }
}
