/** Gives a table to the reader as a file. */
import { type CsvCell, csvOf } from './csv.ts';
import { saveFile } from './save-file.ts';

/** Offers the file to the reader to keep. */
export function downloadCsv(
  fileName: string,
  head: readonly string[],
  rows: readonly (readonly CsvCell[])[],
) {
  // The mark at the beginning tells spreadsheets that it is UTF-8.
  const file = new Blob(['\uFEFF', csvOf(head, rows)], { type: 'text/csv;charset=utf-8' });
  saveFile(file, fileName);
}
