/** Reviews that an admin hides, and shows again: gone from the shop at once, and there for admins. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ManagedReviewBody } from '#contract/reviews.ts';
import { makePart } from '../factories/parts.ts';
import { openTestShop, type Person, type TestShop } from '../shop.ts';

let shop: TestShop;
let admin: Person;
let buyer: Person;
let part: string;

beforeAll(async () => {
  // Answers are kept, as they are in a shop that serves.
  shop = await openTestShop({ env: { ANSWER_CACHE_MB: '8' } });
  admin = await shop.person('admin');
  buyer = await shop.person('customer');
  part = await makePart(shop, admin, { brand: 'Kolbmann', partNumber: 'KM 7.1', name: 'Oil Filter' });
});
afterAll(() => shop.close());

async function review(rating: number, about: object = { partId: part }): Promise<string> {
  shop.clock.now = new Date(shop.clock.now.getTime() + 1_000);
  const added = await shop.call('POST', '/review', {
    token: buyer.token,
    body: { name: 'Buyer', rating, description: `${rating} of 5`, ...about },
  });
  expect(added.status).toBe(201);
  return (added.body as { insertedId: string }).insertedId;
}

const hide = (id: string, { token }: Person = admin) => shop.call('DELETE', `/review/${id}`, { token });
const show = (id: string, { token }: Person = admin) => shop.call('POST', `/review/${id}/show`, { token });
const all = async () =>
  (await shop.call('GET', '/reviews/all?limit=100', { token: admin.token })).body as ManagedReviewBody[];

describe('a review', () => {
  it('that is hidden is gone from every list and rating at once; shown again it is where it was', async () => {
    const id = await review(1);
    await review(5);
    await review(4, {});
    const read = async () => {
      const answers: unknown[] = [];
      // Twice each: what was answered is kept.
      for (const path of ['/review', `/review?partId=${part}`, `/parts/${part}/rating`]) {
        await shop.call('GET', path);
        answers.push((await shop.call('GET', path)).body);
      }
      return answers;
    };
    const before = await read();
    expect(JSON.stringify(before)).toContain(id);
    expect(before[2]).toMatchObject({ count: 2, average: 3 });

    expect((await hide(id)).body).toEqual({ deletedCount: 1 });
    const hidden = await read();
    expect(JSON.stringify(hidden)).not.toContain(id);
    expect(hidden[2]).toMatchObject({ count: 1, average: 5 });

    expect((await show(id)).body).toEqual({ modifiedCount: 1 });
    expect(await read()).toEqual(before);
  });

  it('is hidden once, and shown once: whoever comes after is told that there is nothing to do', async () => {
    const id = await review(2);
    expect((await show(id)).status).toBe(404);
    expect((await Promise.all([hide(id), hide(id)])).map(({ status }) => status).sort()).toEqual([200, 404]);
    expect((await Promise.all([show(id), show(id)])).map(({ status }) => status).sort()).toEqual([200, 404]);
    const { body } = await shop.call('GET', `/audit?object=review&objectId=${id}`, { token: admin.token });
    expect((body as { act: string; by: { id: string } }[]).map(({ act, by }) => [act, by.id])).toEqual([
      ['review.shown', admin.id],
      ['review.hidden', admin.id],
    ]);
  });

  it('is hidden and shown by admins alone', async () => {
    const id = await review(3);
    expect((await hide(id, buyer)).status).toBe(403);
    await hide(id);
    expect((await show(id, buyer)).status).toBe(403);
    expect((await all()).find(({ _id }) => _id === id)?.hiddenAt).not.toBeNull();
  });
});

describe('the list of all reviews', () => {
  it('has those that are hidden, and since when, in their places', async () => {
    const [older, newer] = [await review(4), await review(5, {})];
    shop.clock.now = new Date(shop.clock.now.getTime() + 60_000);
    await hide(older);
    expect((await all()).slice(0, 2)).toEqual([
      expect.objectContaining({ _id: newer, rating: 5, part: null, partId: null, hiddenAt: null }),
      expect.objectContaining({
        ...{ _id: older, name: 'Buyer', rating: 4, description: '4 of 5', partId: part },
        part: expect.objectContaining({ name: 'Oil Filter', brandSlug: 'kolbmann' }),
        hiddenAt: shop.clock.now.toISOString(),
      }),
    ]);
  });

  it('goes on page by page, with each once, and counts the hidden ones', async () => {
    const whole = await all();
    const seen: string[] = [];
    let path: string | undefined = '/reviews/all?limit=2';
    while (path !== undefined) {
      const page = await shop.call('GET', path, { token: admin.token });
      expect(page.headers.get('x-total-count')).toBe(String(whole.length));
      seen.push(...(page.body as { _id: string }[]).map(({ _id }) => _id));
      path = /<[^>]*\/api([^>]*)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
    }
    expect(seen).toEqual(whole.map(({ _id }) => _id));
    expect(whole.some(({ hiddenAt }) => hiddenAt !== null)).toBe(true);
  });

  it('is for admins alone, and never in what the shop tells everybody', async () => {
    expect((await shop.call('GET', '/reviews/all')).status).toBe(401);
    expect((await shop.call('GET', '/reviews/all', { token: buyer.token })).status).toBe(403);
    const { body } = await shop.call('GET', '/review', { token: admin.token });
    expect(JSON.stringify(body)).not.toContain('hiddenAt');
  });
});
