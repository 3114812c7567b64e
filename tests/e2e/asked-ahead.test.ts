/** What a browser asks the shop for ahead, where nothing can be pointed at. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser, openPage, PHONE, type WatchedPage } from './browser.ts';

const PARTS = /^\/api\/catalogue\/[^/]+\/[^/]+$/;
const LISTS = /^\/api\/search\?/;
/** Longer than what is seen has to rest, and than all of it takes to come. */
const LONG_MS = 2_000;

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** The paths of all calls like this one, from now on. */
function callsOf(page: WatchedPage, kind: RegExp): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (kind.test(pathname + search)) calls.push(pathname + search);
  });
  return calls;
}

/** Where the links lead that are on the screen. */
const seen = (page: WatchedPage, links: string) =>
  page.locator(links).evaluateAll((all) =>
    (all as HTMLAnchorElement[])
      .filter((link) => {
        const { top, bottom } = link.getBoundingClientRect();
        return link.checkVisibility() && bottom > 0 && top < innerHeight;
      })
      .map((link) => link.pathname + link.search),
  );

it('the parts that rest on the screen of a phone, and no others; one that is opened then is not asked for again', async () => {
  const page = await openPage(browser, { viewport: PHONE, hasTouch: true });
  const calls = callsOf(page, PARTS);
  await page.goto('/catalogue', { waitUntil: 'networkidle' });
  await page.mouse.wheel(0, 600);
  await expect.poll(() => page.evaluate('scrollY')).toBeGreaterThan(500);
  const links = await seen(page, '#found li h2 a');
  expect(links.length).toBeGreaterThan(3);
  await expect.poll(() => calls.toSorted()).toEqual(links.map((path) => `/api${path}`).toSorted());
  const [, second = ''] = links;
  await page.locator(`#found h2 a[href="${second}"]`).tap();
  await expect.poll(() => new URL(page.url()).pathname).toBe(second);
  await page.getByText('Available Stock').filter({ visible: true }).first().waitFor();
  expect(calls.filter((call) => call === `/api${second}`)).toHaveLength(1);
  expect(page.complaints).toEqual([]);
  await page.context().close();
});

it('the lists that filters lead to, as soon as they are unfolded', async () => {
  const page = await openPage(browser, { viewport: PHONE, hasTouch: true });
  const calls = callsOf(page, LISTS);
  await page.goto('/catalogue', { waitUntil: 'networkidle' });
  await page.getByRole('checkbox', { name: 'Filter' }).tap();
  const links = await seen(page, 'aside[aria-label="Filters"] a[href*="="]');
  expect(links.length).toBeGreaterThan(3);
  await expect.poll(() => calls.length).toBe(links.length);
  expect(page.complaints).toEqual([]);
  await page.context().close();
});

it.each([
  ['before somebody has touched the page', { viewport: PHONE, hasTouch: true }, false, ''],
  ['where there is a pointer', {}, true, ''],
  [
    'for somebody who saves data',
    { viewport: PHONE, hasTouch: true },
    true,
    "Object.defineProperty(navigator, 'connection', { value: { saveData: true } })",
  ],
] as const)('nothing %s', async (_name, options, scrolls, before) => {
  const page = await openPage(browser, options);
  await page.addInitScript(before);
  const calls = callsOf(page, PARTS);
  await page.goto('/catalogue', { waitUntil: 'networkidle' });
  if (scrolls) await page.evaluate('scrollTo(0, 600)');
  await page.waitForTimeout(LONG_MS);
  expect(calls).toEqual([]);
  await page.context().close();
});
