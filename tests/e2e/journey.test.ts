/** The shop's main job, as a new buyer and its owner do it, in a real browser on the shop that `npm start` opens. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, openPage, PHONE, signIn, type WatchedPage } from './browser.ts';
import { ADMIN, BUYER } from './running-shop.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const heading = (page: WatchedPage, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
let buyers = 0;
const newBuyer = () => {
  buyers += 1;
  return { name: `Wendy Workshop ${buyers}`, email: `wendy-${buyers}@example.com`, password: 'secret' };
};

async function signUp(page: WatchedPage, person: { name: string; email: string; password: string }) {
  await page.goto('/signup');
  await page.getByLabel('Name').fill(person.name);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.locator('main').getByRole('button', { name: 'Sign Up' }).click();
  await page.waitForURL((url) => url.pathname === '/');
}

/** Opens the order form of the n-th part of the shop window and orders twice its minimum. */
async function placeOrder(page: WatchedPage, nth = 0) {
  await page.goto('/');
  await page
    .getByRole('link', { name: /^Buy Now/ })
    .nth(nth)
    .click();
  await page.waitForURL(/\/parts\/\d+/);
  const quantity = page.getByLabel('Quantity');
  await quantity.waitFor();
  await page.getByLabel('Address').fill('14 Workshop Lane, Dhaka');
  await page.getByLabel('Phone').fill('+880 1711 000000');
  await page.getByRole('button', { name: 'Place Order' }).click();
  await page.waitForURL(/\/dashboard\/payment\//);
}

async function payWith(page: WatchedPage, card: string) {
  await page.getByLabel('Card number').fill(card);
  await page.getByLabel(/expiration|expiry/i).fill('12 / 34');
  await page.getByLabel(/cvc/i).fill('123');
  await page.getByRole('button', { name: 'Confirm Order' }).click();
}

describe('a new buyer', () => {
  it('finds a part, is asked to sign in, signs up, orders, is declined, pays with 3-D Secure and sees it paid', async () => {
    const page = await openPage(browser);
    const person = newBuyer();
    await page.goto('/');
    expect(await page.getByRole('link', { name: /^Buy Now/ }).count()).toBe(6);

    await page
      .getByRole('link', { name: /^Buy Now/ })
      .first()
      .click();
    await page.waitForURL('**/login');
    await signUp(page, person);
    expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toMatch(/^eyJ/);

    await placeOrder(page);
    await page.getByText('You have successfully placed your Order').waitFor();
    await page.getByText(/^Please Pay Total : [\d,]+\.\d\d TK$/).waitFor();

    await payWith(page, '4000000000000002');
    await page.getByText('Your card was declined.').waitFor();
    await payWith(page, '4000002500003155');
    await page.getByRole('button', { name: 'Complete' }).click();
    await page.getByText('Congrates! your payment is complete').waitFor();
    const transactionId = /pi_\w+/.exec(await page.locator('main').innerText())?.[0];
    expect(transactionId).toBeDefined();

    await page.goto('/dashboard/myorder');
    await page.getByText('Paid', { exact: true }).first().waitFor();
    expect(await page.getByRole('button', { name: /^Cancel/ }).count()).toBe(0);
    expect(page.complaints).toEqual([]);
    await page.context().close();
  });

  it('cancels an unpaid order after being asked', async () => {
    const page = await openPage(browser, { viewport: PHONE });
    await signUp(page, newBuyer());
    await placeOrder(page, 1);
    await page.goto('/dashboard/myorder');
    await page
      .getByRole('button', { name: /^Cancel/ })
      .first()
      .click();
    await page.getByText('Are you sure?').waitFor();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /cancel/i })
      .last()
      .click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await heading(page, /0/).waitFor();
    expect(page.complaints).toEqual([]);
    await page.context().close();
  });

  it('is told what is missing before anything is sent', async () => {
    const page = await openPage(browser);
    await page.goto('/login');
    await page.locator('main').getByRole('button', { name: 'Login' }).click();
    await page.getByText('Email is Required').waitFor();
    await page.getByText('Password is Required').waitFor();
    await page.getByLabel('Email').fill('nobody');
    await page.getByLabel('Password').fill('short');
    await page.locator('main').getByRole('button', { name: 'Login' }).click();
    await page.getByText('Provide a valid Email').waitFor();
    await page.getByText('Must be 6 characters or longer').waitFor();
    await page.context().close();
  });

  it('cannot order below the minimum or above the stock', async () => {
    const page = await openPage(browser);
    await signUp(page, newBuyer());
    await page.goto('/');
    await page
      .getByRole('link', { name: /^Buy Now/ })
      .first()
      .click();
    const quantity = page.getByLabel('Quantity');
    await quantity.waitFor();
    const button = page.getByRole('button', { name: 'Place Order' });
    await quantity.fill('0');
    await page.getByText('Please type minimum Order').waitFor();
    expect(await button.isDisabled()).toBe(true);
    await quantity.fill('999999');
    await page.getByText('Not available').waitFor();
    expect(await button.isDisabled()).toBe(true);
    await page.context().close();
  });

  it('comes back to where they were asked to sign in, with the history replaced', async () => {
    const page = await openPage(browser);
    await page.goto('/blog');
    await page.goto('/dashboard/myorder');
    await page.waitForURL('**/login');
    await page.getByLabel('Email').fill(BUYER.email);
    await page.getByLabel('Password').fill(BUYER.password);
    await page.locator('main').getByRole('button', { name: 'Login' }).click();
    await page.waitForURL('**/dashboard/myorder');
    await page.goBack();
    await page.waitForURL('**/blog');
    await page.context().close();
  });

  it('signs out in every tab at once', async () => {
    const page = await openPage(browser);
    await signIn(page, BUYER);
    const other = await page.context().newPage();
    await other.goto('/dashboard');
    await other.getByRole('heading', { level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await other.waitForURL((url) => url.pathname === '/login' || url.pathname === '/');
    expect(await other.evaluate(() => localStorage.getItem('accessToken'))).toBeNull();
    await page.context().close();
  });
});

describe('the owner', () => {
  it('sees a paid order as Shipped and an unpaid one as Pending', async () => {
    const page = await openPage(browser);
    await signIn(page, ADMIN);
    await page.goto('/dashboard/allOrders');
    await page.getByText('Shipped', { exact: true }).first().waitFor();
    await page.getByText('Pending', { exact: true }).first().waitFor();
    expect(page.complaints).toEqual([]);
    await page.context().close();
  });

  it('adds a part with a picture, and it can be found and ordered; deletes it, and it is gone', async () => {
    const page = await openPage(browser);
    await signIn(page, ADMIN);
    await page.goto('/dashboard/addProduct');
    await page.getByLabel('Name').fill('Zebrane Gearbox Mount, hydraulic');
    await page.getByLabel(/^Price/).fill('42.50');
    await page.getByLabel('Available Stock').fill('24');
    await page.getByLabel('Minimum Order').fill('2');
    await page.getByLabel('Description').fill('Rubber-metal mount with hydraulic damping.');
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'mount.png', mimeType: 'image/png', buffer: await picture(page) });
    await page.getByRole('button', { name: 'Add Product' }).click();
    await page.getByText('Product added successfully').waitFor({ timeout: 20_000 });

    await page.goto('/catalogue?q=zebrane+gearbox+mount');
    const found = page.getByRole('link', { name: /Zebrane Gearbox Mount, hydraulic/ }).first();
    await found.waitFor();
    await page.goto('/dashboard/manageProduct');
    await page.getByPlaceholder('Name or number').fill('Zebrane Gearbox Mount, hydraulic');
    await page
      .getByRole('button', { name: /Delete/ })
      .first()
      .waitFor();
    await expect
      .poll(() => page.getByRole('button', { name: /Delete/ }).count(), { timeout: 10_000 })
      .toBe(1);
    await page.getByRole('button', { name: /Delete/ }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Delete/ })
      .click();
    await page.getByText('Product: Zebrane Gearbox Mount, hydraulic is deleted.').waitFor();
    expect(page.complaints).toEqual([]);
    await page.context().close();
  });

  it('keeps everyone else out: a customer who opens an admin page is signed out, and the origin is remembered', async () => {
    const page = await openPage(browser);
    const person = newBuyer();
    await signUp(page, person);
    await page.goto('/dashboard/allUsers');
    await page.waitForURL('**/login');
    expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull();
    await page.getByLabel('Email').fill(ADMIN.email);
    await page.getByLabel('Password').fill(ADMIN.password);
    await page.locator('main').getByRole('button', { name: 'Login' }).click();
    await page.waitForURL('**/dashboard/allUsers');
    await page.getByRole('rowheader', { name: person.email }).waitFor();
    await page.context().close();
  });
});

/** A picture that the browser itself draws. */
async function picture(page: WatchedPage): Promise<Buffer> {
  const url = await page.evaluate<string>(`(() => {
    const canvas = document.createElement('canvas');
    canvas.width = 640;
    canvas.height = 480;
    canvas.getContext('2d').fillRect(120, 90, 400, 300);
    return canvas.toDataURL('image/png');
  })()`);
  return Buffer.from(url.split(',')[1] ?? '', 'base64');
}
