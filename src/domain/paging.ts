/** Opaque cursors of keyset paging: where the last page ended, as text that fits into a URL. */

/** The longest cursor that is taken: one of a list by name has a whole name in it, of up to 120 letters that take nine characters each. */
export const CURSOR_MAX_LENGTH = 1_200;

/** Packs the sort values of the last row. Texts are well-formed, as every text is that a database keeps. */
export function encodeCursor(values: readonly (string | number)[]): string {
  return values.map((value) => encodeURIComponent(value).replaceAll('~', '%7E')).join('~');
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
  return isMoment(moment) && UUID.test(id) ? { moment, id } : undefined;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Written as `toISOString` writes it, so that it names a real day; the database knows no year 0. */
function isMoment(text: string): boolean {
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString() === text && /^(?!0000)\d{4}-/.test(text);
}
