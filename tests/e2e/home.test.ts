/** The home page as somebody meets it: the carousel, and where its links lead. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, openPage, PHONE, type WatchedPage } from './browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const tabs = (page: WatchedPage) => page.locator('section[aria-roledescription="carousel"] [data-tab]');
/** Waits until the slide of this number is in view and its tab is marked. */
async function isShown(page: WatchedPage, number: number): Promise<void> {
  await page.waitForFunction((index) => {
    const slide = document.querySelectorAll('[aria-roledescription="slide"]')[index];
    const view = slide?.parentElement;
    if (slide === undefined || view === null || view === undefined) return false;
    const offsetPx = slide.getBoundingClientRect().left - view.getBoundingClientRect().left;
    const tab = document.querySelectorAll('[data-tab]')[index];
    return Math.abs(offsetPx) < 60 && tab?.getAttribute('aria-current') === 'true';
  }, number - 1);
}

describe('the carousel', () => {
  it('has four slides, chosen by pointer and by key, and turns no more after that', async () => {
    const page = await openPage(browser);
    await page.goto('/', { waitUntil: 'networkidle' });
    expect(await page.locator('[aria-roledescription="slide"]').count()).toBe(4);
    await isShown(page, 1);
    await tabs(page).nth(2).click();
    await isShown(page, 3);
    await page.keyboard.press('ArrowRight');
    await isShown(page, 4);
    await page.keyboard.press('ArrowRight');
    await isShown(page, 1);
    await page.keyboard.press('End');
    await isShown(page, 4);
    await page.getByRole('button', { name: 'Play the carousel' }).waitFor();
    expect(page.complaints).toEqual([]);
    await page.context().close();
  });

  it('turns by itself, but not under the pointer, not with the focus in it, and not once it is paused', async () => {
    const page = await openPage(browser);
    await page.clock.install();
    await page.goto('/', { waitUntil: 'networkidle' });
    await page.clock.runFor(7_500);
    await isShown(page, 2);
    await tabs(page).first().hover();
    await page.clock.runFor(30_000);
    await isShown(page, 2);
    await page.mouse.move(2, 2);
    await page.clock.runFor(7_500);
    await isShown(page, 3);
    await page.getByRole('button', { name: 'Pause the carousel' }).click();
    await page.mouse.move(2, 2);
    await page.clock.runFor(30_000);
    await isShown(page, 3);
    await page.context().close();
  });

  it('stands still for people who ask for less motion', async () => {
    const page = await openPage(browser, { reducedMotion: 'reduce' });
    await page.clock.install();
    await page.goto('/', { waitUntil: 'networkidle' });
    await page.clock.runFor(60_000);
    await isShown(page, 1);
    expect(await page.getByRole('button', { name: /the carousel/ }).count()).toBe(0);
    await tabs(page).nth(1).click();
    await isShown(page, 2);
    await page.context().close();
  });

  it('can be swiped on a phone', async () => {
    const page = await openPage(browser, { viewport: PHONE, hasTouch: true, isMobile: true });
    await page.goto('/', { waitUntil: 'networkidle' });
    await page.locator('[aria-roledescription="slide"]').first().hover();
    const touch = await page.context().newCDPSession(page);
    const point = (x: number) => ({ touchPoints: [{ x, y: 200 }] });
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', ...point(340) });
    for (let x = 320; x >= 60; x -= 20)
      await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', ...point(x) });
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await isShown(page, 2);
    await page.context().close();
  });

  it('leads to the parts of each kind of vehicle', async () => {
    const page = await openPage(browser);
    await page.goto('/', { waitUntil: 'networkidle' });
    for (const [index, kind] of ['car', 'truck', 'motorcycle'].entries()) {
      const link = page
        .locator('[aria-roledescription="slide"]')
        .nth(index + 1)
        .getByRole('link');
      expect(await link.getAttribute('href')).toBe(`/catalogue?kind=${kind}`);
    }
    await page.getByPlaceholder('34 11 6 898 725').fill('brake');
    await page.getByRole('button', { name: 'Find it' }).click();
    await page.waitForURL('**/catalogue?q=brake');
    await page.context().close();
  });
});

it('every picture of the first page loads, in a size that fits its place', async () => {
  const page = await openPage(browser);
  const missing: string[] = [];
  page.on('response', (answer) => {
    if (answer.request().resourceType() === 'image' && answer.status() >= 400) missing.push(answer.url());
  });
  await page.goto('/');
  for (const image of await page.locator('img').all()) {
    await image.scrollIntoViewIfNeeded();
    await image.evaluate((one: HTMLImageElement) => one.decode());
  }
  expect(missing).toEqual([]);
  const cards = await page
    .locator('article img')
    .evaluateAll((images) => images.map((image) => (image as HTMLImageElement).currentSrc));
  expect(cards).toHaveLength(6);
  for (const source of cards) expect(source).toMatch(/\/pictures\/[a-z-]+-320\.avif$/);
  await page.context().close();
});
