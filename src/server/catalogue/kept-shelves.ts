/**
 * Counting all parts takes longer the more there are. A small catalogue is counted whenever somebody asks; of a large one
 * the counts are kept for a while, which grows with what counting costs, so that it never takes more than a twentieth
 * of the time.
 */
import type { Shelves } from './shelves.ts';

/** Catalogues that are counted each time: a few milliseconds. */
const SMALL_PARTS = 20_000;
/** For so many times as long as counting took, counts are as good as new; then one caller has them counted again. */
const KEPT_TIMES = 20;

/** Answers how to get the shelves. Callers at the same time share one counting. */
export function keptShelves(count: () => Promise<Shelves>, nowMs: () => number): () => Promise<Shelves> {
  let kept: { readonly shelves: Shelves; readonly atMs: number; readonly tookMs: number } | undefined;
  let counting: Promise<Shelves> | undefined;

  async function countNow(): Promise<Shelves> {
    const startedMs = nowMs();
    const shelves = await count();
    kept = { shelves, atMs: startedMs, tookMs: nowMs() - startedMs };
    return shelves;
  }
  const counted = () => {
    counting ??= countNow().finally(() => {
      counting = undefined;
    });
    return counting;
  };

  return async () => {
    if (kept === undefined || kept.shelves.partCount < SMALL_PARTS) return counted();
    const keptMs = kept.tookMs * KEPT_TIMES;
    const ageMs = nowMs() - kept.atMs;
    // Once they are twice as old as they should be, nobody is given them any more.
    if (ageMs >= 2 * keptMs) return counted();
    // A failure is for whoever asks when they are too old.
    if (ageMs >= keptMs) counted().catch(() => undefined);
    return kept.shelves;
  };
}
