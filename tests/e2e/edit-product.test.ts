/** An owner changes a part: from what it is now, and with nothing lost of what is typed. */
import type { Browser, Route } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser, openPage, signIn, type WatchedPage } from './browser.ts';
import { give } from './give-file.ts';
import { ADMIN } from './running-shop.ts';
import { ask } from './specification/people.ts';

const NAME = 'Brake disc to be changed';

let browser: Browser;
let page: WatchedPage;
let partId: string;
beforeAll(async () => {
  browser = await openBrowser();
  page = await openPage(browser);
  await signIn(page, ADMIN);
  const { body: parts } = await ask(page, 'GET', '/parts?limit=1');
  const [{ img }] = parts as [{ img: string }];
  const asked = { name: NAME, price: 38.4, stock: 10, minOrder: 2, description: 'From the shelf.', img };
  const { body: added } = await ask(page, 'POST', '/parts', asked);
  partId = (added as { insertedId: string }).insertedId;
});
afterAll(async () => {
  await ask(page, 'DELETE', `/parts/${partId}`);
  await browser.close();
});

const price = () => page.getByLabel(/^Price/);
const description = () => page.getByLabel('Description');
const save = () => page.getByRole('button', { name: 'Save', exact: true });
const isFocused = (field: ReturnType<typeof price>) => field.evaluate((it) => it.matches(':focus'));

const openFromList = () => page.getByRole('link', { name: `Edit ${NAME}` }).click();

it('sees the part as it is now, also where it was seen as it was a moment ago', async () => {
  await page.goto(`/dashboard/manageProduct?find=${NAME}`);
  await openFromList();
  expect(await price().inputValue()).toBe('38.40');
  await page.goBack();
  // By another owner.
  await ask(page, 'PUT', `/parts/${partId}`, { price: 48.4 });
  await openFromList();
  expect(await price().inputValue()).toBe('48.40');
  await page.goBack();

  // Where that cannot be told, the part is not shown as it was.
  const thatPart = `**/api/parts/${partId}`;
  const gone = { type: 'about:blank', title: 'Not found', status: 404, code: 'NOT_FOUND' };
  await page.route(thatPart, (route) =>
    route.fulfill({ status: 404, contentType: 'application/problem+json', json: gone }),
  );
  await openFromList();
  await page.getByText('There is no such product').waitFor();
  expect(await price().count()).toBe(0);
  await page.unroute(thatPart);
  expect(page.complaints).toEqual([]);
});

it('types nothing that saving would write over: while a picture is sent all fields are shut, and one may only cancel', async () => {
  const picture = (background: string) =>
    sharp({ create: { width: 400, height: 300, channels: 3, background } })
      .png()
      .toBuffer();
  const { promise, resolve: release } = Promise.withResolvers<void>();
  await page.goto(`/dashboard/editProduct/${partId}`);
  await page.route('**/api/images', async (route) => {
    await promise;
    await route.continue();
  });
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'red.png', mimeType: 'image/png', buffer: await picture('red') });
  await price().fill('41.20');
  await price().press('Enter');
  const cancel = page.getByRole('button', { name: 'Cancel upload' });
  await cancel.waitFor();
  const fields = page.locator('main form').locator('input, textarea, select');
  expect(await fields.count()).toBeGreaterThan(8);
  for (const field of await fields.all()) expect(await field.isDisabled()).toBe(true);
  expect(await cancel.isEnabled()).toBe(true);

  // The picture is there, and the part still on its way.
  const saving = Promise.withResolvers<Route>();
  await page.route(`**/api/parts/${partId}`, (route) => {
    if (route.request().method() !== 'PUT') return route.continue();
    return saving.resolve(route);
  });
  release();
  const held = await saving.promise;
  await cancel.waitFor({ state: 'detached' });
  await give(page, 'paste', 'blue.png', 'image/png', await picture('blue'));
  expect(await page.getByText('blue.png').count()).toBe(0);
  expect(await page.locator('input[type=file]').isDisabled()).toBe(true);
  await held.continue();
  await page.getByText('Product saved successfully').waitFor();
  expect(await description().isEnabled()).toBe(true);
  await expect.poll(() => isFocused(price())).toBe(true);
  await page.unrouteAll();
  expect(page.complaints).toEqual([]);
});

it('is led to the field that the shop refused, with all that was typed', async () => {
  const wrong = {
    type: 'about:blank',
    title: 'Invalid input',
    status: 422,
    code: 'VALIDATION',
    errors: [{ path: 'body.description', message: 'Not these words' }],
  };
  await page.goto(`/dashboard/editProduct/${partId}`);
  await page.route(`**/api/parts/${partId}`, (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 422, contentType: 'application/problem+json', json: wrong })
      : route.continue(),
  );
  await description().fill('Words that the shop refuses.');
  await save().click();
  await page.getByText('Not these words').waitFor();
  await expect.poll(() => isFocused(description())).toBe(true);
  expect(await description().inputValue()).toBe('Words that the shop refuses.');
  await page.unrouteAll();
  expect(page.complaints).toEqual([]);
});
