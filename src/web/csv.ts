/** What a table shows, as a file for a spreadsheet. */
import { asPlainCell } from '#domain/spreadsheet-text.ts';

export type CsvCell = string | number | null;

/** Lines by CRLF, cells quoted where they must be (RFC 4180). Text that a spreadsheet would run as a formula is not. */
export function csvOf(head: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  return [head, ...rows].map((cells) => cells.map(csvCell).join(',')).join('\r\n');
}

function csvCell(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = asPlainCell(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
