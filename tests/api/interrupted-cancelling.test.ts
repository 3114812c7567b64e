/** A cancelling that the provider's absence interrupts: whoever or whatever ends it, it is of whoever began it. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AuditEntryBody } from '#contract/audit.ts';
import { expireOrder } from '#server/ordering/close-order.ts';
import { PaymentProviderUnavailable } from '#server/payments/payment-provider.ts';
import { makePart } from '../factories/parts.ts';
import { placeOrder, preparePayment } from '../factories/payments.ts';
import { openTestShop, type Person, type TestShop } from '../shop.ts';

let shop: TestShop;
let admin: Person;
let buyer: Person;

beforeAll(async () => {
  shop = await openTestShop();
  admin = await shop.person('admin');
  buyer = await shop.person('customer');
});
afterAll(() => shop.close());

const cancel = (orderId: string, by: Person) => shop.call('DELETE', `/order/${orderId}`, { token: by.token });

/** An order with a payment begun, which somebody wants to cancel while the provider is away. */
async function interrupted(by: Person): Promise<string> {
  const { insertedId } = await placeOrder(shop, buyer, await makePart(shop, admin));
  await preparePayment(shop, buyer, insertedId);
  vi.spyOn(shop.shop.deps.payments, 'cancelIntent').mockRejectedValueOnce(
    new PaymentProviderUnavailable('Stripe is out of reach'),
  );
  expect(await cancel(insertedId, by)).toMatchObject({ status: 503 });
  return insertedId;
}

/** Two hours later, as the order's job does. */
const expire = (orderId: string) => {
  const later = new Date(shop.clock.now.getTime() + 121 * 60_000);
  return expireOrder({ ...shop.shop.deps, now: () => later }, orderId);
};

/** Who cancelled it, as the audit log has it, and how the order ended. */
async function logOf(orderId: string) {
  const { body } = await shop.call('GET', '/audit?limit=100', { token: admin.token });
  return (body as AuditEntryBody[])
    .filter(({ object }) => object?.id === orderId)
    .map(({ act, by, after }) => ({ act, by: by.email, after }));
}
const cancelledBy = ({ email }: Person) => [
  { act: 'order.cancelled', by: email, after: { status: 'cancelled' } },
];

describe('the audit log names who began to cancel', () => {
  it('an admin, where time ended it', async () => {
    const orderId = await interrupted(admin);
    expect(await logOf(orderId)).toEqual([]);
    await expire(orderId);
    expect(await logOf(orderId)).toEqual(cancelledBy(admin));
  });

  it('an admin, where the buyer tried again, and says of the buyer nothing', async () => {
    const orderId = await interrupted(admin);
    expect(await cancel(orderId, buyer)).toMatchObject({ status: 200 });
    expect(await logOf(orderId)).toEqual(cancelledBy(admin));
  });

  it('the same admin, once, where they tried again', async () => {
    const orderId = await interrupted(admin);
    expect(await cancel(orderId, admin)).toMatchObject({ status: 200 });
    expect(await logOf(orderId)).toEqual(cancelledBy(admin));
  });

  it('nobody, where an order expired', async () => {
    const { insertedId } = await placeOrder(shop, buyer, await makePart(shop, admin));
    await expire(insertedId);
    expect(await logOf(insertedId)).toEqual([]);
  });
});
