/** What a reader has while the next page takes its time: the page they were on, and a word that another one comes. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { areLinksAlive, openBrowser, openPage } from './browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

it('a list stays until the narrowed one is there, and the page shows that it comes', async () => {
  const page = await openPage(browser);
  await page.goto('/catalogue?q=oil', { waitUntil: 'networkidle' });
  await expect.poll(() => areLinksAlive(page)).toBe(true);
  const root = page.locator('html');
  const rows = page.locator('main').getByRole('heading', { level: 2 });
  const before = await rows.allInnerTexts();
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route('**/api/**', async (route) => {
    await held;
    await route.continue();
  });
  await page
    .getByRole('link', { name: /^Trucks/ })
    .first()
    .click();
  await expect.poll(() => root.getAttribute('data-busy')).toBe('');
  // The line at the top of the screen.
  const line = await root.evaluate((element) => {
    const { position, height, content } = getComputedStyle(element, '::before');
    return { position, height, isDrawn: content !== 'none' };
  });
  expect(line).toEqual({ position: 'fixed', height: '3px', isDrawn: true });
  expect(await rows.allInnerTexts()).toEqual(before);
  letGo();
  await expect.poll(() => root.getAttribute('data-busy')).toBe(null);
  expect(new URL(page.url()).searchParams.get('q')).toBe('oil');
  expect(await rows.allInnerTexts()).not.toEqual(before);
  expect(page.complaints).toEqual([]);
  await page.context().close();
});
