/** How whole numbers are written, grouped: "1,284". */
import { inThrees } from '#domain/whole-numbers.ts';

type Format = { readonly format: (value: number) => string };

const formats = new Map<string, Format>();

/** The format of a locale (BCP 47). Made once for each: to make one takes longer than to render a line of a list. */
export function wholeNumbers(locale: string): Format {
  const known = formats.get(locale);
  if (known !== undefined) return known;
  const made = new Intl.NumberFormat(locale);
  formats.set(locale, made);
  return made;
}

/**
 * Has whole numbers of a locale grouped by threes, where it writes them so. The first format of a browser's own takes longer than
 * anything else that a page does when it comes alive.
 *
 * @param separator as `thousandsSeparator` says
 */
export function groupByThrees(locale: string, separator: string | null): void {
  if (separator !== null) formats.set(locale, { format: (value) => inThrees(String(value), separator) });
}
