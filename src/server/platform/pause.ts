/** Waiting before another try. */
import { setTimeout as wait } from 'node:timers/promises';

/** The longest wait before the try of this number (2: the second), in ms: doubled each time. */
const longestMs = (firstMs: number, tries: number): number => firstMs * 2 ** (tries - 2);

/**
 * Waits before the try of this number, from half to the whole of a time that doubles from `firstMs` on. Chance spreads
 * those who failed together, so that they don't come back together.
 */
export async function pauseBeforeTry(tries: number, firstMs: number): Promise<void> {
  const mostMs = longestMs(firstMs, tries);
  await wait(mostMs / 2 + (Math.random() * mostMs) / 2);
}
