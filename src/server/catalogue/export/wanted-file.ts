/** The files that owners take out of the shop. */
import type { ImportFormat, ImportKind } from '#contract/imports.ts';
import type { FileAnswer } from '#contract/kernel/operation.ts';
import { csvBytes } from '#server/platform/csv-bytes.ts';
import type { ImportDeps } from '../import/receive-file.ts';
import { acesBytes } from './aces-bytes.ts';
import type { Wanted } from './download-ticket-store.ts';
import { errorRows } from './error-rows.ts';
import { exportColumns, exportRows } from './export-rows.ts';
import { piesBytes } from './pies-bytes.ts';

/** The file of a link, made while it is sent; undefined where this kind has no such format. */
export function wantedFile(deps: ImportDeps, wanted: Wanted): FileAnswer | undefined {
  if (wanted.what === 'errors') {
    const bytes = csvBytes(
      ['line', 'column', 'message', 'value'],
      errorRows(deps.databases.read, wanted.importId),
    );
    return { contentType: CSV, bytes, fileName: 'import-errors.csv' };
  }
  return exportFile(deps, wanted.kind, wanted.format);
}

/** Everything of a kind as a file; undefined where this kind has no such format. */
export function exportFile(deps: ImportDeps, kind: ImportKind, format: ImportFormat): ExportFile | undefined {
  if (format === 'aces' && kind === 'fitments')
    return { contentType: XML, bytes: acesBytes(deps), fileName: 'fitments.aces.xml' };
  if (format === 'pies' && kind === 'parts')
    return { contentType: XML, bytes: piesBytes(deps), fileName: 'parts.pies.xml' };
  if (format !== 'csv') return undefined;
  const bytes = csvBytes(exportColumns(kind), exportRows(deps, kind));
  return { contentType: CSV, bytes, fileName: `${kind}.csv` };
}

/** A file that is made while it is read. */
export type ExportFile = FileAnswer & { readonly bytes: AsyncGenerator<Uint8Array> };

const XML = 'application/xml';
const CSV = 'text/csv; charset=utf-8';
