/** A buyer's vehicle: chosen by keyboard, kept, shared, told of every part, and kept with what is ordered. */
import type { Browser, Locator, Page } from 'playwright-core';
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
const chooseIn = (place: Locator) => place.getByRole('button', { name: 'Choose your vehicle' });
/** Waits until it has the focus. */
const focused = (page: Page, target: Locator) => target.and(page.locator(':focus')).waitFor();
/** The vehicle that is in the address. */
const vehicleOf = (page: Page) => new URL(page.url()).searchParams.get('vehicle');

async function ask<T>(page: Page, path: string): Promise<T> {
  return (await page.request.get(`/api${path}`)).json() as Promise<T>;
}

async function pathOfSomePart(page: Page): Promise<string> {
  const [part] = await ask<PartBody[]>(page, '/parts?limit=1');
  return `/catalogue/${part?.brandSlug}/${part?.partNumberSlug}`;
}

/** Finds it in the dialog that is open, and goes as far as one press more. */
async function find(page: Page, name: string): Promise<void> {
  await box(page).fill(name);
  await page.getByRole('option', { name }).first().waitFor();
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
  await focused(page, bar(page).getByRole('button', { name: 'Change 2014 Audi A4' }));
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

it('stays cleared when it is cleared while its list is on the way', async () => {
  const page = await openPage(browser);
  await page.goto('/catalogue', SETTLED);
  const list = Promise.withResolvers<void>();
  await page.route(/\/api\/search\?.*vehicle=/, async (route) => {
    await list.promise;
    await route.continue();
  });
  await chooseIn(bar(page)).click();
  await find(page, '2003 Honda Accord');
  await page.evaluate(`
    window.frameOf = requestAnimationFrame;
    window.heldFrames = [];
    window.requestAnimationFrame = (frame) => heldFrames.push(frame);`);
  await page.keyboard.press('Enter');
  await bar(page).getByText('2003 Honda Accord').waitFor();
  // The router is told of the choice, and in the next task the buyer takes it back: of that it is not told yet.
  await page.evaluate(`new Promise((then) => {
    for (const frame of heldFrames.splice(0)) frame(performance.now());
    setTimeout(() => then(document.querySelector('[aria-label="Clear 2003 Honda Accord"]').click()));
  })`);
  list.resolve();
  const chip = page.getByRole('link', { name: /For 2003 Honda Accord/ });
  await chip.waitFor();
  expect(vehicleOf(page)).toBe(null);
  await page.evaluate(`
    window.requestAnimationFrame = frameOf;
    heldFrames.forEach((frame) => requestAnimationFrame(frame));`);
  await chip.waitFor({ state: 'detached' });
  await chooseIn(bar(page)).waitFor();
  expect(page.complaints).toEqual([]);
  await page.context().close();
});

it('leaves no step in the history where it was cleared, or chosen again, without another address', async () => {
  const page = await openPage(browser);
  const [a4] = await ask<FoundVehicleBody[]>(page, '/vehicles?q=audi a4 2014');
  await page.goto(`/catalogue?vehicle=${a4?.vehicle?.id}`, SETTLED);
  await bar(page).getByText('2014 Audi A4').waitFor();
  await page.goto('/catalogue/brands', SETTLED);
  await page.getByRole('link', { name: 'Catalogue', exact: true }).first().click();
  await page.waitForURL((url) => url.pathname === '/catalogue' && !url.searchParams.has('vehicle'));
  await bar(page).getByRole('button', { name: 'Clear 2014 Audi A4' }).click();
  await chooseIn(bar(page)).waitFor();
  await page.goBack();
  await page.waitForURL((url) => url.pathname === '/catalogue/brands');

  await page.goForward();
  await chooseIn(bar(page)).click();
  await page.getByRole('button', { name: '2014 Audi A4' }).click();
  await page.waitForURL(/vehicle=\d+/);
  await bar(page).getByRole('button', { name: 'Change 2014 Audi A4' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '2014 Audi A4' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.goBack();
  await page.waitForURL((url) => url.pathname === '/catalogue' && !url.searchParams.has('vehicle'));
  expect(page.complaints).toEqual([]);
  await page.context().close();
});

it('can be chosen wherever there turns out to be none: in an address, or in what the browser kept', async () => {
  const page = await openPage(browser);
  const answer = Promise.withResolvers<void>();
  await page.route('**/api/vehicles/999999999', async (route) => {
    await answer.promise;
    await route.continue();
  });
  await page.goto('/catalogue?vehicle=999999999');
  // Its place is kept until that is known.
  await chooseIn(bar(page)).waitFor({ state: 'hidden' });
  answer.resolve();
  await chooseIn(bar(page)).waitFor();
  await page.getByRole('link', { name: 'Home' }).first().click();
  await page.waitForURL((url) => url.pathname === '/');
  await chooseIn(bar(page)).waitFor();

  // An id was a text in no shop.
  await page.evaluate(`localStorage.setItem('mainshaft.vehicles', '{"chosen":{"id":"5"}}')`);
  await page.goto(await pathOfSomePart(page), SETTLED);
  await chooseIn(bar(page)).waitFor();
  await chooseIn(page.getByRole('region', { name: 'Fit' })).waitFor();
  expect(page.complaints).toEqual([]);
  await page.context().close();
});

it('leaves the keyboard in the bar where what was pressed is gone, and else where it was', async () => {
  const page = await openPage(browser);
  await page.goto(await pathOfSomePart(page), SETTLED);
  const opener = chooseIn(page.getByRole('region', { name: 'Fit' }));
  await opener.focus();
  await page.keyboard.press('Enter');
  await box(page).waitFor();
  await page.keyboard.press('Escape');
  await focused(page, opener);

  await page.keyboard.press('Enter');
  await find(page, '2003 Honda Accord');
  await page.keyboard.press('Enter');
  await focused(page, bar(page).getByRole('button', { name: 'Change 2003 Honda Accord' }));
  await bar(page).getByRole('button', { name: 'Clear 2003 Honda Accord' }).focus();
  await page.keyboard.press('Enter');
  await focused(page, chooseIn(bar(page)));
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

it('who looks for a VIN among the parts is told where to put it', async () => {
  const page = await openPage(browser);
  await page.goto('/catalogue?q=1HGCM82633A004352');
  await page.getByText('This looks like a VIN').waitFor();
  await page.context().close();
});
