/** A forgotten password, from the login to the login, with the keyboard alone; and links that are no good. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openBrowser, openPage, PHONE, signIn, type WatchedPage } from './browser.ts';
import { theShop } from './the-shop.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const PERSON = { name: 'Fay Forgetful', email: 'fay.forgetful@example.com', password: 'not remembered' };
const NEW_PASSWORD = 'remembered now';

async function signUp(page: WatchedPage) {
  await page.goto('/signup');
  await page.getByLabel('Name').fill(PERSON.name);
  await page.getByLabel('Email').fill(PERSON.email);
  await page.getByLabel('Password').fill(PERSON.password);
  await page.locator('main').getByRole('button', { name: 'Sign Up' }).click();
  await page.waitForURL((url) => url.pathname === '/');
}

/** The newest link in a mail to this person, which the shop writes into its folder. */
async function newestLink(count: number): Promise<string> {
  const dir = join(theShop().dataDir, 'mail');
  const names = await vi.waitFor(
    async () => {
      const found: string[] = [];
      for (const name of (await readdir(dir)).sort()) {
        if (!name.includes('choose-a-new-password')) continue;
        const mail = (await readFile(join(dir, name), 'utf8')).replaceAll('=\r\n', '').replaceAll('=3D', '=');
        const link = /http:\S+\/reset-password\?token=[\w.-]+/.exec(mail)?.[0];
        if (mail.includes(`To: ${PERSON.email}`) && link !== undefined) found.push(link);
      }
      expect(found).toHaveLength(count);
      return found;
    },
    { timeout: 15_000, interval: 100 },
  );
  return names.at(-1) ?? '';
}

it('a forgotten password is chosen anew with the keyboard alone, and ends the session elsewhere', async () => {
  const elsewhere = await openPage(browser);
  await signUp(elsewhere);
  const page = await openPage(browser);
  await page.goto('/login');
  const forgot = page.getByRole('link', { name: 'Forgot your password?' });
  await page.getByLabel('Email').fill('somebody@else.example');
  await page.getByLabel('Password').focus();
  await page.keyboard.press('Tab');
  expect(await forgot.evaluate((link) => link === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Forgot your password?' }).waitFor();

  const email = page.getByLabel('Email');
  expect(await email.inputValue()).toBe('somebody@else.example');
  await email.fill('');
  await page.keyboard.press('Enter');
  await page.getByText('Email is Required').waitFor();
  await page.keyboard.type('nobody');
  await page.keyboard.press('Enter');
  await page.getByText('Provide a valid Email').waitFor();
  await email.fill(PERSON.email);
  await page.keyboard.press('Enter');
  await page.getByText('Look into your mail').waitFor();

  const link = await newestLink(1);
  await page.goto(link);
  const password = page.getByLabel('New password');
  await password.waitFor();
  await page.getByText(`For ${PERSON.email}.`).waitFor();
  // Neither the address nor a copy of it has the token; a reload keeps the page all the same.
  await page.waitForURL((url) => url.pathname === '/reset-password' && url.search === '');
  await page.reload();
  await password.focus();
  await page.keyboard.press('Enter');
  await page.getByText('Password is Required').waitFor();
  await page.keyboard.type('short');
  await page.keyboard.press('Enter');
  await page.getByText('Must be 6 characters or longer').waitFor();
  await password.fill(NEW_PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/login');
  await page.getByText('Your password is changed. Login with the new one.').waitFor();

  await signIn(page, { ...PERSON, password: NEW_PASSWORD });
  await page.goto('/dashboard');
  await page.getByText(PERSON.name).first().waitFor();
  // Reading the mail has shown whose address it is.
  expect(await page.getByText('Your email is not verified.').count()).toBe(0);

  await elsewhere.goto('/dashboard/myorder');
  await elsewhere.waitForURL('**/login');
  expect(page.complaints).toEqual([]);
  await page.context().close();
  await elsewhere.context().close();
});

it('a link that was used, is cut off or is none of ours says so and leads to a new one', async () => {
  const page = await openPage(browser, { viewport: PHONE });
  for (const [link, title] of [
    ['/reset-password', 'This link is not whole'],
    [await newestLink(1), 'This link is not good'],
    [`${(await newestLink(1)).slice(0, -9)}`, 'This link is not good'],
    ['/reset-password?token=nonsense', 'This link is not good'],
  ] as const) {
    await page.goto(link);
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
  }
  await page.getByRole('link', { name: 'Ask for a new link' }).click();
  await page.waitForURL('**/forgot-password');
  await page.context().close();
});

it('a link that runs out while its page is open says so instead of failing', async () => {
  const page = await openPage(browser);
  await page.goto('/forgot-password');
  await page.getByLabel('Email').fill(PERSON.email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await page.getByText('Look into your mail').waitFor();
  await page.goto(await newestLink(2));
  await page.getByLabel('New password').fill(NEW_PASSWORD);
  await page.route('**/api/auth/reset-password', (route) =>
    route.fulfill({
      status: 410,
      contentType: 'application/problem+json',
      body: JSON.stringify({
        type: 'about:blank',
        status: 410,
        code: 'TOKEN_EXPIRED',
        title: 'This link has expired',
      }),
    }),
  );
  await page.getByRole('button', { name: 'Set the password' }).click();
  await page.getByRole('heading', { level: 1, name: 'This link has expired' }).waitFor();
  await page.context().close();
});
