/** What stands in braces in the addresses of screens: things that only the running shop knows. */
import type { Page } from 'playwright-core';
import type { PartBody } from '#contract/catalogue.ts';
import type { RelatedPartBody, RelatedPartsBody } from '#contract/related-parts.ts';
import { BUYER } from '../e2e/running-shop.ts';

const PLACES = [
  'part',
  'replaced',
  'brand',
  'compared',
  'partId',
  'order',
  'unpaid',
  'cancelled',
  'expired',
  'buyer',
  'again',
] as const;
export type Places = Readonly<Record<(typeof PLACES)[number], string>>;

type Fields = Readonly<Record<string, string | number | null>> & {
  readonly lines: readonly { readonly partId: string }[];
};

/** Finds them as the demo's buyer, who is signed in on this page. */
export async function findPlaces(page: Page): Promise<Places> {
  const token = await page.evaluate(() => localStorage.getItem('accessToken'));
  const headers = { authorization: `Bearer ${token}` };
  const read = async (path: string): Promise<Fields[]> =>
    (await page.request.get(`/api${path}`, { headers })).json();
  // Made once; from the second time on the shop refuses it.
  const profile = {
    education: 'Diploma in Automotive Technology',
    location: 'Dhaka',
    phone: '+880 1711 000000',
  };
  await page.request.post('/api/profile', { headers, data: profile });
  const [part] = await read('/parts?limit=1');
  const discs = await read('/parts?type=brake-disc&limit=3');
  const orders = await read(`/order?email=${BUYER.email}&status=all`);
  const paid = orders.find(({ paidAt }) => paidAt !== null);
  const cancelled = orders.find(({ status }) => status === 'cancelled');
  const expired = orders.find(({ status }) => status === 'expired');
  if (part === undefined || paid === undefined || cancelled === undefined || expired === undefined) {
    throw new Error('The demo has no part, or lacks a paid, a cancelled or an expired order');
  }
  const unpaid = orders.find(({ status }) => status === 'unpaid') ?? (await placeOrder(page, headers, part));
  const replaced = await findReplaced(page);
  return {
    replaced: `${replaced.brandSlug}/${replaced.partNumberSlug}`,
    part: placeOf(part),
    brand: String(part.brandSlug),
    // One of them is gone.
    compared: [...discs, { brandSlug: 'gone', partNumberSlug: 'part' }].map(placeOf).join(','),
    partId: String(part._id),
    order: String(paid._id),
    unpaid: String(unpaid._id ?? unpaid.insertedId),
    cancelled: String(cancelled._id),
    expired: String(expired._id),
    buyer: BUYER.email,
    again: `${cancelled.lines[0]?.partId}?again=${cancelled.orderId}`,
  };
}

function placeOf({ brandSlug, partNumberSlug }: Readonly<Record<string, unknown>>): string {
  return `${brandSlug}/${partNumberSlug}`;
}

/** An old part that is still sold, beside the new one. */
async function findReplaced(page: Page): Promise<RelatedPartBody> {
  const read = async <T>(path: string): Promise<T> => (await page.request.get(`/api${path}`)).json();
  for (const sort of ['name', 'price', '-price']) {
    for (const { _id } of await read<PartBody[]>(`/parts?limit=100&sort=${sort}`)) {
      const { supersession } = await read<RelatedPartsBody>(`/parts/${_id}/related`);
      const old = supersession.replaces.find(({ part }) => part !== null);
      if (old?.part != null) return old.part;
    }
  }
  throw new Error('The demo has no part that was replaced');
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
export const placedAt = (path: string, places: Partial<Places>): string =>
  path.replace(/\{(\w+)\}/g, (whole, place: keyof Places) => places[place] ?? whole);
