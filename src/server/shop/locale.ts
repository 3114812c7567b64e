/** How the shop's locale writes things. Told to pages: the first format that a browser makes of its own takes long. */
import { inThrees } from '#domain/whole-numbers.ts';

/** Locales that do anything else than to group by threes write one of these in another way. */
const TELLING = [0, 123, 1_234, 12_345, 67_890, 1_234_567, 9_876_543_210, -1_234];

/**
 * What a locale (BCP 47) writes between groups of three digits. Null where it writes whole numbers otherwise: in other digits, in
 * groups of two, with four digits in one, with another sign.
 */
export function thousandsSeparator(locale: string): string | null {
  const own = new Intl.NumberFormat(locale);
  const separator = own.formatToParts(1_234_567).find(({ type }) => type === 'group')?.value;
  if (separator === undefined) return null;
  const isInThrees = (value: number) => own.format(value) === inThrees(String(value), separator);
  return TELLING.every(isInThrees) ? separator : null;
}

/** A day (ISO 8601: "2026-01-05") as a locale (BCP 47) writes it in short: "Jan 5, 2026". */
export function dayIn(locale: string, day: string): string {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  return format.format(new Date(`${day}T00:00:00Z`));
}
