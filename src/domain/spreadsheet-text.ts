/**
 * Text for cells of files that people open in spreadsheets, which take one that begins like a formula for one and run it.
 * An apostrophe before it makes it text again; what was written so reads back as it was.
 */

const FORMULA = /^'*\s*[=+\-@\t\r\n＝＋－＠]/;

/** The same text, marked where a spreadsheet would run it as a formula instead of showing it. */
export function asPlainCell(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** The text that {@link asPlainCell} wrote as this cell. */
export function textOfCell(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell;
}
