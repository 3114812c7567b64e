/** The catalogue as it is narrowed: several values of one thing, counts, order, and all of it in the address. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser, openPage, PHONE, type WatchedPage } from './browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const filters = (page: WatchedPage) => page.getByRole('complementary', { name: 'Filters' });
/** How many parts the title says there are. */
const total = async (page: WatchedPage) =>
  Number((await page.getByRole('heading', { level: 1 }).innerText()).replace(/\D/g, ''));
const countOf = async (page: WatchedPage, choice: string) =>
  Number(
    (await filters(page).getByRole('link', { name: choice }).first().innerText())
      .replace(/.*\n/s, '')
      .replace(/\D/g, ''),
  );

it('two brands of a type hold what their counts said; back leads to each list as it was', async () => {
  const page = await openPage(browser);
  await page.goto('/catalogue?type=brake-disc', { waitUntil: 'networkidle' });
  const [first, second] = [await countOf(page, 'Gripstane'), await countOf(page, 'Quillan')];
  await filters(page).getByRole('link', { name: 'Gripstane' }).click();
  await page.waitForURL((url) => url.searchParams.get('brand') === 'gripstane');
  await page.getByRole('list', { name: 'Narrowed to' }).getByText('Gripstane').waitFor();
  expect(await total(page)).toBe(first);
  await filters(page).getByRole('link', { name: 'Quillan' }).click();
  await page.waitForURL((url) => url.searchParams.get('brand') === 'gripstane,quillan');
  await page.getByRole('list', { name: 'Narrowed to' }).getByText('Quillan').waitFor();
  expect(await total(page)).toBe(first + second);
  await page.goBack();
  await page.waitForURL((url) => url.searchParams.get('brand') === 'gripstane');
  await expect.poll(() => total(page)).toBe(first);
  expect(page.complaints).toEqual([]);
  await page.context().close();
});

it('a price, an order and a way to show it stand in the address, and a chip takes a choice away', async () => {
  const page = await openPage(browser);
  await page.goto('/catalogue?type=brake-disc', { waitUntil: 'networkidle' });
  await page.getByLabel('Price from').fill('50');
  await page.getByLabel('Price to').fill('60');
  await page.getByRole('button', { name: 'Set' }).click();
  await page.waitForURL((url) => url.searchParams.get('priceTo') === '60');
  const sort = page.getByRole('link', { name: 'Highest price' });
  await sort.click();
  // Links lead on from the list that is shown, which it is as soon as it has come.
  await expect.poll(() => sort.getAttribute('aria-current')).toBe('true');
  await page.getByRole('link', { name: 'Grid' }).click();
  await page.waitForURL((url) => url.searchParams.get('view') === 'grid');
  const cards = page.locator('main article').filter({ visible: true });
  await cards.first().waitFor();
  const prices = await cards.allInnerTexts();
  const amounts = prices.map((text) => Number(/Price: \$\s+([\d.]+)/.exec(text)?.[1]));
  expect(amounts.length).toBeGreaterThan(3);
  expect(amounts).toEqual(amounts.toSorted((a, b) => b - a));
  expect(amounts.every((amount) => amount >= 50 && amount <= 60)).toBe(true);
  await page.getByRole('list', { name: 'Narrowed to' }).getByRole('link', { name: 'From 50' }).click();
  await page.waitForURL((url) => !url.searchParams.has('priceFrom') && url.searchParams.has('priceTo'));
  await page.context().close();
});

it('works without script, by links and a form', async () => {
  const page = await openPage(browser, { javaScriptEnabled: false, viewport: PHONE });
  await page.goto('/catalogue?type=brake-disc&sort=price');
  await page.getByRole('checkbox', { name: 'Filter' }).check();
  await filters(page).getByRole('link', { name: 'In stock' }).click();
  await page.waitForURL((url) => url.searchParams.get('inStock') === 'true');
  await page.getByRole('checkbox', { name: 'Filter' }).check();
  await page.getByLabel('Price to').fill('40');
  await page.getByRole('button', { name: 'Set' }).click();
  await page.waitForURL((url) => url.searchParams.get('priceTo') === '40');
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toMatchObject({
    type: 'brake-disc',
    sort: 'price',
    inStock: 'true',
  });
  expect(await total(page)).toBeGreaterThan(0);
  await page.context().close();
});

it('says how mistyped words were read, and what was left out where nothing has all of them', async () => {
  const page = await openPage(browser);
  await page.goto('/catalogue?q=brkae%20disc');
  await page.getByText('“brkae” was read as brake').waitFor();
  await page.goto('/catalogue?q=brake%20disc%20xyzzyx');
  await page.getByText('without the word “xyzzyx”').waitFor();
  expect(await total(page)).toBeGreaterThan(0);
  await page.context().close();
});

it('the next page is laid out beside while somebody points at it; nobody meets it before it is opened', async () => {
  const page = await openPage(browser);
  await page.goto('/catalogue', { waitUntil: 'networkidle' });
  const names = page.locator('#found li h2');
  const seen = names.filter({ visible: true });
  const firstNames = await seen.allInnerTexts();
  const next = page.getByRole('link', { name: 'Next page' });
  await next.focus();
  await expect.poll(() => names.count()).toBeGreaterThan(firstNames.length);
  expect(await seen.allInnerTexts()).toEqual(firstNames);
  // One step of the keyboard is at the foot of the page, not in the list that is beside.
  await page.keyboard.press('Tab');
  expect(await page.evaluate('document.activeElement.closest("footer") !== null')).toBe(true);
  await next.focus();
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.searchParams.has('cursor'));
  await expect.poll(async () => (await seen.allInnerTexts())[0]).not.toBe(firstNames[0]);
  expect(await seen.count()).toBe(firstNames.length);
  expect(await next.evaluate((link) => link === document.activeElement)).toBe(true);
  await page.goBack();
  await expect.poll(() => seen.allInnerTexts()).toEqual(firstNames);
  expect(page.complaints).toEqual([]);
  await page.context().close();
});

it('a part is laid out beside the list while somebody points at it, and counts as looked at when it is opened', async () => {
  const page = await openPage(browser);
  await page.goto('/catalogue', { waitUntil: 'networkidle' });
  const [, , first, second] = await page.locator('#found li h2 a').all();
  if (first === undefined || second === undefined) throw new Error('The list is too short');
  const orders = page.getByRole('complementary', { name: 'Order this part', includeHidden: true });
  const shelf = () => page.evaluate<string | null>('localStorage.getItem("mainshaft.recentParts")');
  await first.hover();
  await expect.poll(() => orders.count()).toBe(1);
  expect(await page.getByRole('complementary', { name: 'Order this part' }).count()).toBe(0);
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
  expect(await shelf()).toBeNull();

  // The list itself stays as it is: this mark would go with it.
  await page.locator('#found').evaluate((list) => list.setAttribute('data-marked', ''));
  const top = () => page.evaluate<number>('scrollY');
  await second.scrollIntoViewIfNeeded();
  await page.mouse.wheel(0, 300);
  const left = 300;
  await expect.poll(top).toBe(left);
  const [firstName, name] = [await first.innerText(), await second.innerText()];
  await second.click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
  expect(await top()).toBe(0);
  await expect.poll(shelf).toContain(name);
  expect(await shelf()).not.toContain(firstName);
  await page.goBack();
  await page.locator('#found[data-marked]').waitFor();
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
  await expect.poll(top).toBe(left);

  // Who goes by keyboard comes back to the link they left by.
  await first.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: firstName }).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  expect(await page.evaluate('document.activeElement.closest("main") !== null')).toBe(true);
  await page.goBack();
  await expect.poll(() => first.evaluate((link) => link === document.activeElement)).toBe(true);
  expect(page.complaints).toEqual([]);
  await page.context().close();
});

/** A list whose first part was open before, and is kept beside it. The page's clock can be put forward. */
async function openListAfterItsPart() {
  const page = await openPage(browser);
  await page.clock.install();
  await page.goto('/catalogue', { waitUntil: 'networkidle' });
  const link = page.locator('#found li h2 a').first();
  const name = await link.innerText();
  const address = (await link.getAttribute('href')) ?? '';
  await link.click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await page.goBack();
  await link.waitFor();
  return { page, link, name, address };
}

it('a part that was open before is asked for again when that is long ago, and does not stay when it is gone', async () => {
  const { page, link, name, address } = await openListAfterItsPart();
  await page.route(`**/api${address}*`, (route) =>
    route.fulfill({
      status: 404,
      contentType: 'application/problem+json',
      json: { type: 'about:blank', title: 'There is no such part', status: 404, code: 'NOT_FOUND' },
    }),
  );
  await page.clock.fastForward('06:00');
  await link.click();
  await page.getByRole('heading', { level: 1, name: 'No page at this address' }).waitFor();
  expect(await page.getByRole('heading', { level: 1, name }).count()).toBe(0);
  await page.context().close();
});

it('a part that was open before stays while the shop is out of reach', async () => {
  const { page, name, address } = await openListAfterItsPart();
  let tries = 0;
  await page.route(`**/api${address}*`, (route) => {
    tries += 1;
    return route.abort();
  });
  await page.clock.fastForward('06:00');
  await page.goForward();
  await expect
    .poll(async () => {
      await page.clock.fastForward(4_000);
      return tries;
    })
    .toBe(4);
  await page.clock.fastForward(4_000);
  expect(await page.getByRole('heading', { level: 1, name }).count()).toBe(1);
  await page.context().close();
});

it('who goes by keyboard begins at the beginning of a page that was kept', async () => {
  const page = await openPage(browser);
  await page.goto('/catalogue', { waitUntil: 'networkidle' });
  const link = page.locator('#found li h2 a').nth(3);
  const name = await link.innerText();
  await link.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name }).waitFor();
  const trail = page.getByRole('navigation', { name: 'Breadcrumb' }).filter({ visible: true });
  await trail.getByRole('link', { name: 'Catalogue', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: /parts/ }).waitFor();
  await page.keyboard.press('Tab');
  const first = trail.getByRole('link').first();
  await expect.poll(() => first.evaluate((one) => one === document.activeElement)).toBe(true);
  expect(await page.evaluate<number>('scrollY')).toBe(0);
  await page.context().close();
});
