import { describe, expect, it } from 'vitest';
import { relativeTime } from '#web/ui/relative-time.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const MINUTE = 60_000;

describe('how long ago a moment is', () => {
  it.each([
    [0, 'now'],
    [-59_999, 'now'],
    [-MINUTE, '1 minute ago'],
    [-59 * MINUTE, '59 minutes ago'],
    [-90 * MINUTE, '1 hour ago'],
    [90 * MINUTE, 'in 1 hour'],
    [-24 * 60 * MINUTE, 'yesterday'],
    [-40 * 24 * 60 * MINUTE, 'last month'],
    [-800 * 24 * 60 * MINUTE, '2 years ago'],
  ])('%i ms: %s', (distanceMs, words) => {
    expect(relativeTime(new Date(NOW + distanceMs).toISOString(), NOW, 'en')).toBe(words);
  });

  it('speaks the reader’s language', () => {
    expect(relativeTime(new Date(NOW - 5 * MINUTE).toISOString(), NOW, 'de')).toBe('vor 5 Minuten');
  });
});
