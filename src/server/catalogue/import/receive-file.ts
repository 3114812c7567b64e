/** Takes a file in: row by row into the database, in constant memory, no faster than the database keeps them. */
import type { ImportKind } from '#contract/imports.ts';
import { refuse, refuseWith } from '#domain/refusal.ts';
import { inTransaction, isFull, violatedConstraint } from '#server/platform/db/transaction.ts';
import { Outage } from '#server/platform/outage.ts';
import type { ShopDeps } from '#server/shop-deps.ts';
import { readAces } from './aces-file.ts';
import { type RowError, readCsv } from './csv-file.ts';
import { type Acting, type FileKind, WHOLE_FILE, whyNotLeftOut } from './file-kind.ts';
import { forgetRows } from './import-row-store.ts';
import {
  beatRun,
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
import { type Recognised, readHead, recognise, whyNotRecognised } from './recognise.ts';
import { readStaged, type StagedBatch } from './stage-rows.ts';
import { asUtf8, type Remark } from './text-bytes.ts';

export type ImportDeps = Pick<ShopDeps, 'databases' | 'exchange' | 'now' | 'log'>;
export type Upload = {
  readonly fileName: string;
  /** What its owner says that it is. */
  readonly kind?: ImportKind | undefined;
  /** Columns that this kind of file does not have are passed over instead of being an error. */
  readonly passOver?: boolean | undefined;
  /** Null from the command line. */
  readonly actorId: string | null;
};

/** While a file comes, however slowly, its import gives signs of life. */
const BEAT_MS = 10_000;
/** One that has given none for so long lost the process that read it. */
const SILENT_SECONDS = 60;

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
    return refuse('IMPORT_NOT_RECOGNISED', whyNotRecognised(head));
  }
  await failSilent(deps);
  const id = await open(deps, { ...upload, ...recognised });
  if (typeof id !== 'string') {
    await drop();
    return id;
  }
  const coming = { isBroken: false };
  const beat = setInterval(() => void beatRun(db, id).catch(() => {}), BEAT_MS);
  try {
    const rows = { ...upload, ...recognised, file: watched(whole, coming) };
    const notes = await stageRows(deps, id, rows, hooks.onProgress);
    if (notes === undefined) return { importId: id };
    await lookAtStaged(db);
    await inTransaction(db, async (tx) => {
      if (await endReading(tx, id, notes)) await hooks.whenStaged?.(tx, id);
    });
  } catch (error) {
    await fail(deps, id, coming.isBroken ? CUT_OFF : isFull(error) ? NO_ROOM : FAULT);
    if (!isFull(error)) throw error;
    throw new Outage('the database has no room for an import', { cause: error, detail: NO_ROOM });
  } finally {
    clearInterval(beat);
  }
  return { importId: id };
}

type Incoming = Recognised & Upload & { readonly file: AsyncIterable<Uint8Array> };

/** Keeps all rows of a file, and answers what was noticed about it; undefined where somebody cancelled it meanwhile. */
async function stageRows(
  deps: ImportDeps,
  id: string,
  incoming: Incoming,
  onProgress: (rows: number) => void = () => {},
): Promise<string[] | undefined> {
  const db = deps.databases.write;
  const notes: string[] = [];
  const acting: Acting = { exchange: deps.exchange, now: deps.now(), actorId: incoming.actorId };
  const kind = fileKindOf(incoming.kind);
  let rows = 0;
  let place = 0;
  let blocking: RowError | undefined;
  let keeping = Promise.resolve(true);
  try {
    const read = readRows(deps, incoming, kind, (note) => notes.push(note));
    for await (const batch of readStaged(db, kind, acting, read)) {
      // The rest of a file that was cancelled is of no use.
      if (!(await keeping)) return undefined;
      const firstPlace = place;
      // While the database keeps these rows, the next ones are read.
      keeping = inTransaction(db, (tx) => keepRead(tx, id, { firstPlace, ...keptOf(batch) }));
      keeping.catch(() => {});
      blocking ??= batch.bad.find((row) => row.groupKey === WHOLE_FILE)?.errors[0];
      rows += batch.goodRows + batch.bad.filter((row) => !row.isUnnamed).length;
      place += batch.staged.length;
      onProgress(rows);
    }
  } finally {
    // Nothing is written any more once this is over, whatever ended it.
    await keeping.catch(() => {});
  }
  if (!(await keeping)) return undefined;
  return blocking === undefined || place === 0 ? notes : [...notes, whyNotLeftOut(blocking)];
}

const CUT_OFF = 'The file did not arrive whole. Nothing has changed; bring it again.';
const NO_ROOM =
  'The disk of the database is full, so the file could not be kept. Nothing has changed; make room and bring it again.';
const FAULT =
  'The shop could not keep the file. Nothing has changed. The log says what happened; bring it again.';

/** The same bytes; notes where they break off. */
async function* watched(file: AsyncIterable<Uint8Array>, coming: { isBroken: boolean }) {
  try {
    yield* file;
  } catch (error) {
    coming.isBroken = true;
    throw error;
  }
}

/** Ends an import whose file did not come to its end; where even that is impossible, its silence will end it. */
async function fail(deps: ImportDeps, id: string, failure: string): Promise<void> {
  const db = deps.databases.write;
  try {
    await endRun(db, id, { from: ['reading'], as: 'failed', failure }, deps.now());
    await forgetRows(db);
  } catch (error) {
    deps.log.warn({ err: error, importId: id }, 'an import could not be ended yet');
  }
}

async function open(deps: ImportDeps, run: Recognised & Upload) {
  try {
    return await insertRun(deps.databases.write, run, deps.now());
  } catch (error) {
    if (violatedConstraint(error) !== 'import_run_under_way') throw error;
    const other = await runUnderWay(deps.databases.write, run.kind);
    return refuseWith('IMPORT_UNDER_WAY', { importId: other?.id ?? '' });
  }
}

/** Ends imports of files that broke off with the process that read them; answers how many. */
export async function failSilent(deps: ImportDeps): Promise<number> {
  const db = deps.databases.write;
  let failed = 0;
  for (const { id, state } of await stalledRuns(db, SILENT_SECONDS)) {
    if (state !== 'reading') continue;
    if (await endRun(db, id, { from: ['reading'], as: 'failed', failure: CUT_OFF }, deps.now())) failed += 1;
  }
  return failed;
}

function readRows(deps: ImportDeps, { file, format, passOver }: Incoming, kind: FileKind, remark: Remark) {
  const db = deps.databases.write;
  if (format === 'aces') return readAces(db, file, remark);
  if (format === 'pies') return readPies(db, file, deps.exchange.list.code, remark);
  const tell = (columns: readonly string[]) =>
    remark(
      `Columns that were passed over: ${columns.map((name) => name || 'one without a name').join(', ')}`,
    );
  return readCsv(asUtf8(file, remark), kind.schema, passOver === true ? tell : undefined);
}

function keptOf({ staged, bad, goodRows }: StagedBatch) {
  return {
    staged,
    errors: bad.flatMap(({ errors, groupKey }) => errors.map((error) => ({ ...error, groupKey }))),
    rows: goodRows + bad.filter((row) => !row.isUnnamed).length,
    badRows: bad.length,
  };
}
