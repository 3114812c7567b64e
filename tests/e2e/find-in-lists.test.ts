/** Owners look for people and for orders among all that there are; what they look for stands in the address. */
import { text } from 'node:stream/consumers';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, openPage, signIn, type WatchedPage } from './browser.ts';
import { ADMIN, BUYER } from './running-shop.ts';
import { ask } from './specification/people.ts';

type Order = { readonly orderId: string; readonly userEmail: string; readonly status: string };

let browser: Browser;
let page: WatchedPage;
let orders: readonly Order[];
beforeAll(async () => {
  browser = await openBrowser();
  page = await openPage(browser);
  await signIn(page, ADMIN);
  const { body } = await ask(page, 'GET', '/orders/order?limit=100&status=all');
  orders = body as Order[];
  // The lists have pages of one, and show the first.
  await page.route(/\/api\/(user|orders\/order)\?.*limit=(50|100)\b/, async (route) => {
    const url = new URL(route.request().url());
    url.searchParams.set('limit', '1');
    await route.continue({ url: url.href });
  });
});
afterAll(async () => {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await browser.close();
});

const field = (name: string) => page.getByRole('searchbox', { name });
const rows = () => page.locator('main tbody tr:has(th)');
const title = (name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const orderOf = (is: (order: Order) => boolean): Order => {
  const order = orders.find(is);
  if (order === undefined) throw new Error('The shop has no such order');
  return order;
};
/** Types words that nobody has before them, so that what is shown for the last ones is not taken for what is found by these. */
async function lookedFor(name: string, words: string): Promise<void> {
  await field(name).fill('zz-none-zz');
  await expect.poll(() => rows().count()).toBe(0);
  await field(name).fill(words);
}
const find = () => new URL(page.url()).searchParams.get('find');

describe('All Users', () => {
  it('finds somebody whom the list has not come to, by name and by email, and counts who was found', async () => {
    await page.goto('/dashboard/allUsers');
    await expect.poll(() => rows().count()).toBe(1);
    for (const words of ['BUYER@mainshaft', 'buyer mainshaft.example']) {
      await lookedFor('Find a user', words);
      await title('All Users: 1').waitFor();
      await page.getByRole('rowheader', { name: BUYER.email }).waitFor();
      expect(await rows().count()).toBe(1);
      await expect.poll(find).toBe(words);
    }
    expect(page.complaints).toEqual([]);
  });

  it('keeps the words through a reload, and follows the way back', async () => {
    await page.goto(`/dashboard/allUsers?find=${BUYER.email}`);
    await page.getByRole('rowheader', { name: BUYER.email }).waitFor();
    expect(await field('Find a user').inputValue()).toBe(BUYER.email);
    await page.getByRole('link', { name: 'Make Admin', exact: true }).first().click();
    await expect.poll(() => field('Find a user').inputValue()).toBe('');
    await page.goBack();
    await expect.poll(() => field('Find a user').inputValue()).toBe(BUYER.email);
    await title('All Users: 1').waitFor();
  });

  it('says so where nobody is found, and leads back to all', async () => {
    await page.goto('/dashboard/allUsers');
    await field('Find a user').fill('100%_nobody');
    await page.getByText('Nobody found for “100%_nobody”').waitFor();
    await page.getByRole('link', { name: 'Show all users' }).click();
    await expect.poll(() => rows().count()).toBe(1);
    expect(await field('Find a user').inputValue()).toBe('');
    expect(find()).toBeNull();
    expect(page.complaints).toEqual([]);
  });
});

describe('All Orders', () => {
  it('finds an order that the list has not come to, by its number however it is typed, and by who ordered', async () => {
    const last = orderOf(({ status }) => status === 'paid');
    await page.goto('/dashboard/allOrders');
    await expect.poll(() => rows().count()).toBe(1);
    for (const words of [last.orderId, last.orderId.toLowerCase(), last.orderId.replaceAll(/\D/g, '')]) {
      await lookedFor('Find an order', words);
      await expect.poll(find).toBe(words);
      await title('All Orders: 1').waitFor();
      await page.getByRole('link', { name: last.orderId, exact: true }).waitFor();
    }
    expect(page.complaints).toEqual([]);
  });

  it('keeps the words from state to state, and says which orders have not been looked through', async () => {
    const gone = orderOf(({ status }) => status === 'cancelled');
    await page.goto(`/dashboard/allOrders?find=${gone.orderId}`);
    await page.getByText(`Nothing found for “${gone.orderId}”`).waitFor();
    await page.getByText('Cancelled and expired orders have not been looked through.').waitFor();
    await page.getByRole('link', { name: 'Look in all orders' }).click();
    await page.getByRole('link', { name: gone.orderId, exact: true }).waitFor();
    const views = page.getByRole('navigation', { name: 'Show' });
    expect(await views.locator('[aria-current]').innerText()).toBe('All');
    await views.getByRole('link', { name: 'Cancelled' }).click();
    await page.waitForURL((url) => url.searchParams.get('show') === 'cancelled');
    expect(find()).toBe(gone.orderId);
    await page.getByRole('link', { name: gone.orderId, exact: true }).waitFor();
    await views.getByRole('link', { name: 'Expired' }).click();
    await page.getByText('Only orders under Expired have been looked through.').waitFor();
    expect(page.complaints).toEqual([]);
  });

  it('the file has what was found, of the state and the buyer that are shown', async () => {
    const numbersOf = async (address: string) => {
      await page.goto(address);
      await expect.poll(() => rows().count()).toBe(1);
      const coming = page.waitForEvent('download');
      await page.getByRole('button', { name: 'CSV', exact: true }).click();
      const lines = await text(await (await coming).createReadStream());
      return [...lines.matchAll(/^(MS-\d{4}-\d+),/gm)].map(([, number]) => number);
    };
    const { orderId, userEmail } = orderOf(({ status }) => status === 'cancelled');
    expect(await numbersOf(`/dashboard/allOrders?show=all&find=${orderId}`)).toEqual([orderId]);
    const theirs = orders.filter((order) => order.userEmail === userEmail);
    const buyer = encodeURIComponent(userEmail);
    expect(await numbersOf(`/dashboard/allOrders?buyer=${buyer}`)).toEqual(
      theirs.map((order) => order.orderId),
    );
    expect(await numbersOf(`/dashboard/allOrders?buyer=${buyer}&show=cancelled&find=${orderId}`)).toEqual([
      orderId,
    ]);
    expect(await field('Find an order').inputValue()).toBe(orderId);
    await page.getByRole('link', { name: 'Orders of everybody' }).click();
    await title(/^All Orders: \d/).waitFor();
    expect(page.complaints).toEqual([]);
  });
});

const LONG = 'x'.repeat(300);
it.each([
  ['a buyer who is no email', '/dashboard/allOrders?buyer=nobody', /^All Orders: \d/],
  ['no words of an order', '/dashboard/allOrders?find=%00&show=nonsense', /^All Orders: \d/],
  ['too much for an order', `/dashboard/allOrders?find=${LONG}&buyer=${LONG}@b.example`, /^All Orders: \d/],
  ['no words of a product', '/dashboard/manageProduct?find=%00', /^Products: \d/],
  ['too much for a product', `/dashboard/manageProduct?find=${LONG}`, /^Products: \d/],
  ['no words of a user', '/dashboard/allUsers?find=%00', /^All Users: \d/],
  ['too much for a user', `/dashboard/allUsers?find=${LONG}`, /^All Users: \d/],
])('what nobody can mean counts as absent: %s', async (_, address, heading) => {
  await page.goto(address);
  await title(heading).waitFor();
  await rows().first().waitFor();
  expect(await page.getByRole('searchbox', { name: /^Find / }).inputValue()).toBe('');
  expect(await page.getByRole('alert').count()).toBe(0);
  expect(page.complaints).toEqual([]);
});
