/** When a page shows what was asked for, as the page itself sees it. */
import type { Page } from 'playwright-core';

/** What has not come by then never will. */
const NEVER_MS = 30_000;

/**
 * Begins to watch, before a click or a step in the history. What it answers waits until another address is open and another text is
 * seen in what the selector finds first, and says how many ms after the click that had been painted.
 *
 * @throws Error where that does not come in 30 s
 */
export async function watchArrival(page: Page, shows: string): Promise<() => Promise<number>> {
  await page.evaluate(`(${WATCH})(${JSON.stringify(shows)})`);
  return async () => Number(await page.evaluate('window.painted'));
}

/** Goes so many steps in the history, back where it is less than 0, and answers the ms until what is there has been painted. */
export async function goInHistory(page: Page, steps: number, shows: string): Promise<number> {
  const painted = await watchArrival(page, shows);
  await page.evaluate(`history.go(${steps})`);
  return painted();
}

/**
 * In the page, as text: what runs here knows nothing of a browser. It does nothing until the click, and nothing in the frame, so
 * that it costs the press none of it. The frame is painted when a task runs that was asked for in it and goes before all others.
 * One of usual priority would wait for work that the page has put off until behind the frame.
 */
const WATCH = `(selector) => {
  // A page may hold more than is seen.
  const isSeen = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const shown = () => [...document.querySelectorAll(selector)].find(isSeen)?.textContent;
  const before = { address: location.href, shown: shown() };
  window.painted = new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('Nothing else came than ' + before.shown)), ${NEVER_MS});
    // Looked at behind each frame, so that looking is no part of one.
    const lookFrom = (began) => {
      scheduler.postTask(() => {
        const tookMs = performance.now() - began;
        if (location.href !== before.address && shown() !== before.shown) resolve(tookMs);
        else requestAnimationFrame(() => lookFrom(began));
      }, { priority: 'user-blocking' });
    };
    const begun = new AbortController();
    const begin = ({ timeStamp }) => {
      begun.abort();
      // By the event, not by the clock: the page's own listener may have come before this one.
      requestAnimationFrame(() => lookFrom(timeStamp));
    };
    for (const way of ['click', 'popstate']) addEventListener(way, begin, { capture: true, signal: begun.signal });
  });
}`;
