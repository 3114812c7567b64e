/** A buyer's vehicle: chosen by keyboard, kept, shared, told of every part, and kept with what is ordered. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PartBody } from '#contract/catalogue.ts';
import type { FoundVehicleBody, PartFitBody } from '#contract/vehicles.ts';
import { openBrowser, openPage, PHONE } from './browser.ts';
import { newPerson } from './specification/people.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const bar = (page: Page) => page.getByRole('region', { name: 'Your vehicle' });
const box = (page: Page) => page.getByRole('combobox', { name: 'Make, model and year, or VIN' });
const engineBox = (page: Page) => page.getByRole('combobox', { name: 'Engine, if you know it' });
/** The vehicle that is in the address. */
const vehicleOf = (page: Page) => new URL(page.url()).searchParams.get('vehicle');

async function ask<T>(page: Page, path: string): Promise<T> {
  return (await page.request.get(`/api${path}`)).json() as Promise<T>;
}

/** Nobody is as quick as these tests: a page that is narrowed while it still wakes up is drawn anew, and says so. */
const SETTLED = { waitUntil: 'networkidle' } as const;

it('is chosen with the keyboard alone, stays, and narrows the list', async () => {
  const page = await openPage(browser);
  await page.goto('/catalogue', SETTLED);
  await bar(page).getByRole('button', { name: 'Choose your vehicle' }).focus();
  await page.keyboard.press('Enter');
  await box(page).waitFor();
  await page.keyboard.type('audi a4 2014');
  await page.getByRole('option', { name: '2014 Audi A4' }).first().waitFor();
  await page.keyboard.press('Enter');
  // Of the engine nothing is said by pressing Enter once more.
  await engineBox(page).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(/vehicle=\d+/);
  await bar(page).getByText('2014 Audi A4').waitFor();
  const chosen = vehicleOf(page);
  await page.getByRole('link', { name: 'Show all parts' }).waitFor();

  // It goes along, stays without standing in the address, and is the same in another tab.
  await page.getByRole('link', { name: 'Home' }).first().click();
  await page.waitForURL((url) => url.pathname === '/' && url.searchParams.get('vehicle') === chosen);
  const other = await page.context().newPage();
  await other.goto('/catalogue');
  await bar(other).getByText('2014 Audi A4').waitFor();
  await other.getByRole('link', { name: 'Only parts that fit' }).click();
  await other.waitForURL((url) => url.searchParams.get('vehicle') === chosen);
  // Told on cards as on lines.
  const grid = other.getByRole('link', { name: 'Grid' });
  await expect.poll(() => grid.getAttribute('href')).toContain('vehicle=');
  await grid.click();
  await other.getByRole('article').filter({ hasText: 'Fits' }).first().waitFor();

  await other.getByRole('button', { name: 'Clear 2014 Audi A4' }).click();
  await other.waitForURL((url) => !url.searchParams.has('vehicle'));
  await bar(page).getByRole('button', { name: 'Choose your vehicle' }).waitFor();
  expect(page.complaints).toEqual([]);
  await page.context().close();
});

it('is chosen step by step on a phone, and is offered again later', async () => {
  const page = await openPage(browser, { viewport: PHONE, hasTouch: true });
  await page.goto('/catalogue', SETTLED);
  await bar(page).getByRole('button', { name: 'Choose your vehicle' }).tap();
  await box(page).waitFor();
  await page.getByLabel('Make', { exact: true }).selectOption('Honda');
  await page.getByLabel('Model', { exact: true }).selectOption({ label: 'Accord' });
  await page.getByLabel('Year', { exact: true }).selectOption({ label: '2003' });
  await bar(page).getByText('2003 Honda Accord').waitFor();
  await bar(page)
    .getByRole('button', { name: /^Clear/ })
    .tap();
  await bar(page).getByRole('button', { name: 'Choose your vehicle' }).tap();
  await page.getByRole('dialog').getByRole('button', { name: '2003 Honda Accord' }).tap();
  await bar(page).getByText('2003 Honda Accord').waitFor();
  expect(page.complaints).toEqual([]);
  await page.context().close();
});

it('says at once that it was pressed, where what it opens takes its time, and has it fetched before where somebody turns to it', async () => {
  const page = await openPage(browser, { viewport: PHONE });
  const arrived = Promise.withResolvers<void>();
  const asked: string[] = [];
  await page.route(/\/assets\/(dialog-window|vehicle-chooser)-.*\.js/, async (route) => {
    asked.push(route.request().url());
    await arrived.promise;
    await route.continue();
  });
  await page.goto('/catalogue', SETTLED);
  const choose = bar(page).getByRole('button', { name: 'Choose your vehicle' });
  await choose.focus();
  await expect.poll(() => asked.length).toBe(2);
  expect(await bar(page).getByRole('status').count()).toBe(0);
  await page.keyboard.press('Enter');
  await bar(page).getByRole('status').filter({ hasText: 'Opening' }).waitFor();
  arrived.resolve();
  await box(page).waitFor();
  expect(await bar(page).getByText('Opening').count()).toBe(0);
  await page.keyboard.press('Escape');
  await expect.poll(() => choose.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.context().close();
});

it('is shared by an address, whatever was chosen before', async () => {
  const page = await openPage(browser);
  const [accord] = await ask<FoundVehicleBody[]>(page, '/vehicles?q=honda accord 2003');
  const [a4] = await ask<FoundVehicleBody[]>(page, '/vehicles?q=audi a4 2014');
  await page.goto(`/catalogue?vehicle=${accord?.vehicle?.id}`, SETTLED);
  await bar(page).getByText('2003 Honda Accord').waitFor();
  await page.goto(`/catalogue?vehicle=${a4?.vehicle?.id}`, SETTLED);
  await bar(page).getByText('2014 Audi A4').waitFor();
  expect(vehicleOf(page)).toBe(String(a4?.vehicle?.id));
  // One that there is not is nobody's vehicle, and breaks nothing.
  await page.goto('/catalogue?vehicle=999999999', SETTLED);
  await bar(page).getByText('2014 Audi A4').waitFor();
  expect(page.complaints).toEqual([]);
  await page.context().close();
});

it('is read from a VIN only as far as the VIN goes, and never chosen by itself', async () => {
  const page = await openPage(browser);
  await page.goto('/catalogue', SETTLED);
  await bar(page).getByRole('button', { name: 'Choose your vehicle' }).click();
  await box(page).fill('WAUZZZ8K9BA123456');
  await page.getByText('This VIN is from Audi.').waitFor();
  await expect.poll(() => page.getByLabel('Make', { exact: true }).inputValue()).toBe('Audi');
  expect(await page.getByRole('button', { name: /That’s it/ }).count()).toBe(0);
  await box(page).fill('5YJ SA1E26 HF000337');
  await page.getByText('is not the check digit').waitFor();
  await box(page).fill('1HGCM82633A004352');
  await page.getByRole('button', { name: /That’s it.*2003 Honda Accord/ }).click();
  await bar(page).getByText('2003 Honda Accord').waitFor();
  await page.context().close();
});

it('tells of each part whether it fits, asks what that depends on, and is kept with the order and in the garage', async () => {
  const page = await openPage(browser);
  const [found] = await ask<FoundVehicleBody[]>(page, '/vehicles?q=audi a4 2014');
  const id = found?.vehicle?.id;
  const parts = await ask<PartBody[]>(page, `/parts?vehicle=${id}&limit=100`);
  const fits = await ask<PartFitBody[]>(
    page,
    `/vehicles/${id}/fits?${parts.map((part) => `part=${part._id}`).join('&')}`,
  );
  const open = parts.find(
    (part) =>
      part.stock >= part.minOrder &&
      fits.some(
        (fit) =>
          fit.partId === part._id &&
          fit.fit === 'fitsIf' &&
          fit.applications.length === 1 &&
          fit.applications[0]?.engine === '',
      ),
  );
  if (open === undefined) throw new Error('the sample has no part that fits this vehicle under a condition');
  const condition = fits.find((fit) => fit.partId === open._id)?.applications[0]?.qualifiers;

  await page.goto(`/catalogue/${open.brandSlug}/${open.partNumberSlug}?vehicle=${id}`, SETTLED);
  const fit = page.getByRole('region', { name: 'Fit' });
  await fit.getByText('Fits your 2014 Audi A4 if…').waitFor();
  await fit.getByRole('button', { name: 'No' }).click();
  await fit.getByText('Does not fit your 2014 Audi A4').waitFor();
  await fit.getByRole('button', { name: 'Change' }).click();
  await fit.getByRole('button', { name: 'Yes' }).click();
  await fit.getByText('Fits your 2014 Audi A4', { exact: true }).waitFor();

  const buyer = newPerson('vehicle-bar');
  await page.goto('/signup', SETTLED);
  await page.getByLabel('Name').fill(buyer.name);
  await page.getByLabel('Email').fill(buyer.email);
  await page.getByLabel('Password').fill(buyer.password);
  await page.locator('main').getByRole('button', { name: 'Sign Up' }).click();
  await page.waitForURL((url) => url.pathname !== '/signup');
  await page.goto(`/parts/${open._id}`, SETTLED);
  await page.getByLabel('Address').fill('1 Test Road');
  await page.getByLabel('Phone').fill('+880 1');
  await page.getByRole('button', { name: 'Place Order' }).click();
  await page.waitForURL(/\/dashboard\/payment\//);
  await page.goto(page.url().replace('/payment/', '/order/'));
  await page.getByText(`For 2014 Audi A4: fits, since the buyer said: ${condition}`).waitFor();

  // Chosen before the account was there, it is in its garage now.
  await page.goto('/dashboard/garage', SETTLED);
  await page.getByRole('button', { name: /^Edit.*2014 Audi A4/ }).click();
  await page.getByLabel('Plate').fill('DHA 11-2233');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('cell', { name: 'DHA 11-2233' }).waitFor();
  await page.getByRole('button', { name: /^Remove.*2014 Audi A4/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('No vehicles yet').waitFor();
  expect(page.complaints).toEqual([]);
  await page.context().close();
});

it('is on no page that there is not', async () => {
  const page = await openPage(browser);
  await page.goto('/no-such-page', SETTLED);
  await page.getByRole('heading', { level: 1, name: 'No page at this address' }).waitFor();
  expect(await bar(page).count()).toBe(0);
  await page.context().close();
});
