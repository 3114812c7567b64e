/** The forms behind sign-in: review, profile, and the change of a profile. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, openPage, signIn, type WatchedPage } from '../browser.ts';
import { ADMIN } from '../running-shop.ts';
import { ask, type Buyer, columnsOf, openBuyer } from './people.ts';

let browser: Browser;
let page: WatchedPage;
let buyer: Buyer;
beforeAll(async () => {
  browser = await openBrowser();
  ({ page, buyer } = await openBuyer(browser, 'forms'));
});
afterAll(() => browser.close());

const press = (name: string) => page.locator('main').getByRole('button', { name }).click();
const toast = (text: string) => page.locator('.Toastify').getByText(text, { exact: true });
const call = (method: string, path: string | RegExp, on: Page = page) =>
  on.waitForRequest((request) => {
    const { pathname } = new URL(request.url());
    return (
      request.method() === method && (typeof path === 'string' ? pathname === path : path.test(pathname))
    );
  });

describe('a review', () => {
  it('has Your Name of at most 20 characters, a rating labelled 1-5 and a description; Add Review saves it and says so', async () => {
    await page.goto('/dashboard/review');
    const name = page.getByLabel('Your Name');
    await name.fill('a name of more than twenty characters');
    expect(await name.inputValue()).toHaveLength(20);
    await name.fill('');
    await press('Add Review');
    await page.getByText('Name is Required').waitFor();

    await name.fill('Wide Wheels Ltd');
    await page.getByLabel(/1-5/).fill('4');
    await page.getByLabel('Description').fill('Fits as it should.');
    const sent = call('POST', '/api/review');
    await press('Add Review');
    expect((await sent).postDataJSON()).toEqual({
      name: 'Wide Wheels Ltd',
      rating: 4,
      description: 'Fits as it should.',
    });
    await toast('Your Item Successfully Added').waitFor();
    const { body } = await ask(page, 'GET', '/review');
    expect(body).toContainEqual(expect.objectContaining({ name: 'Wide Wheels Ltd', rating: 4 }));
  });

  it('that could not be saved is not said to be, and nothing typed is lost', async () => {
    await page.goto('/dashboard/review');
    await page.route('**/api/review', (route) => route.abort());
    await page.getByLabel(/1-5/).fill('5');
    await page.getByLabel('Description').fill('Never arrives.');
    await press('Add Review');
    await page.getByRole('alert').waitFor();
    expect(await toast('Your Item Successfully Added').count()).toBe(0);
    expect(await page.getByLabel('Description').inputValue()).toBe('Never arrives.');
    await page.unroute('**/api/review');
  });
});

describe('a profile', () => {
  it('is made from Education, Location/City, Phone and LinkedIn, none of them required; name and email go along unseen', async () => {
    await page.goto('/dashboard/profile');
    await page.locator('main').getByText(buyer.email).first().waitFor();
    await page.locator('main').getByText(buyer.name).first().waitFor();
    expect(await page.locator('main form input[type=hidden]').count()).toBe(2);
    for (const label of ['Education', 'Phone', 'LinkedIn']) {
      expect(await page.getByLabel(label, { exact: true }).getAttribute('required')).toBeNull();
    }
    await page.getByLabel('Location/City').fill('Dhaka');
    const sent = call('POST', '/api/profile');
    const read = call('GET', `/api/profile/${encodeURIComponent(buyer.email)}`);
    await press('Submit');
    expect((await sent).postDataJSON()).toMatchObject({
      name: buyer.name,
      email: buyer.email,
      education: '',
      location: 'Dhaka',
      phone: '',
      linkdin: '',
    });
    await toast('done').waitFor();
    expect(await (await (await read).response())?.json()).toMatchObject({ location: 'Dhaka' });
  });

  it('is made once: the second time it says that the user exists', async () => {
    await page.goto('/dashboard/profile');
    await page.getByLabel('Location/City').waitFor();
    const answer = page.waitForResponse('**/api/profile');
    await press('Submit');
    await toast('user exists').waitFor();
    expect((await answer).status()).toBe(409);
    expect(await (await answer).json()).toMatchObject({ success: false, title: 'user exists' });
  });

  it('stands in the table of See Profile, each row with the way to change it', async () => {
    await page.goto('/dashboard/seeProfile');
    expect(await columnsOf(page)).toEqual(['Name', 'Email', 'Education', 'Location', 'LinkedIn', 'Update']);
    const row = page.getByRole('row', { name: new RegExp(buyer.email) });
    await expect.poll(() => page.getByRole('table').getByRole('row').count()).toBe(2);
    await row.getByRole('link', { name: /^Update/ }).click();
    await page.waitForURL(/\/dashboard\/updateProfile\/[\w-]+$/);

    const owner = await openPage(browser);
    await signIn(owner, ADMIN);
    await owner.goto('/dashboard/seeProfile');
    await owner.getByRole('row', { name: new RegExp(buyer.email) }).waitFor();
    await owner.context().close();
  });

  it('is changed with education, location and linkdin, all required, under its id', async () => {
    await page.goto('/dashboard/updateProfile');
    await page.waitForURL(/\/dashboard\/updateProfile\/[\w-]+$/);
    const id = page.url().split('/').at(-1) ?? '';
    await page.locator('main').getByText(id).waitFor();
    await page.getByLabel('Location').fill('');
    await press('Update');
    for (const label of ['Education', 'Location', 'LinkedIn']) {
      await page.getByText(`${label} is Required`).waitFor();
      expect(await page.getByLabel(label).getAttribute('required')).not.toBeNull();
    }
    await page.getByLabel('Education').fill('Trade school');
    await page.getByLabel('Location').fill('Chittagong');
    await page.getByLabel('LinkedIn').fill('linkedin.com/in/paula');
    const sent = call('PUT', `/api/profile/${id}`);
    await press('Update');
    expect((await sent).postDataJSON()).toEqual({
      education: 'Trade school',
      location: 'Chittagong',
      linkdin: 'linkedin.com/in/paula',
    });
    await toast('updated successfully').waitFor();
    const { body } = await ask(page, 'GET', `/profile/${buyer.email}`);
    expect(body).toMatchObject({ location: 'Chittagong', linkdin: 'linkedin.com/in/paula' });
  });

  it.each(['00000000-0000-4000-8000-000000000000', 'half-an-id'])(
    'is said not to be there where the address has another id: %s',
    async (id) => {
      await page.goto(`/dashboard/updateProfile/${id}`);
      await page.getByRole('heading', { name: 'There is no such profile' }).waitFor();
    },
  );

  it('says "No user is logged in" to whoever no longer is when they press Update', async () => {
    const { page: leaving } = await openBuyer(browser, 'forms-leaving');
    await ask(leaving, 'POST', '/profile', { location: 'Dhaka' });
    await leaving.goto('/dashboard/updateProfile');
    await leaving.getByLabel('Education').fill('Trade school');
    await leaving.getByLabel('LinkedIn').fill('in/paula');
    // The provider's session has ended elsewhere, and the token has run out.
    await leaving.context().clearCookies();
    await leaving.evaluate(() => localStorage.setItem('accessToken', 'run-out'));
    await leaving.locator('main').getByRole('button', { name: 'Update' }).click();
    await leaving.locator('.Toastify').getByText('No user is logged in', { exact: true }).waitFor();
    await leaving.waitForURL('**/login');
    await leaving.context().close();
  });
});
