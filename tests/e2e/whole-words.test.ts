/** What is written on a page is there whole, and makes no page wider than its window, however long it is. */
import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FoundVehicleBody } from '#contract/vehicles.ts';
import { DESKTOP, openBrowser, openPage, PHONE, type WatchedPage } from './browser.ts';

const TABLET = { width: 768, height: 1024 };
/** A window of 1280 pixels, enlarged four times (WCAG 1.4.10). */
const ENLARGED = { width: 320, height: 256 };
const SETTLED = { waitUntil: 'networkidle' } as const;

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const widthOf = (page: WatchedPage) => page.evaluate(() => document.documentElement.scrollWidth);

it.each([
  ['on a phone', PHONE, 'W'.repeat(40)],
  ['on a desktop', DESKTOP, 'a'.repeat(200)],
])('a long word that was searched for is as wide as the page at most, %s', async (_where, viewport, word) => {
  const page = await openPage(browser, { viewport });
  await page.goto(`/catalogue?q=${word}`, SETTLED);
  await page.getByRole('heading', { name: word }).waitFor();
  await page.getByRole('list', { name: 'Narrowed to' }).getByText(word).waitFor();
  expect(await widthOf(page)).toBe(viewport.width);
  await page.context().close();
});

it('home is not scrolled to the side where it is enlarged four times', async () => {
  const page = await openPage(browser, { viewport: ENLARGED });
  await page.goto('/', SETTLED);
  await page.getByRole('button', { name: 'Pause the carousel' }).waitFor();
  expect(await widthOf(page)).toBe(ENLARGED.width);
  await page.context().close();
});

/** The words of those whose words reach beyond the place that `inside` names. */
const cutOf = (all: Locator, inside: string) =>
  all.evaluateAll(
    (elements, place) =>
      elements
        .filter((element) => {
          const words = document.createRange();
          words.selectNodeContents(element);
          const end = element.closest(place)?.getBoundingClientRect().right ?? 0;
          return words.getBoundingClientRect().right > end + 1;
        })
        .map(({ textContent }) => textContent),
    inside,
  );

it.each([
  ['on a phone', PHONE],
  ['on a tablet', TABLET],
  ['on a desktop', DESKTOP],
])('the names of a list, which differ at their ends, are not cut, %s', async (_where, viewport) => {
  const page = await openPage(browser, { viewport });
  await page.goto('/catalogue?q=wheel+bearing', SETTLED);
  const names = page.locator('main li h2');
  expect(await names.count()).toBe(24);
  expect(await cutOf(names, 'h2')).toEqual([]);
  await page.context().close();
});

it.each([PHONE, TABLET, { width: 1100, height: 900 }, DESKTOP])(
  'on what condition a part fits is said whole in a list, $width pixels wide',
  async (viewport) => {
    const page = await openPage(browser, { viewport });
    const answer = await page.request.get('/api/vehicles?q=volkswagen golf 2014');
    const [found]: FoundVehicleBody[] = await answer.json();
    await page.goto(`/catalogue?vehicle=${found?.vehicle?.id}`, SETTLED);
    const fits = page.locator('main li p span', { hasText: /^Fits if: with engine/ });
    await fits.first().waitFor();
    expect(await cutOf(fits, 'p')).toEqual([]);
    await page.context().close();
  },
);
