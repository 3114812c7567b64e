/** A file from its first byte to its last row in one go, for those who stay until it is done: commands, and the shop itself. */
import { setTimeout as wait } from 'node:timers/promises';
import type { ImportBody } from '#contract/imports.ts';
import { isRefusal } from '#domain/refusal.ts';
import { readImport, readImports, silentImports, tidyImports } from './import-report.ts';
import { applyImport, cancelImport, workOnImport } from './import-run.ts';
import { type ImportDeps, receiveFile, type Upload } from './receive-file.ts';

export type WholeUpload = Omit<Upload, 'actorId'> & {
  /** Only check, and say what would be done. */
  readonly dryRun?: boolean;
  /** Leave out the rows that have errors, and apply the others. */
  readonly skipErrors?: boolean;
};
export type WholeProgress = {
  /** So many rows have been staged. */
  readonly onRead?: (rows: number) => void;
  /** The import after each batch that was checked or applied. */
  readonly onBatch?: (run: ImportBody) => void;
};

/**
 * Stages, checks and applies a file, in nobody's name. Answers the import as it ended: `applied`; `cancelled` where it was
 * only to be checked, has errors (such as cannot be left out, if others are to be), or has no row that could be applied; or
 * `failed`. Refused where it cannot begin.
 */
export async function importWhole(
  deps: ImportDeps,
  { dryRun = false, skipErrors = false, ...upload }: WholeUpload,
  file: AsyncIterable<Uint8Array>,
  { onRead, onBatch }: WholeProgress = {},
) {
  const hooks = onRead === undefined ? {} : { onProgress: onRead };
  const received = await receiveFile(deps, { ...upload, actorId: null }, file, hooks);
  if (isRefusal(received)) return received;
  const id = received.importId;
  const checked = await workThrough(deps, id, onBatch);
  const isApplicable = checked.rowsToDo > 0 && (checked.badRows === 0 || skipErrors);
  if (checked.state === 'checked' && isApplicable && !dryRun) {
    const begun = await applyImport(deps, id, { skipErrors });
    if (!isRefusal(begun)) await workThrough(deps, id, onBatch);
    else if (begun.code === 'IMPORT_HAS_ERRORS') await cancelImport(deps, id);
  } else if (checked.state === 'checked') {
    await cancelImport(deps, id);
  }
  await tidyImports(deps);
  return look(deps, id);
}

/** Works on an import, or waits for whoever does, until it waits for its owner or is over. */
export async function workThrough(
  deps: ImportDeps,
  id: string,
  onBatch: (run: ImportBody) => void = () => {},
): Promise<ImportBody> {
  for (;;) {
    const step = await workOnImport(deps, id);
    const now = await look(deps, id);
    onBatch(now);
    if (step === 'more') continue;
    if (now.state !== 'checking' && now.state !== 'applying') return now;
    // A shop that is open has taken the next batch.
    await wait(200);
  }
}

/** Nobody works on an import any more that has been silent for so long. */
const SILENT_SECONDS = 5;

/**
 * Ends what an earlier process began of files with these names, in nobody's name, and was killed: what was being applied is
 * applied to its end, all else is dropped.
 */
export async function endInterrupted(deps: ImportDeps, fileNames: ReadonlySet<string>): Promise<void> {
  for (;;) {
    const open = (await readImports(deps)).filter(
      ({ by, fileName, finishedAt }) => by === null && finishedAt === null && fileNames.has(fileName),
    );
    if (open.length === 0) return;
    const silent = new Set(await silentImports(deps, SILENT_SECONDS));
    for (const { id, state } of open) {
      if (state === 'applying') await workThrough(deps, id);
      else if (state === 'checked' || silent.has(id)) await cancelImport(deps, id);
    }
    await wait(200);
  }
}

async function look(deps: ImportDeps, id: string): Promise<ImportBody> {
  const found = await readImport(deps, id);
  if (found === undefined) throw new Error(`the import ${id} is gone`);
  return found;
}
