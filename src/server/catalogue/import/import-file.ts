/** What importing a file of any kind has in common: stream, check, stage, merge, all or nothing. */
import { sql } from 'kysely';
import type * as z from 'zod';
import { refuseWith } from '#domain/refusal.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { inTransaction, violatedConstraint } from '#server/platform/db/transaction.ts';
import type { ShopDeps } from '#server/shop-deps.ts';
import { type RowError, readCsv } from './csv-file.ts';

export type ImportReport = {
  readonly rows: number;
  /** What is new. */
  readonly inserted: number;
  /** What was there and is another now, or is gone. */
  readonly updated: number;
};
export type ImportProgress = (rows: number) => void;

export type FileKind<S extends z.ZodObject> = {
  readonly schema: S;
  /** All or nothing is promised up to so many rows; a longer file is refused. */
  readonly maxRows: number;
  /** Makes room for staged rows; gone when the transaction ends. */
  prepare(tx: Tx): Promise<void>;
  stage(tx: Tx, rows: readonly { readonly line: number; readonly row: z.output<S> }[]): Promise<void>;
  /** What only the rows together, or the shop, can tell to be wrong. */
  check(tx: Tx): Promise<RowError[]>;
  merge(tx: Tx, now: Date): Promise<Omit<ImportReport, 'rows'>>;
};

const BATCH_ROWS = 1_000;
const MAX_REPORTED_ERRORS = 200;

/** Constraints that hold after `check` unless somebody else was faster. */
const KEPT_BY_OTHERS = new Set(['part_brand_number', 'stock_level_check']);

const wholeFile = (message: string): RowError => ({ line: 0, column: '', message });
const BUSY = wholeFile('Another import is running; try again when it has finished');
const CROSSED = wholeFile('The catalogue or the stock changed meanwhile; import the file again');

/**
 * Imports a file in one transaction. The same file again changes nothing. With any error nothing is changed and
 * `IMPORT_REFUSED` carries the errors with their lines, at most 200 of them.
 */
export async function importFile<S extends z.ZodObject>(
  deps: Pick<ShopDeps, 'databases' | 'now'>,
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
      await kind.prepare(tx);
      const { rows, errors } = await stageAll(tx, kind, file, onProgress);
      if (errors.length === 0) errors.push(...(await kind.check(tx)));
      if (errors.length > 0) return refused(errors);
      return { rows, ...(await kind.merge(tx, deps.now())) };
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

async function stageAll<S extends z.ZodObject>(
  tx: Tx,
  kind: FileKind<S>,
  file: AsyncIterable<Uint8Array>,
  onProgress: ImportProgress,
) {
  const errors: RowError[] = [];
  let batch: { line: number; row: z.output<S> }[] = [];
  let rows = 0;
  for await (const read of readCsv(file, kind.schema)) {
    if ('errors' in read) {
      errors.push(...read.errors);
      // The rest of a hopeless file tells nobody anything new.
      if (errors.length >= MAX_REPORTED_ERRORS) break;
      continue;
    }
    rows += 1;
    if (rows > kind.maxRows) {
      errors.push({
        line: read.line,
        column: '',
        message: `A file has at most ${kind.maxRows} rows; split this one`,
      });
      break;
    }
    // Once there is an error nothing will be merged, so the rest is only checked.
    if (errors.length > 0) continue;
    batch.push(read);
    if (batch.length === BATCH_ROWS) {
      await kind.stage(tx, batch);
      batch = [];
      onProgress(rows);
    }
  }
  if (errors.length === 0 && batch.length > 0) await kind.stage(tx, batch);
  onProgress(rows);
  return { rows, errors };
}
