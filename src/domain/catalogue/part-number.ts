/**
 * Numbers on parts. People type them with spaces, dots, dashes and slashes, in either case; two numbers are the same when
 * their letters and digits are. A number is never assumed to be unique across brands.
 */

/**
 * Upper case, letters and digits of ASCII only: "bd 4471.20" → "BD447120". The database function of the same rule is
 * `normalised_number`.
 */
export function normaliseNumber(number: string): string {
  // Letters first, case second: some signs that are no ASCII have capitals that are ("ſ" → "S").
  return number.replace(/[^A-Za-z0-9]/g, '').toUpperCase();
}

/** A number in the form for an address: "BD 4471.20" → "bd-4471-20". It normalises to the same number. */
export function numberSlugOf(number: string): string {
  return number
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .toLowerCase();
}

/** A name in the form for an address: "Škoda & Co" → "skoda-co". Different names may have the same. */
export function slugOf(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** What stands at `/catalogue/…` beside the brands, and can be no brand's slug. */
const NOT_A_BRAND: ReadonlySet<string> = new Set(['brands', 'categories', 'compare', 'vehicles']);

/** A brand's slug, which is never that of another page: "Compare" → "compare-brand". */
export function brandSlugOf(name: string): string {
  const slug = slugOf(name);
  return NOT_A_BRAND.has(slug) ? `${slug}-brand` : slug;
}
