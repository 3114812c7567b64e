/** A cache of answers with a clock that is moved by hand, and changes that are told by hand. */
import { type Asked, answerCache } from '#server/platform/cache/answer-cache.ts';
import type { Made } from '#server/platform/cache/made-answer.ts';
import { type Change, type Shown, STEADY } from '#server/platform/cache/shown.ts';

export const ask = (address: string, more: Partial<Asked> = {}): Asked => ({
  address,
  acceptEncoding: undefined,
  ifNoneMatch: undefined,
  isImpatient: false,
  ...more,
});
export const made = (text: string, shown: Shown = STEADY): Made => ({
  bytes: Buffer.from(text),
  headers: new Map([['content-type', 'text/plain']]),
  shown,
});
export const partsShown = (...partIds: number[]) => ({ ...STEADY, partIds });
export const moved = (...partIds: number[]): Change => ({
  partIds: new Set(partIds),
  changesAvailability: false,
});

/** @param maxBytes room for all answers together */
export function openCache(maxBytes = 1_000_000) {
  const state = { nowMs: 0, isTrusted: true, isReachable: true, caughtUp: 0, looks: 0 };
  let tell: (change: Change) => void = () => {};
  const cache = answerCache(
    (told) => {
      tell = told;
      return {
        isTrusted: () => state.isTrusted,
        async catchUp() {
          state.looks += 1;
          if (!state.isReachable) throw new Error('no database');
          state.caughtUp += 1;
          state.isTrusted = true;
        },
        distrust() {
          state.isTrusted = false;
        },
      };
    },
    maxBytes,
    () => state.nowMs,
  );
  let makings = 0;
  return {
    cache,
    state,
    change: (change: Change) => tell(change),
    makings: () => makings,
    /** What the asker reads; `text` is what a new answer would say. */
    async read(address: string, text: string, shown: Shown | undefined = STEADY, more?: Partial<Asked>) {
      const response = await cache.through(ask(address, more), async () => {
        makings += 1;
        return made(text, shown);
      });
      return response.text();
    },
  };
}
