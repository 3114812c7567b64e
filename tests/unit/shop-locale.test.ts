/** How the shop's locale writes whole numbers and days, beside how the platform does. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { inThrees } from '#domain/whole-numbers.ts';
import { dayIn, thousandsSeparator } from '#server/shop/locale.ts';

it.each([
  ['en', ','],
  ['en-GB', ','],
  ['de', '.'],
  ['fr', '\u202f'],
  ['pt-BR', '.'],
])('%s groups by threes', (locale, separator) => expect(thousandsSeparator(locale)).toBe(separator));

it.each([
  ['en-IN', 'lakhs'],
  ['bn', 'other digits'],
  ['fa', 'other digits'],
  ['es', 'four digits in one'],
  ['sv', 'another sign'],
])('%s does not: %s', (locale) => expect(thousandsSeparator(locale)).toBeNull());

const LANGUAGES = 'bg cs da de el en et fi fr hr hu id it ja ko lt ms nl ro sk sr sw th tr uk vi zh'.split(
  ' ',
);
const PLACES = ['', '-AT', '-AU', '-BD', '-BR', '-CA', '-CH', '-IE', '-LI', '-NZ', '-US', '-ZA'];

it('what is said to be grouped by threes is written so, whatever the number', () => {
  const locales = LANGUAGES.flatMap((language) => PLACES.map((place) => language + place));
  const grouped = locales.flatMap((locale) => {
    const separator = thousandsSeparator(locale);
    return separator === null ? [] : [{ separator, own: new Intl.NumberFormat(locale) }];
  });
  expect(grouped.length).toBeGreaterThan(locales.length / 2);
  fc.assert(
    fc.property(fc.maxSafeInteger(), (value) => {
      for (const { separator, own } of grouped)
        expect(inThrees(String(value), separator)).toBe(own.format(value));
    }),
    { numRuns: 50 },
  );
});

it.each([
  ['en', 'Jan 5, 2026'],
  ['en-GB', '5 Jan 2026'],
  ['de', '05.01.2026'],
])('a day in %s, wherever this machine is', (locale, text) => expect(dayIn(locale, '2026-01-05')).toBe(text));
