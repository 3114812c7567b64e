/** The form for a review, opened from a part: what it sends is of that part, or says that it is not. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser, openPage, signIn } from './browser.ts';
import { BUYER } from './running-shop.ts';
import { orderablePart } from './specification/people.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

async function openPart() {
  const page = await openPage(browser);
  await signIn(page, BUYER);
  return { page, part: await orderablePart(page) };
}

const button = (page: Page) => page.getByRole('button', { name: 'Add Review' });

/** Adds a review; answers what was sent. */
async function added(page: Page): Promise<unknown> {
  const sent = page.waitForRequest((request) => new URL(request.url()).pathname === '/api/review');
  await page.getByLabel('Rating, 1-5').fill('4');
  await button(page).click();
  return (await sent).postDataJSON();
}

it('waits for the part that it is of', async () => {
  const { page, part } = await openPart();
  const held = Promise.withResolvers<void>();
  const asked = page.waitForRequest(`**/api/parts/${part._id}`);
  await page.route(`**/api/parts/${part._id}`, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(`/dashboard/review?part=${part._id}`);
  await asked;
  await page.getByRole('status', { name: 'Loading the part' }).waitFor();
  expect(await button(page).count()).toBe(0);
  held.resolve();
  await page.getByText('Your review is of').getByRole('link', { name: part.name }).waitFor();
  expect(await added(page)).toMatchObject({ partId: part._id });
  expect(page.complaints).toEqual([]);
  await page.context().close();
});

it('offers another try, and no form, where the part cannot be had just now', async () => {
  const { page, part } = await openPart();
  await page.clock.install();
  await page.route(`**/api/parts/${part._id}`, (route) => route.fulfill({ status: 503, body: 'down' }));
  await page.goto(`/dashboard/review?part=${part._id}`);
  const retry = page.getByRole('alert').getByRole('button', { name: 'Try again' });
  await expect
    .poll(async () => {
      await page.clock.runFor(1_000);
      return retry.count();
    })
    .toBe(1);
  expect(await button(page).count()).toBe(0);
  await page.unrouteAll();
  await retry.click();
  expect(await added(page)).toMatchObject({ partId: part._id });
  await page.context().close();
});

it('is of the shop, and says so, where the part is not sold any more', async () => {
  const { page, part } = await openPart();
  await page.route(`**/api/parts/${part._id}`, (route) => route.fulfill({ status: 404, json: {} }));
  await page.goto(`/dashboard/review?part=${part._id}`);
  await page.getByText('This part is no longer sold, so your review is of the shop.').waitFor();
  expect(await added(page)).not.toHaveProperty('partId');
  await page.context().close();
});
