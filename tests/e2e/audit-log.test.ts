/** The audit log: many rows, of which those below the first screen come behind its frame, and links in each. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser, openPage, signIn, type WatchedPage } from './browser.ts';
import { top } from './laid-out.ts';
import { ADMIN } from './running-shop.ts';

const ROWS = 45;
const PICTURE = '/pictures/brake-disc-800.webp';

let browser: Browser;
let page: WatchedPage;
beforeAll(async () => {
  browser = await openBrowser();
  page = await openPage(browser);
  await signIn(page, ADMIN);
  await page.route('**/api/audit?*', async (route) => {
    const answer = await route.fetch();
    const entries = (await answer.json()) as { _id: string }[];
    const many = Array.from({ length: ROWS }, (_, at) => ({
      ...entries[at % entries.length],
      _id: `${1_000 - at}`,
    }));
    // What the shop's own entries are about depends on what ran before.
    const about = (at: number, kind: string, id: string) =>
      Object.assign(many.at(at) ?? {}, { object: { kind, id, label: null, email: null } });
    about(0, 'picture', PICTURE);
    about(-1, 'import', 'an-import');
    await route.fulfill({ response: answer, json: many });
  });
});
afterAll(async () => {
  // The last page may still be asking.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await browser.close();
});

const rows = () => page.locator('main tbody tr:has(th)');

it('all rows come, and unfold', async () => {
  await page.goto('/dashboard/auditLog');
  await expect.poll(() => rows().count()).toBe(ROWS);
  const last = rows().last();
  // In a narrow column, whose button could squeeze it to nothing.
  expect((await last.locator('svg').boundingBox())?.width).toBe(16);
  await last.getByRole('button', { name: 'Details of entry' }).click();
  await page.getByText('All entries').waitFor();
  await last.getByRole('button', { name: 'Details of entry' }).click();
});

it('the first rows are there before the others', async () => {
  await page.goto('/dashboard/payments');
  const counts = page.evaluate<number[]>(`new Promise((done) => {
    const counts = [];
    new MutationObserver((_, observer) => {
      // The page before has tables, too.
      const log = [...document.querySelectorAll('main table')].find((it) => it.caption.textContent.startsWith('Audit log'));
      const count = log === undefined ? 0 : log.querySelectorAll('tbody tr:has(th)').length;
      if (count > 0 && count !== counts.at(-1)) counts.push(count);
      if (count < ${ROWS}) return;
      observer.disconnect();
      done(counts);
    }).observe(document.body, { childList: true, subtree: true });
  })`);
  await page.getByRole('link', { name: 'Audit Log' }).click();
  expect((await counts)[0]).toBe(10);
});

it('a picture opens beside the log', async () => {
  await page.goto('/dashboard/auditLog');
  const beside = page.context().waitForEvent('page');
  await page.getByRole('link', { name: PICTURE }).click();
  expect(new URL((await beside).url()).pathname).toBe(PICTURE);
  expect(new URL(page.url()).pathname).toBe('/dashboard/auditLog');
  await (await beside).close();
});

it('who looks for words stays in their field, and the fields follow a link', async () => {
  await page.goto('/dashboard/auditLog');
  const person = page.getByRole('searchbox', { name: 'Person' });
  const words = page.getByRole('searchbox', { name: 'Words' });
  await words.fill('127.0.0.1 ');
  await words.press('Enter');
  await page.waitForURL('**/auditLog?q=127.0.0.1');
  await expect.poll(() => words.inputValue()).toBe('127.0.0.1');
  expect(await page.evaluate('document.activeElement.value')).toBe('127.0.0.1');
  await page
    .locator(`main tbody a[href$="${encodeURIComponent(ADMIN.email)}"]`)
    .first()
    .click();
  await expect.poll(() => person.inputValue()).toBe(ADMIN.email);
  expect(await words.inputValue()).toBe('');
  await page.getByRole('button', { name: 'Show everything' }).click();
  await expect.poll(() => person.inputValue()).toBe('');
  await page.waitForURL('**/auditLog');
});

it('a link in a row leads on without loading the page anew, and the way back to the place that was left', async () => {
  await page.goto('/dashboard/auditLog');
  await expect.poll(() => rows().count()).toBe(ROWS);
  await page.evaluate('window.isSame = true');
  const link = page.locator('main tbody a[href="/dashboard/importExport"]').last();
  await link.scrollIntoViewIfNeeded();
  const left = await top(page);
  expect(left).toBeGreaterThan(0);
  await link.click();
  await page.getByRole('heading', { level: 1, name: 'Import' }).waitFor();
  await page.goBack();
  await expect.poll(() => rows().count()).toBe(ROWS);
  await expect.poll(() => top(page)).toBe(left);
  expect(await page.evaluate('window.isSame')).toBe(true);
  expect(page.complaints).toEqual([]);
});
