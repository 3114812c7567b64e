/**
 * Hands on a page: they press, type and walk, and keep how long the page took to show the effect of each, as the browser
 * itself reports it (Event Timing: from the press to the next frame).
 */
import type { Locator, Page } from 'playwright-core';
import * as z from 'zod';

/** From resting the pointer on something to pressing it, as a person does it. */
export const POINT_MS = 200;
/** From pressing to letting go. */
export const PRESS_MS = 80;
/** What the browser does not report took less. */
const LEAST_MS = 16;
/** The page sees a frame done when it has been given to the browser, which reports when it is on the screen: not so much before. */
const TWO_FRAMES_MS = 32;
/** What is on the screen has been reported by then. */
const REPORTED_MS = 2_000;
const BETWEEN_KEYS_MS = 120;
/** After whatever is done, until what else it began has come to rest. */
const REST_MS = 350;
const LOOKS = 20;

/** Durations in ms by what was done, a value for each time that it was. */
export type Durations = ReadonlyMap<string, readonly number[]>;

export type Hands = {
  readonly page: Page;
  press(what: string, target: Locator): Promise<void>;
  /** As Playwright names keys: `PageDown`, `Escape`, `a`. */
  key(what: string, key: string): Promise<void>;
  /** Key by key into what has the focus, at the pace of somebody who types well. */
  type(what: string, words: string): Promise<void>;
  /**
   * Of all that was done so far, when all of it has been reported.
   *
   * @throws Error where the page saw nothing of something
   */
  durations(): Promise<Durations>;
};

/** Begins to watch whatever is done by these hands, in this page until it is left for another document. */
export async function handsOn(page: Page): Promise<Hands> {
  await page.evaluate(WATCH);
  const act = async (what: string, restMs: number, work: () => Promise<void>) => {
    await page.evaluate(`window.acts.begin(${JSON.stringify(what)})`);
    await work();
    await page.evaluate('window.acts.end()');
    await page.waitForTimeout(restMs);
  };
  return {
    page,
    async press(what, target) {
      await pointAt(target, what);
      await act(what, REST_MS, async () => {
        await page.mouse.down();
        await page.waitForTimeout(PRESS_MS);
        await page.mouse.up();
      });
    },
    key: (what, key) => act(what, REST_MS, () => page.keyboard.press(key)),
    async type(what, words) {
      for (const letter of words) await act(what, BETWEEN_KEYS_MS, () => page.keyboard.press(letter));
      await page.waitForTimeout(REST_MS);
    },
    async durations() {
      await page.waitForTimeout(REPORTED_MS);
      const durations = new Map<string, number[]>();
      for (const done of z.array(Act).parse(await page.evaluate('window.acts.all()'))) {
        durations.set(done.what, [...(durations.get(done.what) ?? []), durationOf(done)]);
      }
      return durations;
    },
  };
}

/**
 * Rests the pointer on the middle of something, once it stays where it is (a table may draw other rows while one gets there) and
 * nothing lies above it.
 */
async function pointAt(target: Locator, what: string): Promise<void> {
  const page = target.page();
  for (let look = 0; look < LOOKS; look += 1) {
    // What goes away just now is another one the next time.
    await target.scrollIntoViewIfNeeded().catch(() => undefined);
    const before = await target.boundingBox();
    await page.waitForTimeout(REST_MS);
    const box = await target.boundingBox();
    if (box === null || before?.y !== box.y) continue;
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.waitForTimeout(POINT_MS);
    if ((await target.and(page.locator(':hover')).count()) > 0) return;
  }
  throw new Error(`There is nothing to press: ${what}`);
}

const Act = z.object({
  what: z.string(),
  /** Of the longest event of it; 0 where none was reported. */
  reportedMs: z.number(),
  /** From an event until the page had done with the next frame, of the event where that took longest; null where there was none. */
  paintedMs: z.number().nullable(),
});

/** What the browser reports; what the page saw instead, where that was clearly later. */
function durationOf({ what, reportedMs, paintedMs }: z.infer<typeof Act>): number {
  if (paintedMs === null) throw new Error(`The page saw nothing of this: ${what}`);
  const durationMs = Math.max(LEAST_MS, reportedMs);
  return paintedMs < durationMs + TWO_FRAMES_MS ? durationMs : paintedMs;
}

/**
 * In the page, as text: what runs here knows nothing of a browser. What is reported counts for what was being done when the event
 * came, however late the report is. A frame is done when a task runs that was asked for in it and goes before all others; not when
 * the next one begins, which waits for what the page has put off until behind the frame.
 */
const WATCH = `if (window.acts === undefined) {
  const all = [];
  const keep = (entries) => {
    for (const { interactionId, startTime, duration } of entries) {
      const act = all.find(({ beganMs, endedMs }) => beganMs <= startTime && startTime <= endedMs);
      if (interactionId > 0 && act !== undefined) act.reportedMs = Math.max(act.reportedMs, duration);
    }
  };
  const observer = new PerformanceObserver((list) => keep(list.getEntries()));
  observer.observe({ type: 'event', durationThreshold: ${LEAST_MS} });
  const see = ({ isTrusted, timeStamp }) => {
    const act = all.at(-1);
    if (!isTrusted || act?.endedMs !== Infinity) return;
    act.frames.push(new Promise((resolve) => {
      requestAnimationFrame(() => {
        scheduler.postTask(() => {
          act.paintedMs = Math.max(act.paintedMs ?? 0, performance.now() - timeStamp);
          resolve();
        }, { priority: 'user-blocking' });
      });
    }));
  };
  for (const way of ['pointerdown', 'pointerup', 'click', 'keydown', 'keyup']) {
    addEventListener(way, see, { capture: true, passive: true });
  }
  window.acts = {
    begin: (what) => {
      const beganMs = performance.now();
      all.push({ what, beganMs, endedMs: Infinity, reportedMs: 0, paintedMs: null, frames: [] });
    },
    end: async () => {
      const act = all.at(-1);
      act.endedMs = performance.now();
      await Promise.all(act.frames);
    },
    all: () => {
      keep(observer.takeRecords());
      return all.map(({ what, reportedMs, paintedMs }) => ({ what, reportedMs, paintedMs }));
    },
  };
}`;
