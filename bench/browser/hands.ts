/**
 * Hands on a page: they press, type and walk, and keep how long the page took to show the effect of each, as the browser
 * itself reports it (Event Timing: from the press to the next frame).
 */
import type { Locator, Page } from 'playwright-core';
import * as z from 'zod';

/** What the browser does not report took less. */
const LEAST_MS = 16;
const BETWEEN_KEYS_MS = 120;
/** After a press, until its event has been reported and whatever else it began has come to rest. */
const REST_MS = 350;
const LOOKS = 20;

/** Durations in ms by what was done, a value for each time that it was. */
export type Durations = Map<string, number[]>;

export type Hands = {
  readonly page: Page;
  press(what: string, target: Locator): Promise<void>;
  /** As Playwright names keys: `PageDown`, `Escape`, `a`. */
  key(what: string, key: string): Promise<void>;
  /** Key by key into what has the focus, at the pace of somebody who types well. */
  type(what: string, words: string): Promise<void>;
};

/** Begins to watch; whatever is done by these hands from now on is noted in `durations`. */
export async function handsOn(page: Page, durations: Durations): Promise<Hands> {
  await page.evaluate(WATCH);
  const note = async (what: string, times: number, act: () => Promise<void>) => {
    await page.evaluate('window.timings.clear()');
    await act();
    await page.waitForTimeout(REST_MS);
    const reported = z.array(z.number()).parse(await page.evaluate(READ));
    const unreported = Array.from({ length: Math.max(0, times - reported.length) }, () => LEAST_MS);
    durations.set(what, [...(durations.get(what) ?? []), ...reported, ...unreported]);
  };
  return {
    page,
    async press(what, target) {
      const { x, y } = await placeOf(target, what);
      await page.mouse.move(x, y);
      await page.waitForTimeout(BETWEEN_KEYS_MS);
      await note(what, 1, async () => {
        await page.mouse.down();
        await page.mouse.up();
      });
    },
    key: (what, key) => note(what, 1, () => page.keyboard.press(key)),
    type: (what, words) =>
      note(what, words.length, async () => {
        for (const letter of words) {
          await page.keyboard.press(letter);
          await page.waitForTimeout(BETWEEN_KEYS_MS);
        }
      }),
  };
}

/** The middle of what is to be pressed, once it stays where it is: a table may draw other rows while one gets there. */
async function placeOf(target: Locator, what: string): Promise<{ x: number; y: number }> {
  for (let look = 0; look < LOOKS; look += 1) {
    // What goes away just now is another one the next time.
    await target.scrollIntoViewIfNeeded().catch(() => undefined);
    const before = await target.boundingBox();
    await target.page().waitForTimeout(REST_MS);
    const box = await target.boundingBox();
    if (box !== null && before?.y === box.y) return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }
  throw new Error(`There is nothing to press: ${what}`);
}

/** In the page, as text: what runs here knows nothing of a browser. An interaction has several events: the longest counts. */
const WATCH = `if (window.timings === undefined) {
  window.timings = new Map();
  const keep = (entries) => {
    for (const { interactionId, duration } of entries) {
      if (interactionId > 0) timings.set(interactionId, Math.max(duration, timings.get(interactionId) ?? 0));
    }
  };
  const observer = new PerformanceObserver((list) => keep(list.getEntries()));
  observer.observe({ type: 'event', durationThreshold: ${LEAST_MS} });
  window.readTimings = () => {
    keep(observer.takeRecords());
    return [...timings.values()];
  };
}`;
const READ = 'window.readTimings()';
