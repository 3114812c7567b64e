/** What stands in braces in the addresses of screens: things that only the running shop knows. */
import type { Page } from 'playwright-core';
import { BUYER } from '../e2e/running-shop.ts';

export type Places = Readonly<Record<'part' | 'partId' | 'order' | 'unpaid', string>>;

type Fields = Readonly<Record<string, string | number | null>>;

/** Finds them as the demo's buyer, who is signed in on this page. */
export async function findPlaces(page: Page): Promise<Places> {
  const token = await page.evaluate(() => localStorage.getItem('accessToken'));
  const headers = { authorization: `Bearer ${token}` };
  const read = async (path: string): Promise<Fields[]> =>
    (await page.request.get(`/api${path}`, { headers })).json();
  const [part] = await read('/parts?limit=1');
  const orders = await read(`/order?email=${BUYER.email}&status=all`);
  const paid = orders.find(({ paidAt }) => paidAt !== null);
  if (part === undefined || paid === undefined) throw new Error('The demo has no part, or no paid order');
  const unpaid = orders.find(({ status }) => status === 'unpaid') ?? (await placeOrder(page, headers, part));
  return {
    part: `${part.brandSlug}/${part.partNumberSlug}`,
    partId: String(part._id),
    order: String(paid._id),
    unpaid: String(unpaid._id ?? unpaid.insertedId),
  };
}

/** Unpaid orders expire, so that a demo that was started long ago has none. */
async function placeOrder(page: Page, headers: Record<string, string>, part: Fields): Promise<Fields> {
  const placed = await page.request.post('/api/order', {
    headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
    data: {
      lines: [{ partId: part._id, quantity: part.minOrder }],
      address: '14 Workshop Lane',
      phone: '+880 1711 000000',
    },
  });
  return placed.json();
}

/** The address of a screen in this shop. */
export const placedAt = (path: string, places: Places): string =>
  path.replace(/\{(part|partId|order|unpaid)\}/g, (_, place: keyof Places) => places[place]);
