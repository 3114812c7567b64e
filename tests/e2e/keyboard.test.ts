/** Sign-up, order and payment with the keyboard alone, by somebody who sees where the focus is. */
import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser, openPage, type WatchedPage } from './browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** More presses of Tab than any page of the way should need. */
const MOST_TABS = 40;

/** Goes to a control as a person does, and checks that each stop on the way can be seen. */
async function tabTo(page: WatchedPage, target: Locator): Promise<void> {
  await target.waitFor();
  for (let press = 0; press < MOST_TABS; press += 1) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(() => {
      let focused = document.activeElement;
      while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
      if (focused === null || focused === document.body) return undefined;
      const box = focused.getBoundingClientRect();
      const style = getComputedStyle(focused);
      return {
        what: `${focused.tagName} ${focused.textContent?.slice(0, 40)}`,
        isInView: box.bottom > 0 && box.top < innerHeight && box.width > 0,
        hasSign: style.outlineStyle !== 'none' || style.boxShadow !== 'none',
      };
    });
    if (stop !== undefined) expect(stop).toMatchObject({ isInView: true, hasSign: true });
    if (await hasFocus(target)) return;
  }
  throw new Error(`not reached by ${MOST_TABS} tabs: ${target}`);
}

const hasFocus = (target: Locator) => target.evaluate((element) => element.matches(':focus'));

it('signs up, orders and pays without a pointer', async () => {
  const page = await openPage(browser);
  const press = (key: string) => page.keyboard.press(key);
  const type = (text: string) => page.keyboard.type(text);
  const main = page.locator('main');

  await page.goto('/signup');
  await main.locator('button[type=submit]:enabled').waitFor();
  await press('Tab');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content');
  await press('Enter');
  await tabTo(page, page.getByLabel('Name'));
  await press('Enter');
  // What is missing is said, and the first such field has the focus.
  await page.getByText('Name is Required').waitFor();
  expect(await hasFocus(page.getByLabel('Name'))).toBe(true);
  await type('Kim Keyboard');
  await tabTo(page, page.getByLabel('Email'));
  await type('kim.keyboard@example.com');
  await tabTo(page, page.getByLabel('Password'));
  await type('secret');
  await press('Enter');
  await page.waitForURL((url) => url.pathname === '/');
  await page.getByLabel('Password').waitFor({ state: 'detached' });

  // The slash finds the search, Enter searches, and the first hit is a few tabs away.
  await press('/');
  await page.getByRole('combobox', { name: 'Search parts' }).and(page.locator(':focus')).waitFor();
  await type('oil filter');
  await press('Enter');
  await page.waitForURL('**/catalogue?q=**');
  await tabTo(page, main.getByRole('link', { name: 'Skip the filters' }));
  await press('Enter');
  const hit = main.locator('li h2 a, article h3 a').filter({ visible: true }).first();
  await tabTo(page, hit);
  await press('Enter');
  await page.waitForURL(/\/catalogue\/[^/]+\/[^/]+$/);
  // The list stays until the part is there, and has links of this name, too.
  const order = main.getByRole('complementary', { name: 'Order this part' });
  await tabTo(page, order.getByRole('link', { name: 'Buy Now' }));
  await press('Enter');
  await page.waitForURL(/\/parts\/\d+/);

  await tabTo(page, page.getByLabel('Address'));
  await type('14 Workshop Lane, Dhaka');
  await tabTo(page, page.getByLabel('Phone'));
  await type('+880 1711 000000');
  await tabTo(page, page.getByRole('button', { name: 'Place Order' }));
  await press('Enter');
  await page.waitForURL(/\/dashboard\/payment\//);

  await tabTo(page, page.getByLabel('Card number'));
  await type('4242424242424242');
  await tabTo(page, page.getByLabel(/expiration|expiry/i));
  await type('1234');
  await tabTo(page, page.getByLabel(/cvc/i));
  await type('123');
  await tabTo(page, page.getByRole('button', { name: 'Confirm Order' }));
  await press('Enter');
  await page.getByText('Congrates! your payment is complete').waitFor();
  expect(page.complaints).toEqual([]);
  await page.context().close();
});

it('leaves the focus in a dialog, where the slash finds nothing', async () => {
  const page = await openPage(browser);
  const search = page.getByRole('combobox', { name: 'Search parts', includeHidden: true });
  await page.goto('/catalogue');
  await page.getByRole('button', { name: 'Choose your vehicle' }).click();
  const dialog = page.getByRole('dialog');
  // It gives the focus to its box first.
  await dialog.getByRole('combobox').and(page.locator(':focus')).waitFor();
  const close = dialog.getByRole('button', { name: 'Close' });
  await close.focus();
  await page.keyboard.press('/');
  expect(await hasFocus(close)).toBe(true);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.keyboard.press('/');
  expect(await hasFocus(search)).toBe(true);
  await page.context().close();
});
