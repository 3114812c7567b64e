/** An order's own page, as its buyer and an admin use it: opened from the lists, printed, cancelled, ordered again. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReceiptBody } from '#contract/ordering.ts';
import { openBrowser, openPage, signIn, type WatchedPage } from './browser.ts';
import { ADMIN } from './running-shop.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const BUYER = { name: 'Nadia Page', email: 'nadia-page@example.com', password: 'secret' };
const orderNumberOf = (page: WatchedPage) => page.getByRole('heading', { level: 1, name: /MS-\d{4}-\d{6}/ });

async function signUpAndOrder(page: WatchedPage): Promise<void> {
  await page.goto('/signup');
  await page.getByLabel('Name').fill(BUYER.name);
  await page.getByLabel('Email').fill(BUYER.email);
  await page.getByLabel('Password', { exact: true }).fill(BUYER.password);
  await page.locator('main').getByRole('button', { name: 'Sign Up' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await page
    .getByRole('link', { name: /^Buy Now/ })
    .nth(1)
    .click();
  await page.waitForURL(/\/parts\/\d+/);
  await page.getByLabel('Address').fill('14 Workshop Lane, Dhaka');
  await page.getByLabel('Phone').fill('+880 1711 000000');
  await page.getByRole('button', { name: 'Place Order' }).click();
  await page.waitForURL(/\/dashboard\/payment\//);
}

/** Calls the API as whoever is signed in on a page. */
function callAs(page: WatchedPage, method: string, path: string, body?: unknown): Promise<unknown> {
  return page.evaluate(
    async ([verb, address, json]) => {
      const answer = await fetch(`/api${address}`, {
        method: verb ?? 'GET',
        headers: {
          authorization: `Bearer ${localStorage.getItem('accessToken')}`,
          'content-type': 'application/json',
        },
        ...(json === undefined || json === null ? {} : { body: json }),
      });
      return answer.json();
    },
    [method, path, body === undefined ? null : JSON.stringify(body)],
  );
}

describe("an order's own page", () => {
  it('is opened from My Order by the keyboard, prints light without the shop around it, and gives a PDF', async () => {
    const page = await openPage(browser, { colorScheme: 'dark' });
    await signUpAndOrder(page);
    await page.goto('/dashboard/myorder');
    const opener = page.getByRole('rowheader').getByRole('link').first();
    await opener.focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/dashboard\/order\/MS-/);
    await orderNumberOf(page).waitFor();
    const main = page.locator('main');
    await main.getByText('Pending').waitFor();
    expect(await main.getByText(/^unpaid, expires in /).count()).toBe(1);
    expect(await main.getByText('Order placed by you').count()).toBe(1);
    expect(await main.getByText('Reserved until').count()).toBe(1);
    expect(await page.locator('nav[aria-label="Dashboard"] [aria-current]').innerText()).toBe('My Order');

    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download PDF' }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^MS-\d{4}-\d{6}\.pdf$/);

    await page.getByRole('link', { name: 'Print / Receipt' }).click();
    await page.getByRole('heading', { level: 1, name: 'Order confirmation – not paid' }).waitFor();
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('banner').isVisible()).toBe(false);
    expect(await page.getByRole('contentinfo').isVisible()).toBe(false);
    expect(await page.getByRole('navigation', { name: 'Dashboard' }).isVisible()).toBe(false);
    expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false);
    const colours = await page.getByRole('article').evaluate((sheet) => {
      const { color, backgroundColor } = getComputedStyle(sheet);
      return { color, backgroundColor };
    });
    expect(colours).toEqual({ color: 'rgb(20, 23, 26)', backgroundColor: 'rgb(255, 255, 255)' });
    await page.emulateMedia({ media: 'screen' });
    expect(page.complaints).toEqual([]);
  });

  it('has the lines, the amount in figures and in words, the rate and the address', async () => {
    const page = await openPage(browser);
    await signIn(page, BUYER);
    await page.goto('/dashboard/myorder');
    await page.getByRole('rowheader').getByRole('link').first().click();
    await orderNumberOf(page).waitFor();
    const number = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const receipt = (await callAs(page, 'GET', `/order/${number}/receipt`)) as ReceiptBody;
    const text = (await page.locator('main').innerText()).replaceAll(/\s+/g, ' ');
    expect(receipt.totalInWords).toMatch(/ taka/);
    for (const { name, quantity, pricePerUnit, amount } of receipt.lines) {
      expect(text).toContain(name);
      expect(text).toContain(`${quantity} ${pricePerUnit} ${amount}`);
    }
    for (const fact of [receipt.total, receipt.totalInWords, '1 USD = 121.50 TK', '14 Workshop Lane, Dhaka'])
      expect(text).toContain(fact);
    await page.context().close();
  });

  it('is cancelled there; ordered again at another price, the form says what it was and what it is', async () => {
    const page = await openPage(browser);
    await signIn(page, BUYER);
    await page.goto('/dashboard/myorder');
    await page.getByRole('rowheader').getByRole('link').first().click();
    await orderNumberOf(page).waitFor();
    const number = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    await page.locator('main').getByRole('button', { name: 'Cancel' }).click();
    const dialog = page.getByRole('dialog', { name: 'Are you sure?' });
    await dialog.getByRole('button', { name: 'Cancel order' }).click();
    await page.locator('main').getByText('Cancelled by you').waitFor();
    expect(await page.locator('main').getByRole('button', { name: 'Cancel' }).count()).toBe(0);

    const order = (await callAs(page, 'GET', `/order/${number}`)) as {
      lines: { partId: string; quantity: number; price: number }[];
    };
    const [line] = order.lines;
    if (line === undefined) throw new Error('the order has no line');
    const admin = await openPage(browser);
    await signIn(admin, ADMIN);
    await callAs(admin, 'PUT', `/parts/${line.partId}`, { price: line.price + 1 });

    await page.getByRole('link', { name: 'Order again' }).click();
    await page.waitForURL((url) => url.pathname === `/parts/${line.partId}`);
    expect(new URL(page.url()).searchParams.get('again')).toBe(number);
    await page
      .getByText(/The price per unit is now [\d,.]+ TK, more than the [\d,.]+ TK of then\./)
      .waitFor();
    expect(await page.getByLabel('Quantity').inputValue()).toBe(String(line.quantity));
    expect(await page.getByLabel('Address').inputValue()).toBe('14 Workshop Lane, Dhaka');
    expect(await page.getByLabel('Phone').inputValue()).toBe('+880 1711 000000');
    // Nothing is ordered by being there; what is typed outlives a reload.
    const mine = (await callAs(page, 'GET', `/order?email=${BUYER.email}`)) as unknown[];
    expect(mine).toEqual([]);
    await page.getByLabel('Phone').fill('+880 1711 111111');
    await page.reload();
    await page.getByText('This has changed since').waitFor();
    expect(await page.getByLabel('Phone').inputValue()).toBe('+880 1711 111111');

    await callAs(admin, 'DELETE', `/parts/${line.partId}`);
    await page.reload();
    await page.getByRole('heading', { name: 'This part is no longer sold' }).waitFor();
    expect(await page.getByRole('button', { name: 'Place Order' }).count()).toBe(0);
    await page.getByRole('link', { name: /^See others of this type/ }).click();
    await page.waitForURL((url) => url.pathname === '/catalogue' && url.searchParams.has('type'));
  });

  it('is seen by an admin from All Orders, with the buyer and their other orders; by another buyer not at all', async () => {
    const page = await openPage(browser);
    await signIn(page, ADMIN);
    await page.goto('/dashboard/allOrders?show=cancelled');
    const row = page.getByRole('row').filter({ hasText: BUYER.name });
    await row.getByRole('link', { name: /^MS-/ }).click();
    await orderNumberOf(page).waitFor();
    const address = page.url();
    expect(await page.locator('nav[aria-label="Dashboard"] [aria-current]').innerText()).toBe(
      'Manage All Orders',
    );
    await page.getByText(`Cancelled by ${BUYER.email}`).waitFor();
    expect(await page.getByRole('link', { name: 'Order again' }).count()).toBe(0);
    await page.getByRole('link', { name: BUYER.name }).click();
    await page.getByRole('heading', { level: 1, name: 'Orders: 1' }).waitFor();

    const stranger = await openPage(browser);
    await signIn(stranger, { email: 'buyer@mainshaft.example', password: 'buyer-of-the-tests' });
    await stranger.goto(address);
    await stranger.getByText('There is no such order').waitFor();
    await stranger.goto(`${address}/receipt`);
    await stranger.getByText('There is no such order').waitFor();
  });

  it('of several parts lets the buyer choose which to order again', async () => {
    const page = await openPage(browser);
    await signIn(page, { email: 'buyer@mainshaft.example', password: 'buyer-of-the-tests' });
    await page.goto('/dashboard/myorder');
    await page
      .getByRole('row')
      .filter({ hasText: 'and 1 more' })
      .getByRole('link', { name: /^Order again/ })
      .click();
    const dialog = page.getByRole('dialog', { name: 'Order again' });
    const choices = dialog.getByRole('listitem').getByRole('link');
    await choices.first().waitFor();
    expect(await choices.count()).toBe(2);
    await choices.last().click();
    await page.waitForURL((url) => url.pathname.startsWith('/parts/') && url.searchParams.has('again'));
    await page.getByText(/^As in MS-/).waitFor();
  });
});

it('the list that one came from shows what is left after an order', async () => {
  const page = await openPage(browser);
  await signIn(page, BUYER);
  await page.goto('/catalogue');
  const link = page.locator('#found li a[href^="/parts/"]').nth(4);
  const address = (await link.getAttribute('href')) ?? '';
  const line = page.locator('#found li').filter({ has: page.locator(`a[href="${address}"]`) });
  const stock = async () =>
    Number(/Available Stock:\s*([\d,]+)/.exec(await line.innerText())?.[1]?.replace(',', ''));
  const before = await stock();
  await link.click();
  await page.getByLabel('Address').fill('14 Workshop Lane, Dhaka');
  await page.getByLabel('Phone').fill('+880 1711 000000');
  const quantity = Number(await page.getByLabel('Quantity').inputValue());
  expect(quantity).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Place Order' }).click();
  await page.waitForURL(/\/dashboard\/payment\//);
  await page.goBack();
  await page.waitForURL(`**${address}`);
  await page.goBack();
  await line.waitFor();
  await expect.poll(stock).toBe(before - quantity);
  await page.context().close();
});
