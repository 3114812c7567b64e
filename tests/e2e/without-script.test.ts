/** Pages that anyone may see are whole without script, and say what they are. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser, openPage } from './browser.ts';
import { theShop } from './the-shop.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

it.each(['/', '/catalogue', '/blog', '/portfolio', '/reviews', '/login', '/signup'])(
  '%s is whole',
  async (path) => {
    const page = await openPage(browser, { javaScriptEnabled: false });
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(200);
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
    expect(await page.title()).toContain('Mainshaft');
    expect((await page.locator('main').innerText()).length).toBeGreaterThan(60);
    await page.context().close();
  },
);

it.each(['/parts/15', '/dashboard'])('%s, which script makes, says so', async (path) => {
  const page = await openPage(browser, { javaScriptEnabled: false });
  await page.goto(path);
  const words = await page
    .locator('main [role="status"]')
    .evaluate((place) => getComputedStyle(place, '::after').content);
  expect(words).toContain('This page needs JavaScript');
  await page.context().close();
});

it('from home to a part, by links and the search form alone', async () => {
  const page = await openPage(browser, { javaScriptEnabled: false });
  await page.goto('/');
  await page.getByRole('link', { name: 'Catalogue' }).first().click();
  await page.locator('main a[href^="/catalogue/"]').first().click();
  expect(new URL(page.url()).pathname).toMatch(/^\/catalogue\/[^/]+\/[^/]+$/);
  await page.getByRole('heading', { level: 1 }).waitFor();
  const name = await page.getByRole('heading', { level: 1 }).innerText();
  await page.goto(`/catalogue?q=${encodeURIComponent(name)}`);
  expect(await page.getByRole('link', { name: name.split(',')[0] ?? name }).count()).toBeGreaterThan(0);
  await page.context().close();
});

it('an address that is none is a 404 with a page, and answers of pages are safe to keep', async () => {
  const url = theShop().url;
  const missing = await fetch(`${url}/no/such/page`);
  expect(missing.status).toBe(404);
  for (const path of ['/catalogue/nobody/nothing', '/%zz', '/catalogue/%ff/1']) {
    const answer = await fetch(`${url}${path}`);
    expect({ path, status: answer.status, isPage: (await answer.text()).includes('<h1') }).toEqual({
      path,
      status: 404,
      isPage: true,
    });
  }
  const home = await fetch(url);
  const policy = home.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("script-src 'self' 'sha256-");
  expect(policy).not.toContain("script-src 'unsafe-inline'");
  // The same for everyone: no cookie is set or read.
  const withCookie = await fetch(url, { headers: { cookie: 'mainshaft.session_token=x' } });
  expect(home.headers.get('set-cookie')).toBeNull();
  // Milliseconds say when the page's data was read.
  const bytes = async (answer: Response) => (await answer.text()).replaceAll(/\d{13}/g, '');
  expect(await bytes(withCookie)).toBe(await bytes(home));
});

it('what helps to change the shop is no page of it', async () => {
  const url = theShop().url;
  for (const path of ['/dev/ui', '/dev/mail', '/dev/mail/order-placed/html'])
    expect({ path, status: (await fetch(`${url}${path}`)).status }).toEqual({ path, status: 404 });
});
