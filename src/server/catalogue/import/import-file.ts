/** Small files in one transaction: stream, check, stage, merge, all or nothing. Larger ones are runs (`import-run.ts`). */
import { sql } from 'kysely';
import type * as z from 'zod';
import { refuseWith } from '#domain/refusal.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { inTransaction, violatedConstraint } from '#server/platform/db/transaction.ts';
import type { ShopDeps } from '#server/shop-deps.ts';
import { refreshSearch } from '../part-store.ts';
import { type RowError, readCsv } from './csv-file.ts';
import { type Acting, type FileKind, makeRoom, putRows } from './file-kind.ts';
import { readStaged, type StagedRead } from './stage-rows.ts';

export type ImportReport = {
  readonly rows: number;
  /** What is new. */
  readonly inserted: number;
  /** What was there and is another now, or is gone. */
  readonly updated: number;
};
export type ImportProgress = (rows: number) => void;

const MAX_REPORTED_ERRORS = 200;

/** Constraints that hold after `check` unless somebody else was faster. */
export const KEPT_BY_OTHERS: ReadonlySet<string> = new Set(['part_brand_number', 'stock_level_check']);

const wholeFile = (message: string): RowError => ({ line: 0, column: '', message });
const BUSY = wholeFile('Another import is running; try again when it has finished');
const CROSSED = wholeFile('The catalogue or the stock changed meanwhile; import the file again');

/**
 * Imports a file in one transaction. The same file again changes nothing. With any error nothing is changed and
 * `IMPORT_REFUSED` carries the errors with their lines, at most 200 of them.
 */
export async function importFile<S extends z.ZodObject>(
  deps: Pick<ShopDeps, 'databases' | 'exchange' | 'now'>,
  kind: FileKind<S>,
  file: AsyncIterable<Uint8Array>,
  onProgress: ImportProgress = () => {},
) {
  const refused = (errors: readonly RowError[]) =>
    refuseWith('IMPORT_REFUSED', { errors: errors.slice(0, MAX_REPORTED_ERRORS) });
  let isRead = false;
  try {
    return await inTransaction(deps.databases.write, async (tx) => {
      // A transaction is tried again after a deadlock; a file that streams by is not there a second time.
      if (isRead) return refused([CROSSED]);
      isRead = true;
      if (!(await isAlone(tx))) return refused([BUSY]);
      const acting: Acting = { exchange: deps.exchange, now: deps.now(), actorId: null };
      await makeRoom(tx, kind);
      const { rows, errors, unnamed } = await stageAll(tx, kind, acting, file, onProgress);
      if (errors.length > 0) return refused(errors);
      const found = [...unnamed, ...(await kind.check(tx, acting)), ...(await foundTwice(tx, kind))];
      if (found.length > 0) return refused(found.map(asRowError).sort((one, other) => one.line - other.line));
      const { partIds, ...report } = await kind.merge(tx, acting);
      await refreshSearch(tx, partIds);
      return { rows, ...report };
    });
  } catch (error) {
    if (KEPT_BY_OTHERS.has(violatedConstraint(error) ?? '')) return refused([CROSSED]);
    throw error;
  }
}

/** Whether this is the only import until the transaction ends: two would lock the same rows crosswise. */
async function isAlone(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ alone: boolean }>`
    SELECT pg_try_advisory_xact_lock(hashtext('mainshaft import')) AS alone`.execute(tx);
  return rows[0]?.alone ?? false;
}

/** What must be unique in the file, besides its groups, and isn't. */
async function foundTwice<S extends z.ZodObject>(tx: Tx, { other, table }: FileKind<S>): Promise<RowError[]> {
  if (other === undefined) return [];
  const { rows } = await sql<{ line: number; value: string }>`
    SELECT line, value FROM (
      SELECT line, ${sql.ref(other.column)} AS value, row_number() OVER (PARTITION BY other_key ORDER BY line) AS nth
      FROM ${sql.table(table)}) AS s WHERE nth > 1`.execute(tx);
  return rows.map(({ line, value }) => ({ line, column: other.column, message: other.message, value }));
}

const asRowError = ({ line, column, message, value }: RowError): RowError =>
  value === undefined || value === '' ? { line, column, message } : { line, column, message, value };

async function stageAll<S extends z.ZodObject>(
  tx: Tx,
  kind: FileKind<S>,
  acting: Acting,
  file: AsyncIterable<Uint8Array>,
  onProgress: ImportProgress,
) {
  const errors: RowError[] = [];
  const unnamed: RowError[] = [];
  let rows = 0;
  for await (const batch of readStaged(tx, kind, acting, readCsv(file, kind.schema))) {
    for (const { errors: found, isUnnamed } of batch.bad) (isUnnamed ? unnamed : errors).push(...found);
    // The rest of a hopeless file tells nobody anything new.
    if (errors.length >= MAX_REPORTED_ERRORS) break;
    rows += batch.goodRows;
    const tooMany = batch.lines[kind.maxRows - (rows - batch.goodRows)];
    if (tooMany !== undefined) {
      const message = `A file has at most ${kind.maxRows} rows; split this one`;
      errors.push({ line: tooMany, column: '', message });
      break;
    }
    // Once there is an error nothing will be merged, so the rest is only checked.
    if (errors.length === 0) await putRows(tx, kind.table, batch.staged.map(asColumns));
    onProgress(rows);
  }
  return { rows, errors, unnamed };
}

const asColumns = ({ groupKey, line, otherKey, row }: StagedRead) => ({
  group_key: groupKey,
  line,
  other_key: otherKey,
  ...row,
});
