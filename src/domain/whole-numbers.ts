/** Whole numbers as people read them. Pure. */

/** The digits of a whole number in groups of three, from the right: "1,284"; a minus stays before them. */
export const inThrees = (digits: string, separator: string): string =>
  digits.replace(/\B(?=(\d{3})+$)/g, separator);

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
