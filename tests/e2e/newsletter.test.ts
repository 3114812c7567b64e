/** The newsletter, as somebody meets it: the foot of a page, their mailbox, and back. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import type { Email } from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Mailbox, openMailbox } from '../mailbox.ts';
import { openBrowser, openPage, PHONE } from './browser.ts';
import { theShop } from './the-shop.ts';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

let browser: Browser;
let mailbox: Mailbox;
beforeAll(async () => {
  browser = await openBrowser();
  mailbox = openMailbox(theShop().dataDir);
});
afterAll(() => browser.close());

/** The address of the link with these words in a mail's HTML. */
async function linkIn(page: Page, mail: Email, words: string): Promise<string> {
  const reader = await page.context().newPage();
  await reader.setContent(mail.html ?? '');
  const address = await reader.getByRole('link', { name: words }).getAttribute('href');
  await reader.close();
  return address ?? '';
}

type Finding = { id: string; nodes: { html: string }[] };

async function violations(page: Page): Promise<string[]> {
  await page.evaluate(await readFile(AXE, 'utf8'));
  const found = await page.evaluate<Finding[]>('axe.run().then((result) => result.violations)');
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

it('is asked for in the foot, confirmed by mail, left by one click and kept after all', async () => {
  const address = 'ada.reader@workshop.example';
  const page = await openPage(browser);
  await page.goto('/blog');
  const foot = page.getByRole('contentinfo');
  await foot.getByLabel('Newsletter').fill(address);
  await foot.getByRole('button', { name: 'Subscribe' }).click();
  await foot.getByText('Look into your mailbox').waitFor();
  expect(await foot.getByRole('status').innerText()).toContain(address);
  expect(await foot.getByText('each is a file in the folder').count()).toBe(1);

  const confirmation = await mailbox.readMail(address, /^Confirm your/);
  await page.goto(await linkIn(page, confirmation, 'Confirm subscription'));
  // Opening the link is not confirming.
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Confirm subscription' }).click();
  await page.getByRole('heading', { name: 'Thank you, you are on the list' }).waitFor();
  await page.getByText(address).waitFor();

  const welcome = await mailbox.readMail(address, /^You are on/);
  const leave = await linkIn(page, welcome, 'Leave the newsletter');
  await page.goto(leave);
  await page.getByRole('heading', { name: 'You have left the newsletter' }).waitFor();
  await page.getByText(address).waitFor();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Stay after all' }).click();
  await page.getByRole('heading', { name: 'Good to have you back' }).waitFor();
  await page.getByRole('button', { name: 'Leave the newsletter' }).click();
  await page.getByRole('heading', { name: 'You have left the newsletter' }).waitFor();
  expect(page.complaints).toEqual([]);
  await page.context().close();
});

it('goes the whole way without script', async () => {
  const address = 'plain.reader@workshop.example';
  const page = await openPage(browser, { javaScriptEnabled: false });
  await page.goto('/');
  await page.getByRole('contentinfo').getByLabel('Newsletter').fill(address);
  await page.getByRole('contentinfo').getByRole('button', { name: 'Subscribe' }).click();
  await page.getByText('Look into your mailbox').waitFor();
  expect(new URL(page.url()).pathname).toBe('/newsletter');

  const confirmation = await mailbox.readMail(address, /^Confirm your/);
  await page.goto(tokenLink(confirmation, 'confirm'));
  await page.getByRole('button', { name: 'Confirm subscription' }).click();
  await page.getByRole('heading', { name: 'Thank you, you are on the list' }).waitFor();

  const welcome = await mailbox.readMail(address, /^You are on/);
  await page.goto(tokenLink(welcome, 'leave'));
  await page.getByRole('button', { name: 'Leave the newsletter' }).click();
  await page.getByRole('heading', { name: 'You have left the newsletter' }).waitFor();
  await page.getByRole('button', { name: 'Stay after all' }).click();
  await page.getByRole('heading', { name: 'Good to have you back' }).waitFor();
  await page.context().close();
});

function tokenLink({ text = '' }: Email, page: string): string {
  return new RegExp(`https?://\\S+/newsletter/${page}\\?token=[\\w-]+`).exec(text)?.[0] ?? '';
}

describe('the form in the foot', () => {
  it('says what is wrong under the field, by keyboard alone, on a phone and in both themes', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await openPage(browser, { viewport: PHONE, colorScheme });
      await page.goto('/blog');
      await page.waitForLoadState('networkidle');
      const field = page.getByLabel('Newsletter');
      await field.focus();
      await page.keyboard.press('Enter');
      await page.getByRole('alert').getByText('Email is Required').waitFor();
      await page.keyboard.type('ada@workshop');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Space');
      await page.getByRole('alert').getByText('Provide a valid Email').waitFor();
      expect(await page.locator(':focus').getAttribute('name')).toBe('address');
      expect(await field.getAttribute('aria-invalid')).toBe('true');
      expect(await violations(page)).toEqual([]);
      expect(page.complaints).toEqual([]);
      await page.context().close();
    }
  });

  it('keeps what was typed when the shop is out of reach', async () => {
    const page = await openPage(browser);
    await page.goto('/blog');
    await page.waitForLoadState('networkidle');
    await page.route('**/api/newsletter', (route) => route.abort());
    await page.getByLabel('Newsletter').fill('ada@workshop.example');
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await page.getByText('The shop could not be reached').waitFor();
    expect(await page.getByLabel('Newsletter').inputValue()).toBe('ada@workshop.example');
    await page.context().close();
  });

  it('is not where somebody signs in or works', async () => {
    const page = await openPage(browser);
    for (const path of ['/login', '/signup', '/newsletter']) {
      await page.goto(path);
      await page.getByRole('contentinfo').waitFor();
      expect(await page.getByRole('contentinfo').getByLabel('Newsletter').count()).toBe(0);
    }
    await page.context().close();
  });
});

it('links that are old, broken or missing say so', async () => {
  const page = await openPage(browser);
  for (const [path, heading] of [
    ['/newsletter/confirm', 'This link is not whole'],
    ['/newsletter/leave?token=none', 'This link is not good'],
    ['/newsletter/confirm?outcome=expired', 'This link has expired'],
    ['/newsletter/leave?token=none&outcome=gone', 'This address is not on the list any more'],
    ['/newsletter?outcome=wrong-email', 'News from the counter'],
  ] as const) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  }
  await page.goto('/newsletter/confirm?token=none');
  await page.getByRole('button', { name: 'Confirm subscription' }).click();
  await page.getByRole('heading', { name: 'This link is not good' }).waitFor();
  await page.context().close();
});
