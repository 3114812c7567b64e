import { expect, test } from 'vitest';
import { timeLeft } from '#web/features/ordering/time-left.ts';

const NOW = Date.parse('2026-11-21T10:00:00Z');
const after = (minutes: number) => new Date(NOW + minutes * 60_000).toISOString();

test.each([
  [0.5, 'less than a minute'],
  [12, '12 min'],
  [60, '1 h'],
  [107, '1 h 47 min'],
  [47 * 60 + 59, '47 h'],
  [3 * 24 * 60, '3 days'],
])('%d minutes are "%s"', (minutes, text) => {
  expect(timeLeft(after(minutes), NOW).text).toBe(text);
});

test('the last half hour is soon, and at the moment itself the time is up', () => {
  expect(timeLeft(after(30), NOW)).toMatchObject({ isSoon: false, isOver: false });
  expect(timeLeft(after(29), NOW)).toMatchObject({ isSoon: true, isOver: false });
  expect(timeLeft(after(0), NOW)).toEqual({ text: '', isSoon: true, isOver: true });
});
