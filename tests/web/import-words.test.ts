/** How far a price or a stock would move, in words. */
import { expect, it } from 'vitest';
import { percentMoved } from '#web/features/imports/words.ts';

const grouped = (whole: number) => whole.toLocaleString('en');

it.each([
  [100, 115, '+15 %'],
  [1, 1.15, '+15 %'],
  [124.59, 0.01, '−99.9 %'],
  [50, 999_999, '+1,999,898 %'],
  [20, 21, '+5 %'],
  [8.2, 7.79, '−5 %'],
  [1_000, 1_000.01, 'under 0.1 %'],
  [3, 4, '+33.3 %'],
  [40, 0, '−100 %'],
  [0, 5, 'from none'],
])('from %d to %d is written without more than it says', (before, after, words) => {
  expect(percentMoved({ before, after }, grouped)).toBe(words);
});
