/** What a table shows, as a file for a spreadsheet. */

export type CsvCell = string | number | null;

/** Lines by CRLF, cells quoted where they must be (RFC 4180). Text that a spreadsheet would run as a formula is not. */
export function csvOf(head: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  return [head, ...rows].map((cells) => cells.map(csvCell).join(',')).join('\r\n');
}

function csvCell(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Offers the file to the reader to keep. */
export function downloadCsv(
  fileName: string,
  head: readonly string[],
  rows: readonly (readonly CsvCell[])[],
) {
  // The mark at the beginning tells spreadsheets that it is UTF-8.
  const file = new Blob(['\uFEFF', csvOf(head, rows)], { type: 'text/csv;charset=utf-8' });
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(address);
}
