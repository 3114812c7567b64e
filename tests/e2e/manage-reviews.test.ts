/** The owner's list of reviews: what is hidden there is gone from the shop, and comes back when it is shown again. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser, openPage, signIn, type WatchedPage } from './browser.ts';
import { ADMIN } from './running-shop.ts';
import { ask, openBuyer, orderablePart, type Part } from './specification/people.ts';

let browser: Browser;
let owner: WatchedPage;
let buyer: WatchedPage;
let part: Part;
beforeAll(async () => {
  browser = await openBrowser();
  owner = await openPage(browser);
  await signIn(owner, ADMIN);
  ({ page: buyer } = await openBuyer(browser, 'reviewing'));
  part = await orderablePart(buyer);
});
afterAll(async () => {
  await owner.unrouteAll({ behavior: 'ignoreErrors' });
  await browser.close();
});

/** Adds a review with these words, which tell it from all others. */
async function write(description: string, about: object = {}): Promise<string> {
  const review = { name: 'Paula Parts', rating: 2, description, ...about };
  const { answer, body } = await ask(buyer, 'POST', '/review', review);
  expect(answer.status()).toBe(201);
  return (body as { insertedId: string }).insertedId;
}

const row = (words: string) => owner.getByRole('row').filter({ hasText: words });
const question = () => owner.getByRole('dialog', { name: 'Are you sure?' });
const toast = (text: string) => owner.locator('.Toastify__toast', { hasText: text }).first();

/** Whether visitors read these words on the page of all reviews, and among those of the part. */
async function isInShop(words: string): Promise<boolean[]> {
  const paths = ['/reviews', `/api/review?partId=${part._id}`];
  const texts = await Promise.all(paths.map(async (path) => (await buyer.request.get(path)).text()));
  return texts.map((text) => text.includes(words));
}

it('a review is there with its writer, rating, words, part and day; hidden, after a question, it leaves the shop until it is shown again', async () => {
  const words = 'Squeals in the rain.';
  await write(words, { partId: part._id });
  expect(await isInShop(words)).toEqual([true, true]);
  await owner.goto('/dashboard');
  await owner
    .getByRole('navigation', { name: 'Dashboard' })
    .getByRole('link', { name: 'Manage Reviews' })
    .click();
  await owner.waitForURL('**/dashboard/manageReviews');
  await owner.getByRole('heading', { level: 1, name: /^Reviews: \d+$/ }).waitFor();
  expect(await owner.title()).toContain('Manage Reviews');
  await row(words).getByRole('rowheader', { name: 'Paula Parts' }).waitFor();
  await row(words).getByText('2/5', { exact: true }).waitFor();
  expect(await row(words).locator('time').getAttribute('datetime')).toMatch(/^\d{4}-\d\d-\d\dT/);
  const link = row(words).getByRole('link', { name: part.name });
  expect(await link.getAttribute('href')).toMatch(/^\/catalogue\/[^/]+\/[^/]+$/);

  await row(words).getByRole('button', { name: 'Hide' }).click();
  await question().getByRole('button', { name: 'Back' }).click();
  await question().waitFor({ state: 'detached' });
  expect(await row(words).getByText('hidden', { exact: true }).count()).toBe(0);

  await row(words).getByRole('button', { name: 'Hide' }).click();
  await question().getByText('What Paula Parts wrote').waitFor();
  await question().getByRole('button', { name: 'Hide' }).click();
  await toast('The review by Paula Parts is hidden.').waitFor();
  await question().waitFor({ state: 'detached' });
  await row(words).getByText('hidden', { exact: true }).waitFor();
  expect(await isInShop(words)).toEqual([false, false]);

  // The keyboard stands where it was, on what takes it back.
  await expect
    .poll(() => owner.evaluate('document.activeElement.textContent'))
    .toBe('Show again: review by Paula Parts');
  await owner.keyboard.press('Enter');
  await toast('The review by Paula Parts is shown again.').waitFor();
  await row(words).getByRole('button', { name: 'Hide' }).waitFor();
  expect(await row(words).getByText('hidden', { exact: true }).count()).toBe(0);
  expect(await isInShop(words)).toEqual([true, true]);
  expect(owner.complaints).toEqual([]);
});

it('one that another admin has hidden meanwhile is told of in the question, and the list shows how it stands', async () => {
  const words = 'Hidden by somebody else.';
  const id = await write(words);
  await owner.goto('/dashboard/manageReviews');
  await row(words).getByText('About the shop').waitFor();
  expect((await ask(owner, 'DELETE', `/review/${id}`)).answer.status()).toBe(200);
  await row(words).getByRole('button', { name: 'Hide' }).click();
  await question().getByRole('button', { name: 'Hide' }).click();
  await question().getByRole('alert').getByText('The list shows how it stands.').waitFor();
  await question().getByRole('button', { name: 'Back' }).click();
  await row(words).getByText('hidden', { exact: true }).waitFor();
  await row(words).getByRole('button', { name: 'Show again' }).waitFor();
});

it('one that cannot be shown again says so, and can be tried again', async () => {
  const words = 'Not so easily back.';
  const id = await write(words);
  await ask(owner, 'DELETE', `/review/${id}`);
  await owner.goto('/dashboard/manageReviews');
  await owner.route('**/api/review/*/show', (route) => route.abort());
  await row(words).getByRole('button', { name: 'Show again' }).click();
  await toast('The review by Paula Parts could not be shown again.').waitFor();
  await owner.unroute('**/api/review/*/show');
  await row(words).getByRole('button', { name: 'Show again' }).click();
  await row(words).getByRole('button', { name: 'Hide' }).waitFor();
});

it('all come page by page', async () => {
  await write('One more.');
  await owner.route('**/api/reviews/all?*', async (route) => {
    const url = new URL(route.request().url());
    url.searchParams.set('limit', '2');
    await route.continue({ url: url.href });
  });
  await owner.goto('/dashboard/manageReviews');
  const rows = owner.getByRole('table', { name: 'Reviews' }).locator('tbody tr:has(th)');
  await expect.poll(() => rows.count()).toBe(2);
  const title = await owner.getByRole('heading', { level: 1 }).textContent();
  const count = Number(/^Reviews: (\d+)$/.exec(title ?? '')?.[1]);
  expect(count).toBeGreaterThan(4);
  for (let shown = 2; shown < count; ) {
    shown = Math.min(shown + 2, count);
    await owner.getByRole('button', { name: /more/i }).click();
    await expect.poll(() => rows.count()).toBe(shown);
  }
  expect(await owner.getByRole('button', { name: /more/i }).count()).toBe(0);
  await owner.unroute('**/api/reviews/all?*');
});
