/** What somebody types into an order form is there until they send it or sign out, and for nobody else. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PartDetailBody } from '#contract/catalogue.ts';
import { openBrowser, signIn } from './browser.ts';
import { ask, type Buyer, openBuyer, orderablePart, placeOrder } from './specification/people.ts';

const ADDRESS = '14 Workshop Lane, Dhaka';
const PHONE = '+880 1711 000000';

let browser: Browser;
let next: Buyer;
beforeAll(async () => {
  browser = await openBrowser();
  const { page, buyer } = await openBuyer(browser, 'draft-next');
  await page.context().close();
  next = buyer;
});
afterAll(() => browser.close());

async function fillIn(page: Page): Promise<void> {
  await page.getByLabel('Address').fill(ADDRESS);
  await page.getByLabel('Phone').fill(PHONE);
}

const filledIn = (page: Page) =>
  Promise.all(['Address', 'Phone'].map((label) => page.getByLabel(label).inputValue()));

/** Ends the session that a page has without a press: the provider knows it no more, and the page has to ask. */
async function endSession(page: Page): Promise<void> {
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.removeItem('mainshaft.session'));
  await page.reload();
  await page.waitForURL('**/login');
}

describe('an address that was typed', () => {
  it('goes when its buyer signs out: the next in the tab finds an empty form, and nothing is left of it', async () => {
    const { page } = await openBuyer(browser, 'draft');
    const form = `/parts/${(await orderablePart(page))._id}`;
    await page.goto(form);
    await fillIn(page);
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await page.getByRole('banner').getByRole('link', { name: 'Login' }).waitFor();
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(ADDRESS);
    await signIn(page, next);
    await page.goto(form);
    expect(await filledIn(page)).toEqual(['', '']);
    expect(page.complaints).toEqual([]);
    await page.context().close();
  });

  it('waits for its buyer when the session ends by itself, and is not shown to who signs in meanwhile', async () => {
    const { page, buyer } = await openBuyer(browser, 'draft');
    const form = `/parts/${(await orderablePart(page))._id}`;
    await page.goto(form);
    await fillIn(page);
    await endSession(page);
    await signIn(page, next);
    await page.goto(form);
    expect(await filledIn(page)).toEqual(['', '']);
    await endSession(page);
    await signIn(page, buyer);
    await page.goto(form);
    expect(await filledIn(page)).toEqual([ADDRESS, PHONE]);
    await page.context().close();
  });
});

it('where the last order went is a press away, in the form of any part', async () => {
  const { page } = await openBuyer(browser, 'draft-again');
  await placeOrder(page);
  await page.goto(`/parts/${(await orderablePart(page))._id}`);
  expect(await filledIn(page)).toEqual(['', '']);
  const offer = page.getByRole('button', { name: 'As in your last order' });
  await offer.click();
  expect(await filledIn(page)).toEqual([expect.stringMatching(/\S/), expect.stringMatching(/\d/)]);
  expect(await offer.count()).toBe(0);
  expect(page.complaints).toEqual([]);
  await page.context().close();
});

describe('a quantity', () => {
  it('that is typed over the one of Buy Now outlives a reload and a sign-in; another Buy Now brings its own', async () => {
    const { page, buyer } = await openBuyer(browser, 'draft');
    const { _id: id, minOrder } = await orderablePart(page);
    const { brandSlug, partNumberSlug } = (await ask(page, 'GET', `/parts/${id}`)).body as PartDetailBody;
    const quantity = page.getByRole('region', { name: 'Your order' }).getByLabel('Quantity');
    const buy = async (count: number) => {
      await page.goto(`/catalogue/${brandSlug}/${partNumberSlug}`);
      const part = page.getByRole('complementary', { name: 'Order this part' });
      await part.getByLabel('Quantity').fill(String(count));
      await part.getByRole('link', { name: 'Buy Now' }).click();
      await expect.poll(() => quantity.inputValue()).toBe(String(count));
    };
    await buy(2 * minOrder);
    await quantity.fill(String(4 * minOrder));
    await page.reload();
    expect(await quantity.inputValue()).toBe(String(4 * minOrder));

    await endSession(page);
    await page.getByLabel('Email').fill(buyer.email);
    await page.getByLabel('Password').fill(buyer.password);
    await page.locator('main').getByRole('button', { name: 'Login' }).click();
    expect(await quantity.inputValue()).toBe(String(4 * minOrder));

    await buy(3 * minOrder);
    // As many as the first time, which nobody has typed over since.
    await buy(2 * minOrder);
    expect(page.complaints).toEqual([]);
    await page.context().close();
  });

  it('of an order that is ordered again outlives a reload when it is changed, and comes anew with another Order again', async () => {
    const { page } = await openBuyer(browser, 'draft');
    const { part, orderId } = await placeOrder(page);
    const quantity = page.getByLabel('Quantity');
    const orderAgain = async () => {
      await page.goto(`/dashboard/order/${orderId}`);
      await page.getByRole('link', { name: 'Order again' }).click();
      await page.getByText(`As in ${orderId}`).waitFor();
      expect(await quantity.inputValue()).toBe(String(part.minOrder));
      expect(await filledIn(page)).toEqual([ADDRESS, PHONE]);
    };
    await orderAgain();
    await quantity.fill(String(2 * part.minOrder));
    await page.getByLabel('Phone').fill('+880 1711 111111');
    await page.reload();
    await page.getByText(`As in ${orderId}`).waitFor();
    expect(await quantity.inputValue()).toBe(String(2 * part.minOrder));
    expect(await filledIn(page)).toEqual([ADDRESS, '+880 1711 111111']);
    await orderAgain();
    expect(page.complaints).toEqual([]);
    await page.context().close();
  });
});
