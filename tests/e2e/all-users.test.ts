/** What an admin has done to somebody can be undone: a role is taken away again, and who was removed is let back in. */
import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser, openPage, signIn, type WatchedPage } from './browser.ts';
import { ADMIN } from './running-shop.ts';
import { ask, openBuyer, verifyEmail } from './specification/people.ts';

let browser: Browser;
let page: WatchedPage;
beforeAll(async () => {
  browser = await openBrowser();
  page = await openPage(browser);
  await signIn(page, ADMIN);
});
afterAll(() => browser.close());

const toast = (text: string) => page.locator('.Toastify').getByText(text, { exact: true });
const rowOf = async (email: string): Promise<Locator> => {
  await page.goto(`/dashboard/allUsers?find=${email}`);
  const row = page.getByRole('row').filter({ hasText: email });
  await row.waitFor();
  return row;
};
const act = (row: Locator, name: string) => row.getByRole('button', { name: new RegExp(`^${name}`) });

it('takes the role of an admin away after a question, at once, and never offers it for oneself', async () => {
  const { page: theirs, buyer } = await openBuyer(browser, 'falls');
  await verifyEmail(theirs, buyer.email);
  await ask(page, 'PUT', `/user/admin/${buyer.email}`);
  await theirs.goto('/dashboard/manageReviews');
  await theirs.getByRole('heading', { level: 1, name: /^Reviews/ }).waitFor();

  expect(await (await rowOf(ADMIN.email)).getByRole('button').count()).toBe(0);
  const row = await rowOf(buyer.email);
  await act(row, 'Take admin away').click();
  const question = page.getByRole('dialog', { name: 'Take the role of admin away?' });
  await question.getByText(buyer.email).waitFor();
  await question.getByRole('button', { name: 'Back' }).click();
  await question.waitFor({ state: 'hidden' });
  await row.getByText('admin', { exact: true }).waitFor();

  await act(row, 'Take admin away').click();
  await question.getByRole('button', { name: 'Take admin away' }).click();
  await toast(`${buyer.email} is no longer an admin.`).waitFor();
  await act(row, 'Make Admin').waitFor();
  expect(await row.getByText('customer', { exact: true }).count()).toBe(1);
  // What they have open is closed to them: as everybody who is no admin they are signed out on an admin's page.
  await theirs.reload();
  await theirs.waitForURL('**/login');
  await theirs.context().close();
  expect(page.complaints).toEqual([]);
});

it('says why the role stays where it can’t be taken away', async () => {
  const { page: theirs, buyer } = await openBuyer(browser, 'stays');
  await verifyEmail(theirs, buyer.email);
  await ask(page, 'PUT', `/user/admin/${buyer.email}`);
  const row = await rowOf(buyer.email);
  const problem = { type: 'about:blank', title: 'The shop needs one admin', status: 409, code: 'LAST_ADMIN' };
  await page.route('**/api/user/admin/*', (route) =>
    route.fulfill({ status: 409, contentType: 'application/problem+json', json: problem }),
  );
  await act(row, 'Take admin away').click();
  const question = page.getByRole('dialog', { name: 'Take the role of admin away?' });
  await question.getByRole('button', { name: 'Take admin away' }).click();
  await question.getByText('The shop needs one admin').waitFor();
  await question.getByText('The role is as it was.').waitFor();
  await page.unroute('**/api/user/admin/*');
  await theirs.context().close();
});

it('shows whoever is removed as that alone, lets them back in by a press, and they sign in as a customer', async () => {
  const { page: theirs, buyer } = await openBuyer(browser, 'comes-back');
  await verifyEmail(theirs, buyer.email);
  await ask(page, 'PUT', `/user/admin/${buyer.email}`);
  const row = await rowOf(buyer.email);
  await act(row, 'Remove User').click();
  await page
    .getByRole('dialog', { name: 'Are you sure?' })
    .getByRole('button', { name: 'Remove User' })
    .click();
  await row.getByText('removed', { exact: true }).waitFor();
  expect(await row.getByText(/^(admin|customer)$/).count()).toBe(0);
  expect(await row.getByRole('button').count()).toBe(1);
  await theirs.goto('/dashboard/myorder');
  await theirs.waitForURL('**/login');

  await act(row, 'Let back in').click();
  await toast(`${buyer.email} can sign in again.`).waitFor();
  await row.getByText('customer', { exact: true }).waitFor();
  await act(row, 'Make Admin').waitFor();
  await signIn(theirs, buyer);
  await theirs.goto('/dashboard/myorder');
  await theirs.getByRole('heading', { level: 1 }).waitFor();
  expect(new URL(theirs.url()).pathname).toBe('/dashboard/myorder');
  await theirs.context().close();
  expect(page.complaints).toEqual([]);
});
