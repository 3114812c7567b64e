import { expect, it } from 'vitest';
import { dayIn } from '#domain/moment-text.ts';

it.each([
  ['en', 'Jan 5, 2026'],
  ['en-GB', '5 Jan 2026'],
  ['de', '05.01.2026'],
])('a day in %s, wherever this machine is', (locale, text) => expect(dayIn(locale, '2026-01-05')).toBe(text));
