/**
 * Numbers on parts. People type them with spaces, dots, dashes and slashes, in either case; two numbers are the same when
 * their letters and digits are. A number is never assumed to be unique across brands.
 */

/** Upper case, letters and digits only: "bd 4471.20" → "BD447120". The database function of the same rule is `normalised_number`. */
export function normaliseNumber(number: string): string {
  return number.toUpperCase().replace(/[^A-Z0-9]/g, '');
}

/** The form for an address: "BD 4471.20" → "bd-4471-20". It normalises to the same number. */
export function slugOf(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
