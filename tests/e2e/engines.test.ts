/** The engine of a buyer's vehicle: chosen last and by keyboard, or asked for by a part, and then known to all of them. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PartBody } from '#contract/catalogue.ts';
import type { FoundVehicleBody, PartFitBody } from '#contract/vehicles.ts';
import { openBrowser, openPage, PHONE } from './browser.ts';
import { newPerson } from './specification/people.ts';

const GOLF = '2014 Volkswagen Golf';
const DIESEL = '2.0 L 4-cyl. diesel';
const PETROL = '2.5 L 5-cyl. petrol';
/** Nobody is as quick as these tests. */
const SETTLED = { waitUntil: 'networkidle' } as const;

let browser: Browser;
let golf: number;
/** A part for the one engine alone, and one for the other. */
let forDiesel: PartBody;
let forPetrol: PartBody;

async function ask<T>(page: Page, path: string): Promise<T> {
  return (await page.request.get(`/api${path}`)).json() as Promise<T>;
}

beforeAll(async () => {
  browser = await openBrowser();
  const page = await openPage(browser);
  const [found] = await ask<FoundVehicleBody[]>(page, '/vehicles?q=volkswagen golf 2014');
  golf = found?.vehicle?.id ?? 0;
  expect(await ask(page, `/vehicles/${golf}/engines`)).toEqual([DIESEL, PETROL]);
  const parts = await ask<PartBody[]>(page, `/parts?vehicle=${golf}&limit=100`);
  const fits = await ask<PartFitBody[]>(
    page,
    `/vehicles/${golf}/fits?${parts.map((part) => `part=${part._id}`).join('&')}`,
  );
  const partFor = (engine: string) => {
    const { partId } =
      fits.find(({ applications }) => {
        const [only] = applications;
        return applications.length === 1 && only?.engine === engine && only.qualifiers === '';
      }) ?? {};
    const part = parts.find(({ _id }) => _id === partId);
    if (part === undefined) throw new Error(`the sample has no part for the ${engine}`);
    return part;
  };
  forDiesel = partFor(DIESEL);
  forPetrol = partFor(PETROL);
  await page.context().close();
});
afterAll(() => browser.close());

const bar = (page: Page) => page.getByRole('region', { name: 'Your vehicle' });
const panel = (page: Page) => page.getByRole('region', { name: 'Fit' });
const pageOf = (part: PartBody, search = '') =>
  `/catalogue/${part.brandSlug}/${part.partNumberSlug}${search}`;
const engineOf = (page: Page) => new URL(page.url()).searchParams.get('engine');

it('is chosen last, with the keyboard alone, and leaves out what is for others', async () => {
  const page = await openPage(browser);
  await page.goto('/catalogue', SETTLED);
  await bar(page).getByRole('button', { name: 'Choose your vehicle' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('combobox', { name: 'Make, model and year, or VIN' }).waitFor();
  await page.keyboard.type('vw golf 2014');
  await page.getByRole('option', { name: GOLF }).first().waitFor();
  await page.keyboard.press('Enter');
  const box = page.getByRole('combobox', { name: 'Engine, if you know it' });
  await box.waitFor();
  // All are there before one types; what says nothing comes last, and is what Enter would take.
  expect(await page.getByRole('option').allTextContents()).toEqual([
    DIESEL,
    PETROL,
    'Not listed, or not known',
  ]);
  expect(await page.getByRole('option', { selected: true }).textContent()).toBe('Not listed, or not known');
  await page.keyboard.type('dies');
  expect(await page.getByRole('option', { selected: true }).textContent()).toBe(DIESEL);
  await page.keyboard.press('Enter');
  await page.waitForURL(/engine=/);
  await bar(page).getByText(`${GOLF} ${DIESEL}`).waitFor();
  expect(engineOf(page)).toBe(DIESEL);
  await page.getByRole('list', { name: 'Narrowed to' }).getByText(`For ${GOLF} ${DIESEL}`).waitFor();
  const all = (await page.request.get(`/api/parts?vehicle=${golf}`)).headers()['x-total-count'];
  const shown = await page.getByRole('heading', { level: 1 }).textContent();
  expect(Number.parseInt(shown ?? '', 10)).toBeLessThan(Number(all));

  // Links lead on with it, but for the one that takes it away.
  await page.getByRole('list', { name: 'Narrowed to' }).getByRole('link').click();
  await page.waitForURL((url) => url.pathname === '/catalogue' && url.search === '');
  await page.goBack();
  await page.getByRole('list', { name: 'Narrowed to' }).getByText(GOLF).waitFor();

  // It goes along, and is told of a part that is for another.
  await page.goto(pageOf(forPetrol), SETTLED);
  await panel(page).getByText(`Does not fit your ${GOLF} ${DIESEL}`).waitFor();
  await panel(page).getByText(`It is for the engine ${PETROL}.`).waitFor();
  await panel(page).getByRole('button', { name: 'Change the engine' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Change the engine' }).click();
  await dialog.getByRole('option', { name: PETROL }).click();
  await panel(page).getByText(`Fits your ${GOLF} ${PETROL}`).waitFor();
  expect(page.complaints).toEqual([]);
  await page.context().close();
});

it('is asked for by a part, on a phone too, and the answer counts for all of them', async () => {
  const page = await openPage(browser, { viewport: PHONE, hasTouch: true });
  await page.goto(pageOf(forDiesel, `?vehicle=${golf}`), SETTLED);
  await panel(page).getByText(`Fits your ${GOLF} if…`).waitFor();
  await panel(page).getByLabel('Which one does it have?').selectOption('Another one');
  await panel(page).getByText(`Does not fit your ${GOLF}`).waitFor();
  await panel(page).getByRole('button', { name: 'Change' }).tap();
  await panel(page).getByLabel('Which one does it have?').selectOption(DIESEL);
  await panel(page).getByText(`Fits your ${GOLF} ${DIESEL}`).waitFor();
  await page.waitForURL((url) => url.searchParams.get('engine') === DIESEL);
  await bar(page).getByText(`${GOLF} ${DIESEL}`).waitFor();

  await page.goto(pageOf(forPetrol), SETTLED);
  await panel(page).getByText(`Does not fit your ${GOLF} ${DIESEL}`).waitFor();
  // Without it again: the part asks.
  await bar(page).getByRole('button', { name: 'Change' }).tap();
  await page.getByRole('dialog').getByRole('button', { name: 'Change the engine' }).tap();
  await page.getByRole('option', { name: 'Not listed, or not known' }).tap();
  await panel(page).getByText(`Fits your ${GOLF} if…`).waitFor();
  expect(page.complaints).toEqual([]);
  await page.context().close();
});

it('is shared by an address in any writing; one that the vehicle has not changes nothing', async () => {
  const page = await openPage(browser);
  await page.goto(`/catalogue?vehicle=${golf}&engine=diesel 2,0 4 cyl`, SETTLED);
  await bar(page).getByText(`${GOLF} ${DIESEL}`).waitFor();
  const narrowed = await page.getByRole('heading', { level: 1 }).textContent();
  await bar(page)
    .getByRole('button', { name: /^Clear/ })
    .click();
  await page.waitForURL((url) => !url.searchParams.has('vehicle') && !url.searchParams.has('engine'));
  await page.goto(`/catalogue?vehicle=${golf}&engine=9.9 V99`, SETTLED);
  await bar(page).getByText(GOLF, { exact: true }).waitFor();
  expect(await page.getByRole('heading', { level: 1 }).textContent()).not.toBe(narrowed);
  // Words name it, too.
  await page.goto('/catalogue?q=golf 2014 2.0 diesel', SETTLED);
  await page.getByRole('link', { name: `Make 2014 Volkswagen Golf ${DIESEL} your vehicle` }).click();
  await page.waitForURL((url) => url.searchParams.get('engine') === DIESEL);
  await bar(page).getByText(`${GOLF} ${DIESEL}`).waitFor();
  expect(page.complaints).toEqual([]);
  await page.context().close();
});

it('is kept in the garage, and can be said of a vehicle that is there already', async () => {
  const page = await openPage(browser);
  const buyer = newPerson('engines');
  await page.goto('/signup', SETTLED);
  await page.getByLabel('Name').fill(buyer.name);
  await page.getByLabel('Email').fill(buyer.email);
  await page.getByLabel('Password').fill(buyer.password);
  await page.locator('main').getByRole('button', { name: 'Sign Up' }).click();
  await page.waitForURL((url) => url.pathname !== '/signup');
  await page.goto('/dashboard/garage', SETTLED);
  await page.getByRole('button', { name: 'Add a vehicle' }).first().click();
  // What is typed of the engine is taken along to its step.
  await page
    .getByRole('combobox', { name: 'Make, model and year, or VIN' })
    .fill('volkswagen golf 2014 2.0 diesel');
  await page.getByRole('option', { name: GOLF }).first().click();
  const box = page.getByRole('combobox', { name: 'Engine, if you know it' });
  await box.waitFor();
  expect(await box.inputValue()).toBe('2.0 diesel');
  await box.press('Enter');
  await page.getByRole('heading', { name: `${GOLF} ${DIESEL}` }).waitFor();
  await page.getByLabel('Plate').fill('B-MS 1');
  await page.getByRole('button', { name: 'Add to garage' }).click();
  await page.getByRole('rowheader', { name: `${GOLF} ${DIESEL}` }).waitFor();
  await page.getByRole('button', { name: /^Edit/ }).click();
  await page.getByLabel('Engine').selectOption(PETROL);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('rowheader', { name: `${GOLF} ${PETROL}` }).waitFor();
  await page.getByRole('link', { name: /^Parts/ }).click();
  await page.waitForURL((url) => url.searchParams.get('engine') === PETROL);
  await bar(page).getByText(`${GOLF} ${PETROL}`).waitFor();
  expect(page.complaints).toEqual([]);
  await page.context().close();
});
