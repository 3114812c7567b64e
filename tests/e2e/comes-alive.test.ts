/** A page is read before its script is there; when it comes alive, nothing of what the reader did meanwhile is undone. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PartBody } from '#contract/catalogue.ts';
import { openBrowser, openPage, type WatchedPage } from './browser.ts';
import { top } from './laid-out.ts';
import { theShop } from './the-shop.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** Keeps scripts back whose name begins so; what it answers lets them come. */
async function hold(page: WatchedPage, name: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(
    (url) => url.pathname.startsWith(`/assets/${name}`) && url.pathname.endsWith('.js'),
    async (route) => {
      await promise;
      await route.continue();
    },
  );
  return resolve;
}

/** A part of which more than three times the least that is sold are there. */
async function plentifulPart(): Promise<PartBody> {
  const parts: PartBody[] = await (await fetch(`${theShop().url}/api/parts?limit=50`)).json();
  const part = parts.find(({ stock, minOrder }) => stock > 3 * minOrder);
  if (part === undefined) throw new Error('the shop has too few parts');
  return part;
}

/** What is seen, while scripts are held back. */
const painted = (page: WatchedPage) => page.locator('#found li h2 a').nth(5).waitFor();
const alive = (page: WatchedPage) => page.locator('html[data-alive]').waitFor();
/** Whatever the router does when it is there it has done by then. */
const settled = (page: WatchedPage) => page.waitForTimeout(300);

it('who scrolls before the page is alive is left there, and finds the place again', async () => {
  const page = await openPage(browser);
  const release = await hold(page, '');
  void page.goto('/catalogue');
  await painted(page);
  await page.mouse.wheel(0, 700);
  await expect.poll(() => top(page)).toBe(700);
  release();
  await alive(page);
  await settled(page);
  expect(await top(page)).toBe(700);

  await page
    .locator('header a[href="/"]')
    .first()
    .evaluate((link: HTMLElement) => link.click());
  await page.waitForURL((url) => url.pathname === '/');
  await page.goBack();
  await painted(page);
  await expect.poll(() => top(page)).toBe(700);
  expect(page.complaints).toEqual([]);
  await page.context().close();
});

it('a page that is loaded again stands where it stood, or where the reader has gone from there', async () => {
  const page = await openPage(browser);
  await page.goto('/catalogue', { waitUntil: 'networkidle' });
  await page.mouse.wheel(0, 500);
  await expect.poll(() => top(page)).toBe(500);
  await page.reload({ waitUntil: 'networkidle' });
  await alive(page);
  await settled(page);
  expect(await top(page)).toBe(500);

  const release = await hold(page, '');
  void page.reload();
  await page.locator('html:not([data-alive])').waitFor();
  await painted(page);
  await expect.poll(() => top(page)).toBe(500);
  await page.mouse.wheel(0, 400);
  await expect.poll(() => top(page)).toBe(900);
  release();
  await alive(page);
  await settled(page);
  expect(await top(page)).toBe(900);
  await page.context().close();
});

it('buttons that are pressed before the page is alive show it, and each is pressed once when it is', async () => {
  const page = await openPage(browser);
  const release = await hold(page, '');
  void page.goto('/catalogue');
  await painted(page);
  const theme = page.locator('header button[title^="Theme:"]:visible');
  const choose = page.locator('button', { hasText: 'Choose your vehicle' });
  expect(await theme.getAttribute('title')).toBe('Theme: system');
  for (const button of [theme, theme, choose]) await button.click();
  const looks = () =>
    Promise.all([theme, choose].map((one) => one.evaluate((button) => getComputedStyle(button).opacity)));
  expect((await looks()).every((opacity) => Number(opacity) < 1)).toBe(true);
  release();
  await page.getByRole('dialog', { name: 'Your vehicle' }).waitFor();
  // Pressed twice, it would be dark.
  expect(await theme.getAttribute('title')).toBe('Theme: light');
  expect(await looks()).toEqual(['1', '1']);
  expect(page.complaints).toEqual([]);
  await page.context().close();
});

it('what is typed before the page is alive stays in its fields, and counts', async () => {
  const page = await openPage(browser);
  const { _id: id, brandSlug, partNumberSlug, minOrder } = await plentifulPart();
  const release = await hold(page, '');
  void page.goto(`/catalogue/${brandSlug}/${partNumberSlug}`);
  const order = page.getByRole('complementary', { name: 'Order this part' });
  const wanted = 3 * minOrder;
  await order.getByLabel('Quantity').fill(String(wanted));
  await page.getByLabel('Newsletter').fill('ada@workshop.example');
  release();
  await alive(page);
  const buy = order.getByRole('link', { name: 'Buy Now' });
  await expect.poll(() => buy.getAttribute('href')).toBe(`/parts/${id}?quantity=${wanted}`);
  expect(await order.getByText(`${wanted.toLocaleString('en')} units`).count()).toBe(1);
  await settled(page);
  expect(await order.getByLabel('Quantity').inputValue()).toBe(String(wanted));
  expect(await page.getByLabel('Newsletter').inputValue()).toBe('ada@workshop.example');
  expect(page.complaints).toEqual([]);
  await page.context().close();
});

it('a key that is pressed while the page comes alive leaves all of it as it is', async () => {
  const page = await openPage(browser);
  const release = await hold(page, 'catalogue');
  const entry = page.waitForResponse(/assets\/index-/);
  void page.goto('/catalogue');
  await painted(page);
  await page.evaluate("window.line = document.querySelectorAll('#found li:has(h2)')[20]");
  await (await entry).finished();
  // The router is made by now, and waits for the list's script.
  await expect.poll(() => page.evaluate('history.scrollRestoration')).toBe('manual');
  await page.keyboard.press('ArrowDown');
  release();
  await alive(page);
  await settled(page);
  expect(await page.evaluate('window.line.isConnected')).toBe(true);
  expect(page.complaints).toEqual([]);
  await page.context().close();
});

it('a page that nobody touches asks for nothing but what it is made of', async () => {
  const page = await openPage(browser);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/blog', { waitUntil: 'networkidle' });
  await settled(page);
  const scripts = () => asked.filter((path) => path.endsWith('.js')).join();
  expect(scripts()).not.toMatch(/browser-calls|catalogue/);
  await page.mouse.wheel(0, 10);
  await expect.poll(scripts).toMatch(/catalogue/);
  expect(asked.filter((path) => path.startsWith('/api/'))).toEqual([]);
  await page.context().close();
});
