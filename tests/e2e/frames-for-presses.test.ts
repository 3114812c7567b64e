/** A press is seen before the page that it leads to is rendered: the router works behind the next frame, and goes where it was told last. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser, openPage, type WatchedPage } from './browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const heading = (page: WatchedPage) => page.getByRole('heading', { level: 1 }).innerText();
const press = (path: string) => `document.querySelector('header a[href="${path}"]').click()`;

/** The blog is open, and nothing has to come for the portfolio: somebody has been on both. Answers their headings, too. */
async function openBlog(): Promise<{ page: WatchedPage; blog: string; portfolio: string }> {
  const page = await openPage(browser);
  await page.goto('/portfolio', { waitUntil: 'networkidle' });
  await page.locator('html[data-alive]').waitFor({ state: 'attached' });
  const portfolio = await heading(page);
  await page.evaluate(press('/blog'));
  await expect.poll(() => heading(page)).not.toBe(portfolio);
  return { page, blog: await heading(page), portfolio };
}

it('a page is rendered behind the frame of the press, and of the way back', async () => {
  const { page, blog, portfolio } = await openBlog();
  const inFrameAfter = (event: string, deed: string) =>
    page.evaluate<{ path: string; heading: string }>(`new Promise((resolve) => {
      const look = () => resolve({ path: location.pathname, heading: document.querySelector('h1').innerText });
      addEventListener('${event}', () => requestAnimationFrame(look), { once: true });
      ${deed};
    })`);
  expect(await inFrameAfter('click', press('/portfolio'))).toEqual({ path: '/portfolio', heading: blog });
  await expect.poll(() => heading(page)).toBe(portfolio);
  expect(await inFrameAfter('popstate', 'history.back()')).toEqual({ path: '/blog', heading: portfolio });
  await expect.poll(() => heading(page)).toBe(blog);
  expect(page.complaints).toEqual([]);
  await page.context().close();
});

it('of two presses before a frame the last one counts, and each is a step of the way back', async () => {
  const { page, blog, portfolio } = await openBlog();
  await page.evaluate(`${press('/portfolio')}; setTimeout(() => ${press('/')})`);
  await page.waitForURL((url) => url.pathname === '/');
  await expect.poll(() => heading(page)).not.toBe(blog);
  await page.goBack();
  await expect.poll(() => heading(page)).toBe(portfolio);
  await page.goBack();
  await expect.poll(() => heading(page)).toBe(blog);
  expect(page.complaints).toEqual([]);
  await page.context().close();
});

it('who turns back before a frame stays where they are', async () => {
  const { page, blog } = await openBlog();
  await page.evaluate(`${press('/portfolio')}; setTimeout(() => history.back())`);
  await expect.poll(() => page.evaluate('location.pathname')).toBe('/blog');
  await expect.poll(() => heading(page)).toBe(blog);
  await page.evaluate(press('/portfolio'));
  await page.waitForURL((url) => url.pathname === '/portfolio');
  await expect.poll(() => heading(page)).not.toBe(blog);
  expect(page.complaints).toEqual([]);
  await page.context().close();
});
