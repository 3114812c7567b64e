/** Parts side by side: chosen by the keyboard, kept in the browser, shared by an address. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PartBody, PartDetailBody } from '#contract/catalogue.ts';
import type { SearchBody } from '#contract/search.ts';
import { numberSlugOf } from '#domain/catalogue/part-number.ts';
import { openBrowser, openPage, PHONE, type WatchedPage } from './browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const SETTLED = { waitUntil: 'networkidle' } as const;
const LIST = '/catalogue?type=brake-disc';
const tray = (page: WatchedPage) => page.getByRole('region', { name: 'Parts to compare' });
const toggles = (page: WatchedPage) => page.locator('main').getByRole('button', { name: /^Compare/ });
const table = (page: WatchedPage) => page.getByRole('table', { name: /^What is known of each part/ });

async function press(page: WatchedPage, at: number): Promise<void> {
  await toggles(page).nth(at).focus();
  await page.keyboard.press('Space');
}

/** Presses several, one after the other, as each is seen to be chosen. */
async function choose(page: WatchedPage, count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    await press(page, at);
    await expect.poll(() => toggles(page).nth(at).getAttribute('aria-pressed')).toBe('true');
  }
}

/** The address at which these discs are compared. */
async function addressOf(page: WatchedPage, count: number): Promise<string> {
  const answer = await page.request.get(`/api/parts?type=brake-disc&limit=${count}`);
  const parts = (await answer.json()) as PartBody[];
  return `/catalogue/compare?part=${parts.map((part) => `${part.brandSlug}/${part.partNumberSlug}`).join(',')}`;
}

it('by the keyboard: choose three, compare them, see only what differs, and go back', async () => {
  const page = await openPage(browser);
  await page.goto(LIST, SETTLED);
  await choose(page, 1);
  await tray(page).getByText('Choose up to 3 more').waitFor();
  await press(page, 1);
  await press(page, 2);
  await tray(page).getByRole('link', { name: 'Compare 3 parts' }).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname === '/catalogue/compare');
  await table(page).waitFor();
  // One column for what is compared, one for each part.
  expect(await table(page).getByRole('columnheader').count()).toBe(4);
  const all = await table(page).getByRole('rowheader').allInnerTexts();
  expect(all.join()).toContain('Available Stock');
  await page.getByRole('link', { name: 'Only differences' }).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.searchParams.get('only') === 'differences');
  await expect.poll(() => table(page).getByRole('rowheader').count()).toBeLessThan(all.length);
  const different = await table(page).getByRole('rowheader').allTextContents();
  // Beside the way to order, and the reader's vehicle.
  expect(different.slice(2).every((name) => name.includes('differs'))).toBe(true);
  await page.goBack();
  await page.goBack();
  await page.waitForURL((url) => url.pathname === '/catalogue');
  await tray(page).getByRole('link', { name: 'Compare 3 parts' }).waitFor();
  expect(page.complaints).toEqual([]);
  await page.context().close();
});

it('four are the most: a fifth says why not; what is cleared comes back, in other tabs too', async () => {
  const page = await openPage(browser);
  await page.goto(LIST, SETTLED);
  await choose(page, 4);
  await tray(page).getByRole('link', { name: 'Compare 4 parts' }).waitFor();
  await press(page, 4);
  await page.getByRole('alert').filter({ hasText: 'Four parts can be compared at once' }).waitFor();
  expect(await toggles(page).nth(4).getAttribute('aria-pressed')).toBe('false');
  await press(page, 0);
  await tray(page).getByRole('link', { name: 'Compare 3 parts' }).waitFor();

  const other = await page.context().newPage();
  await other.goto('/');
  await other.getByRole('region', { name: 'Parts to compare' }).waitFor();
  await tray(page).getByRole('button', { name: 'Clear' }).click();
  await tray(page).getByText('Nothing is chosen').waitFor();
  await other.getByRole('region', { name: 'Parts to compare' }).waitFor({ state: 'detached' });
  // The way back has the focus already.
  await page.keyboard.press('Enter');
  await tray(page).getByRole('link', { name: 'Compare 3 parts' }).waitFor();
  await tray(page)
    .getByRole('button', { name: /^Do not compare/ })
    .first()
    .click();
  await tray(page).getByRole('link', { name: 'Compare 2 parts' }).waitFor();
  expect(page.complaints).toEqual([]);
  await page.context().close();
});

it('a shared address is whole without script, and says which of its parts are gone', async () => {
  const page = await openPage(browser, { javaScriptEnabled: false });
  const address = await addressOf(page, 2);
  const answer = await page.goto(`${address},gone/part-1`);
  expect(answer?.status()).toBe(200);
  await page.getByRole('heading', { level: 1, name: '2 parts side by side' }).waitFor();
  await page.getByText('gone/part-1 is not in the shop').waitFor();
  expect(
    await table(page)
      .getByRole('link', { name: /^Buy Now/ })
      .count(),
  ).toBeGreaterThan(0);
  const robots = await page.locator('meta[name=robots]').getAttribute('content');
  expect(robots).toBe('noindex');
  await page.getByRole('link', { name: 'Only differences' }).click();
  await page.waitForURL((url) => url.searchParams.get('only') === 'differences');
  await page.getByRole('link', { name: 'Leave it out' }).click();
  await page.waitForURL((url) => !url.href.includes('gone'));
  await page.context().close();
});

it('in the place of an old number, what replaces it can be compared', async () => {
  const page = await openPage(browser, { javaScriptEnabled: false });
  const { parts } = (await (await page.request.get('/api/search?q=oil filter')).json()) as SearchBody;
  const details = await Promise.all(
    parts.map(
      async ({ _id }) => (await (await page.request.get(`/api/parts/${_id}`)).json()) as PartDetailBody,
    ),
  );
  const newer = details.find(({ numbers }) => numbers.some(({ kind }) => kind === 'superseded'));
  const old = newer?.numbers.find(({ kind }) => kind === 'superseded')?.number ?? '';
  await page.goto(`${await addressOf(page, 1)},${newer?.brandSlug}/${numberSlugOf(old)}`);
  await page.getByText('has been replaced').waitFor();
  await page.getByRole('link', { name: `Compare ${newer?.brand} ${newer?.partNumber} instead` }).click();
  await page.getByRole('heading', { level: 1, name: '2 parts side by side' }).waitFor();
  await page.context().close();
});

it('fewer than two parts are asked for more', async () => {
  const page = await openPage(browser, { javaScriptEnabled: false });
  await page.goto('/catalogue/compare');
  await page.getByRole('heading', { name: 'Nothing to compare yet' }).waitFor();
  await page.goto(await addressOf(page, 1));
  await page.getByRole('heading', { name: /needs another part beside it$/ }).waitFor();
  await page.context().close();
});

it('on a phone the parts are scrolled sideways, and what a row is about stays', async () => {
  const page = await openPage(browser, { viewport: PHONE, hasTouch: true });
  await page.goto(await addressOf(page, 4), SETTLED);
  const scroller = page.getByRole('region', { name: 'Parts beside each other' });
  const first = table(page).getByRole('rowheader').first();
  const before = await first.boundingBox();
  await scroller.evaluate((element) => element.scrollTo({ left: 300 }));
  expect(await scroller.evaluate((element) => element.scrollLeft)).toBeGreaterThan(200);
  expect((await first.boundingBox())?.x).toBe(before?.x);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
  await page.context().close();
});
