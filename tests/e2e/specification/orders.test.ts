/** Ordering and paying, screen by screen: the order form of a part, My Order, the payment page. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, type WatchedPage } from '../browser.ts';
import {
  ask,
  type Buyer,
  colourOf,
  columnsOf,
  isRed,
  openBuyer,
  orderablePart,
  payWith,
  placeOrder,
  styleOf,
} from './people.ts';

let browser: Browser;
let page: WatchedPage;
let buyer: Buyer;
beforeAll(async () => {
  browser = await openBrowser();
  ({ page, buyer } = await openBuyer(browser, 'orders'));
});
afterAll(() => browser.close());

const taka = (amount: number) => amount.toLocaleString('en', { minimumFractionDigits: 2 });
const requestOf = (method: string, path: string) =>
  page.waitForRequest((request) => request.method() === method && new URL(request.url()).pathname === path);
const main = () => page.locator('main');

describe('the order form of a part', () => {
  it('shows the part, who orders, minimum order, available stock and price per unit', async () => {
    const part = await orderablePart(page);
    await page.goto(`/parts/${part._id}`);
    await page.getByLabel('Quantity').waitFor();
    const text = (await main().innerText()).replaceAll(/\s+/g, ' ');
    for (const fact of [
      part.name,
      buyer.name,
      buyer.email,
      `Minimum Order ${part.minOrder.toLocaleString('en')}`,
      `Price per unit ${taka(part.pricePerUnit)} TK`,
    ]) {
      expect(text).toContain(fact);
    }
    expect(text).toMatch(new RegExp(`Available Stock\\D*${part.stock.toLocaleString('en')}`));
    expect(await main().locator('img, [role=img]').count()).toBeGreaterThan(0);
    // The rate is said before anyone orders.
    expect(text).toMatch(/at 1 USD = 121\.50 TK/);
  });

  it('can be sent from the minimum order to the available stock, and says what is wrong outside', async () => {
    const part = await orderablePart(page);
    const quantity = page.getByLabel('Quantity');
    const button = page.getByRole('button', { name: 'Place Order' });
    const most = part.stock - (part.stock % part.orderMultiple);
    for (const [typed, message] of [
      [part.minOrder - 1, 'Please type minimum Order'],
      [part.minOrder, undefined],
      [most, undefined],
      [part.stock + 1, 'Not available'],
    ] as const) {
      await quantity.fill(String(typed));
      expect({ typed, isDisabled: await button.isDisabled() }).toEqual({
        typed,
        isDisabled: message !== undefined,
      });
      for (const text of ['Please type minimum Order', 'Not available']) {
        expect({ typed, text, shown: await page.getByText(text, { exact: true }).count() }).toEqual({
          typed,
          text,
          shown: text === message ? 1 : 0,
        });
      }
    }
    await quantity.fill(String(part.minOrder));
  });

  it('wants an address and a phone', async () => {
    await page.getByRole('button', { name: 'Place Order' }).click();
    await page.getByText('Address is Required').waitFor();
    await page.getByText('Phone is Required').waitFor();
  });

  it('is sent with all that the call names, thanks, and leads to the payment', async () => {
    const part = await orderablePart(page);
    await page.getByLabel('Address').fill('14 Workshop Lane, Dhaka');
    await page.getByLabel('Phone').fill('+880 1711 000000');
    const sent = requestOf('POST', '/api/order');
    const prepared = requestOf('POST', '/api/create-payment-intent');
    await page.getByRole('button', { name: 'Place Order' }).click();
    expect((await sent).postDataJSON()).toMatchObject({
      orderId: part._id,
      partsName: part.name,
      userName: buyer.name,
      userEmail: buyer.email,
      orderQuantity: part.minOrder,
      pricePerUnit: part.pricePerUnit,
      address: '14 Workshop Lane, Dhaka',
      phone: '+880 1711 000000',
    });
    await page.locator('.Toastify').getByText('You have successfully placed your Order').waitFor();
    const answer = (await (await (await sent).response())?.json()) as { insertedId: string } | undefined;
    await page.waitForURL(`**/dashboard/payment/${answer?.insertedId}`);
    // The next test waits for a request of this kind, which must not be this page's.
    await prepared;
  });
});

describe('the payment page', () => {
  it('keeps Confirm Order disabled until the provider is there and the client secret has come', async () => {
    const order = await placeOrder(page, 1);
    const gates = { provider: gate(), secret: gate() };
    await page.route('**/*sandbox-stripe*', async (route) => {
      await gates.provider.opened;
      await route.continue();
    });
    await page.route('**/api/create-payment-intent', async (route) => {
      await gates.secret.opened;
      await route.continue();
    });
    const intent = requestOf('POST', '/api/create-payment-intent');
    await page.goto(`/dashboard/payment/${order.insertedId}`);
    // Asked for as the page loads, without anything being pressed.
    expect((await intent).postDataJSON()).toEqual({
      orderId: order.insertedId,
      pricePerUnit: order.part.pricePerUnit,
    });
    const confirm = page.getByRole('button', { name: 'Confirm Order' });
    expect(await confirm.isDisabled()).toBe(true);
    gates.provider.open();
    await page.getByLabel('Card number').waitFor();
    expect(await confirm.isDisabled()).toBe(true);
    gates.secret.open();
    await expect.poll(() => confirm.isDisabled()).toBe(false);
    await page.unrouteAll();
  });

  it('sums the order up and says what to pay: Please Pay Total, price per unit times quantity, in TK', async () => {
    const { body } = await ask(page, 'GET', `/order/${page.url().split('/').at(-1)}`);
    const order = body as Record<'partsName' | 'address' | 'phone', string> &
      Record<'orderQuantity' | 'pricePerUnit' | 'amount', number>;
    const total = order.pricePerUnit * order.orderQuantity;
    expect(order.amount).toBeCloseTo(total, 2);
    await page.getByText(`Please Pay Total : ${taka(order.amount)} TK`, { exact: true }).waitFor();
    const text = (await page.getByRole('region', { name: 'Order summary' }).innerText()).replaceAll(
      /\s+/g,
      ' ',
    );
    for (const fact of [
      buyer.name,
      buyer.email,
      order.partsName,
      `Quantity ${order.orderQuantity.toLocaleString('en')}`,
      `Price per unit ${taka(order.pricePerUnit)} TK`,
      order.address,
      order.phone,
    ]) {
      expect(text).toContain(fact);
    }
  });

  it('says that no money moves where the payments are a sandbox', async () => {
    await page.getByText('This shop takes test payments only: no money moves.').waitFor();
  });

  it('has a card input of 16 px', async () => {
    expect(await styleOf(page.getByLabel('Card number'), 'fontSize')).toBe('16px');
  });

  it("shows the provider's words in red when the card is declined, and the card can be tried again", async () => {
    await payWith(page, '4000000000000002');
    const words = page.getByText('Your card was declined.').first();
    await words.waitFor();
    expect(isRed(await colourOf(words))).toBe(true);
    await expect.poll(() => page.getByRole('button', { name: 'Confirm Order' }).isDisabled()).toBe(false);
  });

  it('congratulates, shows the transaction id and reports it by PATCH', async () => {
    const id = page.url().split('/').at(-1) ?? '';
    const method = page.waitForRequest(/\/v1\/payment_methods$/);
    const confirmed = page.waitForRequest(/\/v1\/payment_intents\/pi_\w+\/confirm$/);
    const reported = requestOf('PATCH', `/api/order/${id}`);
    await payWith(page, '4242424242424242');
    await page.getByRole('heading', { name: 'Congrates! your payment is complete' }).waitFor();
    await method;
    const intentId = /(pi_\w+)\/confirm$/.exec((await confirmed).url())?.[1];
    expect((await reported).postDataJSON()).toEqual({ orders: id, transactionId: intentId });
    await main()
      .getByText(intentId ?? '?')
      .first()
      .waitFor();
    expect((await (await reported).response())?.status()).toBe(200);
    const { body } = await ask(page, 'GET', `/order/${id}`);
    expect(body).toMatchObject({ paid: true, transactionId: intentId });
  });
});

describe('My Order', () => {
  it('is a table of nine columns under a heading with the count', async () => {
    await page.goto('/dashboard/myorder');
    expect(await columnsOf(page)).toEqual([
      'Index',
      'Customer Name',
      'Email',
      'Product Name',
      'Order Quantity',
      'Price/unit',
      'Action',
      'Payment',
      'Cancel',
    ]);
    await page.getByRole('heading', { level: 1, name: 'My Orders: 2' }).waitFor();
    await expect.poll(() => page.getByRole('table').locator('tbody tr').count()).toBe(2);
  });

  it('has a paid order as Paid with its transaction id, and no way to cancel it', async () => {
    const row = page.getByRole('row').filter({ has: page.getByText('Paid', { exact: true }) });
    expect(await row.count()).toBe(1);
    const { body } = await ask(page, 'GET', `/order?email=${buyer.email}&status=paid`);
    const [paid] = body as { transactionId: string }[];
    expect(paid?.transactionId).toMatch(/^pi_\w{10,}$/);
    // All of it, though the eye is shown its beginning and end.
    expect(await row.innerText()).toContain(paid?.transactionId);
    expect(await row.getByRole('button', { name: /Cancel/ }).count()).toBe(0);
  });

  it('leads from an unpaid order to its payment', async () => {
    const row = page.getByRole('row').filter({ has: page.getByRole('button', { name: /Cancel/ }) });
    expect(await row.count()).toBe(1);
    const href = await row.getByRole('link', { name: /^Pay/ }).getAttribute('href');
    expect(href).toMatch(/^\/dashboard\/payment\/[\w-]+$/);
  });

  it('asks "Are you sure?" before an unpaid order is cancelled, and cancels that very order', async () => {
    const cancel = page.getByRole('button', { name: /^Cancel/ });
    await cancel.click();
    const dialog = page.getByRole('dialog', { name: 'Are you sure?' });
    await dialog.getByRole('button', { name: 'Keep order' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(await cancel.count()).toBe(1);

    const href = await page.getByRole('link', { name: /^Pay/ }).getAttribute('href');
    const gone = requestOf('DELETE', `/api/order/${href?.split('/').at(-1)}`);
    await cancel.click();
    await dialog.getByRole('button', { name: 'Cancel order' }).click();
    const answer = await (await gone).response();
    expect(await answer?.json()).toHaveLength(1);
    await page.getByRole('heading', { level: 1, name: 'My Orders: 1' }).waitFor();
    await expect.poll(() => cancel.count()).toBe(0);
  });
});

/** Something that waits until it is let through. */
function gate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}
