/**
 * From page to page on a slow machine: 4 times slower than this one, 40 ms away from the shop; with a pointer, and on a phone.
 * Time is taken by the page itself, from the click to the frame that shows what was asked for. Each step onward leads to what this
 * browser has not asked the shop for before the walk.
 */
import type { Browser, Locator, Page } from 'playwright-core';
import { median, percentile } from '../statistics.ts';
import { goInHistory, watchArrival } from './arrival.ts';
import { newAmong, noteAsked } from './asked-for.ts';
import type { PageFigure } from './figures.ts';
import { POINT_MS, PRESS_MS } from './hands.ts';
import { BRANDS_SEEN, brandLinks, HEADING, nextPage, PART_NAMES, partLinks } from './list-links.ts';
import { openSlowly } from './slow-page.ts';

const BETWEEN_MS = 300;
/**
 * From seeing the end of a list to pressing what is there: somebody looks, and reaches for it. The page has asked for what comes next
 * by then and laid it out, which is the whole of what it can do where nothing is pointed at.
 */
const BEFORE_TOUCH_MS = 1_000;
const MEDIAN_LIMIT_MS = 50;
const P95_LIMIT_MS = 100;

type Step = {
  readonly name: string;
  readonly back: string;
  /** Where such a step may lead from a list: each walk takes another of them. */
  readonly links: (page: Page) => Locator;
  /** What the page shows when one is there: the text of this changes. */
  readonly shows: string;
};

/** The last one is gone once more, and the next walk begins where it leads. */
const STEPS: readonly Step[] = [
  { name: 'list to part', back: 'back to the list', links: partLinks, shows: HEADING },
  {
    name: 'list to a filter',
    back: 'back from a filter',
    links: brandLinks,
    shows: HEADING,
  },
  { name: 'list to its next page', back: 'back from the next page', links: nextPage, shows: PART_NAMES },
];

/** @param walks how often each way is gone, by ten each from another page of the list and to somewhere else */
export async function measureNavigation(browser: Browser, url: string, walks: number): Promise<PageFigure[]> {
  const times = new Map<string, number[]>();
  const note = (name: string, ms: number) => times.set(name, [...(times.get(name) ?? []), ms]);
  // As many as there are brands to narrow a list to; then somebody else comes, whose browser has asked for nothing.
  for (let begun = 0; begun < walks; begun += BRANDS_SEEN)
    await withPointer(browser, url, Math.min(BRANDS_SEEN, walks - begun), note);
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

async function withPointer(
  browser: Browser,
  url: string,
  walks: number,
  note: (name: string, ms: number) => void,
): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const wasAsked = noteAsked(context);
  const page = await openSlowly(context, `${url}/catalogue`);
  for (let walk = 0; walk < walks; walk += 1) {
    // Before the first step: who sees the end of a list on the way has its next page asked for.
    const goals = await Promise.all(
      STEPS.map(async (step) => ({ ...step, ...(await newAmong(step.links(page), walk, wasAsked)) })),
    );
    for (const { name, back, link, href, shows } of goals) {
      note(name, await timeOf(page, link, shows));
      if (!wasAsked(href)) throw new Error(`${href} was shown, and the shop was not asked for it`);
      await page.waitForTimeout(2 * BETWEEN_MS);
      note(back, await goInHistory(page, -1, shows));
    }
    await page.waitForTimeout(BETWEEN_MS);
    await goInHistory(page, 1, PART_NAMES);
    await page.waitForTimeout(BETWEEN_MS);
  }
  await context.close();
}

/** Through a list page by page, by touch: nothing is pointed at before it is pressed. */
async function onAPhone(browser: Browser, url: string, walks: number): Promise<number[]> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true });
  const wasAsked = noteAsked(context);
  const page = await openSlowly(context, `${url}/catalogue`);
  const hand = await context.newCDPSession(page);
  const times: number[] = [];
  for (let walk = 0; walk < walks; walk += 1) {
    // The end of a list moves until all of it is there.
    await page.waitForTimeout(BETWEEN_MS);
    const { link, href } = await newAmong(nextPage(page), walk, wasAsked);
    await link.scrollIntoViewIfNeeded();
    await page.waitForTimeout(BEFORE_TOUCH_MS);
    // Only looks that it is where a finger finds it: lines above it may have grown meanwhile.
    await link.tap({ trial: true });
    const painted = await watchArrival(page, PART_NAMES);
    const box = await link.boundingBox();
    if (box === null) throw new Error('The link to the next page is not to be seen');
    const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    await hand.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] });
    await page.waitForTimeout(PRESS_MS);
    await hand.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    times.push(await painted());
    if (!wasAsked(href)) throw new Error(`${href} was shown, and the shop was not asked for it`);
  }
  await context.close();
  return times;
}

/** Rests on the link, clicks it, and answers the time until what it leads to has been painted. */
async function timeOf(page: Page, link: Locator, shows: string): Promise<number> {
  // Out of the way first: what a page scrolls under a pointer that rests is pointed at, too, and would be asked for.
  await page.mouse.move(0, 0);
  await link.scrollIntoViewIfNeeded();
  await page.waitForTimeout(BETWEEN_MS);
  const painted = await watchArrival(page, shows);
  await link.hover();
  await page.waitForTimeout(POINT_MS);
  await page.mouse.down();
  await page.waitForTimeout(PRESS_MS);
  await page.mouse.up();
  return painted();
}
