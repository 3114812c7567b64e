/** Pages of categories, part types, brands and vehicles: whole without script, and ways into the list. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser, openPage, type WatchedPage } from './browser.ts';
import { theShop } from './the-shop.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const title = (page: WatchedPage) => page.getByRole('heading', { level: 1 }).innerText();
const numberIn = (text: string) => Number(text.replaceAll(/\D/g, ''));
/** How many parts the page says there are. */
const count = async (page: WatchedPage) =>
  numberIn(
    await page
      .locator('main')
      .getByText(/^[\d,]+ parts?$/)
      .first()
      .innerText(),
  );
const crumbs = (page: WatchedPage) => page.getByRole('navigation', { name: 'Breadcrumb' });

it('from the footer to a brand, and on to its parts of one type, without script', async () => {
  const page = await openPage(browser, { javaScriptEnabled: false });
  await page.goto('/');
  await page.getByRole('navigation', { name: 'Footer' }).getByRole('link', { name: 'Brands' }).click();
  await page
    .locator('main')
    .getByRole('link', { name: /^Gripstane/ })
    .click();
  expect(new URL(page.url()).pathname).toBe('/catalogue/gripstane');
  expect(await title(page)).toBe('Gripstane');
  const all = await count(page);
  await page.getByRole('link', { name: 'Brake Disc', exact: true }).first().click();
  expect(new URL(page.url()).search).toBe('?brand=gripstane&type=brake-disc');
  expect(numberIn(await title(page))).toBeLessThan(all);
  await page.goto('/catalogue?brand=gripstane');
  expect(numberIn(await title(page))).toBe(all);
  await page.context().close();
});

it('down the tree to a part type, and to its parts of one brand, without script', async () => {
  const page = await openPage(browser, { javaScriptEnabled: false });
  await page.goto('/catalogue/categories');
  await page.getByRole('link', { name: 'Braking', exact: true }).click();
  expect(await title(page)).toBe('Braking');
  await page.getByRole('link', { name: /^Discs and drums\W+Brake Disc$/ }).click();
  await page.getByText('brake rotor').waitFor();
  const all = await count(page);
  await page
    .getByRole('link', { name: /^Gripstane/ })
    .first()
    .click();
  expect(new URL(page.url()).search).toBe('?type=brake-disc&brand=gripstane');
  expect(numberIn(await title(page))).toBeLessThan(all);
  // And back up again.
  await crumbs(page).getByRole('link', { name: 'Brake Disc' }).click();
  expect(new URL(page.url()).pathname).toBe('/catalogue/categories/brake-disc');
  await page.context().close();
});

it('from a make to a year, without script, and on to the parts that are listed for it', async () => {
  const page = await openPage(browser, { javaScriptEnabled: false });
  await page.goto('/');
  await page.getByRole('link', { name: 'AUDI' }).click();
  expect(new URL(page.url()).pathname).toBe('/catalogue/vehicles/cars/audi');
  await page.getByRole('link', { name: /^A4 \d/ }).click();
  await page.getByRole('link', { name: '2014', exact: true }).click();
  expect(new URL(page.url()).pathname).toBe('/catalogue/vehicles/cars/audi/a4/2014');
  expect(await title(page)).toBe('2014 Audi A4');
  const all = await count(page);
  await page.getByRole('link', { name: 'See and filter all' }).click();
  expect(numberIn(await title(page))).toBe(all);
  await page.context().close();
});

it('a vehicle is put into the vehicle bar from its page', async () => {
  const page = await openPage(browser);
  await page.goto('/catalogue/vehicles/cars/audi/a4/2014', { waitUntil: 'networkidle' });
  await page.getByRole('link', { name: 'Choose this vehicle' }).click();
  await page.getByRole('region', { name: 'Your vehicle' }).getByText('2014 Audi A4').waitFor();
  await page.locator('main').getByText('Your vehicle', { exact: true }).waitFor();
  await page.locator('main').getByText(/^Fits/).first().waitFor();
  expect(page.complaints).toEqual([]);
  await page.context().close();
});

it('the ways to a cut of the list lead on with the vehicle of the address, without script, too', async () => {
  for (const javaScriptEnabled of [false, true]) {
    const page = await openPage(browser, { javaScriptEnabled });
    await page.goto('/catalogue/categories/brake-disc?vehicle=1', { waitUntil: 'networkidle' });
    await page
      .getByRole('link', { name: /^Gripstane/ })
      .first()
      .click();
    await page.waitForURL('/catalogue?type=brake-disc&brand=gripstane&vehicle=1');
    await page.context().close();
  }
});

it('who comes from another page sees what a part type is before its parts, and they follow', async () => {
  const page = await openPage(browser);
  await page.goto('/catalogue/categories', { waitUntil: 'networkidle' });
  const way = page.getByRole('link', { name: /Brake Disc$/ }).first();
  const shownFirst = await way.evaluate(
    (link: HTMLElement) =>
      new Promise<{ brands: number; parts: number }>((resolve) => {
        const count = (selector: string) => document.querySelectorAll(`main ${selector}`).length;
        new MutationObserver((_, observer) => {
          if (document.querySelector('h1')?.textContent !== 'Brake Disc') return;
          observer.disconnect();
          resolve({ brands: count('a[href*="brand="]'), parts: count('ul[data-stretches] > li') });
        }).observe(document.body, { subtree: true, childList: true, characterData: true });
        link.click();
      }),
  );
  expect(shownFirst).toEqual({ brands: expect.any(Number), parts: 0 });
  expect(shownFirst.brands).toBeGreaterThan(0);
  await page.locator('main ul[data-stretches] > li').first().waitFor();
  expect(page.complaints).toEqual([]);
  await page.context().close();
});

it('a brand is found by typing a piece of its name', async () => {
  const page = await openPage(browser);
  await page.goto('/catalogue/brands', { waitUntil: 'networkidle' });
  await page.getByLabel('Find a brand').fill('ripst');
  await page
    .getByRole('status')
    .filter({ hasText: /^1 of / })
    .waitFor();
  await page
    .locator('main')
    .getByRole('link', { name: /^Gripstane/ })
    .click();
  await page.waitForURL('**/catalogue/gripstane');
  await page.getByRole('heading', { level: 1, name: 'Gripstane' }).waitFor();
  expect(page.complaints).toEqual([]);
  await page.context().close();
});

it('what is looked at is led back to from home, and from a search that finds nothing', async () => {
  const page = await openPage(browser);
  await page.goto('/catalogue/gripstane', { waitUntil: 'networkidle' });
  await page.locator('main li h2 a').first().click();
  await page.waitForURL(/\/catalogue\/gripstane\/./);
  await page.getByRole('complementary', { name: 'Order this part' }).waitFor();
  const name = await title(page);
  for (const path of ['/', '/catalogue?q=no-such-part-anywhere']) {
    await page.goto(path);
    await page.getByRole('heading', { name: 'Recently viewed' }).waitFor();
    await page.getByRole('link', { name }).last().waitFor();
  }
  await page.context().close();
});

it.each([
  '/catalogue/nobody',
  '/catalogue/categories/nothing',
  '/catalogue/vehicles/boats',
  '/catalogue/vehicles/cars/nobody',
  '/catalogue/vehicles/trucks/audi',
  '/catalogue/vehicles/cars/audi/nothing',
  '/catalogue/vehicles/cars/audi/a4/1900',
  '/catalogue/vehicles/cars/audi/a4/02014',
])('%s is none', async (path) => {
  const answer = await fetch(theShop().url + path);
  expect({ status: answer.status, isPage: (await answer.text()).includes('<h1') }).toEqual({
    status: 404,
    isPage: true,
  });
});

it.each([
  ['/catalogue/brands', ['BreadcrumbList']],
  ['/catalogue/gripstane', ['BreadcrumbList', 'ItemList']],
  ['/catalogue/categories', ['BreadcrumbList', 'ItemList']],
  ['/catalogue/categories/braking', ['BreadcrumbList', 'ItemList']],
  ['/catalogue/categories/brake-disc', ['BreadcrumbList']],
  ['/catalogue/vehicles', ['BreadcrumbList', 'ItemList']],
  ['/catalogue/vehicles/cars/audi/a4/2014', ['BreadcrumbList', 'ItemList']],
])('%s tells machines what it is, under one address', async (path, kinds) => {
  const page = await openPage(browser, { javaScriptEnabled: false });
  await page.goto(`${path}?vehicle=1`);
  expect(await page.locator('link[rel=canonical]').getAttribute('href')).toBe(theShop().url + path);
  const text = await page.locator('script[type="application/ld+json"]').innerText();
  const graph = (
    JSON.parse(text) as { '@graph': { '@type': string; itemListElement: { item: string }[] }[] }
  )['@graph'];
  expect(graph.map((node) => node['@type'])).toEqual(kinds);
  const last = graph[0]?.itemListElement.at(-1)?.item;
  expect(last).toBe(theShop().url + path);
  expect(await page.locator('meta[name=robots]').count()).toBe(0);
  await page.context().close();
});

it.each([
  { path: '/catalogue', isForSearchEngines: true },
  { path: '/catalogue?brand=gripstane', isForSearchEngines: true },
  { path: '/catalogue?utm_source=mail&gclid=1', isForSearchEngines: true },
  { path: '/catalogue?brand=gripstane&sort=price', isForSearchEngines: false },
  { path: '/catalogue?q=oil', isForSearchEngines: false },
])('$path is for search engines, with script and without: $isForSearchEngines', async (asked) => {
  for (const javaScriptEnabled of [false, true]) {
    const page = await openPage(browser, { javaScriptEnabled });
    await page.goto(asked.path);
    expect(await page.locator('meta[name=robots][content=noindex]').count()).toBe(
      asked.isForSearchEngines ? 0 : 1,
    );
    await page.context().close();
  }
});
