/** A buyer is told what becomes of their order. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { makePart } from '../factories/parts.ts';
import { openTestShop, type Person, type TestShop } from '../shop.ts';

let shop: TestShop;
let buyer: Person;
let partId: string;
beforeAll(async () => {
  shop = await openTestShop({ work: true });
  buyer = await shop.person('customer', 'ada@workshop.example');
  partId = await makePart(shop, await shop.person('admin'));
});
afterAll(() => shop.close());

async function place(): Promise<{ insertedId: string; orderId: string }> {
  const { status, body } = await shop.call('POST', '/order', {
    token: buyer.token,
    body: { partId, orderQuantity: 2, address: '12 Mill Lane', phone: '01700 000000' },
  });
  expect(status).toBe(201);
  return body as { insertedId: string; orderId: string };
}

/** The mail of this name, once it has been sent. */
function mailNamed(words: string): Promise<string> {
  return vi.waitFor(
    async () => {
      const dir = join(shop.dataDir, 'mail');
      const found = (await readdir(dir)).filter((name) => name.includes(words));
      expect(found).toHaveLength(1);
      return readFile(join(dir, found[0] ?? ''), 'utf8');
    },
    { timeout: 15_000, interval: 100 },
  );
}

test('of an order that was placed and cancelled', async () => {
  const { insertedId, orderId } = await place();
  const placed = await mailNamed(`${orderId.toLowerCase()}-received`);
  expect(placed).toMatch(/^To: ada@workshop\.example\r$/m);
  expect(placed).toMatch(new RegExp(`^Message-ID: <${insertedId}\\.placed@127\\.0\\.0\\.1>\r$`, 'm'));
  expect(placed.replaceAll('=\r\n', '')).toContain(`${shop.url}/dashboard/payment/${insertedId}`);

  const { status } = await shop.call('DELETE', `/order/${insertedId}`, { token: buyer.token });
  expect(status).toBe(200);
  await mailNamed(`${orderId.toLowerCase()}-is-cancelled`);
});

test('of an order that expired', async () => {
  const { insertedId, orderId } = await place();
  shop.clock.now = new Date(shop.clock.now.getTime() + 48 * 3_600_000);
  await shop.shop.deps.databases.write
    .transaction()
    .execute((tx) => shop.shop.deps.enqueue(tx, 'expire-order', { orderId: insertedId }));
  await mailNamed(`${orderId.toLowerCase()}-has-expired`);
});
