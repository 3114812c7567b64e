/** The locale of whoever reads. */

/**
 * The first of the browser's languages that numbers and dates can be written in, else English. A browser that nobody has set up
 * may name the machine's own, such as `en-US@posix`, which is no language tag (BCP 47).
 */
export const readersLocale = (languages: readonly string[] = navigator.languages): string =>
  languages.find(isLanguageTag) ?? 'en';

function isLanguageTag(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length > 0;
  } catch {
    return false;
  }
}
