/** A page that is laid out is shown before the router goes there: in its place, once, and what leads on from it is its own. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser, openPage, type WatchedPage } from './browser.ts';
import { partsLaidOut, top } from './laid-out.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** Points at a part of the list, which is scrolled down a little, until it is laid out; answers its name. */
async function pointAtPart(page: WatchedPage, list = '/catalogue'): Promise<string> {
  await page.goto(list, { waitUntil: 'networkidle' });
  await page.mouse.wheel(0, 200);
  await expect.poll(() => top(page)).toBe(200);
  const link = page.locator('#found li h2 a').nth(5);
  await link.hover();
  await expect.poll(() => partsLaidOut(page).count()).toBe(1);
  return link.innerText();
}

/** What is seen in the frame after an event, and what the router says that the page is. */
const inFrameAfter = (page: WatchedPage, event: 'click' | 'popstate', deed: string) =>
  page.evaluate<{ heading: string; title: string; top: number }>(`new Promise((resolve) => {
    const look = () => {
      const heading = [...document.querySelectorAll('h1')].find((one) => one.checkVisibility());
      resolve({ heading: heading.innerText, title: document.title, top: scrollY });
    };
    addEventListener('${event}', () => requestAnimationFrame(look), { once: true });
    ${deed};
  })`);
const CLICK = "document.querySelectorAll('#found li h2 a')[5].click()";

it('what is laid out is shown in the frame of the click, or of the way back, before the router is there', async () => {
  const page = await openPage(browser);
  const name = await pointAtPart(page);
  const list = { heading: await page.locator('h1').first().innerText(), title: await page.title() };
  const opened = await inFrameAfter(page, 'click', CLICK);
  expect(opened).toEqual({ heading: name, title: list.title, top: 0 });
  await expect.poll(() => page.title()).toContain(name);
  const title = await page.title();
  const left = await inFrameAfter(page, 'popstate', 'history.back()');
  expect(left).toEqual({ heading: list.heading, title, top: 200 });
  await expect.poll(() => page.title()).toBe(list.title);
  expect(await top(page)).toBe(200);
  expect(page.complaints).toEqual([]);
  await page.context().close();
});

it('the router finds where the list stood, though another page was shown when it noted that', async () => {
  const page = await openPage(browser);
  const name = await pointAtPart(page);
  await page.evaluate(CLICK);
  await page.waitForURL((url) => url.pathname !== '/catalogue');
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await page.getByRole('link', { name: 'Home', exact: true }).filter({ visible: true }).first().click();
  await page.getByRole('heading', { level: 1, name }).waitFor({ state: 'detached' });
  // Nothing is laid out any more when the way leads back.
  await page.goBack();
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await page.reload({ waitUntil: 'networkidle' });
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: /parts/ }).waitFor();
  await expect.poll(() => top(page)).toBe(200);
  await page.context().close();
});

it('who turns round before the router has followed is where they were', async () => {
  const page = await openPage(browser);
  const name = await pointAtPart(page);
  // A task later: the address is another by then.
  await page.evaluate(`${CLICK}; setTimeout(() => {
    addEventListener('popstate', () => requestAnimationFrame(() => { window.stood = scrollY; }), { once: true });
    history.back();
  })`);
  await expect.poll(() => page.evaluate('window.stood')).toBe(200);
  await expect.poll(() => page.evaluate('location.pathname')).toBe('/catalogue');
  await page.getByRole('heading', { level: 1, name: /parts/ }).waitFor();
  await expect.poll(() => top(page)).toBe(200);
  expect(await page.getByRole('heading', { level: 1, name }).count()).toBe(0);
  // Or goes on to a page that is not laid out.
  await page.evaluate(`${CLICK}; setTimeout(() => document.querySelector('header a[href="/"]').click())`);
  await expect.poll(() => page.evaluate('location.pathname')).toBe('/');
  await page.getByRole('heading', { level: 1, name }).waitFor({ state: 'detached' });
  expect(page.complaints).toEqual([]);
  await page.context().close();
});

it('what is pressed before the router has followed leads on from what is shown, and once', async () => {
  const page = await openPage(browser);
  const name = await pointAtPart(page);
  await page.evaluate(
    `${CLICK}; setTimeout(() => document.querySelector('header a[href="/catalogue"]').click())`,
  );
  await expect.poll(() => page.title()).toContain('Catalogue');
  await page.getByRole('heading', { level: 1, name: /parts/ }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/catalogue');
  expect(await page.getByRole('heading', { level: 1, name }).count()).toBe(0);

  // Pressed twice, it is one step.
  const grid = page.getByRole('link', { name: 'Grid' });
  await grid.hover();
  await page.locator('article').first().waitFor({ state: 'attached' });
  const steps = await page.evaluate<number>('history.length');
  await grid.evaluate((link: HTMLElement) => {
    link.click();
    setTimeout(() => link.click());
  });
  await page.locator('article').first().waitFor();
  await expect.poll(() => page.url()).toContain('view=grid');
  expect(await page.evaluate<number>('history.length')).toBe(steps + 1);
  await page.context().close();
});

it('who scrolls as soon as a page is shown is left there, and finds that place again', async () => {
  const page = await openPage(browser);
  const name = await pointAtPart(page);
  // In the frame, before the router begins; no further than the first screen of the part goes.
  await page.evaluate(
    `addEventListener('click', () => requestAnimationFrame(() => scrollTo(0, 50)), { once: true }); ${CLICK}`,
  );
  await expect.poll(() => page.title()).toContain(name);
  // The router has done all that it does by then.
  await page.waitForTimeout(300);
  expect(await top(page)).toBe(50);
  await page.evaluate(`document.querySelector('header a[href="/"]').click()`);
  await page.getByRole('heading', { level: 1, name }).waitFor({ state: 'detached' });
  await page.goBack();
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await expect.poll(() => top(page)).toBe(50);
  await page.context().close();
});

it('a list is the same one in whatever order its address says what it is narrowed to', async () => {
  const page = await openPage(browser);
  const name = await pointAtPart(page, '/catalogue?sort=price&kind=car&utm_source=letter');
  const heading = await page.locator('h1').first().innerText();
  await page.evaluate(CLICK);
  await expect.poll(() => page.title()).toContain(name);
  const title = await page.title();
  const back = await inFrameAfter(page, 'popstate', 'history.back()');
  expect(back).toEqual({ heading, title, top: 200 });
  await page.context().close();
});

it('the ways to the pages before and behind are those of the page that is shown', async () => {
  const page = await openPage(browser);
  await page.goto('/catalogue', { waitUntil: 'networkidle' });
  const next = page.getByRole('link', { name: 'Next page' });
  await next.click();
  await page.getByRole('link', { name: 'First page' }).waitFor();
  await page.mouse.move(0, 0);
  const beside = page.locator('#found [data-aside]').filter({ has: page.locator('h2') });
  // The first page, then the third, too.
  await expect.poll(() => beside.count()).toBe(1);
  await next.hover();
  await expect.poll(() => beside.count()).toBe(2);
  const ways = await page.evaluate<string[]>(`new Promise((resolve) => {
    addEventListener('click', () => requestAnimationFrame(() => {
      resolve([...document.querySelectorAll('#found nav a')].map((way) => way.innerText));
    }), { once: true });
    document.querySelector('#found a[rel="next"]').click();
  })`);
  expect(ways.slice(-2)).toEqual(['Previous page', 'Next page']);
  await page.context().close();
});

it('a page in another look has the same pages before it', async () => {
  const page = await openPage(browser);
  await page.goto('/catalogue', { waitUntil: 'networkidle' });
  const next = page.getByRole('link', { name: 'Next page' });
  for (const before of ['First page', 'Previous page']) {
    await next.click();
    await page.getByRole('link', { name: before }).waitFor();
  }
  await page.getByRole('link', { name: 'Grid' }).click();
  await page.waitForURL((url) => url.searchParams.get('view') === 'grid');
  await page.locator('article').first().waitFor();
  await page.getByRole('link', { name: 'Previous page' }).click();
  await page.getByRole('link', { name: 'First page' }).waitFor();
  // Another order has a first page of its own.
  await page.getByRole('link', { name: 'Lowest price' }).click();
  await page.getByRole('link', { name: 'First page' }).waitFor({ state: 'detached' });
  await page.context().close();
});

it('what somebody types as soon as a page is shown stays in the box', async () => {
  const page = await openPage(browser);
  const name = await pointAtPart(page, '/catalogue?q=brake');
  await page.evaluate(`${CLICK}; setTimeout(() => {
    document.querySelector('header input').select();
    document.execCommand('insertText', false, 'oil');
  })`);
  await expect.poll(() => page.title()).toContain(name);
  await page.waitForTimeout(300);
  const box = page.getByRole('combobox', { name: 'Search parts' });
  expect(await box.inputValue()).toBe('oil');
  expect(await box.evaluate((input) => input === document.activeElement)).toBe(true);
  // It follows whoever types in it no more.
  await box.blur();
  await page.goBack();
  await expect.poll(() => box.inputValue()).toBe('brake');
  await page.context().close();
});

it('a click on a text leaves no caret in the page that is left; one that somebody types at stays', async () => {
  const page = await openPage(browser);
  const carets = () => page.evaluate<number>('getSelection().rangeCount');
  await page.goto('/catalogue', { waitUntil: 'networkidle' });
  await page.locator('h1').first().click();
  expect(await carets()).toBe(1);
  const link = page.locator('#found li h2 a').nth(5);
  await link.hover();
  await expect.poll(() => partsLaidOut(page).count()).toBe(1);
  await page.evaluate(CLICK);
  expect(await carets()).toBe(0);
  await page.waitForURL((url) => url.pathname !== '/catalogue');

  const box = page.getByRole('combobox', { name: 'Search parts' });
  await box.fill('disc');
  await box.press('ArrowLeft');
  await page.evaluate('history.back()');
  await page.waitForURL((url) => url.pathname === '/catalogue');
  await box.press('Backspace');
  expect(await box.inputValue()).toBe('dic');
  await page.context().close();
});

it('what was opened is told to whoever hears pages', async () => {
  const page = await openPage(browser);
  const name = await pointAtPart(page);
  const heard = page.locator('main ~ [role="status"]');
  expect(await heard.innerText()).toBe('');
  await page.evaluate(CLICK);
  await expect.poll(() => heard.innerText()).toBe(name);
  await page.goBack();
  await expect.poll(() => heard.innerText()).toMatch(/parts/);
  const all = await heard.innerText();
  await page.evaluate(`document.querySelector('aside a[href*="type="]').click()`);
  await expect.poll(() => heard.innerText()).toMatch(/part.* found/);
  expect(await heard.innerText()).not.toBe(all);
  await page.context().close();
});

it('what is chosen on a part that is open leaves it where it stands', async () => {
  const page = await openPage(browser);
  const vehicles = await page.request.get('/api/vehicles?q=audi a4 2014');
  const [found] = (await vehicles.json()) as { vehicle: { id: number } }[];
  await page.goto('/catalogue', { waitUntil: 'networkidle' });
  const address = await page.locator('#found li h2 a').first().getAttribute('href');
  await page.goto(`${address}?vehicle=${found?.vehicle.id}`, { waitUntil: 'networkidle' });
  await page.mouse.wheel(0, 300);
  await expect.poll(() => top(page)).toBe(300);
  await page.evaluate(`document.querySelector('button[aria-label^="Clear"]').click()`);
  await page.waitForURL((url) => !url.searchParams.has('vehicle'));
  await page.waitForTimeout(300);
  expect(await top(page)).toBe(300);
  await page.context().close();
});
