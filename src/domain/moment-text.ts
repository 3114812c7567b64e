/** Moments as words where nothing is known of the reader's clock: in mail, on documents, and of the shop itself. */

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

/** A day (ISO 8601: "2026-01-05") as a locale (BCP 47) writes it in short: "Jan 5, 2026". */
export function dayIn(locale: string, day: string): string {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  return format.format(new Date(`${day}T00:00:00Z`));
}
