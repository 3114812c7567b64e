/** Whatever order is accepted can be paid, in the currencies that the provider counts or bounds in ways of its own. */
import { afterEach, describe, expect, it } from 'vitest';
import { makePart, stockOf } from '../factories/parts.ts';
import { openTestShop, type Person, type TestShop } from '../shop.ts';

type Till = { readonly shop: TestShop; readonly admin: Person; readonly buyer: Person };
let open: TestShop | undefined;

afterEach(() => open?.close());

/** A shop that is paid in this currency. */
async function tillIn(settlement: string, rate: string, list = 'USD'): Promise<Till> {
  const env = { LIST_CURRENCY: list, SETTLEMENT_CURRENCY: settlement, EXCHANGE_RATE: rate };
  const shop = await openTestShop({ env: { ...env, MAX_UNPAID_ORDERS: '100' } });
  open = shop;
  return { shop, admin: await shop.person('admin'), buyer: await shop.person('customer') };
}

const place = ({ shop, buyer: { token } }: Till, partId: string, orderQuantity: number) =>
  shop.call('POST', '/order', {
    token,
    body: { partId, orderQuantity, address: '1 Test Road', phone: '+880 1' },
  });

/** An order of so many at this list price is accepted, and then can be paid. */
async function expectPayable(till: Till, price: number, quantity: number): Promise<void> {
  const placed = await place(till, await makePart(till.shop, till.admin, { price }), quantity);
  expect(placed).toMatchObject({ status: 201 });
  const { insertedId: orderId, amount } = placed.body as { insertedId: string; amount: number };
  const { token } = till.buyer;
  const ready = await till.shop.call('POST', '/create-payment-intent', { token, body: { orderId } });
  expect(ready).toMatchObject({ status: 200, body: { clientSecret: expect.any(String), amount } });
}

/** It is refused in words for the buyer, and holds no stock. */
async function expectRefused(till: Till, price: number, quantity: number, code: string, detail: string) {
  const partId = await makePart(till.shop, till.admin, { price });
  expect(await place(till, partId, quantity)).toMatchObject({ status: 422, body: { code, detail } });
  expect((await stockOf(till.shop.databases, partId)).reserved).toBe(0);
}

describe('an order is accepted only where it can be paid', () => {
  it('in dollars: not below the least that the provider takes', async () => {
    const till = await tillIn('USD', '1');
    const least = 'One order must come to at least $0.50; order more';
    await expectRefused(till, 0.3, 1, 'AMOUNT_NOT_PAYABLE', least);
    await expectRefused(till, 0.49, 1, 'AMOUNT_NOT_PAYABLE', least);
    await expectPayable(till, 0.3, 2);
    await expectPayable(till, 0.5, 1);
  });

  it('in Kuwaiti dinars: every price per unit is one that the provider can be sent', async () => {
    const till = await tillIn('KWD', '0.3071');
    for (const price of [1, 1.01, 2.37, 4.99, 10, 12.34, 55.55, 99.99]) await expectPayable(till, price, 3);
  });

  it('in Kuwaiti dinars: a part of a few fils is charged in a larger order, too', async () => {
    const till = await tillIn('KWD', '0.3071');
    const { token } = till.buyer;
    const [washer, disc] = await Promise.all(
      [0.01, 10].map((price) => makePart(till.shop, till.admin, { price })),
    );
    const placed = await till.shop.call('POST', '/order', {
      token,
      body: {
        lines: [
          { partId: washer, quantity: 4 },
          { partId: disc, quantity: 1 },
        ],
        address: '1 Test Road',
        phone: '+880 1',
      },
    });
    expect(placed).toMatchObject({ status: 201, body: { amount: 3.11 } });
    const { insertedId } = placed.body as { insertedId: string };
    expect(await till.shop.call('GET', `/order/${insertedId}`, { token })).toMatchObject({
      body: { lines: [{ pricePerUnit: 0.01, amount: 0.04 }, { pricePerUnit: 3.07 }] },
    });
  });

  it('in krónur, where parts are listed in them and so not converted: only whole ones', async () => {
    const till = await tillIn('ISK', '1', 'ISK');
    const steps = 'A payment is a multiple of 1.00 ISK and this order is 120.50 ISK; order another quantity';
    await expectRefused(till, 120.5, 1, 'AMOUNT_NOT_PAYABLE', steps);
    await expectPayable(till, 120.5, 2);
  });

  it('in Ugandan shillings: not above the most, which has fewer digits there', async () => {
    const till = await tillIn('UGX', '3700');
    const most = 'One order can be at most 999,999 UGX; split it into several';
    await expectRefused(till, 300, 1, 'AMOUNT_TOO_LARGE', most);
    await expectPayable(till, 270, 1);
    await expectPayable(till, 12.34, 7);
  });
});
