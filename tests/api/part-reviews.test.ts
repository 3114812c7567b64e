/** Reviews of a part, over HTTP: how it is rated, and its reviews page by page. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RatingBody } from '#contract/reviews.ts';
import { makePart } from '../factories/parts.ts';
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

async function review(partId: string | undefined, rating: number): Promise<string> {
  shop.clock.now = new Date(shop.clock.now.getTime() + 1_000);
  const added = await shop.call('POST', '/review', {
    token: buyer.token,
    body: { name: 'Buyer', rating, description: `${rating} of 5`, ...(partId !== undefined && { partId }) },
  });
  expect(added.status).toBe(201);
  return (added.body as { insertedId: string }).insertedId;
}
const ratingOf = async (partId: string) =>
  (await shop.call('GET', `/parts/${partId}/rating`)).body as RatingBody;

describe('the rating of a part', () => {
  it('is none without a review, and of its own reviews that can be seen', async () => {
    const part = await makePart(shop, admin);
    const other = await makePart(shop, admin);
    expect(await ratingOf(part)).toEqual({ count: 0, average: null, counts: [0, 0, 0, 0, 0] });
    await review(part, 5);
    await review(part, 4);
    const worst = await review(part, 1);
    await review(other, 2);
    await review(undefined, 2);
    expect(await ratingOf(part)).toEqual({ count: 3, average: 3.33, counts: [1, 0, 0, 1, 1] });
    await shop.call('DELETE', `/review/${worst}`, { token: admin.token });
    expect(await ratingOf(part)).toEqual({ count: 2, average: 4.5, counts: [0, 0, 0, 1, 1] });
  });

  it('goes with the part', async () => {
    const part = await makePart(shop, admin);
    await review(part, 5);
    await shop.call('DELETE', `/parts/${part}`, { token: admin.token });
    expect((await shop.call('GET', `/parts/${part}/rating`)).status).toBe(404);
  });
});

it('the reviews of a part come newest first, page by page, each once', async () => {
  const part = await makePart(shop, admin);
  const made: string[] = [];
  for (const rating of [1, 2, 3, 4, 5]) {
    made.unshift(await review(part, rating));
    await review(undefined, 3);
  }
  const seen: string[] = [];
  let path: string | undefined = `/review?partId=${part}&limit=2`;
  while (path !== undefined) {
    const page = await shop.call('GET', path);
    expect(page.headers.get('x-total-count')).toBe('5');
    seen.push(...(page.body as { _id: string }[]).map(({ _id }) => _id));
    path = /<[^>]*\/api([^>]*)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
    if (path !== undefined) expect(path).toContain(`partId=${part}`);
  }
  expect(seen).toEqual(made);
});

it('a review among all tells the part that it is about, as long as that is sold', async () => {
  const part = await makePart(shop, admin, { brand: 'Kolbmann', partNumber: 'KM 7.1', name: 'Oil Filter' });
  const id = await review(part, 4);
  await review(undefined, 5);
  const partsOf = async () =>
    ((await shop.call('GET', '/review?limit=2')).body as { _id: string; part: unknown }[]).map((one) => [
      one._id === id,
      one.part,
    ]);
  expect(await partsOf()).toEqual([
    [false, null],
    [
      true,
      {
        name: 'Oil Filter',
        brand: 'Kolbmann',
        brandSlug: 'kolbmann',
        partNumber: 'KM 7.1',
        partNumberSlug: 'km-7-1',
      },
    ],
  ]);
  await shop.call('DELETE', `/parts/${part}`, { token: admin.token });
  expect(await partsOf()).toEqual([
    [false, null],
    [true, null],
  ]);
});
