/** How long an unpaid order is kept, in words. */

export type TimeLeft = {
  /** "1 h 47 min"; empty when the time is up. */
  readonly text: string;
  readonly isSoon: boolean;
  readonly isOver: boolean;
};

const MINUTE_MS = 60_000;
const SOON_MINUTES = 30;

/** From now until a moment (ISO 8601); `nowMs` is the reader's clock. */
export function timeLeft(until: string, nowMs: number): TimeLeft {
  const leftMs = Date.parse(until) - nowMs;
  if (leftMs <= 0) return { text: '', isSoon: true, isOver: true };
  const minutes = Math.floor(leftMs / MINUTE_MS);
  return { text: inWords(minutes), isSoon: minutes < SOON_MINUTES, isOver: false };
}

function inWords(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const days = Math.floor(hours / 24);
  if (minutes < 1) return 'less than a minute';
  if (hours < 1) return `${minutes} min`;
  if (days < 2) return minutes % 60 === 0 || hours >= 10 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
  return `${days} days`;
}
