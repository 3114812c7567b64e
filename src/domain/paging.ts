/** Opaque cursors of keyset paging: where the last page ended, as text that fits into a URL. */

/** Packs the sort values of the last row. */
export function encodeCursor(values: readonly (string | number)[]): string {
  return values.map((value) => encodeURIComponent(String(value))).join('~');
}

/** Unpacks a cursor; undefined when it is not one of ours with so many values. */
export function decodeCursor(cursor: string, length: number): string[] | undefined {
  const parts = cursor.split('~');
  if (parts.length !== length) return undefined;
  try {
    return parts.map(decodeURIComponent);
  } catch {
    return undefined;
  }
}
