/** Text for a cell of a spreadsheet. */

/** The same text, marked where a spreadsheet would run it as a formula instead of showing it. */
export function asPlainCell(text: string): string {
  return /^\s*[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
}
