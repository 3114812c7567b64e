/** Moments as words where nothing is known of the reader's clock: in mail and on documents. */

const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July'],
  ...['August', 'September', 'October', 'November', 'December'],
] as const;

/** "5 January 2026, 14:03 UTC". */
export function momentText(at: Date): string {
  return `${dayText(at)}, ${at.toISOString().slice(11, 16)} UTC`;
}

/** "5 January 2026", the day in UTC. */
export function dayText(at: Date): string {
  return `${at.getUTCDate()} ${MONTHS[at.getUTCMonth()] ?? ''} ${at.getUTCFullYear()}`;
}
