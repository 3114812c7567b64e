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

/** Where a list by moment and id ended, newest first. */
export type MomentCursor = { readonly moment: string; readonly id: string };

export function encodeMomentCursor(moment: Date, id: string): string {
  return encodeCursor([moment.toISOString(), id]);
}

/** Undefined, which begins from the start, for anything that is no cursor of ours. */
export function decodeMomentCursor(cursor: string | undefined): MomentCursor | undefined {
  const [moment, id] = (cursor === undefined ? undefined : decodeCursor(cursor, 2)) ?? [];
  if (moment === undefined || id === undefined) return undefined;
  const isSound = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(moment) && !Number.isNaN(Date.parse(moment));
  return isSound && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id) ? { moment, id } : undefined;
}
