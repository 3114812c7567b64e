/** The catalogue as it is narrowed: several values of one thing, counts, order, and all of it in the address. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SearchBody } from '#contract/search.ts';
import { openBrowser, openPage, PHONE, type WatchedPage } from './browser.ts';
import { theShop } from './the-shop.ts';

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

it('what is chosen comes and goes beside the title, so the list stays where it is', async () => {
  const page = await openPage(browser);
  await page.goto('/catalogue', { waitUntil: 'networkidle' });
  const listTop = async () => (await page.locator('#found').getByText('Highest price').boundingBox())?.y;
  const top = await listTop();
  expect(top).toBeGreaterThan(0);
  for (const name of ['In stock', 'Motorcycles']) {
    await filters(page).getByRole('link', { name }).first().click();
    await page.getByRole('list', { name: 'Narrowed to' }).getByText(name).waitFor();
    expect(await listTop()).toBe(top);
  }
  expect(page.complaints).toEqual([]);
  await page.context().close();
});

it.each([
  { what: 'a filter', name: 'Quillan', leadsTo: 'type=brake-disc&brand=gripstane,quillan' },
  { what: 'an order', name: 'Lowest price', leadsTo: 'type=brake-disc&brand=gripstane&sort=price' },
])(
  '$what that is pressed as soon as another list is there leads on from that list',
  async ({ name, leadsTo }) => {
    const page = await openPage(browser);
    await page.goto('/catalogue?type=brake-disc', { waitUntil: 'networkidle' });
    await page.evaluate((pressed) => {
      const linkOf = (words: string) =>
        [...document.querySelectorAll<HTMLAnchorElement>('main a')].find(({ innerText }) =>
          innerText.startsWith(words),
        );
      const title = document.querySelector('h1');
      const before = title?.textContent;
      // Told after the list has changed and before anything else is done.
      new MutationObserver((_, observer) => {
        if (title?.textContent === before) return;
        observer.disconnect();
        const next = linkOf(pressed);
        document.body.dataset.ledOnFrom = next?.getAttribute('href') ?? 'nowhere';
        next?.click();
      }).observe(document.body, { subtree: true, childList: true, characterData: true });
      linkOf('Gripstane')?.click();
    }, name);
    await page.waitForURL((url) => decodeURIComponent(url.search) === `?${leadsTo}`);
    // What leads on was still that of the list before.
    expect(await page.locator('body').getAttribute('data-led-on-from')).toMatch(
      /^\/catalogue\?(?!.*gripstane)/,
    );
    expect(page.complaints).toEqual([]);
    await page.context().close();
  },
);

it('a price, an order and a way to show it stand in the address, and a chip takes a choice away', async () => {
  const page = await openPage(browser);
  await page.goto('/catalogue?type=brake-disc', { waitUntil: 'networkidle' });
  const address = page.url();
  await page.getByLabel('Price from').fill('1,000');
  await page.getByRole('button', { name: 'Set' }).click();
  // The browser says why; what was typed is neither passed over nor lost.
  expect(await page.getByLabel('Price from').evaluate((field) => field.matches(':invalid:focus'))).toBe(true);
  expect(page.url()).toBe(address);
  await page.getByLabel('Price from').fill('50');
  await page.getByLabel('Price to').fill('60');
  await page.getByRole('button', { name: 'Set' }).click();
  await page.waitForURL((url) => url.searchParams.get('priceTo') === '60');
  await page.getByRole('list', { name: 'Narrowed to' }).getByText('To 60').waitFor();
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
  // What a card tells of a part besides, which lines have no room for.
  await expect.poll(() => cards.locator('p', { hasText: 'renew both discs' }).count()).toBeGreaterThan(0);
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

it('on a phone filters fold away out of the way of keyboard and readers, and anew for each list', async () => {
  const page = await openPage(browser, { viewport: PHONE, hasTouch: true });
  await page.goto('/catalogue', { waitUntil: 'networkidle' });
  const fold = page.getByRole('checkbox', { name: 'Filter' });
  const afterFold = async () => {
    await fold.focus();
    await page.keyboard.press('Tab');
    return page.locator(':focus').innerText();
  };
  const listTop = async () => (await page.locator('#found').boundingBox())?.y ?? 0;
  const folded = await listTop();
  expect(await filters(page).count()).toBe(0);
  expect(await afterFold()).toBe('Featured');
  await fold.tap();
  expect(await filters(page).count()).toBe(1);
  expect(await afterFold()).toBe('Skip the filters');
  expect(await listTop()).toBeGreaterThan(folded + 200);
  await filters(page).getByRole('link', { name: 'In stock' }).tap();
  await page.waitForURL((url) => url.searchParams.get('inStock') === 'true');
  await expect.poll(() => fold.isChecked()).toBe(false);
  expect(await filters(page).count()).toBe(0);
  expect(page.complaints).toEqual([]);
  await page.context().close();
});

it('offers no filter that has nothing to choose or to take away', async () => {
  const page = await openPage(browser);
  await page.goto('/catalogue?type=brake-disc&brand=quillan&q=xyzzyxq');
  // innerText would tell it as it is drawn, in capitals.
  expect(await filters(page).getByRole('heading').allTextContents()).toEqual([
    'Availability',
    'Part type',
    'Brand',
    'Price: $',
  ]);
  const chosen = filters(page).getByRole('link', { name: 'chosen; remove' });
  expect((await chosen.allInnerTexts()).map((text) => text.replace(/\s+/g, ' '))).toEqual([
    expect.stringContaining('Brake Disc'),
    expect.stringContaining('Quillan'),
  ]);
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

it('keeps to the filters for a number that no part has, and says where it cannot', async () => {
  const answer = await fetch(`${theShop().url}/api/search?type=brake-disc&limit=1`);
  const { parts } = (await answer.json()) as SearchBody;
  const [disc] = parts;
  if (disc === undefined) throw new Error('the demo has no brake disc');
  const page = await openPage(browser, { javaScriptEnabled: false });
  const note = page.locator('#found').getByText('Nothing has all of this');
  await page.goto(`/catalogue?q=${disc.sku}X&type=brake-disc`);
  expect(await note.innerText()).toContain(
    `without the end of the number: these begin with ${disc.sku.replace('-', '')}.`,
  );
  expect(await total(page)).toBe(1);
  await page.goto(`/catalogue?q=${disc.sku}X&type=oil-filter`);
  expect(await note.innerText()).toContain('without the filters and the end of the number: these begin with');
  expect(await total(page)).toBe(1);
  await page.context().close();
});
