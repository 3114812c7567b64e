/** Signing in with Google in a window, against the emulated Google of the demo, in a real browser. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, openPage, type WatchedPage } from './browser.ts';
import { BUYER } from './running-shop.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const googleButton = (page: Page) => page.getByRole('button', { name: 'Continue with Google' });

/** Presses the button and waits for the window to show Google's people. */
async function openGoogle(page: WatchedPage): Promise<Page> {
  const opening = page.waitForEvent('popup');
  await googleButton(page).click();
  const opened = await opening;
  await opened.getByText('Sign in to Google').waitFor();
  return opened;
}

const choose = (opened: Page, email: string) => opened.getByRole('button', { name: email }).click();
const isIn = (page: Page) =>
  page.waitForFunction(() => localStorage.getItem('accessToken')?.startsWith('eyJ') === true);

describe('a sign-in with Google', () => {
  it('says that it is emulated, makes an account in its window and goes on where it was asked for', async () => {
    const page = await openPage(browser);
    await page.goto('/dashboard/profile');
    await page.waitForURL('**/login');
    await page.getByText(/^Demo: an emulated Google on this machine answers/).waitFor();
    const opened = await openGoogle(page);
    expect(new URL(opened.url()).hostname).toBe('127.0.0.1');
    await choose(opened, 'dana.garage@example.com');
    await page.waitForURL('**/dashboard/profile');
    await isIn(page);
    expect(opened.isClosed()).toBe(true);
    await page.getByText('Dana Garage').first().waitFor();
    // The session is the provider's own: after a reload with a token that has run out, it gives a new one.
    await page.evaluate(() => localStorage.removeItem('mainshaft.session'));
    await page.reload();
    await page.getByText('Dana Garage').first().waitFor();
    expect(page.complaints).toEqual([]);
    await page.context().close();
  });

  it('on the page of signing up is the same account the second time', async () => {
    const page = await openPage(browser);
    const emails: unknown[] = [];
    for (const path of ['/signup', '/login']) {
      await page.goto(path);
      await choose(await openGoogle(page), 'lee.fleet@example.com');
      await page.waitForURL((url) => url.pathname === '/');
      await isIn(page);
      const answer = await page.request.get('/api/auth/get-session');
      emails.push((await answer.json()).user);
      await page.request.post('/api/auth/sign-out', { headers: { origin: new URL(page.url()).origin } });
      await page.evaluate(() => localStorage.clear());
    }
    expect(emails[0]).toMatchObject({ email: 'lee.fleet@example.com', emailVerified: true });
    expect(emails[1]).toEqual(emails[0]);
    await page.context().close();
  });

  it('whose window is closed says so, keeps what was typed, and can be begun again', async () => {
    const page = await openPage(browser);
    await page.goto('/login');
    await googleButton(page).waitFor();
    await page.getByLabel('Email').fill('half.typed@example.com');
    await page.getByLabel('Password').fill('half a secret');
    const opened = await openGoogle(page);
    await opened.close();
    await page.getByText('The window of Google was closed before the sign-in was done.').waitFor();
    expect(await page.getByLabel('Email').inputValue()).toBe('half.typed@example.com');
    expect(await page.getByLabel('Password').inputValue()).toBe('half a secret');
    await choose(await openGoogle(page), 'dana.garage@example.com');
    await isIn(page);
    expect(page.complaints).toEqual([]);
    await page.context().close();
  });

  it('in a browser that opens no windows says so', async () => {
    const page = await openPage(browser);
    await page.addInitScript(() => {
      window.open = () => null;
    });
    await page.goto('/login');
    await googleButton(page).click();
    await page.getByText(/^Your browser did not open the window for Google\./).waitFor();
    await page.context().close();
  });

  it('without a connection, or with a Google that does not answer, says so and closes the window', async () => {
    const page = await openPage(browser);
    await page.goto('/login');
    await googleButton(page).waitFor();
    await page.route('**/api/auth/google/start', (route) => route.abort());
    const first = page.waitForEvent('popup');
    await googleButton(page).click();
    await page.getByText('The server could not be reached').waitFor();
    const popup = await first;
    await expect.poll(() => popup.isClosed()).toBe(true);
    await page.unroute('**/api/auth/google/start');
    await page.route('**/api/auth/google/start', (route) =>
      route.fulfill({
        status: 503,
        contentType: 'application/problem+json',
        body: JSON.stringify({
          type: 'about:blank',
          status: 503,
          code: 'GOOGLE_UNAVAILABLE',
          title: 'Google does not answer just now',
        }),
      }),
    );
    await googleButton(page).click();
    await page.getByText('Google does not answer just now').waitFor();
    await page.context().close();
  });

  it('that Google ends says why', async () => {
    const page = await openPage(browser);
    await page.goto('/login');
    await googleButton(page).waitFor();
    const opened = await openGoogle(page);
    // As Google does it when somebody presses "Cancel" there.
    const state = new URL(opened.url()).searchParams.get('state') ?? '';
    const back = new URL('/api/auth/callback/google', page.url());
    back.search = new URLSearchParams({ error: 'access_denied', state }).toString();
    await opened.goto(back.href).catch(() => undefined);
    await page.getByText('You did not let Google sign you in.').waitFor();
    await expect.poll(() => opened.isClosed()).toBe(true);
    await page.context().close();
  });

  it('never reaches an account that has a password', async () => {
    const page = await openPage(browser);
    await page.goto('/signup');
    await page.getByLabel('Name').fill('The Real One');
    await page.getByLabel('Email').fill('testuser@gmail.com');
    await page.getByLabel('Password').fill(BUYER.password);
    await page.locator('main').getByRole('button', { name: 'Sign Up' }).click();
    await page.waitForURL((url) => url.pathname === '/');
    const other = await openPage(browser);
    await other.goto('/login');
    await choose(await openGoogle(other), 'testuser@gmail.com');
    await other.getByText(/the emulated Google signs in to none of those/).waitFor();
    expect(await other.evaluate(() => localStorage.getItem('accessToken'))).toBeNull();
    await page.context().close();
    await other.context().close();
  });
});
