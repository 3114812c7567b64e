/** The only SQL on what imports stage: rows of files, and what is wrong with them. */
import { type RawBuilder, sql } from 'kysely';
import type { Db, Querier, Tx } from '#server/platform/db/database.ts';
import { sqlState } from '#server/platform/db/sql-state.ts';
import type { RowError } from './csv-file.ts';
import { type FileKind, WHOLE_FILE } from './file-kind.ts';
import type { StagedRead } from './stage-rows.ts';

/** An error with the group of rows that is left out because of it. */
export type KeptError = RowError & { readonly groupKey: string | null };

/** Keeps rows of an import; the first is its `firstPlace`th, from 0. */
export async function insertRows(
  tx: Tx,
  id: string,
  { firstPlace, staged }: { readonly firstPlace: number; readonly staged: readonly StagedRead[] },
): Promise<void> {
  await sql`
    INSERT INTO import_row (run_id, group_key, place, line, other_key, data)
    SELECT ${id}::uuid, group_key, ${firstPlace}::int + place::int, line, other_key, data
    FROM unnest(${staged.map((row) => row.groupKey)}::text[], ${staged.map((row) => row.line)}::int[],
                ${staged.map((row) => row.otherKey)}::text[], ${staged.map(dataOf)}::jsonb[])
      WITH ORDINALITY AS r (group_key, line, other_key, data, place)`.execute(tx);
}

// The keys stand in the row, too, so that it becomes a row of the temporary table in one go.
const dataOf = ({ groupKey, line, otherKey, row }: StagedRead) =>
  JSON.stringify({ ...row, group_key: groupKey, line, other_key: otherKey });

/** Keeps errors of rows that are being read, which are the first of their lines. */
export async function insertErrors(tx: Tx, id: string, errors: readonly KeptError[]): Promise<void> {
  if (errors.length > 0) await insertion(id, asRows(errors)).execute(tx);
}

/** How many errors were found, and on how many lines of which nothing was known to be wrong. */
export type FoundErrors = { readonly errors: number; readonly badRows: number };
export const NO_ERRORS: FoundErrors = { errors: 0, badRows: 0 };

/** Keeps the errors that a kind finds among its staged rows. They may be millions, so none of them leaves the database. */
export async function insertFound(
  tx: Tx,
  id: string,
  table: string,
  finders: readonly RawBuilder<unknown>[],
): Promise<FoundErrors> {
  // What the rows hold is only known to the planner once it has looked.
  await sql`ANALYZE ${sql.table(table)}`.execute(tx);
  const found = sql`
    SELECT line, group_key, "column", message, coalesce(value, '')
    FROM (${sql.join(finders, sql` UNION ALL `)}) AS found (group_key, line, "column", message, value)
    ORDER BY line`;
  return countInserted(tx, id, found);
}

async function countInserted(tx: Tx, id: string, found: RawBuilder<unknown>): Promise<FoundErrors> {
  const { rows } = await sql<FoundErrors>`
    WITH told AS (${insertion(id, found)} RETURNING line)
    -- What this statement inserts, it does not see in the table.
    SELECT (SELECT count(*)::int FROM told) AS errors, count(DISTINCT line)::int AS "badRows" FROM told
    WHERE NOT EXISTS (SELECT FROM import_error AS e WHERE e.run_id = ${id}::uuid AND e.line = told.line)`.execute(
    tx,
  );
  return rows[0] ?? NO_ERRORS;
}

/** Keeps what a SELECT of line, group, column, message and value finds. */
const insertion = (id: string, found: RawBuilder<unknown>) => sql`
  INSERT INTO import_error (run_id, line, group_key, column_name, message, value)
  SELECT ${id}::uuid, found.* FROM (${found}) AS found`;

const asRows = (errors: readonly KeptError[]) => sql`
  SELECT * FROM unnest(
    ${errors.map((error) => error.line)}::int[], ${errors.map((error) => error.groupKey)}::text[],
    ${errors.map((error) => error.column)}::text[], ${errors.map((error) => error.message)}::text[],
    ${errors.map((error) => error.value ?? '')}::text[])`;

/** The first error because of which nothing of a file can be applied. */
export async function findBlockingError(
  db: Querier,
  id: string,
): Promise<Pick<RowError, 'line' | 'message'> | undefined> {
  const { rows } = await sql<Pick<RowError, 'line' | 'message'>>`
    SELECT line, message FROM import_error WHERE run_id = ${id}::uuid AND group_key = ${WHOLE_FILE}
    ORDER BY line, id LIMIT 1`.execute(db);
  return rows[0];
}

/**
 * Copies the next groups of about `rows` rows into the temporary table of their kind; groups are never torn. `good` leaves
 * out those that have an error. Answers how many rows of the file were gone through and the last group; undefined when
 * there are no more.
 */
export async function copyBatch(
  tx: Tx,
  run: { readonly id: string; readonly done_key: string },
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

/** Takes all groups that have an error out of a batch. */
export async function dropSpoiled(tx: Tx, id: string, table: string): Promise<void> {
  await sql`
    DELETE FROM ${sql.table(table)} AS s USING import_error AS e
    WHERE e.run_id = ${id}::uuid AND e.group_key = s.group_key`.execute(tx);
}

/** Writes down which rows repeat what must be unique in a file besides its groups. */
export const insertTwice = (
  tx: Tx,
  id: string,
  { column, message }: { readonly column: string; readonly message: string },
): Promise<FoundErrors> =>
  countInserted(
    tx,
    id,
    sql`SELECT line, group_key, ${column}::text, ${message}::text, data ->> ${column}::text FROM (
      SELECT line, group_key, data, row_number() OVER (PARTITION BY other_key ORDER BY place) AS nth
      FROM import_row WHERE run_id = ${id}::uuid AND other_key IS NOT NULL) AS r
    WHERE nth > 1`,
  );

/**
 * Parts of a parts file whose number another part of the file still has: SKU → the SKU of the one that has it. At most
 * `limit` of them. Groups with an error stay out of it: what is left out hands no number on, and must spoil no other group.
 */
export async function findTakenWithin(
  tx: Tx,
  id: string,
  limit: number,
): Promise<(readonly [string, string])[]> {
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
    WHERE EXISTS (SELECT FROM import_row AS o WHERE o.run_id = ${id}::uuid AND o.group_key = taken.has)
      AND NOT EXISTS (SELECT FROM import_error AS e WHERE e.run_id = ${id}::uuid AND e.group_key = taken.wants)
      AND NOT EXISTS (SELECT FROM import_error AS e WHERE e.run_id = ${id}::uuid AND e.group_key = taken.has)
    LIMIT ${sql.lit(limit)}`.execute(tx);
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

const FORGET_ROWS = 50_000;

/** Lets go of the staged rows of imports that have ended. */
export async function forgetRows(db: Db): Promise<void> {
  if (await emptyAtOnce(db)) return;
  for (;;) {
    const { numAffectedRows } = await sql`
      DELETE FROM import_row WHERE ctid = any(ARRAY(
        SELECT r.ctid FROM import_row AS r JOIN import_run AS run ON run.id = r.run_id
        WHERE run.state IN ('applied', 'cancelled', 'failed') LIMIT ${sql.lit(FORGET_ROWS)}))`.execute(db);
    if ((numAffectedRows ?? 0n) < FORGET_ROWS) return;
  }
}

/** PostgreSQL's code for a lock that somebody else holds. */
const LOCKED = '55P03';

/**
 * Empties the table where all imports are over, which they are nearly always: a moment instead of minutes for a million
 * rows, and their room is given back to the disk. False where rows have to be kept, or somebody uses the table.
 */
async function emptyAtOnce(db: Db): Promise<boolean> {
  const { rows: staged } = await sql`SELECT FROM import_row LIMIT 1`.execute(db);
  if (staged.length === 0) return true;
  try {
    return await db.transaction().execute(async (tx) => {
      // From here on nobody can stage a row, so what is looked at stays true.
      await sql`LOCK TABLE import_row IN ACCESS EXCLUSIVE MODE NOWAIT`.execute(tx);
      const { rows: open } = await sql`
        SELECT FROM import_run WHERE state NOT IN ('applied', 'cancelled', 'failed') AND rows_staged > 0 LIMIT 1`.execute(
        tx,
      );
      if (open.length > 0) return false;
      await sql`TRUNCATE import_row`.execute(tx);
      return true;
    });
  } catch (error) {
    if (sqlState(error) === LOCKED) return false;
    throw error;
  }
}
