/** Ways through the shop: navigation by state and role, guards, the dashboard's menu. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, openPage, PHONE, signIn } from '../browser.ts';
import { ADMIN, BUYER } from '../running-shop.ts';
import { openBuyer, placeOrder } from './people.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const FOR_EVERYONE = ['Welcome', 'My Profile', 'See Profile', 'Update Profile'];
const mainMenu = (page: Page) => page.getByRole('navigation', { name: 'Main' }).first();
const sideMenu = (page: Page) => page.getByRole('navigation', { name: 'Dashboard' });
const itemsOf = async (page: Page) => {
  await sideMenu(page).getByRole('link').first().waitFor();
  return (await sideMenu(page).getByRole('link').allInnerTexts()).map((text) => text.trim());
};

describe('the main navigation', () => {
  it('has Home, Blog, Portfolio and Login for a visitor; Dashboard and Sign Out in its place for who is signed in', async () => {
    const page = await openPage(browser);
    await page.goto('/');
    const links = mainMenu(page).getByRole('link');
    await expect
      .poll(async () => (await links.allInnerTexts()).filter((text) => text !== 'Catalogue'))
      .toEqual(['Home', 'Blog', 'Portfolio', 'Login']);
    expect(await mainMenu(page).getByRole('button', { name: 'Sign Out' }).count()).toBe(0);
    for (const [name, path] of [
      ['Blog', '/blog'],
      ['Portfolio', '/portfolio'],
      ['Home', '/'],
      ['Login', '/login'],
    ] as const) {
      await mainMenu(page).getByRole('link', { name, exact: true }).click();
      await page.waitForURL((url) => url.pathname === path);
    }
    await signIn(page, BUYER);
    await expect
      .poll(async () => (await links.allInnerTexts()).filter((text) => text !== 'Catalogue'))
      .toEqual(['Home', 'Blog', 'Portfolio', 'Dashboard']);
    await mainMenu(page).getByRole('button', { name: 'Sign Out' }).click();
    await mainMenu(page).getByRole('link', { name: 'Login' }).waitFor();
    await page.context().close();
  });
});

describe('the dashboard', () => {
  it("welcomes a customer; its menu has everyone's entries, My Order and Review, and each leads somewhere", async () => {
    const { page, buyer } = await openBuyer(browser, 'navigation');
    await page.goto('/dashboard');
    await page.getByRole('heading', { level: 1, name: `Welcome, ${buyer.name}` }).waitFor();
    // The shop's own pages stand after those.
    expect(await itemsOf(page)).toEqual([...FOR_EVERYONE, 'My Order', 'Review', 'My Vehicles', 'Security']);
    for (const [name, path, heading] of [
      ['My Profile', '/dashboard/profile', 'My Profile'],
      ['See Profile', '/dashboard/seeProfile', 'Your profile'],
      ['My Order', '/dashboard/myorder', 'My Orders: 0'],
      ['Review', '/dashboard/review', 'Review'],
      ['My Vehicles', '/dashboard/garage', 'My vehicles'],
      ['Welcome', '/dashboard', `Welcome, ${buyer.name}`],
    ] as const) {
      await sideMenu(page).getByRole('link', { name, exact: true }).click();
      await page.waitForURL((url) => url.pathname === path);
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    }
    // Without a profile there is none to update: the way leads to making one.
    await sideMenu(page).getByRole('link', { name: 'Update Profile' }).click();
    await page.waitForURL('**/dashboard/profile');
    await page.context().close();
  });

  it("has the owner's entries for an admin, and neither My Order nor Review", async () => {
    const page = await openPage(browser);
    await signIn(page, ADMIN);
    await page.goto('/dashboard');
    expect(await itemsOf(page)).toEqual([
      ...FOR_EVERYONE,
      'Manage All Orders',
      'Make Admin',
      'Add a Product',
      'Manage Product',
      'Manage Reviews',
      'Newsletter',
      'Payments',
      'Import and Export',
      'Audit Log',
      'Status',
      'Security',
    ]);
    for (const [name, path, heading] of [
      ['Manage All Orders', '/dashboard/allOrders', /^All Orders/],
      ['Make Admin', '/dashboard/allUsers', /^All Users/],
      ['Add a Product', '/dashboard/addProduct', 'Add a Product'],
      ['Manage Product', '/dashboard/manageProduct', /^Products/],
    ] as const) {
      await sideMenu(page).getByRole('link', { name, exact: true }).click();
      await page.waitForURL((url) => url.pathname === path);
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    }
    await page.context().close();
  });

  it('folds its menu behind a second menu button on small screens', async () => {
    const { page } = await openBuyer(browser, 'navigation-phone', { viewport: PHONE });
    await page.goto('/dashboard');
    const toggle = page.getByRole('button', { name: /^Dashboard menu/ });
    await toggle.waitFor();
    expect(await page.locator('summary[aria-label="Menu"]').isVisible()).toBe(true);
    const entry = sideMenu(page).getByRole('link', { name: 'My Order' });
    expect(await entry.isVisible()).toBe(false);
    await toggle.click();
    expect(await toggle.getAttribute('aria-expanded')).toBe('true');
    await entry.click();
    await page.waitForURL('**/dashboard/myorder');
    // The page follows its address a frame later.
    await entry.waitFor({ state: 'hidden' });
    await toggle.click();
    await entry.waitFor();
    await toggle.click();
    expect(await entry.isVisible()).toBe(false);
    await page.setViewportSize({ width: 1280, height: 900 });
    expect(await toggle.isVisible()).toBe(false);
    await page.context().close();
  });
});

describe('a page behind sign-in', () => {
  it('shows a spinner while it is not known who is there, and then itself', async () => {
    const { page } = await openBuyer(browser, 'navigation-spinner');
    let letGo: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route('**/api/auth/token', async (route) => {
      await held;
      await route.continue();
    });
    // A token whose owner is not known any more has to be asked about.
    await page.evaluate(() => localStorage.removeItem('mainshaft.session'));
    await page.goto('/dashboard/myorder');
    await page.locator('main').getByRole('status').waitFor();
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(0);
    expect(new URL(page.url()).pathname).toBe('/dashboard/myorder');
    letGo();
    await page.getByRole('heading', { level: 1, name: /^My Orders/ }).waitFor();
    await page.context().close();
  });

  it('sends a visitor to /login with the place remembered and the history replaced; sign-in leads back there', async () => {
    const page = await openPage(browser);
    for (const path of ['/parts/1', '/dashboard/review']) {
      await page.goto('/portfolio');
      await page.goto(`${path}?from=mail`);
      await page.waitForURL('**/login');
      expect(await page.evaluate<unknown>('history.state')).toMatchObject({ origin: `${path}?from=mail` });
      await page.goBack();
      await page.waitForURL('**/portfolio');
      await page.goForward();
      await page.waitForURL('**/login');
    }
    await page.getByLabel('Email').fill(BUYER.email);
    await page.getByLabel('Password').fill(BUYER.password);
    await page.locator('main').getByRole('button', { name: 'Login' }).click();
    await page.waitForURL((url) => url.pathname === '/dashboard/review');
    await page.goBack();
    await page.waitForURL('**/portfolio');
    await page.context().close();
  });
});

describe('a page for admins', () => {
  it('asks whether a customer is one, shows a spinner meanwhile, then signs them out and remembers the place', async () => {
    const { page, buyer } = await openBuyer(browser, 'navigation-guard');
    let letGo: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route('**/api/admin/*', async (route) => {
      await held;
      await route.continue();
    });
    const asked = page.waitForResponse('**/api/admin/*');
    await page.goto('/dashboard/addProduct');
    await page.locator('main').getByRole('status').waitFor();
    expect(await page.getByLabel('Available Stock').count()).toBe(0);
    letGo();
    const answer = await asked;
    expect(decodeURIComponent(new URL(answer.url()).pathname)).toBe(`/api/admin/${buyer.email}`);
    expect(await answer.request().headerValue('authorization')).toMatch(/^Bearer eyJ/);
    expect(await answer.json()).toEqual({ admin: false });
    await page.waitForURL('**/login');
    expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull();
    expect(await page.evaluate<unknown>('history.state')).toMatchObject({ origin: '/dashboard/addProduct' });
    await page.context().close();
  });

  it('shows an admin the spinner, too, until the answer has come, and then itself', async () => {
    const page = await openPage(browser);
    await signIn(page, ADMIN);
    let letGo: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route('**/api/admin/*', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/dashboard/addProduct');
    await page.locator('main').getByRole('status').waitFor();
    expect(await page.getByLabel('Available Stock').count()).toBe(0);
    letGo();
    await page.getByLabel('Available Stock').waitFor();
    await page.context().close();
  });

  it('signs nobody out for a fault: it offers to try again', async () => {
    const { page } = await openBuyer(browser, 'navigation-fault');
    await page.route('**/api/admin/*', (route) =>
      route.fulfill({
        status: 409,
        contentType: 'application/problem+json',
        json: { type: 'about:blank', title: 'Something is in the way', status: 409, code: 'X' },
      }),
    );
    await page.goto('/dashboard/allOrders');
    await page.getByRole('alert').waitFor();
    expect(await page.evaluate(() => localStorage.getItem('accessToken'))).not.toBeNull();
    await page.unroute('**/api/admin/*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.waitForURL('**/login');
    await page.context().close();
  });

  it('is closed on the server as well: what it would show or do is refused to a customer', async () => {
    const { page } = await openBuyer(browser, 'navigation-server');
    const { orderId } = await placeOrder(page);
    const token = await page.evaluate(() => localStorage.getItem('accessToken'));
    const headers = { authorization: `Bearer ${token}` };
    for (const [method, path] of [
      ['GET', '/orders/order'],
      ['GET', '/user'],
      ['POST', '/parts'],
      ['DELETE', '/parts/1'],
      ['PUT', `/user/admin/${BUYER.email}`],
    ] as const) {
      const answer = await page.request.fetch(`/api${path}`, { method, headers });
      expect({ path, status: answer.status() }).toEqual({ path, status: 403 });
    }
    expect((await page.request.get(`/api/order/${orderId}`)).status()).toBe(401);
    await page.context().close();
  });
});
