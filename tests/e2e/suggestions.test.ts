/** The search box while somebody types: what it offers, why, and how one gets there by the keys alone. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser, openPage, type WatchedPage } from './browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const box = (page: WatchedPage) => page.getByRole('combobox', { name: 'Search parts' });
const options = (page: WatchedPage) => page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');

async function openHome(): Promise<WatchedPage> {
  const page = await openPage(browser);
  await page.goto('/', { waitUntil: 'networkidle' });
  return page;
}

it('a number in any form leads to its part, by two keys', async () => {
  const page = await openHome();
  const answer = await page.request.get('/api/parts?limit=1');
  const [part] = (await answer.json()) as { partNumber: string; name: string }[];
  const typed = part?.partNumber.toLowerCase().replace(/[^a-z0-9]/g, '') ?? '';
  // At once: what fewer letters offer is shown until the answer to all has come.
  await box(page).fill(typed);
  const offered = options(page).filter({ hasText: part?.partNumber ?? '' });
  await offered.waitFor();
  await page.keyboard.press('ArrowDown');
  expect(await box(page).getAttribute('aria-activedescendant')).toBe(
    await options(page).first().getAttribute('id'),
  );
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/catalogue\/[^/]+\/[^/]+$/);
  expect(page.complaints).toEqual([]);
  await page.context().close();
});

it('another word for a part type offers the type and says so; a vehicle among the words is offered as one', async () => {
  const page = await openHome();
  await box(page).pressSequentially('rotor');
  const type = options(page).filter({ hasText: 'also called rotor' });
  await type.click();
  await page.waitForURL((url) => url.searchParams.get('type') === 'brake-disc');
  await box(page).fill('2014 audi a4 brake pads');
  await options(page).filter({ hasText: '2014 Audi A4' }).click();
  await page.waitForURL(
    (url) => url.searchParams.has('vehicle') && url.searchParams.get('q') === 'brake pads',
  );
  await page.context().close();
});

it('closes by Escape with the words kept, goes round by the arrows, and leaves Enter to the search', async () => {
  const page = await openHome();
  await box(page).fill('brake');
  await options(page).first().waitFor();
  await page.keyboard.press('ArrowUp');
  expect(await options(page).last().getAttribute('aria-selected')).toBe('true');
  await page.keyboard.press('ArrowDown');
  expect(await box(page).getAttribute('aria-activedescendant')).toBeNull();
  await page.keyboard.press('Escape');
  expect(await options(page).count()).toBe(0);
  expect(await box(page).inputValue()).toBe('brake');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname === '/catalogue' && url.searchParams.get('q') === 'brake');
  await page.context().close();
});
