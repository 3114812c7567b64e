/** Lists that are shown whole, read page by page: here with pages of two rows. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser, openPage, signIn } from './browser.ts';
import { BUYER } from './running-shop.ts';
import { ask, openBuyer } from './specification/people.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** Has the shop answer pages of two rows; from the second on they wait for `goOn`, and fail as long as it says so. */
async function withShortPages(page: Page, goOn: () => Promise<boolean>): Promise<void> {
  await page.route(/\/api\/order\?/, async (route) => {
    const url = new URL(route.request().url());
    url.searchParams.set('limit', '2');
    if (!url.searchParams.has('cursor') || (await goOn())) await route.continue({ url: url.href });
    else await route.abort();
  });
}

const rows = (page: Page) => page.getByRole('table', { name: 'My orders' }).locator('tbody tr');

it('the first orders and how many there are stand there before the others have come', async () => {
  const page = await openPage(browser);
  await signIn(page, BUYER);
  const others = Promise.withResolvers<boolean>();
  await withShortPages(page, () => others.promise);
  await page.goto('/dashboard/myorder');
  await expect.poll(() => rows(page).count()).toBe(2);
  const title = await page.getByRole('heading', { level: 1 }).textContent();
  const count = Number(/^My Orders: (\d+)$/.exec(title ?? '')?.[1]);
  expect(count).toBeGreaterThan(2);
  await page.getByText(`2 of ${count} orders looked through`).waitFor();
  others.resolve(true);
  await expect.poll(() => rows(page).count()).toBe(count);
  await page.getByText('looked through').waitFor({ state: 'detached' });
  await page.context().close();
});

it('where the others do not come the first stay, and can be added to when the shop answers again', async () => {
  const page = await openPage(browser);
  await signIn(page, BUYER);
  let isUp = false;
  await withShortPages(page, async () => isUp);
  await page.goto('/dashboard/myorder');
  await page.getByText('The orders above stay.').waitFor();
  expect(await rows(page).count()).toBe(2);
  isUp = true;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => rows(page).count()).toBeGreaterThan(2);
  await page.getByText('The orders above stay.').waitFor({ state: 'detached' });
  await page.context().close();
});

it('the welcome counts what waits to be paid among all orders, not among the first of them', async () => {
  const { page } = await openBuyer(browser, 'welcome-counts');
  const { body: parts } = await ask(page, 'GET', '/parts');
  const { _id: partId, minOrder } = (parts as { _id: string; minOrder: number; stock: number }[]).find(
    (part) => part.stock > 10 * part.minOrder,
  ) ?? { _id: '', minOrder: 0 };
  const order = { partId, orderQuantity: minOrder, address: '1 Test Road', phone: '+880 1' };
  for (let count = 0; count < 3; count += 1)
    expect((await ask(page, 'POST', '/order', order)).answer.status()).toBe(201);
  await withShortPages(page, () => Promise.withResolvers<boolean>().promise);
  await page.goto('/dashboard');
  await page.getByRole('heading', { name: 'To pay: 3', exact: true }).waitFor();
  expect(await page.getByRole('link', { name: /^Pay / }).count()).toBe(2);
  await page.context().close();
});
