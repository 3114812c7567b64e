/** `npm run cli -- import` and `export`: what the page of the same name does, from the command line. */
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type ImportBody, ImportFormat, ImportKind } from '#contract/imports.ts';
import { currencyOf } from '#domain/money.ts';
import { isRefusal } from '#domain/refusal.ts';
import { exportFile } from '#server/catalogue/export/wanted-file.ts';
import { firstErrors, interruptedImports, readImport } from '#server/catalogue/import/import-report.ts';
import { importWhole, workThrough } from '#server/catalogue/import/import-whole.ts';
import type { ImportDeps, receiveFile } from '#server/catalogue/import/receive-file.ts';
import type { Config } from '#server/platform/config.ts';
import type { Databases } from '#server/platform/db/database.ts';
import type { Log } from '#server/platform/log.ts';
import { CommandError } from './command-error.ts';
import { progressLine } from './progress-line.ts';

export const IMPORT_HELP = `  import FILE         Import a file: parts, numbers, fitments, prices, stock or codes as CSV, ACES or PIES; its header
                      tells which. First everything is checked; with an error nothing is changed. The same file again
                      changes nothing. docs/import.md lists the columns.
    --dry-run         Only check, and say what would be done.
    --as KIND         What the file is, where its header should not tell.
    --pass-over       Pass over columns that this kind of file does not have.
    --skip-errors     Leave out the rows that have errors and apply the others.
  export KIND [FILE]  Write what the shop has as a file that can be imported again; to standard output without FILE.
    --format FORMAT   csv (which it is unless told), aces (of fitments) or pies (of parts).`;

type Context = { readonly databases: Databases; readonly config: Config; readonly log: Log };
export type ImportOptions = {
  readonly dryRun: boolean;
  readonly as: string | undefined;
  readonly skipErrors: boolean;
  readonly passOver: boolean;
};

const depsOf = ({ databases, config, log }: Context): ImportDeps => ({
  databases,
  log,
  now: () => new Date(),
  exchange: {
    list: currencyOf(config.LIST_CURRENCY),
    settlement: currencyOf(config.SETTLEMENT_CURRENCY),
    rate: config.EXCHANGE_RATE,
    date: config.EXCHANGE_RATE_DATE,
  },
});

const kindNamed = (name: string): ImportKind => {
  const kind = ImportKind.safeParse(name);
  if (kind.success) return kind.data;
  throw new CommandError(`There is no kind "${name}"; there are ${ImportKind.options.join(', ')}`);
};

/** Imports a file, and answers what to say about it. */
export async function runImport(context: Context, path: string, options: ImportOptions): Promise<string> {
  const deps = depsOf(context);
  const kind = options.as === undefined ? undefined : kindNamed(options.as);
  const { size } = await stat(path).catch(() => {
    throw new CommandError(`There is no file ${path}`);
  });
  await finishInterrupted(deps);
  const line = progressLine();
  const file = line.reading(createReadStream(path), size);
  const { dryRun, skipErrors, passOver } = options;
  const run = await importWhole(
    deps,
    { fileName: basename(path), kind, dryRun, skipErrors, passOver },
    file.bytes,
    {
      onRead: (rows) => line.draw(file.reachedBy(rows)),
      onBatch: drawing(line),
    },
  ).finally(line.end);
  if (isRefusal(run)) throw new CommandError(await refusedBecause(deps, path, run));
  const notes = run.notes.map((note) => `${note}.\n`).join('');
  const errors = run.errorCount === 0 ? '' : await describeErrors(deps, run);
  const { state, rows, inserted, updated, badRows } = run;
  if (state === 'failed') throw new CommandError(`${path}: ${run.failure}`);
  if (state === 'applied') {
    const leftOut = badRows === 0 ? '' : ` ${badRows} with errors left out:\n${errors}`;
    return `${notes}${path}: ${rows} rows, ${inserted} new, ${updated} changed.${leftOut}`;
  }
  if (run.errorCount > 0 && !(dryRun && skipErrors))
    throw new CommandError(`${notes}${path} was not imported; nothing has changed.\n${errors}`);
  if (dryRun || run.rowsToDo === 0)
    return `${notes}${errors}${path}: ${foreseenOf(run)} Nothing has changed.`;
  throw new CommandError(`${path}: the import was cancelled`);
}

function foreseenOf(checked: ImportBody): string {
  const { inserted, changed } = checked.foreseen;
  const known = checked.kind === 'parts' ? `${changed} that are there` : `${changed} that would change`;
  return `${checked.rows} rows, ${inserted} new, ${known}.`;
}

/** Files that a killed command left half applied come first: what follows may build on them. */
async function finishInterrupted(deps: ImportDeps): Promise<void> {
  for (const id of await interruptedImports(deps)) {
    const fileName = (await readImport(deps, id))?.fileName ?? 'a file';
    process.stderr.write(`Going on with ${fileName}, which was interrupted.\n`);
    const line = progressLine();
    await workThrough(deps, id, drawing(line)).finally(line.end);
  }
}

/** Draws how far an import is. */
const drawing =
  (line: ReturnType<typeof progressLine>) =>
  ({ state, rowsDone, rowsToDo, rowsPerSecond, secondsLeft }: ImportBody) => {
    if (state !== 'checking' && state !== 'applying') return;
    const verb = state === 'applying' ? 'Applying' : 'Checking';
    line.draw({ verb, done: rowsDone, total: rowsToDo, rows: rowsDone, rowsPerSecond, secondsLeft });
  };

async function refusedBecause(
  deps: ImportDeps,
  path: string,
  refusal: Extract<Awaited<ReturnType<typeof receiveFile>>, { readonly code: string }>,
): Promise<string> {
  if (refusal.code === 'IMPORT_NOT_RECOGNISED')
    return `${path} is none of the files that can be imported. ${refusal.detail ?? ''}`;
  const other = await readImport(deps, refusal.data.importId);
  return `Another import of this kind is under way (${other?.fileName ?? 'just now'}); try again when it has finished.`;
}

async function describeErrors(deps: ImportDeps, { id, errorCount }: ImportBody): Promise<string> {
  const errors = await firstErrors(deps, id);
  const lines = errors.map(({ line, column, message, value }) => {
    const where = line === 0 ? '' : `line ${line}${column === '' ? '' : `, ${column}`}: `;
    return `  ${where}${message}${value === '' ? '' : ` (${value})`}\n`;
  });
  const more = errorCount > errors.length ? `  … and ${errorCount - errors.length} more\n` : '';
  return lines.join('') + more;
}

/** Writes an export to a file, or to standard output. */
export async function runExport(
  context: Context,
  kindName: string,
  path: string | undefined,
  formatName: string,
): Promise<void> {
  const kind = kindNamed(kindName);
  const format = ImportFormat.safeParse(formatName);
  const file = format.success ? exportFile(depsOf(context), kind, format.data) : undefined;
  if (file === undefined) throw new CommandError(`${kind} are not exported as ${formatName}`);
  if (path === undefined) {
    await pipeline(Readable.from(file.bytes), process.stdout, { end: false });
    return;
  }
  await pipeline(Readable.from(file.bytes), createWriteStream(path));
  process.stderr.write(`${kind} are in ${path}.\n`);
}
