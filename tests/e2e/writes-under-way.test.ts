/** Dialogs that give money back, change stock or keep a vehicle: each stays until the shop has answered, and does the same thing once. */
import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, openPage, signIn, type WatchedPage } from './browser.ts';
import { ADMIN } from './running-shop.ts';
import {
  ask,
  openBuyer,
  orderablePart,
  type PlacedOrder,
  payWith,
  placeOrder,
} from './specification/people.ts';

let browser: Browser;
let admin: WatchedPage;
let buyer: WatchedPage;
/** Paid. */
let order: PlacedOrder;
beforeAll(async () => {
  browser = await openBrowser();
  admin = await openPage(browser);
  await signIn(admin, ADMIN);
  ({ page: buyer } = await openBuyer(browser, 'under-way'));
  order = await placeOrder(buyer);
  await buyer.goto(`/dashboard/payment/${order.insertedId}`);
  await payWith(buyer, '4242424242424242');
  await buyer.getByText('your payment is complete').waitFor();
});
afterAll(() => browser.close());

/** Something that a dialog does, under a name of its own by which it is found again. */
type Write = {
  readonly page: () => WatchedPage;
  /** Goes to where it is done. */
  readonly come: () => Promise<void>;
  /** Opens the dialog and fills it in. */
  readonly fillIn: (name: string) => Promise<Locator>;
  readonly button: RegExp;
  readonly call: RegExp;
  /** How often it was done. */
  readonly countDone: (name: string) => Promise<number>;
};

const refund: Write = {
  page: () => admin,
  come: async () => void (await admin.goto(`/dashboard/order/${order.orderId}`)),
  async fillIn(name) {
    await admin.getByRole('button', { name: 'Refund', exact: true }).click();
    const dialog = admin.getByRole('dialog', { name: 'Give money back' });
    await dialog.getByLabel(/^Amount/).fill('1.00');
    await dialog.getByLabel('Reason').fill(name);
    return dialog;
  },
  button: /^Refund/,
  call: /\/api\/order\/[^/]+\/refund$/,
  async countDone(name) {
    const { body } = await ask(admin, 'GET', `/order/${order.orderId}`);
    return (body as { refunds: { reason: string }[] }).refunds.filter(({ reason }) => reason === name).length;
  },
};

let partId: string;
const stockChange: Write = {
  page: () => admin,
  async come() {
    partId = (await orderablePart(admin))._id;
    await admin.goto(`/dashboard/editProduct/${partId}`);
  },
  async fillIn(name) {
    await admin.getByRole('button', { name: 'Adjust stock' }).click();
    return fillInStock(name);
  },
  button: /^Adjust stock/,
  call: /\/api\/parts\/\d+\/stock$/,
  countDone: (name) => countMovements(partId, name),
};

async function fillInStock(name: string): Promise<Locator> {
  const dialog = admin.getByRole('dialog', { name: 'Adjust stock' });
  await dialog.getByLabel('Change').fill('+12');
  await dialog.getByLabel('Reason').fill(name);
  return dialog;
}

async function countMovements(part: string, name: string): Promise<number> {
  const { body } = await ask(admin, 'GET', `/parts/${part}/stock`);
  return (body as { movements: { reason: string }[] }).movements.filter(({ reason }) => reason === name)
    .length;
}

const keptVehicle: Write = {
  page: () => buyer,
  come: async () => void (await buyer.goto('/dashboard/garage', { waitUntil: 'networkidle' })),
  async fillIn(name) {
    await buyer.getByRole('button', { name: 'Add a vehicle' }).first().click();
    const dialog = buyer.getByRole('dialog');
    await dialog
      .getByRole('combobox', { name: 'Make, model and year, or VIN' })
      .fill('volkswagen golf 2014 2.0 diesel');
    await dialog.getByRole('option', { name: '2014 Volkswagen Golf' }).first().click();
    await dialog.getByRole('combobox', { name: 'Engine, if you know it' }).press('Enter');
    await dialog.getByLabel('Name').fill(name);
    return dialog;
  },
  button: /^Add to garage/,
  call: /\/api\/garage$/,
  async countDone(wanted) {
    const { body } = await ask(buyer, 'GET', '/garage');
    return (body as { name: string }[]).filter(({ name }) => name === wanted).length;
  },
};

/** Keeps the writes of a call back; what it answers lets them go. */
async function hold(page: WatchedPage, call: RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(call, async (route) => {
    if (route.request().method() === 'POST') await promise;
    await route.continue();
  });
  return resolve;
}

/** Lets the first write of a call reach the shop, and loses the answer. Answers the keys of all that are sent. */
async function loseFirstAnswer(page: WatchedPage, call: RegExp): Promise<readonly (string | null)[]> {
  const keys: (string | null)[] = [];
  await page.route(call, async (route) => {
    const request = route.request();
    if (request.method() !== 'POST') return route.continue();
    keys.push(await request.headerValue('idempotency-key'));
    if (keys.length > 1) return route.continue();
    await route.fetch();
    return route.abort();
  });
  return keys;
}

/** Waits until it is said to be done, and puts the notice away: it may lie over the button that opens the dialog. */
async function readNotice(page: WatchedPage): Promise<void> {
  const notice = page.locator('.Toastify__toast--success');
  await notice.getByRole('button').click();
  await notice.waitFor({ state: 'detached' });
}

/** One that closes is seen for a moment longer. */
const isOpen = (dialog: Locator) => dialog.evaluate((it) => it.hasAttribute('data-open'));

describe.each([
  ['a refund', refund],
  ['a change of stock', stockChange],
  ['a vehicle for the garage', keptVehicle],
])('%s', (_, { page: pageOf, come, fillIn, button, call, countDone }) => {
  it('that is on its way cannot be dismissed, and says when it is done', async () => {
    const page = pageOf();
    await come();
    const release = await hold(page, call);
    const dialog = await fillIn('Held on its way');
    const sent = page.waitForRequest((request) => call.test(request.url()) && request.method() === 'POST');
    await dialog.getByRole('button', { name: button }).click();
    await sent;
    // As whoever sees that it is under way.
    await dialog.locator('button[aria-busy]').waitFor();
    await page.keyboard.press('Escape');
    expect(await isOpen(dialog)).toBe(true);
    await dialog.getByRole('button', { name: 'Close' }).click();
    expect(await isOpen(dialog)).toBe(true);
    // Beside it, on the scrim.
    await page.mouse.click(5, 5);
    expect(await isOpen(dialog)).toBe(true);
    release();
    await readNotice(page);
    await dialog.waitFor({ state: 'detached' });
    expect(await countDone('Held on its way')).toBe(1);
    await page.unroute(call);
    expect(page.complaints).toEqual([]);
  });

  it('whose answer was lost is done once, though it is asked for again in a dialog that was closed between', async () => {
    const page = pageOf();
    await come();
    const keys = await loseFirstAnswer(page, call);
    const fillInAndSend = async () => {
      const dialog = await fillIn('Answer lost');
      expect(await dialog.getByRole('alert').count()).toBe(0);
      await dialog.getByRole('button', { name: button }).click();
      return dialog;
    };
    const dialog = await fillInAndSend();
    await dialog.getByText('The server could not be reached').waitFor();
    await dialog.getByRole('button', { name: 'Back' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await countDone('Answer lost')).toBe(1);

    await fillInAndSend();
    await readNotice(page);
    await dialog.waitFor({ state: 'detached' });
    expect(keys[1]).toBe(keys[0]);
    expect(await countDone('Answer lost')).toBe(1);

    // That was answered for certain: the same once more is another one.
    await fillInAndSend();
    await readNotice(page);
    await dialog.waitFor({ state: 'detached' });
    expect(keys[2]).not.toBe(keys[0]);
    expect(await countDone('Answer lost')).toBe(2);
    await page.unroute(call);
  });
});

it('a change of stock whose answer was lost is done once, also where another part had its turn between', async () => {
  const parts = [await orderablePart(admin, 0), await orderablePart(admin, 1)] as const;
  await admin.goto('/dashboard/manageProduct');
  const keys = await loseFirstAnswer(admin, stockChange.call);
  const change = async ({ name }: { readonly name: string }) => {
    await admin
      .getByRole('row')
      .filter({ hasText: name })
      .getByRole('button', { name: /^Adjust stock/ })
      .click();
    const dialog = await fillInStock('In turn');
    await dialog.getByRole('button', { name: stockChange.button }).click();
    return dialog;
  };
  const dialog = await change(parts[0]);
  await dialog.getByText('The server could not be reached').waitFor();
  await dialog.getByRole('button', { name: 'Back' }).click();
  await dialog.waitFor({ state: 'detached' });
  for (const part of [parts[1], parts[0]]) {
    await change(part);
    await readNotice(admin);
    await dialog.waitFor({ state: 'detached' });
    expect(await countMovements(part._id, 'In turn')).toBe(1);
  }
  expect(keys[1]).not.toBe(keys[0]);
  expect(keys[2]).toBe(keys[0]);
  await admin.unroute(stockChange.call);
});

it('an order that is being cancelled stays so while it is read anew behind the question, and is cancelled once', async () => {
  const unpaid = await placeOrder(buyer);
  const path = `/api/order/${unpaid.orderId}`;
  await buyer.goto(`/dashboard/order/${unpaid.orderId}`);
  const held = Promise.withResolvers<void>();
  let asked = 0;
  await buyer.route(`**/api/order/${unpaid.insertedId}`, async (route) => {
    asked += 1;
    await held.promise;
    await route.continue();
  });
  await buyer.getByRole('button', { name: 'Cancel', exact: true }).click();
  const dialog = buyer.getByRole('dialog', { name: 'Are you sure?' });
  const confirm = dialog.getByRole('button', { name: 'Cancel order' });
  await confirm.click();
  await expect.poll(() => confirm.getAttribute('aria-busy')).toBe('true');

  // The shop says something else of it than before, and whoever comes back to the page has it asked.
  await buyer.route(`**${path}`, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), address: '7 Other Street' } });
  });
  await buyer.evaluate("window.dispatchEvent(new Event('visibilitychange'))");
  await buyer.locator('main').getByText('7 Other Street').waitFor();
  expect(await confirm.getAttribute('aria-busy')).toBe('true');
  await buyer.keyboard.press('Escape');
  expect(await isOpen(dialog)).toBe(true);

  held.resolve();
  await readNotice(buyer);
  await dialog.waitFor({ state: 'detached' });
  expect(asked).toBe(1);
  await buyer.unroute(`**${path}`);
  await buyer.unroute(`**/api/order/${unpaid.insertedId}`);
  expect(buyer.complaints).toEqual([]);
});
