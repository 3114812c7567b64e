/** Takes a file in: row by row into the database, in constant memory, no faster than the database keeps them. */
import type { ImportKind } from '#contract/imports.ts';
import { refuse, refuseWith } from '#domain/refusal.ts';
import { inTransaction, violatedConstraint } from '#server/platform/db/transaction.ts';
import type { ShopDeps } from '#server/shop-deps.ts';
import { readAces } from './aces-file.ts';
import { readCsv } from './csv-file.ts';
import type { Acting, FileKind } from './file-kind.ts';
import {
  endReading,
  endRun,
  insertRun,
  keepRead,
  lookAtStaged,
  runUnderWay,
  stalledRuns,
} from './import-run-store.ts';
import { fileKindOf } from './kinds.ts';
import { readPies } from './pies-file.ts';
import { type Recognised, readHead, recognise } from './recognise.ts';
import { readStaged, type StagedBatch } from './stage-rows.ts';
import { asUtf8, type Remark } from './text-bytes.ts';

export type ImportDeps = Pick<ShopDeps, 'databases' | 'exchange' | 'now' | 'log'>;
export type Upload = {
  readonly fileName: string;
  /** What its owner says that it is. */
  readonly kind?: ImportKind | undefined;
  /** Null from the command line. */
  readonly actorId: string | null;
};

/** A file of which nothing has come for so long does not come any more. */
const SILENT_SECONDS = 120;

/**
 * Stages a file, ready to be checked, and answers its id. `whenStaged` runs in the transaction that says so. A file that
 * breaks off fails its import and is thrown.
 */
export async function receiveFile(
  deps: ImportDeps,
  upload: Upload,
  file: AsyncIterable<Uint8Array>,
  hooks: {
    readonly onProgress?: (rows: number) => void;
    readonly whenStaged?: (tx: Parameters<typeof endReading>[0], id: string) => Promise<void>;
  } = {},
) {
  const db = deps.databases.write;
  const { head, whole, drop } = await readHead(file);
  const recognised = recognise(head, upload.kind);
  if (recognised === undefined) {
    await drop();
    return refuse('IMPORT_NOT_RECOGNISED', NOT_RECOGNISED);
  }
  await failSilent(deps);
  const id = await open(deps, { ...upload, ...recognised });
  if (typeof id !== 'string') {
    await drop();
    return id;
  }
  const notes: string[] = [];
  const acting: Acting = { exchange: deps.exchange, now: deps.now(), actorId: upload.actorId };
  try {
    let rows = 0;
    let place = 0;
    const kind = fileKindOf(recognised.kind);
    const batches = readStaged(
      db,
      kind,
      acting,
      readRows(deps, recognised, kind, whole, (note) => notes.push(note)),
    );
    for await (const batch of batches) {
      const firstPlace = place;
      const isKept = await inTransaction(db, (tx) => keepRead(tx, id, { firstPlace, ...keptOf(batch) }));
      // Somebody has cancelled it: the rest of the file is of no use.
      if (!isKept) return { importId: id };
      rows += batch.goodRows + batch.bad.filter((row) => !row.isUnnamed).length;
      place += batch.staged.length;
      hooks.onProgress?.(rows);
    }
    await lookAtStaged(db);
    await inTransaction(db, async (tx) => {
      if (await endReading(tx, id, notes)) await hooks.whenStaged?.(tx, id);
    });
  } catch (error) {
    const failure = 'The file did not arrive whole. Nothing has changed; bring it again.';
    await endRun(db, id, { from: ['reading'], as: 'failed', failure }, deps.now());
    throw error;
  }
  return { importId: id };
}

const NOT_RECOGNISED =
  'A CSV file begins with a line that names its columns; an XML file is ACES or PIES. See the sample files for what each holds.';

async function open(deps: ImportDeps, run: Recognised & Upload) {
  try {
    return await insertRun(deps.databases.write, run, deps.now());
  } catch (error) {
    if (violatedConstraint(error) !== 'import_run_under_way') throw error;
    const other = await runUnderWay(deps.databases.write, run.kind);
    return refuseWith('IMPORT_UNDER_WAY', { importId: other?.id ?? '' });
  }
}

/** Files that broke off with the process that read them. */
export async function failSilent(deps: ImportDeps): Promise<void> {
  const db = deps.databases.write;
  for (const { id, state } of await stalledRuns(db, SILENT_SECONDS)) {
    if (state !== 'reading') continue;
    const failure = 'The file did not arrive whole. Nothing has changed; bring it again.';
    await endRun(db, id, { from: ['reading'], as: 'failed', failure }, deps.now());
  }
}

function readRows(
  deps: ImportDeps,
  { format }: Recognised,
  kind: FileKind,
  file: AsyncIterable<Uint8Array>,
  remark: Remark,
) {
  const db = deps.databases.write;
  if (format === 'aces') return readAces(db, file, remark);
  if (format === 'pies') return readPies(db, file, deps.exchange.list.code, remark);
  return readCsv(asUtf8(file, remark), kind.schema);
}

function keptOf({ staged, bad, goodRows }: StagedBatch) {
  return {
    staged,
    errors: bad.flatMap(({ errors, groupKey }) => errors.map((error) => ({ ...error, groupKey }))),
    rows: goodRows + bad.filter((row) => !row.isUnnamed).length,
    badRows: bad.length,
  };
}
