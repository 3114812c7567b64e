/** What an admin has: all orders, adding and deleting parts, users and their roles. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, openPage, signIn, type WatchedPage } from '../browser.ts';
import { ADMIN, BUYER } from '../running-shop.ts';
import { ask, colourOf, columnsOf, isGreen, isRed, openBuyer, verifyEmail } from './people.ts';

let browser: Browser;
let page: WatchedPage;
beforeAll(async () => {
  browser = await openBrowser();
  page = await openPage(browser);
  await signIn(page, ADMIN);
});
afterAll(() => browser.close());

/** Rows come and go one frame after the other, and frames are long on a machine that has much to do. */
const PATIENT = { timeout: 10_000 };

const main = () => page.locator('main');
const press = (name: string) => main().getByRole('button', { name, exact: true }).click();
const toast = (text: string) => page.locator('.Toastify').getByText(text, { exact: true });
const requestOf = (method: string, path: RegExp) =>
  page.waitForRequest((request) => request.method() === method && path.test(new URL(request.url()).pathname));

describe('All Orders', () => {
  it('is a table with customer, product, quantity and status: red Pending without a transaction id, green Shipped with one', async () => {
    const asked = requestOf('GET', /^\/api\/orders\/order$/);
    await page.goto('/dashboard/allOrders');
    expect(await (await asked).headerValue('authorization')).toMatch(/^Bearer /);
    expect((await columnsOf(page)).slice(0, 5)).toEqual([
      'Index',
      'Customer Name',
      'Product Name',
      'Quantity',
      'Status',
    ]);
    const table = page.getByRole('table');
    expect(isRed(await colourOf(table.getByText('Pending', { exact: true }).first()))).toBe(true);
    expect(isGreen(await colourOf(table.getByText('Shipped', { exact: true }).first()))).toBe(true);
    const { body } = await ask(page, 'GET', '/orders/order?limit=5');
    const orders = body as { transactionId: string | null; userName: string; partsName: string }[];
    const rows = table.locator('tbody tr');
    for (const [index, order] of orders.entries()) {
      const text = await rows.nth(index).innerText();
      expect(text).toContain(order.userName);
      expect(text).toContain(order.partsName);
      expect(text).toContain(order.transactionId === null ? 'Pending' : 'Shipped');
    }
  });
});

describe('Add a Product', () => {
  it('wants all six fields, each in its own words', async () => {
    await page.goto('/dashboard/addProduct');
    await press('Add Product');
    await page.getByText('Name is Required').waitFor();
    expect(await page.getByText('value is Required').count()).toBe(3);
    expect(await page.getByText('Info is Required').count()).toBe(1);
    expect(await page.getByText('Image is Required').count()).toBe(1);
    for (const label of [/^Price/, 'Available Stock', 'Minimum Order']) {
      const note = await page.getByLabel(label).getAttribute('aria-describedby');
      expect(await page.locator(`[id="${note}"]`).innerText()).toBe('value is Required');
    }
  });

  it('says "Failed to add the Product" where no insertedId comes back, and keeps what was typed', async () => {
    await page.getByLabel('Name').fill('Checklist Coil, ignition');
    await page.getByLabel(/^Price/).fill('12.50');
    await page.getByLabel('Available Stock').fill('30');
    await page.getByLabel('Minimum Order').fill('3');
    await page.getByLabel('Description').fill('Four-pin, with boot.');
    const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 640, height: 480 } });
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'coil.png', mimeType: 'image/png', buffer: picture });
    for (const [wrong, answer] of [
      ['no answer', undefined],
      ['an answer without it', { acknowledged: true }],
    ] as const) {
      await page.route('**/api/parts', (route) => {
        if (route.request().method() !== 'POST') return route.continue();
        return answer === undefined ? route.abort() : route.fulfill({ status: 201, json: answer });
      });
      await press('Add Product');
      await toast('Failed to add the Product').waitFor();
      expect({ wrong, name: await page.getByLabel('Name').inputValue() }).toEqual({
        wrong,
        name: 'Checklist Coil, ignition',
      });
      expect(await toast('Product added successfully').count()).toBe(0);
      await page.unroute('**/api/parts');
      // A notice waits while the pointer is over it, or the window has lost the focus: it is put away by hand.
      await page.locator('.Toastify__toast').first().getByRole('button').click();
      await page.locator('.Toastify__toast').first().waitFor({ state: 'detached' });
    }
  });

  it('sends the picture to POST /images, then the part with its address, and says "Product added successfully"', async () => {
    // Chosen anew, the picture is sent anew.
    const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 480, height: 360 } });
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'coil.png', mimeType: 'image/png', buffer: picture });
    const upload = page.waitForResponse('**/api/images');
    const added = requestOf('POST', /^\/api\/parts$/);
    await press('Add Product');
    const { success, data } = (await (await upload).json()) as { success: boolean; data: { url: string } };
    expect(success).toBe(true);
    expect(await (await added).headerValue('authorization')).toMatch(/^Bearer /);
    expect((await added).postDataJSON()).toMatchObject({
      name: 'Checklist Coil, ignition',
      price: 12.5,
      stock: 30,
      minOrder: 3,
      description: 'Four-pin, with boot.',
      img: data.url,
    });
    await toast('Product added successfully').waitFor();
  });
});

describe('Manage Product', () => {
  it('draws rows of a long list where one is, says where they stand, and keeps what has the focus', async () => {
    await page.goto('/dashboard/manageProduct');
    const row = (number: number) => page.locator(`tr[aria-rowindex="${1 + number}"]`);
    await press('Load more');
    await page.locator('table[aria-rowcount="101"]').waitFor();
    const first = row(1).getByRole('link', { name: /^Edit/ });
    await page.keyboard.press('Home');
    // A focus that scrolls while a key does leaves the next key half-way, in Chromium.
    await expect.poll(() => page.evaluate(() => scrollY), PATIENT).toBe(0);
    await first.focus();
    await page.keyboard.press('End');
    await row(100)
      .getByRole('button', { name: /^Delete/ })
      .waitFor();
    await expect.poll(() => row(30).count(), PATIENT).toBe(0);
    expect(await first.evaluate((link) => link.matches(':focus'))).toBe(true);
    await page.keyboard.press('Home');
    await row(30).waitFor({ state: 'attached' });
    await expect.poll(() => row(100).count(), PATIENT).toBe(0);
  });

  it('keeps a row that gets the focus just as it goes', async () => {
    await expect.poll(() => page.evaluate(() => scrollY), PATIENT).toBe(0);
    const first = page.locator('tr[aria-rowindex="2"]').getByRole('link', { name: /^Edit/ });
    await first.evaluate((link) => {
      (document.activeElement as HTMLElement).blur();
      const next = link.closest('tbody')?.nextElementSibling;
      if (next == null) throw new Error('Behind the first row stands no other stretch');
      // Of two that go the nearer one goes first, so the other is about to.
      const observer = new MutationObserver(() => link.focus({ preventScroll: true }));
      observer.observe(next, { childList: true });
    });
    await page.keyboard.press('End');
    await page.locator('tr[aria-rowindex="101"]').waitFor();
    await expect.poll(() => page.locator('tr[aria-rowindex="12"]').count(), PATIENT).toBe(0);
    // By then it would have gone.
    await page.waitForTimeout(200);
    expect(await first.evaluate((link) => link.matches(':focus'))).toBe(true);
  });

  it('has the rows where one is in the end, however one got there', async () => {
    for (let walk = 0; walk < 4; walk += 1) {
      await page.evaluate(async () => {
        const frames = async (count: number) => {
          for (let at = 0; at < count; at += 1) {
            await new Promise<unknown>((next) => {
              requestAnimationFrame(next);
              // A frame that the browser owes must not hold up the reader, who goes on without it.
              setTimeout(next, 200);
            });
          }
        };
        // Back and forth across the border of what is drawn, while stretches come and go.
        for (let step = 0; step < 40; step += 1) {
          scrollTo({ top: Math.random() * 4_000, behavior: 'instant' });
          await frames(1 + Math.floor(Math.random() * 3));
        }
      });
      const wrong = () =>
        page.evaluate(() =>
          [...document.querySelectorAll('tbody')]
            .filter((stretch) => {
              const { top, bottom } = stretch.getBoundingClientRect();
              const isNear = bottom >= -800 && top <= innerHeight + 800;
              return isNear !== stretch.rows.length > 1 && !stretch.contains(document.activeElement);
            })
            .map((stretch) => stretch.getBoundingClientRect().top),
        );
      await expect.poll(wrong, PATIENT).toEqual([]);
    }
  });

  it('is whole on paper, wherever one is', async () => {
    const rows = () => page.locator('tr[aria-rowindex]').count();
    const before = await rows();
    expect(before).toBeLessThan(101);
    await page.evaluate(() => {
      const paper = matchMedia('print');
      const count = () => {
        document.body.dataset.printed = String(document.querySelectorAll('tr[aria-rowindex]').length);
      };
      paper.addEventListener('change', count, { once: true });
    });
    await page.pdf();
    expect(await page.locator('body').getAttribute('data-printed')).toBe('101');
    await expect.poll(rows, PATIENT).toBeLessThan(101);
  });

  it('is a table with index, image, name, stock and a Delete button', async () => {
    const asked = requestOf('GET', /^\/api\/parts$/);
    await page.goto('/dashboard/manageProduct?find=Checklist+Coil');
    await asked;
    await page.getByRole('rowheader', { name: /Checklist Coil/ }).waitFor();
    expect((await columnsOf(page)).slice(0, 4)).toEqual(['Index', 'Image', 'Name', 'Stock']);
    const row = page.getByRole('row').filter({ hasText: 'Checklist Coil' }).first();
    expect(await row.innerText()).toMatch(/30/);
    expect(await row.locator('img').count()).toBe(1);
    expect(await row.getByRole('button', { name: /^Delete/ }).count()).toBe(1);
  });

  it('asks in a window of its own before it deletes, with nothing in it that is not about that', async () => {
    const before = await page.getByRole('button', { name: /^Delete/ }).count();
    await page
      .getByRole('button', { name: /^Delete/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog', { name: 'Are you sure?' });
    await dialog.waitFor();
    const words = (await dialog.innerText()).replaceAll(/\s+/g, ' ').trim();
    expect(words).toMatch(
      /^Are you sure\? Checklist Coil, ignition \([^)]+\) will be gone from the shop\. .{0,120} Back Delete$/,
    );
    await dialog.getByRole('button', { name: 'Back' }).click();
    await dialog.waitFor({ state: 'hidden' });

    await page
      .getByRole('button', { name: /^Delete/ })
      .first()
      .click();
    const gone = page.waitForResponse(
      (answer) => answer.request().method() === 'DELETE' && /\/api\/parts\/\d+$/.test(answer.url()),
    );
    let deletions = 0;
    page.on('request', (request) => {
      if (request.method() === 'DELETE') deletions += 1;
    });
    // Two presses at once are one.
    await dialog.getByRole('button', { name: 'Delete' }).dblclick();
    expect(await (await gone).json()).toEqual({ deletedCount: 1 });
    await toast('Product: Checklist Coil, ignition is deleted.').waitFor();
    await expect.poll(() => page.getByRole('button', { name: /^Delete/ }).count()).toBe(before - 1);
    expect(deletions).toBe(1);
  });
});

describe('All Users', () => {
  it('is a table with email and role under a heading with the count; Make Admin stands with non-admins alone', async () => {
    await page.goto('/dashboard/allUsers');
    expect(await columnsOf(page)).toEqual(
      expect.arrayContaining(['Email', 'Role', 'Make Admin', 'Remove User']),
    );
    const { answer } = await ask(page, 'GET', '/user?limit=1');
    const count = Number(answer.headers()['x-total-count']).toLocaleString('en');
    await page.getByRole('heading', { level: 1, name: `All Users: ${count}` }).waitFor();
    const rows = page.getByRole('table').locator('tbody tr');
    // The count is told before the rows have come in the place of their outlines.
    await page.getByRole('table').getByRole('rowheader').first().waitFor();
    for (const row of await rows.all()) {
      const isAdmin = /\badmin\b/.test(await row.getByRole('cell').nth(1).innerText());
      const isRemoved = /removed/.test(await row.innerText());
      const offers = await row.getByRole('button', { name: /^Make Admin/ }).count();
      expect({ row: await row.innerText(), offers }).toEqual({
        row: expect.any(String),
        offers: isAdmin || isRemoved ? 0 : 1,
      });
    }
  });

  it('says "Failed to Make an admin" on a 403', async () => {
    const problem = { type: 'about:blank', title: 'Forbidden', status: 403, code: 'FORBIDDEN' };
    await page.route('**/api/user/admin/*', (route) =>
      route.fulfill({ status: 403, contentType: 'application/problem+json', json: problem }),
    );
    await page
      .getByRole('row')
      .filter({ hasText: BUYER.email })
      .getByRole('button', { name: /^Make Admin/ })
      .click();
    await toast('Failed to Make an admin').waitFor();
    await page.unroute('**/api/user/admin/*');
  });

  it('makes an admin of somebody with a verified email, says "Successfully made an admin", and offers it no more', async () => {
    const { page: promoted, buyer } = await openBuyer(browser, 'admin-makes');
    await page.goto('/dashboard/allUsers');
    const row = page.getByRole('row').filter({ hasText: buyer.email });
    await row.getByRole('button', { name: /^Make Admin/ }).click();
    await toast('Failed to Make an admin: this email is not verified yet').waitFor();
    await verifyEmail(promoted, buyer.email);

    const made = page.waitForResponse(
      (answer) =>
        answer.request().method() === 'PUT' &&
        decodeURIComponent(answer.url()).endsWith(`/api/user/admin/${buyer.email}`),
    );
    await row.getByRole('button', { name: /^Make Admin/ }).click();
    expect(await (await made).json()).toEqual({ modifiedCount: 1 });
    expect(await (await made).request().headerValue('authorization')).toMatch(/^Bearer /);
    expect((await made).request().postData()).toBeNull();
    await toast('Successfully made an admin').waitFor();
    await row.getByText('admin', { exact: true }).waitFor();
    expect(await row.getByRole('button', { name: /^Make Admin/ }).count()).toBe(0);

    const asked = promoted.waitForResponse(
      (answer) => answer.status() === 200 && /\/api\/admin\/[^/]+$/.test(answer.url()),
    );
    await promoted.goto('/dashboard/manageProduct');
    expect(await (await asked).json()).toEqual({ admin: true });
    expect(await (await asked).request().headerValue('authorization')).toMatch(/^Bearer /);
    await promoted.getByRole('table').waitFor();
    await promoted.context().close();
  });

  it('Remove User deactivates the account, after a question', async () => {
    const { page: leaving, buyer } = await openBuyer(browser, 'admin-removes');
    await page.goto('/dashboard/allUsers');
    const row = page.getByRole('row').filter({ hasText: buyer.email });
    await row.getByRole('button', { name: /^Remove User/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Are you sure?' });
    await dialog.getByRole('button', { name: 'Remove User' }).click();
    await toast(`${buyer.email} is removed.`).waitFor();
    await row.getByText('removed').waitFor();
    expect(await row.getByRole('button', { name: /^(Make Admin|Remove User)/ }).count()).toBe(0);
    // Their token is refused at once, and so is getting another.
    await leaving.goto('/dashboard/myorder');
    await leaving.waitForURL('**/login');
    await leaving.context().close();
  });
});
