/** Imports as their owners see them, wherever they look from. */
import type { ImportBody, ImportErrorBody } from '#contract/imports.ts';
import { importBody } from './import-body.ts';
import { errorsAfter, forgetRows } from './import-row-store.ts';
import { findRun, newestRuns, stalledRuns } from './import-run-store.ts';
import type { ImportDeps } from './receive-file.ts';

/** An import with its progress; undefined where there is none. */
export async function readImport({ databases }: ImportDeps, id: string): Promise<ImportBody | undefined> {
  const run = await findRun(databases.write, id);
  return run && importBody(run);
}

/** The newest 50 imports. */
export const readImports = async ({ databases }: ImportDeps): Promise<ImportBody[]> =>
  (await newestRuns(databases.write)).map(importBody);

/** Errors that are looked at; all of them are a file. */
const SHOWN_ERRORS = 100;

/** The first 100 errors of an import, in the order of lines. */
export async function firstErrors({ databases }: ImportDeps, id: string): Promise<ImportErrorBody[]> {
  const errors = await errorsAfter(databases.write, id, { line: -1, id: 0 }, SHOWN_ERRORS);
  return errors.map(({ line, column, message, value = '' }) => ({ line, column, message, value }));
}

/** An import whose worker has been silent for so long may be gone on with by anybody. */
const STALLED_SECONDS = 30;

/** Imports that were interrupted while they were applied. */
export async function interruptedImports({ databases }: ImportDeps): Promise<string[]> {
  const runs = await stalledRuns(databases.write, STALLED_SECONDS);
  return runs.filter(({ state }) => state === 'applying').map(({ id }) => id);
}

/** Imports under way of which nobody has heard for so long. */
export async function silentImports({ databases }: ImportDeps, seconds: number): Promise<string[]> {
  return (await stalledRuns(databases.write, seconds)).map(({ id }) => id);
}

/** Lets go of what was staged of imports that are over. */
export const tidyImports = ({ databases }: ImportDeps): Promise<void> => forgetRows(databases.write);
