/** A press is shown in its frame; what it opens, which takes longer to make, comes in the one behind it. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser, openPage, signIn } from './browser.ts';
import { ADMIN } from './running-shop.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

it('a row says that it is unfolded before its details are there, and they follow', async () => {
  const page = await openPage(browser);
  await signIn(page, ADMIN);
  await page.goto('/dashboard/allOrders', { waitUntil: 'networkidle' });
  const opener = page.locator('tbody th button').first();
  const details = page.locator('tbody tr > [colspan]');
  // Handlers have run when `click` comes back, and what they changed at once is there in the next microtask.
  const atOnce = await opener.evaluate(async (button: HTMLElement) => {
    button.click();
    await Promise.resolve();
    const { ariaExpanded, ownerDocument } = button;
    return { ariaExpanded, details: ownerDocument.querySelectorAll('tbody tr > [colspan]').length };
  });
  expect(atOnce).toEqual({ ariaExpanded: 'true', details: 0 });
  await details.getByRole('link', { name: /^Open order/ }).waitFor();
  await opener.click();
  await expect.poll(() => details.count()).toBe(0);
  expect(page.complaints).toEqual([]);
  await page.context().close();
});

it('a dialog follows the press that opens it, also where its script is there already', async () => {
  const page = await openPage(browser);
  await signIn(page, ADMIN);
  await page.goto('/dashboard/manageProduct', { waitUntil: 'networkidle' });
  const opener = page.getByRole('button', { name: /^Adjust stock/ }).first();
  const dialog = page.getByRole('dialog', { name: 'Adjust stock' });
  for (let time = 0; time < 2; time += 1) {
    const atOnce = await opener.evaluate(async (button: HTMLElement) => {
      button.focus();
      button.click();
      await Promise.resolve();
      return button.ownerDocument.querySelectorAll('[role="dialog"]').length;
    });
    expect(atOnce).toBe(0);
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await opener.evaluate((button) => button === document.activeElement)).toBe(true);
  }
  expect(page.complaints).toEqual([]);
  await page.context().close();
});

it('the script of dialogs is there before the first one behind sign-in is opened', async () => {
  const page = await openPage(browser);
  await signIn(page, ADMIN);
  const script = page.waitForResponse(/dialog-window.*\.js/);
  await page.goto('/dashboard/allUsers');
  await (await script).finished();
  const remove = page.getByRole('button', { name: /^Remove User/ }).first();
  await remove.waitFor();
  await page.context().setOffline(true);
  await remove.click();
  await page.getByRole('dialog', { name: 'Are you sure?' }).waitFor();
  await page.context().close();
});
