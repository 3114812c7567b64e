/**
 * From page to page on a slow machine: 4 times slower than this one, 40 ms away from the shop; with a pointer, and on a phone; as
 * nobody in particular, and signed in.
 * Time is taken by the page itself, from the click to the frame that shows what was asked for. Each step onward leads to what this
 * browser has not asked the shop for before the walk; on a phone, where much is asked for ahead, to what has not been opened.
 * Beside each stands what the very same press takes on a bare page.
 */
import type { Browser, BrowserContextOptions, CDPSession, Locator, Page } from 'playwright-core';
import * as z from 'zod';
import { median, percentile } from '../statistics.ts';
import { goInHistory, watchArrival } from './arrival.ts';
import { openBarely } from './bare-page.ts';
import type { PageFigure } from './figures.ts';
import { POINT_MS, PRESS_MS } from './hands.ts';
import { newAmong, noteAsked, noteOpened } from './known-pages.ts';
import {
  BRANDS_SEEN,
  brandLinks,
  HEADING,
  nextPage,
  PART_NAMES,
  partLinks,
  unfoldFilters,
} from './list-links.ts';
import { letTouchesPass } from './passive-touch.ts';
import type { SignedIn } from './people.ts';
import { openSlowly } from './slow-page.ts';

const BETWEEN_MS = 300;
/**
 * From seeing a link to pressing it, where nothing can be pointed at: somebody looks, and reaches for it. What a page makes ready of
 * what is seen it has had this long for.
 */
const BEFORE_TOUCH_MS = 1_000;
const MEDIAN_LIMIT_MS = 50;
const P95_LIMIT_MS = 100;

type Step = {
  readonly name: string;
  readonly back: string;
  /** Where such a step may lead from a list: each walk takes another of them. */
  readonly links: (page: Page) => Locator;
  /** Has these links seen, where they may not be. */
  readonly unfold?: (page: Page) => Promise<void>;
  /** What the page shows when one is there: the text of this changes. */
  readonly shows: string;
  /** As much of the page as must become another, by its selector. */
  readonly changes: string;
};

/** The last one is gone once more, and the next walk begins where it leads. */
const STEPS: readonly Step[] = [
  { name: 'list to part', back: 'back to the list', links: partLinks, shows: HEADING, changes: 'main' },
  {
    name: 'list to a filter',
    back: 'back from a filter',
    links: brandLinks,
    unfold: unfoldFilters,
    shows: HEADING,
    changes: '#found',
  },
  {
    name: 'list to its next page',
    back: 'back from the next page',
    links: nextPage,
    shows: PART_NAMES,
    changes: '#found',
  },
];

/** Gets to a link and presses it as people do; what it answers waits until what that leads to has been painted, as `watchArrival`. */
type Press = (link: Locator, shows: string) => Promise<number>;

type Device = {
  /** Behind the names of its steps. */
  readonly suffix: string;
  readonly screen: BrowserContextOptions;
  /** Of the walks as large a part as is walked on it: one that rests before each touch takes twice as long. */
  readonly share: number;
  /** What a step onward must not lead to: what this browser has asked the shop for before, or has opened. */
  readonly knows: 'asked' | 'opened';
  readonly pressOn: (page: Page) => Promise<Press>;
};

const DEVICES: readonly Device[] = [
  {
    suffix: '',
    screen: { viewport: { width: 1280, height: 900 } },
    share: 1,
    knows: 'asked',
    pressOn: async (page) => pointing(page),
  },
  {
    suffix: ', on a phone',
    screen: { viewport: { width: 390, height: 844 }, hasTouch: true },
    share: 1 / 2,
    // What rests on the screen has been asked for, with all that is beside it.
    knows: 'opened',
    pressOn: touching,
  },
];

const asCustomer = (device: Device, customer: SignedIn): Device => ({
  ...device,
  suffix: `${device.suffix}, signed in`,
  screen: { ...device.screen, storageState: customer },
});

/** A step that was gone, by whole addresses. */
type Gone = Step & { readonly from: string; readonly to: string };
type Note = (name: string, ms: number) => void;

/**
 * @param signIn of `makeCustomer`
 * @param walks how often each way is gone with a pointer, by ten each from another page of the list and to somewhere else; as often by
 *   somebody who has signed in
 */
export async function measureNavigation(
  browser: Browser,
  url: string,
  signIn: () => Promise<SignedIn>,
  walks: number,
): Promise<PageFigure[]> {
  const times = timesByName();
  const bare = timesByName();
  for (const device of DEVICES) {
    const count = Math.ceil(walks * device.share);
    // As many as there are brands to narrow a list to; then somebody else comes, whose browser has asked for nothing.
    for (let begun = 0; begun < count; begun += BRANDS_SEEN) {
      for (const visitor of [device, asCustomer(device, await signIn())]) {
        const gone = await walkOn(visitor, browser, url, Math.min(BRANDS_SEEN, count - begun), times.note);
        // In the same minute: a machine that others share is not as fast in each.
        await goBarely(visitor, browser, gone, bare.note);
      }
    }
  }
  return [...times.all].map(([name, all]) => ({
    page: 'from',
    name: `${name} (p50, p95)`,
    unit: 'ms',
    value: median(all),
    limit: MEDIAN_LIMIT_MS,
    worst: percentile(all, 0.95),
    worstLimit: P95_LIMIT_MS,
    bare: median(bare.all.get(name) ?? []),
  }));
}

function timesByName(): { readonly all: ReadonlyMap<string, readonly number[]>; readonly note: Note } {
  const all = new Map<string, number[]>();
  return { all, note: (name, ms) => all.set(name, [...(all.get(name) ?? []), ms]) };
}

/** Answers all steps onward. */
async function walkOn(
  { suffix, screen, knows, pressOn }: Device,
  browser: Browser,
  url: string,
  walks: number,
  note: Note,
): Promise<Gone[]> {
  const gone: Gone[] = [];
  const context = await browser.newContext(screen);
  const known = { asked: noteAsked(context), opened: noteOpened(context) };
  const page = await openSlowly(context, `${url}/catalogue`);
  if (screen.storageState !== undefined) await untilSignedIn(page);
  const press = await pressOn(page);
  for (let walk = 0; walk < walks; walk += 1) {
    // Before the first step: who sees the end of a list on the way has its next page asked for.
    const goals = await Promise.all(
      STEPS.map(async (step) => ({ step, ...(await newAmong(step.links(page), walk, known[knows])) })),
    );
    for (const { step, link, href } of goals) {
      const { name, back, shows, unfold } = step;
      gone.push({ ...step, from: page.url(), to: new URL(href, url).href });
      await unfold?.(page);
      note(name + suffix, await press(link, shows));
      if (!known.asked(href)) throw new Error(`${href} was shown, and the shop was not asked for it`);
      await page.waitForTimeout(2 * BETWEEN_MS);
      note(back + suffix, await goInHistory(page, -1, shows));
    }
    await page.waitForTimeout(BETWEEN_MS);
    await goInHistory(page, 1, PART_NAMES);
    await page.waitForTimeout(BETWEEN_MS);
  }
  await context.close();
  return gone;
}

/** The head of a page has it, folded away on a phone, as soon as the session is there. */
const untilSignedIn = (page: Page): Promise<void> =>
  page.locator('header button', { hasText: 'Sign Out' }).first().waitFor({ state: 'attached' });

/** The same steps and ways back, each on a bare page of its own. */
async function goBarely(
  { suffix, screen, pressOn }: Device,
  browser: Browser,
  gone: readonly Gone[],
  note: Note,
): Promise<void> {
  const context = await browser.newContext(screen);
  for (const { name, back, links, unfold, shows, changes, from, to } of gone) {
    const page = await openBarely(context, from, to, changes);
    const press = await pressOn(page);
    await unfold?.(page);
    const href = to.slice(new URL(to).origin.length);
    const link = links(page).and(page.locator(`[href=${JSON.stringify(href)}]`));
    note(name + suffix, await press(link.first(), shows));
    await page.waitForTimeout(2 * BETWEEN_MS);
    note(back + suffix, await goInHistory(page, -1, shows));
    await page.close();
  }
  await context.close();
}

/** Rests on the link before it clicks it. */
function pointing(page: Page): Press {
  return async (link, shows) => {
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
  };
}

/** An element, of which nothing else is known here. */
type Scrolled = { readonly scrollIntoView: (to: { readonly block: 'center' }) => void };

/** By touch: nothing is pointed at before it is pressed. Who opens a list on a phone looks through it first. */
async function touching(page: Page): Promise<Press> {
  const hand = await page.context().newCDPSession(page);
  await swipeUp(page, hand);
  await page.waitForTimeout(BEFORE_TOUCH_MS);
  return async (link, shows) => {
    // Where nothing that stays at the top lies above it.
    await link.evaluate((one: unknown) => (one as Scrolled).scrollIntoView({ block: 'center' }));
    await page.waitForTimeout(BEFORE_TOUCH_MS);
    await letTouchesPass(hand);
    const painted = await watchArrival(page, shows);
    const box = await link.boundingBox();
    if (box === null) throw new Error('The link to be touched is not to be seen');
    const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    // Only looked at: what tries a touch touches it.
    const found = `document.elementFromPoint(${at.x}, ${at.y})?.closest('a')?.getAttribute('href')`;
    const isFound = (await page.evaluate(found)) === (await link.getAttribute('href'));
    if (!isFound) throw new Error('Something lies above the link to be touched');
    await hand.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] });
    await page.waitForTimeout(PRESS_MS);
    await hand.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    return painted();
  };
}

const SWIPE_STEPS = 20;
const SWIPE_STEP_MS = 16;

/** A finger goes up most of the screen, and the page with it. The browser's own way to have one made moves nothing. */
async function swipeUp(page: Page, hand: CDPSession): Promise<void> {
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  for (let step = 0; step <= SWIPE_STEPS; step += 1) {
    const at = { x: width / 2, y: height * (0.9 - (0.8 * step) / SWIPE_STEPS) };
    const type = step === 0 ? 'touchStart' : 'touchMove';
    await hand.send('Input.dispatchTouchEvent', { type, touchPoints: [at] });
    await page.waitForTimeout(SWIPE_STEP_MS);
  }
  await hand.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  const scrolled = z.number().parse(await page.evaluate('scrollY'));
  if (scrolled === 0) throw new Error('The finger went up, and the page did not');
}
