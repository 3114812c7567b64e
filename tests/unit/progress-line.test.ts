/** How far a long command says that it is. */
import { describe, expect, it } from 'vitest';
import { progressText, shortTime } from '#main/progress-line.ts';

const reached = { verb: 'Applying', done: 412_000, total: 1_000_000, rows: 412_000 };

describe('the line of a long command', () => {
  it('has a bar, rows, their rate and the time left', () => {
    expect(progressText({ ...reached, rowsPerSecond: 5_210.4, secondsLeft: 113 })).toBe(
      'Applying ████████████░░░░░░░░░░░░░░░░░░ 41 %  412,000 rows  5,210/s  2 min left',
    );
  });

  it('guesses nothing before there is something to go by', () => {
    expect(progressText({ ...reached, done: 0, rows: 0, rowsPerSecond: null, secondsLeft: null })).toBe(
      `Applying ${'░'.repeat(30)} 0 %  0 rows`,
    );
  });

  it('does not say that all is done while a row is left', () => {
    expect(progressText({ ...reached, done: 999_999, rowsPerSecond: null, secondsLeft: null })).toContain(
      '99 %',
    );
  });

  it.each([
    [0.2, '1 s'],
    [89, '89 s'],
    [90, '2 min'],
    [5_399, '1 h 30 min'],
    [7_500, '2 h 5 min'],
  ])('tells %d seconds as %s', (seconds, text) => {
    expect(shortTime(seconds)).toBe(text);
  });
});
