/** Login and sign-up: what is said under the fields, what is asked of the server, and where they lead. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, openPage, signIn } from '../browser.ts';
import { BUYER } from '../running-shop.ts';
import { colourOf, isRed, newPerson, openBuyer } from './people.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const submit = (page: Page, name: 'Login' | 'Sign Up') =>
  page.locator('main').getByRole('button', { name }).click();
/** What stands under a field, tied to it. */
const under = async (page: Page, label: string): Promise<string> => {
  const note = await page.getByLabel(label).getAttribute('aria-describedby');
  return note === null ? '' : page.locator(`[id="${note}"]`).innerText();
};
/** Everything that is sent to the API while something is done. */
async function sentDuring(page: Page, work: () => Promise<void>): Promise<string[]> {
  const sent: string[] = [];
  const note = (request: { method(): string; url(): string }) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) sent.push(`${request.method()} ${pathname}`);
  };
  page.on('request', note);
  await work();
  page.off('request', note);
  return sent;
}

describe('login', () => {
  it('says what is wrong under each field when it is submitted, not before, and sends nothing', async () => {
    const page = await openPage(browser);
    await page.goto('/login');
    await page.waitForLoadState('networkidle');
    await page.getByLabel('Email').fill('nobody');
    await page.getByLabel('Password').fill('short');
    await page.getByLabel('Email').focus();
    expect(await page.getByRole('alert').count()).toBe(0);
    const sent = await sentDuring(page, async () => {
      await submit(page, 'Login');
      await page.getByText('Provide a valid Email').waitFor();
    });
    expect(await under(page, 'Email')).toBe('Provide a valid Email');
    expect(await under(page, 'Password')).toBe('Must be 6 characters or longer');
    await page.getByLabel('Email').fill('');
    await page.getByLabel('Password').fill('');
    await submit(page, 'Login');
    await expect.poll(() => under(page, 'Email')).toBe('Email is Required');
    await expect.poll(() => under(page, 'Password')).toBe('Password is Required');
    expect(sent).toEqual([]);
    await page.context().close();
  });

  it("shows a spinner while it waits, and the provider's own words in red when it fails", async () => {
    const page = await openPage(browser);
    let letGo: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route('**/api/auth/sign-in/email', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/login');
    await page.getByLabel('Email').fill(BUYER.email);
    await page.getByLabel('Password').fill('not the one');
    await submit(page, 'Login');
    await page.locator('main').getByRole('status').waitFor();
    letGo();
    const words = page.getByText('Invalid email or password');
    await words.waitFor();
    expect(isRed(await colourOf(words))).toBe(true);
    expect(await page.locator('main').getByRole('status').count()).toBe(0);
    await page.context().close();
  });

  it('asks for a token by PUT /user/{email} with the email as its body, and keeps it as accessToken', async () => {
    const page = await openPage(browser);
    const exchange = page.waitForResponse((response) => response.request().method() === 'PUT');
    await signIn(page, BUYER);
    const answer = await exchange;
    const request = answer.request();
    expect(new URL(request.url()).pathname).toBe(`/api/user/${BUYER.email.replace('@', '%40')}`);
    expect(request.postDataJSON()).toEqual({ email: BUYER.email });
    expect(await request.headerValue('authorization')).toMatch(/^Bearer eyJ/);
    expect(await request.headerValue('cookie')).toBeNull();
    const { token } = (await answer.json()) as { token: string };
    expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBe(token);
    expect(new URL(page.url()).pathname).toBe('/');

    await page.getByRole('button', { name: 'Sign Out' }).click();
    await page.getByRole('banner').getByRole('link', { name: 'Login' }).first().waitFor();
    expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull();
    await page.context().close();
  });
});

describe('sign-up', () => {
  it('wants a name, an email and a password, and says so under the fields', async () => {
    const page = await openPage(browser);
    await page.goto('/signup');
    const sent = await sentDuring(page, async () => {
      await submit(page, 'Sign Up');
      await page.getByText('Name is Required').waitFor();
    });
    expect(await under(page, 'Name')).toBe('Name is Required');
    expect(await under(page, 'Email')).toBe('Email is Required');
    expect(await under(page, 'Password')).toBe('Password is Required');
    await page.getByLabel('Email').fill('paula@example');
    await page.getByLabel('Password').fill('12345');
    await submit(page, 'Sign Up');
    await expect.poll(() => under(page, 'Email')).toBe('Provide a valid Email');
    await expect.poll(() => under(page, 'Password')).toBe('Must be 6 characters or longer');
    expect(sent.filter((call) => call.startsWith('POST'))).toEqual([]);
    await page.context().close();
  });

  it("shows the provider's words in red where the email is taken", async () => {
    const page = await openPage(browser);
    await page.goto('/signup');
    await page.getByLabel('Name').fill('Somebody');
    await page.getByLabel('Email').fill(BUYER.email);
    await page.getByLabel('Password').fill('secret');
    const answer = page.waitForResponse('**/api/auth/sign-up/email');
    await submit(page, 'Sign Up');
    const { detail } = (await (await answer).json()) as { detail: string };
    const words = page.locator('form').getByText(detail);
    await words.waitFor();
    expect(isRed(await colourOf(words))).toBe(true);
    await page.context().close();
  });

  it('makes the account with its display name, asks for a token, and goes home with it', async () => {
    const { page, buyer } = await openBuyer(browser, 'sign-up');
    expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toMatch(/^eyJ/);
    await page.goto('/dashboard');
    await page.getByRole('heading', { level: 1, name: `Welcome, ${buyer.name}` }).waitFor();
    await page.context().close();
  });

  it('is found at /signUp, too', async () => {
    const page = await openPage(browser);
    await page.goto('/signUp');
    expect(new URL(page.url()).pathname).toBe('/signup');
    await page.getByLabel('Name').waitFor();
    await page.context().close();
  });

  it('takes business addresses that a simple pattern would refuse', async () => {
    const page = await openPage(browser);
    await page.goto('/signup');
    await page.getByLabel('Name').fill('Parts Desk');
    await page
      .getByLabel('Email')
      .fill(newPerson('Parts.Desk+orders').email.replace('example', 'big-fleet.example'));
    await page.getByLabel('Password').fill('secret');
    await submit(page, 'Sign Up');
    await page.waitForURL((url) => url.pathname === '/');
    await page.context().close();
  });
});
