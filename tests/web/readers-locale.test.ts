import { expect, it } from 'vitest';
import { readersLocale } from '#web/ui/readers-locale.ts';

it.each([
  [['de-CH', 'en'], 'de-CH'],
  [['en-US@posix', 'sr-Latn-RS', 'en'], 'sr-Latn-RS'],
  [['en-US@posix'], 'en'],
  [['C', 'en_US'], 'en'],
  [[], 'en'],
])('of %j it is %s, which numbers can be written in', (languages, locale) => {
  expect(readersLocale(languages)).toBe(locale);
  expect(new Intl.NumberFormat(locale).format(1)).toBe('1');
});
