/**
 * From page to page on a slow machine: 4 times slower than this one, 40 ms away from the shop; with a pointer, and on a phone.
 * Time is taken by the page itself, from the click to the frame that shows what was asked for.
 */
import type { Browser, Locator, Page } from 'playwright-core';
import { median, type PageFigure, percentile } from './figures.ts';
import { openSlowly } from './slow-page.ts';

/** From resting the pointer on a link to the click, as a person does it. */
const REST_MS = 200;
/** From the press to letting go. The time begins there: at the click. */
const PRESS_MS = 80;
const BETWEEN_MS = 300;
/** From seeing the end of a list to pressing what is there. */
const BEFORE_TOUCH_MS = 1_000;
const MEDIAN_LIMIT_MS = 50;
const P95_LIMIT_MS = 100;

type Step = {
  readonly name: string;
  readonly link: (page: Page) => Locator;
  /** What the page shows when one is there: the text of this changes. */
  readonly shows: string;
};

const NEXT: Step = {
  name: 'list to its next page',
  link: (page) => page.getByRole('link', { name: 'Next page' }),
  shows: '#found h3, #found h2:not(.sr)',
};
const FILTER: Step = {
  name: 'list to a filter',
  link: (page) => page.locator('aside a[href*="brand="]').first(),
  shows: 'main h1',
};

/** @param walks how often each way is gone */
export async function measureNavigation(browser: Browser, url: string, walks: number): Promise<PageFigure[]> {
  const times = new Map<string, number[]>();
  const note = (name: string, ms: number) => times.set(name, [...(times.get(name) ?? []), ms]);
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await openSlowly(context, `${url}/catalogue`);
  await page.locator('html[data-alive]').waitFor({ state: 'attached' });
  for (let walk = 0; walk < walks; walk += 1) {
    const parts = page.locator('#found h3 a, #found h2:not(.sr) a').filter({ visible: true });
    const part = parts.nth(walk % (await parts.count()));
    note('list to part', await timeOf(page, part, 'main h1'));
    note('back to the list', await timeOfBack(page, 'main h1'));
    for (const step of [NEXT, FILTER]) {
      note(step.name, await timeOf(page, step.link(page), step.shows));
      await page.waitForTimeout(BETWEEN_MS);
      note(`back from ${step === NEXT ? 'the next page' : 'a filter'}`, await timeOfBack(page, step.shows));
    }
  }
  await context.close();
  for (const ms of await onAPhone(browser, url, walks)) note('list to its next page, on a phone', ms);
  return [...times].map(([name, all]) => ({
    page: 'from',
    name: `${name} (p50, p95)`,
    unit: 'ms',
    value: median(all),
    limit: MEDIAN_LIMIT_MS,
    worst: percentile(all, 0.95),
    worstLimit: P95_LIMIT_MS,
  }));
}

/** Through a list page by page, by touch: nothing is pointed at before it is pressed. */
async function onAPhone(browser: Browser, url: string, walks: number): Promise<number[]> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true });
  const page = await openSlowly(context, `${url}/catalogue`);
  await page.locator('html[data-alive]').waitFor({ state: 'attached' });
  const hand = await context.newCDPSession(page);
  const times: number[] = [];
  for (let walk = 0; walk < walks; walk += 1) {
    // The end of a list moves until all of it is there.
    await page.waitForTimeout(BETWEEN_MS);
    const link = NEXT.link(page);
    await link.scrollIntoViewIfNeeded();
    await page.waitForTimeout(BEFORE_TOUCH_MS);
    // Only looks that it is where a finger finds it: lines above it may have grown meanwhile.
    await link.tap({ trial: true });
    const painted = await watch(page, NEXT.shows);
    const box = await link.boundingBox();
    if (box === null) throw new Error('The link to the next page is not to be seen');
    const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    await hand.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] });
    await page.waitForTimeout(PRESS_MS);
    await hand.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    times.push(await painted());
  }
  await context.close();
  return times;
}

/** Rests on the link, clicks it, and answers the time until what it leads to has been painted. */
async function timeOf(page: Page, link: Locator, shows: string): Promise<number> {
  await link.scrollIntoViewIfNeeded();
  await page.waitForTimeout(BETWEEN_MS);
  const painted = await watch(page, shows);
  await link.hover();
  await page.waitForTimeout(REST_MS);
  await page.mouse.down();
  await page.waitForTimeout(PRESS_MS);
  await page.mouse.up();
  return painted();
}

async function timeOfBack(page: Page, shows: string): Promise<number> {
  await page.waitForTimeout(BETWEEN_MS);
  const painted = await watch(page, shows);
  await page.evaluate('history.back()');
  return painted();
}

/** Begins to watch; what it answers waits for the frame after the change, and says how long after the click that was. */
async function watch(page: Page, shows: string): Promise<() => Promise<number>> {
  await page.evaluate(`(${WATCH})(${JSON.stringify(shows)})`);
  return async () => Number(await page.evaluate('window.painted'));
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
  window.painted = new Promise((resolve) => {
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
