/** Rows as a CSV file, piece by piece. */
import { asPlainCell } from '#domain/spreadsheet-text.ts';

export type CsvRow = Readonly<Record<string, string | number | null>>;

/** Bytes that are sent together, about. */
const PIECE_LENGTH = 65_536;

/**
 * A CSV file: UTF-8 with a mark at its start, which spreadsheets need, commas, and a line of column names. No
 * text is a formula to a spreadsheet, and all of it reads back as it was.
 */
export async function* csvBytes(
  columns: readonly string[],
  batches: AsyncIterable<readonly CsvRow[]>,
): AsyncGenerator<Uint8Array> {
  let piece = `\uFEFF${columns.join(',')}\n`;
  for await (const rows of batches) {
    for (const row of rows) {
      piece += `${columns.map((column) => cellOf(row[column])).join(',')}\n`;
      if (piece.length < PIECE_LENGTH) continue;
      yield Buffer.from(piece);
      piece = '';
    }
  }
  if (piece !== '') yield Buffer.from(piece);
}

function cellOf(value: string | number | null | undefined): string {
  if (value === null || value === undefined) return '';
  // A number is none of anybody's text, and may begin with a minus.
  const text = typeof value === 'number' ? String(value) : asPlainCell(value);
  return /[",;\t|\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
