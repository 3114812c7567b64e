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

/** Where the lines lead that are on the screen. */
const seen = (page: WatchedPage, lines: string) =>
  page.locator(lines).evaluateAll((all) =>
    all.flatMap((line) => {
      const link = line.querySelector('a');
      const { top, bottom } = line.getBoundingClientRect();
      if (!link?.checkVisibility() || bottom <= 0 || top >= innerHeight) return [];
      return [link.pathname + link.search];
    }),
  );

it('the parts that rest on the screen of a phone, and no others; one that is opened then is not asked for again', async () => {
  const page = await openPage(browser, { viewport: PHONE, hasTouch: true });
  const calls = callsOf(page, PARTS);
  await page.goto('/catalogue', { waitUntil: 'networkidle' });
  await page.evaluate('scrollTo(0, 600)');
  const links = await seen(page, '#found li');
  expect(links.length).toBeGreaterThan(3);
  await expect.poll(() => calls.length).toBe(links.length);
  await page.waitForTimeout(LONG_MS);
  expect(calls).toEqual(links.map((path) => `/api${path}`));
  const [, second = ''] = links;
  const name = await page.locator(`#found h2 a[href="${second}"]`).innerText();
  await page.locator(`#found h2 a[href="${second}"]`).tap();
  await page.getByRole('heading', { level: 1, name }).waitFor();
  expect(calls.filter((call) => call === `/api${second}`)).toHaveLength(1);
  expect(page.complaints).toEqual([]);
  await page.context().close();
});

it('the parts on the screen of a reader who scrolled before the page was alive', async () => {
  const page = await openPage(browser, { viewport: PHONE, hasTouch: true });
  await page.addInitScript("addEventListener('DOMContentLoaded', () => scrollTo(0, 600))");
  const calls = callsOf(page, PARTS);
  await page.goto('/catalogue');
  const links = await seen(page, '#found li');
  expect(links.length).toBeGreaterThan(3);
  await expect.poll(() => calls).toEqual(links.map((path) => `/api${path}`));
  await page.context().close();
});

it.each(['/catalogue?view=grid', '/'])('the cards on the screen of %s', async (path) => {
  const page = await openPage(browser, { viewport: PHONE, hasTouch: true });
  const calls = callsOf(page, PARTS);
  await page.goto(path, { waitUntil: 'networkidle' });
  await page
    .locator('main article')
    .first()
    .evaluate((card) => card.scrollIntoView({ block: 'start' }));
  const links = await seen(page, 'main article');
  expect(links.length).toBeGreaterThan(1);
  await expect.poll(() => calls.length).toBe(links.length);
  await page.waitForTimeout(LONG_MS);
  expect(calls).toEqual(links.map((link) => `/api${link}`));
  expect(page.complaints).toEqual([]);
  await page.context().close();
});

it('the lists that filters lead to, as soon as they are unfolded; no more than eight, and none of a search by words', async () => {
  const page = await openPage(browser, { viewport: PHONE, hasTouch: true });
  const calls = callsOf(page, LISTS);
  const filter = page.getByRole('checkbox', { name: 'Filter' });
  await page.goto('/catalogue', { waitUntil: 'networkidle' });
  // Both at once, so that they come to rest once, however slow the machine is.
  await filter.evaluate((box: HTMLInputElement) => {
    box.click();
    document.querySelector('aside a[href*="brand="]')?.scrollIntoView();
  });
  const links = await seen(page, 'aside[aria-label="Filters"] li');
  expect(links.length).toBeGreaterThan(8);
  await expect.poll(() => calls.length).toBe(8);
  await page.waitForTimeout(LONG_MS);
  const asked = links.slice(0, 8).map((path) => new URL(path, 'http://shop.example').search);
  expect(calls.map((call) => call.slice('/api/search'.length).replace('&limit=24', ''))).toEqual(asked);
  calls.length = 0;
  await page.goto('/catalogue?q=brake', { waitUntil: 'networkidle' });
  await filter.tap();
  await page.waitForTimeout(LONG_MS);
  expect(calls).toEqual([]);
  expect(page.complaints).toEqual([]);
  await page.context().close();
});

it('a part that is opened while it is asked for ahead has its tries', async () => {
  const page = await openPage(browser, { viewport: PHONE, hasTouch: true });
  const calls = callsOf(page, PARTS);
  await page.goto('/catalogue', { waitUntil: 'networkidle' });
  const link = page.locator('#found h2 a').nth(4);
  await link.evaluate((one) => one.scrollIntoView({ block: 'start' }));
  const [first = ''] = await seen(page, '#found li');
  let fail = () => {};
  const held = new Promise<void>((resolve) => {
    fail = resolve;
  });
  await page.route(
    `**/api${first}`,
    async (route) => {
      await held;
      await route.fulfill({ status: 503, json: {} });
    },
    { times: 1 },
  );
  await expect.poll(() => calls).toEqual([`/api${first}`]);
  const opened = page.locator(`#found h2 a[href="${first}"]`);
  const name = await opened.innerText();
  await opened.tap();
  fail();
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await page.context().close();
});

it('nothing behind a failure', async () => {
  const page = await openPage(browser, { viewport: PHONE, hasTouch: true });
  const calls = callsOf(page, PARTS);
  await page.goto('/catalogue', { waitUntil: 'networkidle' });
  // Which is not asked for again.
  await page.route('**/api/catalogue/*/*', (route) => route.fulfill({ status: 404, json: {} }), { times: 1 });
  await page.evaluate('scrollTo(0, 600)');
  expect((await seen(page, '#found li')).length).toBeGreaterThan(3);
  await expect.poll(() => calls.length).toBe(1);
  await page.waitForTimeout(LONG_MS);
  expect(calls).toHaveLength(1);
  await page.context().close();
});

it.each([
  ['before a page has been scrolled or tapped', { viewport: PHONE, hasTouch: true }, false, ''],
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
