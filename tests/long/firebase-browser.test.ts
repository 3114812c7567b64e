/**
 * A shop whose people sign in at Firebase, in a browser: the built pages, as they are served, with Google's two addresses
 * answered by Firebase's own emulator.
 */
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { builtPages } from '#main/pages.ts';
import { openBrowser, openPage, type WatchedPage } from '../e2e/browser.ts';
import { openTestShop, type TestShop } from '../shop.ts';
import { EMULATOR, emulatorProofs, follow, forgetAccounts, mailedLink, SHOP_SETTINGS } from './emulator.ts';

const ADA = { name: 'Ada Buyer', email: 'ada@example.com', password: 'correct horse' };
const GOOGLES = /^https:\/\/(identitytoolkit|securetoken)\.googleapis\.com\//;

let shop: TestShop;
let browser: Browser;
beforeAll(async () => {
  shop = await openTestShop({ env: SHOP_SETTINGS, proofs: emulatorProofs, pages: builtPages });
  browser = await openBrowser();
});
beforeEach(async () => {
  await forgetAccounts();
  await shop.databases.write.deleteFrom('shop_user').execute();
  shop.clock.now = new Date();
});
afterAll(async () => {
  await browser?.close();
  await shop?.close();
});

/** A browser of somebody new. Only the two addresses of Google's calls are answered; anything else outside fails. */
async function openVisitor(): Promise<WatchedPage> {
  const page = await openPage(browser, { baseURL: shop.url });
  await page.context().route(
    (url) => url.origin !== shop.url,
    async (route) => {
      const { protocol, host, pathname, search, href } = new URL(route.request().url());
      if (!GOOGLES.test(href)) return route.abort();
      expect(protocol).toBe('https:');
      return route.fulfill({
        response: await route.fetch({ url: `${EMULATOR}/${host}${pathname}${search}` }),
      });
    },
  );
  return page;
}

async function signUp(page: Page): Promise<void> {
  await page.goto('/signup');
  const form = page.locator('main');
  await form.getByLabel('Name').fill(ADA.name);
  await form.getByLabel('Email').fill(ADA.email);
  await form.getByLabel('Password').fill(ADA.password);
  await form.getByRole('button', { name: 'Sign Up' }).click();
  await page.waitForURL((url) => url.pathname !== '/signup');
}

async function signIn(page: Page, password = ADA.password): Promise<void> {
  await page.goto('/login');
  const form = page.locator('main');
  await form.getByLabel('Email').fill(ADA.email);
  await form.getByLabel('Password').fill(password);
  await form.getByRole('button', { name: 'Login' }).click();
}

/** Lets the shop's own token run out, so that the next page has to ask the provider who this is. */
async function forgetToken(page: Page): Promise<void> {
  await page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem('mainshaft.session') ?? '{}');
    localStorage.setItem('mainshaft.session', JSON.stringify({ ...kept, expiresAtMs: 0 }));
  });
}

const isSignedIn = async (page: Page) => {
  await page.goto('/dashboard');
  await page.getByText('Ada Buyer').first().waitFor();
};
const tokenOf = (page: Page) => page.evaluate(() => localStorage.getItem('accessToken'));

/** By how much the red of a text's colour outweighs its green and blue, out of 255. */
async function redness(text: Locator): Promise<number> {
  const colour = await text.evaluate((element) => {
    const window = globalThis as unknown as { getComputedStyle(one: unknown): { readonly color: string } };
    return window.getComputedStyle(element).color;
  });
  const [, red, green, blue] = /^rgba?\((\d+), (\d+), (\d+)/.exec(colour) ?? [];
  return Number(red) - Math.max(Number(green), Number(blue));
}

test('the library comes only with a page on which people sign in', async () => {
  const page = await openVisitor();
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));
  await page.goto('/', { waitUntil: 'networkidle' });
  expect(scripts.filter((url) => /firebase|google/.test(url))).toEqual([]);
  await page.goto('/login', { waitUntil: 'networkidle' });
  expect(scripts.filter((url) => /firebase-client-[^/]*\.js$/.test(url))).toHaveLength(1);
  await page.context().close();
});

test('a new account outlives a reload and the shop’s own token, is known to other tabs, and ends in all of them', async () => {
  const page = await openVisitor();
  await signUp(page);
  await isSignedIn(page);

  await forgetToken(page);
  await page.reload();
  await page.getByText('Ada Buyer').first().waitFor();
  expect(await tokenOf(page)).not.toBeNull();

  const other = await page.context().newPage();
  await isSignedIn(other);
  await page.getByRole('button', { name: 'Sign Out' }).first().click();
  await other.waitForURL((url) => url.pathname === '/login');
  expect(await tokenOf(page)).toBeNull();
  // Nor does the provider know anybody there any more.
  await other.goto('/dashboard');
  await other.waitForURL((url) => url.pathname === '/login');
  expect(page.complaints).toEqual([]);
  await page.context().close();
});

test('a wrong password is said in red under the form, and the right one signs in', async () => {
  const page = await openVisitor();
  await signUp(page);
  const elsewhere = await openVisitor();
  await signIn(elsewhere, 'another horse');
  const failure = elsewhere.getByText('Invalid email or password');
  await failure.waitFor();
  // As in the shop's own red, whatever its exact shade.
  expect(await redness(failure)).toBeGreaterThan(40);
  await signIn(elsewhere);
  await elsewhere.waitForURL((url) => url.pathname !== '/login');
  await isSignedIn(elsewhere);
  expect(elsewhere.complaints).toEqual([]);
  await page.context().close();
  await elsewhere.context().close();
});

test('the note of an unverified email goes when its reader comes back from verifying', async () => {
  const page = await openVisitor();
  await signUp(page);
  await isSignedIn(page);
  const note = page.getByText('Your email is not verified.');
  await note.waitFor();
  await page.getByRole('button', { name: 'Send the mail again' }).click();
  await page.getByText(`The mail to ${ADA.email} is on its way.`).waitFor();
  await follow(await mailedLink('VERIFY_EMAIL', ADA.email));
  // As if they had been in another tab.
  await page.evaluate('document.dispatchEvent(new Event("visibilitychange"))');
  await note.waitFor({ state: 'detached' });
  await page.context().close();
});
