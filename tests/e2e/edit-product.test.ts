/** An owner changes a part: from what it is now, and with nothing lost of what is typed. */
import type { Browser, Page, Route } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, openPage, signIn, type WatchedPage } from './browser.ts';
import { give } from './give-file.ts';
import { ADMIN } from './running-shop.ts';
import { ask } from './specification/people.ts';

const NAME = 'Brake disc to be changed';
const KEPT = 'What you typed before is here.';
const TYPED = 'Words that are not saved yet.';

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

const price = (tab: Page = page) => tab.getByLabel(/^Price/);
const description = (tab: Page = page) => tab.getByLabel('Description');
const save = (tab: Page = page) => tab.getByRole('button', { name: 'Save', exact: true });
const isFocused = (field: ReturnType<typeof price>) => field.evaluate((it) => it.matches(':focus'));

const openFromList = (tab: Page = page) => tab.getByRole('link', { name: `Edit ${NAME}` }).click();

/** Another tab of the same owner, at the form. */
async function openTab(path = `/dashboard/editProduct/${partId}`): Promise<Page> {
  const tab = await page.context().newPage();
  await tab.goto(path);
  await description(tab).waitFor();
  return tab;
}
/** The part as it was, whatever tests before have made of it. */
const putBack = () =>
  ask(page, 'PUT', `/parts/${partId}`, { price: 40, minOrder: 2, description: 'From the shelf.' });

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

describe('what was typed and not saved', () => {
  it('is there after a link was followed, and after a reload, until it is saved', async () => {
    await putBack();
    const tab = await openTab();
    await description(tab).fill(TYPED);
    await tab.getByRole('link', { name: 'Manage Product' }).first().click();
    await tab.getByPlaceholder('Name or number').fill(NAME);
    await openFromList(tab);
    await tab.getByText(KEPT).waitFor();
    expect(await description(tab).inputValue()).toBe(TYPED);
    await tab.reload();
    await tab.getByText(KEPT).waitFor();
    expect(await description(tab).inputValue()).toBe(TYPED);
    await save(tab).click();
    await tab.getByText('Product saved successfully').waitFor();
    expect(await tab.getByText(KEPT).count()).toBe(0);
    await tab.reload();
    await description(tab).waitFor();
    expect(await description(tab).inputValue()).toBe(TYPED);
    expect(await tab.getByText(KEPT).count()).toBe(0);
    await tab.close();
  });

  it('goes where one wants the form as it is in the shop', async () => {
    await putBack();
    const tab = await openTab();
    await description(tab).fill(TYPED);
    await tab.reload();
    await tab.getByRole('button', { name: 'As it is in the shop' }).click();
    expect(await description(tab).inputValue()).toBe('From the shelf.');
    expect(await tab.getByText(KEPT).count()).toBe(0);
    await tab.reload();
    await description(tab).waitFor();
    expect(await description(tab).inputValue()).toBe('From the shelf.');
    await tab.close();
  });

  it('of a new part is there, too; its picture has to be chosen again', async () => {
    const tab = await openTab('/dashboard/addProduct');
    await description(tab).fill(TYPED);
    const picture = { name: 'disc.png', mimeType: 'image/png', buffer: Buffer.from('no picture') };
    await tab.locator('input[type=file]').setInputFiles(picture);
    await tab.reload();
    await tab.getByText(`${KEPT} The picture that you had chosen is not: choose it again.`).waitFor();
    expect(await description(tab).inputValue()).toBe(TYPED);
    await tab.getByRole('button', { name: 'Start anew' }).click();
    expect(await description(tab).inputValue()).toBe('');
    await tab.reload();
    await description(tab).waitFor();
    expect(await tab.getByText(KEPT).count()).toBe(0);
    await tab.close();
  });

  it('waits for its owner where the session turns out to be over when it is saved, and goes when they sign out', async () => {
    await putBack();
    const own = await openPage(browser);
    await signIn(own, ADMIN);
    await own.goto(`/dashboard/editProduct/${partId}`);
    await description(own).fill(TYPED);
    const over = { type: 'about:blank', title: 'Sign in first', status: 401, code: 'UNAUTHENTICATED' };
    await own.route(`**/api/parts/${partId}`, (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({ status: 401, contentType: 'application/problem+json', json: over })
        : route.continue(),
    );
    await own.context().clearCookies();
    await own.evaluate(() => localStorage.removeItem('mainshaft.session'));
    await save(own).click();
    await own.waitForURL('**/login');
    await own.unrouteAll();
    await own.getByLabel('Email').fill(ADMIN.email);
    await own.getByLabel('Password').fill(ADMIN.password);
    await own.locator('main').getByRole('button', { name: 'Login' }).click();
    await own.getByText(KEPT).waitFor();
    expect(await description(own).inputValue()).toBe(TYPED);

    await own.getByRole('button', { name: 'Sign Out' }).click();
    await own.getByRole('banner').getByRole('link', { name: 'Login' }).waitFor();
    expect(await own.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(TYPED);
    await signIn(own, ADMIN);
    await own.goto(`/dashboard/editProduct/${partId}`);
    await description(own).waitFor();
    expect(await description(own).inputValue()).toBe('From the shelf.');
    await own.context().close();
  });
});

describe('a field that another owner has changed meanwhile', () => {
  const CHANGED = 'Changed meanwhile to 50.00';
  const partNow = async () => (await ask(page, 'GET', `/parts/${partId}`)).body;

  /** Two tabs with one form, the first of which has saved another price; the second has a price of its own and new words. */
  async function openBehind(): Promise<Page> {
    await putBack();
    const [first, second] = [await openTab(), await openTab()];
    await price(first).fill('50');
    await save(first).click();
    await first.getByText('Product saved successfully').waitFor();
    await first.close();
    await price(second).fill('60');
    await description(second).fill(TYPED);
    return second;
  }

  it('is told of when it is saved, with what it is now; nothing is written over, or lost, until one has decided', async () => {
    const tab = await openBehind();
    // Whoever presses again without looking is told again.
    for (let time = 0; time < 2; time += 1) {
      const answer = tab.waitForResponse((given) => given.request().method() === 'PUT');
      await save(tab).click();
      expect((await answer).status()).toBe(409);
      await tab.getByText(CHANGED).waitFor();
      await expect.poll(() => isFocused(price(tab))).toBe(true);
    }
    expect(await partNow()).toMatchObject({ price: 50, description: 'From the shelf.' });
    expect([await price(tab).inputValue(), await description(tab).inputValue()]).toEqual(['60', TYPED]);

    await tab.getByRole('button', { name: 'Keep mine' }).click();
    expect(await tab.getByText(CHANGED).count()).toBe(0);
    expect(await isFocused(price(tab))).toBe(true);
    await save(tab).click();
    await tab.getByText('Product saved successfully').waitFor();
    expect(await partNow()).toMatchObject({ price: 60, description: TYPED });
    await tab.close();
  });

  it('can be left to them, and the rest is saved', async () => {
    const tab = await openBehind();
    await save(tab).click();
    await tab.getByRole('button', { name: 'Take theirs' }).click();
    expect([await price(tab).inputValue(), await description(tab).inputValue()]).toEqual(['50.00', TYPED]);
    const asked = tab.waitForRequest((request) => request.method() === 'PUT');
    await save(tab).click();
    expect((await asked).postDataJSON()).not.toHaveProperty('price');
    await tab.getByText('Product saved successfully').waitFor();
    expect(await partNow()).toMatchObject({ price: 50, description: TYPED });
    await tab.close();
  });

  it('is told of at once in a form that opens with what was typed before', async () => {
    const tab = await openBehind();
    await tab.reload();
    await tab.getByText(KEPT).waitFor();
    await tab.getByText(CHANGED).waitFor();
    expect(await price(tab).inputValue()).toBe('60');
    await tab.getByRole('button', { name: 'Keep mine' }).click();
    await tab.reload();
    await tab.getByText(KEPT).waitFor();
    expect(await tab.getByText(CHANGED).count()).toBe(0);
    await save(tab).click();
    await tab.getByText('Product saved successfully').waitFor();
    expect(await partNow()).toMatchObject({ price: 60, description: TYPED });
    await tab.close();
  });

  it('is seen also where it was folded away, and the first of several has the focus', async () => {
    await putBack();
    const tab = await openTab();
    const grade = tab.getByLabel('Grade');
    await price(tab).fill('60');
    await grade.selectOption('genuine');
    await ask(page, 'PUT', `/parts/${partId}`, { price: 50, grade: 'remanufactured' });
    await tab.getByText('More about the part').click();
    await save(tab).click();
    await tab.getByText('Changed meanwhile to Remanufactured').waitFor();
    await expect.poll(() => isFocused(price(tab))).toBe(true);
    await tab.getByRole('button', { name: 'Take theirs' }).first().click();
    await tab.getByText('More about the part').click();
    await save(tab).click();
    await expect.poll(() => isFocused(grade)).toBe(true);
    await tab.getByRole('button', { name: 'Take theirs' }).click();
    expect([await price(tab).inputValue(), await grade.inputValue()]).toEqual(['50.00', 'remanufactured']);
    await tab.close();
  });

  it('is not one that somebody else has changed beside it: both changes are saved', async () => {
    await putBack();
    const tab = await openTab();
    await ask(page, 'PUT', `/parts/${partId}`, { minOrder: 4 });
    await price(tab).fill('60');
    await save(tab).click();
    await tab.getByText('Product saved successfully').waitFor();
    expect(await partNow()).toMatchObject({ price: 60, minOrder: 4 });
    expect(await tab.getByLabel('Minimum Order').inputValue()).toBe('4');
    await tab.close();
  });
});
