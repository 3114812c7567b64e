/** All orders as a file: those that the list has not come to as well, once for each press, and never half of them. */
import { text } from 'node:stream/consumers';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser, openPage, signIn, type WatchedPage } from './browser.ts';
import { ADMIN } from './running-shop.ts';
import { ask } from './specification/people.ts';

/** What is asked when the button is pressed. */
const EXPORT = /\/api\/orders\/export/;

let browser: Browser;
let page: WatchedPage;
beforeAll(async () => {
  browser = await openBrowser();
  page = await openPage(browser);
  await signIn(page, ADMIN);
  // The list has pages of two, and shows the first.
  await page.route(/\/api\/orders\/order\?.*limit=50/, async (route) => {
    const url = new URL(route.request().url());
    url.searchParams.set('limit', '2');
    await route.continue({ url: url.href });
  });
});
afterAll(async () => {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await browser.close();
});

const button = () => page.getByRole('button', { name: 'CSV', exact: true });
const rows = () => page.getByRole('table', { name: 'All orders' }).locator('tbody tr:has(th)');

/** The numbers in the file that comes of a press. */
async function numbersSaved(press: () => Promise<void>): Promise<(string | undefined)[]> {
  const coming = page.waitForEvent('download');
  await press();
  const file = await coming;
  expect(file.suggestedFilename()).toMatch(/^all-orders-(?:\w+-)?\d{4}-\d\d-\d\d\.csv$/);
  const lines = await text(await file.createReadStream());
  return [...lines.matchAll(/^(MS-\d{4}-\d+),/gm)].map(([, number]) => number);
}

async function numbersOf(status: string): Promise<string[]> {
  const { answer, body } = await ask(page, 'GET', `/orders/order?limit=100${status}`);
  const numbers = (body as { orderId: string }[]).map(({ orderId }) => orderId);
  // Else this would have to read on.
  expect(Number(answer.headers()['x-total-count'])).toBe(numbers.length);
  return numbers;
}

it('the file has all orders of the view, also those that have not been loaded', async () => {
  for (const [view, status] of [
    ['', ''],
    ['?show=cancelled', '&status=cancelled'],
  ] as const) {
    await page.goto(`/dashboard/allOrders${view}`);
    await expect.poll(() => rows().count()).toBeGreaterThan(0);
    const shown = await rows().count();
    expect(shown).toBeLessThanOrEqual(2);
    const numbers = await numbersOf(status);
    if (view === '') expect(numbers.length).toBeGreaterThan(shown);
    expect(await numbersSaved(() => button().click())).toEqual(numbers);
    expect(await rows().count()).toBe(shown);
  }
  expect(page.complaints).toEqual([]);
});

it('a press that is under way is seen, and is one however often it is pressed', async () => {
  await page.goto('/dashboard/allOrders');
  const held = Promise.withResolvers<void>();
  let asked = 0;
  await page.route(EXPORT, async (route) => {
    asked += 1;
    await held.promise;
    await route.continue();
  });
  await button().click();
  await expect.poll(() => button().getAttribute('aria-busy')).toBe('true');
  await button().click({ force: true });
  await button().press('Enter');
  expect((await numbersSaved(async () => held.resolve())).length).toBeGreaterThan(2);
  await expect.poll(() => button().getAttribute('aria-busy')).toBeNull();
  expect(asked).toBe(1);
  await page.unroute(EXPORT);
});

it('one that fails says so, saves nothing, and leaves the list as it was for another try', async () => {
  await page.goto('/dashboard/allOrders');
  await expect.poll(() => rows().count()).toBe(2);
  const saved: string[] = [];
  page.on('download', (file) => saved.push(file.suggestedFilename()));
  await page.route(EXPORT, (route) => route.abort());
  await button().click();
  const notice = page.getByRole('alert').filter({ hasText: 'No file was saved.' });
  await notice.getByText('The server could not be reached').waitFor();
  expect(await rows().count()).toBe(2);
  expect(saved).toEqual([]);
  await page.unroute(EXPORT);
  expect((await numbersSaved(() => button().click())).length).toBeGreaterThan(2);
  await notice.waitFor({ state: 'detached' });
});
