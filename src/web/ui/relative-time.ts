/** How long ago, or how far ahead, a moment is: "5 minutes ago", "in 2 hours". */

const UNITS = [
  { unit: 'year', ms: 365 * 86_400_000 },
  { unit: 'month', ms: 30 * 86_400_000 },
  { unit: 'day', ms: 86_400_000 },
  { unit: 'hour', ms: 3_600_000 },
  { unit: 'minute', ms: 60_000 },
] as const;

/** In the largest unit of which it is at least one, rounded towards the present; less than a minute is "now". */
export function relativeTime(at: string, nowMs: number, locale: string): string {
  const distanceMs = Date.parse(at) - nowMs;
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  for (const { unit, ms } of UNITS) {
    const count = Math.trunc(distanceMs / ms);
    if (count !== 0) return format.format(count, unit);
  }
  return format.format(0, 'second');
}
