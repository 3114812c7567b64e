/** Finding room among kept answers. */
import { expect, test } from 'vitest';
import { type Entry, keptEntries } from '#server/platform/cache/kept-entries.ts';
import { STEADY } from '#server/platform/cache/shown.ts';
import { variantsOf } from '#server/platform/cache/variants.ts';

const MADE = { bytes: Buffer.from('kept'), headers: new Map(), tag: undefined, shown: STEADY };

/** Sure, as long as nobody moves the clock; tells whenever it is looked at. */
const watched = (onLook: () => void): Entry => ({
  answer: { ...MADE, sinceMs: 0, lineage: {} },
  ...{
    variants: variantsOf(MADE),
    madeByMs: 0,
    moved: new Map(),
    wasUsed: false,
    brotliHits: 0,
    countedBytes: 0,
  },
  get isTouched() {
    onLook();
    return false;
  },
});

test('an answer for which there is no room costs a look at a hundred others, however many there are', () => {
  let looks = 0;
  const entries = keptEntries(2_000_000, () => 0);
  for (let made = 0; made < 2_000; made += 1) {
    const entry = watched(() => {
      looks += 1;
    });
    entries.keep(`/${made}`, entry, false);
  }
  expect(entries.figures().entries).toBeGreaterThan(500);
  looks = 0;
  entries.keep('/one-more', watched(expect.unreachable), false);
  expect(entries.at('/one-more')).toBeUndefined();
  expect(looks).toBe(100);
});
