/** How whole numbers are written, grouped: "1,284". */

const formats = new Map<string, Intl.NumberFormat>();

/** The format of a locale (BCP 47). Made once for each: to make one takes longer than to render a line of a list. */
export function wholeNumbers(locale: string): Intl.NumberFormat {
  const known = formats.get(locale);
  if (known !== undefined) return known;
  const made = new Intl.NumberFormat(locale);
  formats.set(locale, made);
  return made;
}
