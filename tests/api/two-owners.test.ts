/** Two owners at one part: what one has saved is not written over by the other who has not seen it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PartDetailBody } from '#contract/catalogue.ts';
import { makePart } from '../factories/parts.ts';
import { openTestShop, type Person, type TestShop } from '../shop.ts';

let shop: TestShop;
let one: Person;
let other: Person;
beforeAll(async () => {
  shop = await openTestShop();
  [one, other] = [await shop.person('admin'), await shop.person('admin')];
});
afterAll(() => shop.close());

const save = (owner: Person, id: string, body: object) =>
  shop.call('PUT', `/parts/${id}`, { token: owner.token, body });
const partOf = async (id: string) =>
  (await shop.call('GET', `/parts/${id}`, { token: one.token })).body as PartDetailBody;

/** So many parts that each of two gets there first now and then. */
const manyParts = () => Promise.all(Array.from({ length: 30 }, () => makePart(shop, one, { price: 40 })));

describe('a change that says what it started from', () => {
  it('is refused where a field of it is something else by now, which is told, and then changes nothing', async () => {
    const id = await makePart(shop, one, { price: 40, partType: 'brake-disc', description: 'Coated.' });
    const { img } = await partOf(id);
    const theirs = { price: 50, partType: null, img: '/media/y/960.webp', lifecycle: 'discontinued' };
    expect((await save(other, id, theirs)).status).toBe(200);

    const mine = {
      ...{ price: 60, partType: 'brake-pad-set', img: '/media/z/960.webp' },
      description: 'Plain.',
    };
    const was = { price: 40, partType: 'brake-disc', img, description: 'Coated.', lifecycle: 'active' };
    expect(await save(one, id, { ...mine, was })).toMatchObject({
      status: 409,
      body: { code: 'CHANGED_MEANWHILE', now: { price: 50, partType: null, img: '/media/y/960.webp' } },
    });
    expect(await partOf(id)).toMatchObject({ price: 50, partTypeCode: null, description: 'Coated.' });

    // Having seen it.
    const seen = { price: 50, partType: null, img: '/media/y/960.webp', description: 'Coated.' };
    expect(await save(one, id, { ...mine, was: seen })).toMatchObject({
      status: 200,
      body: { price: 60, partTypeCode: 'brake-pad-set', img: '/media/z/960.webp', description: 'Plain.' },
    });
  });

  it('tells of no field that is as it was', async () => {
    const id = await makePart(shop, one, { price: 40, minOrder: 2 });
    await save(other, id, { price: 50 });
    const refused = await save(one, id, { price: 60, minOrder: 4, was: { price: 40, minOrder: 2 } });
    expect((refused.body as { now: object }).now).toEqual({ price: 50 });
  });

  it('can be asked for again where its answer was lost', async () => {
    const id = await makePart(shop, one, { price: 40 });
    const change = { price: 60, was: { price: 40 } };
    expect((await save(one, id, change)).status).toBe(200);
    expect((await save(one, id, change)).status).toBe(200);
  });

  it('of one field is made once by whoever is first, and the other is told of it, in whatever moment they come', async () => {
    const ids = await manyParts();
    await Promise.all(
      ids.map(async (id, index) => {
        const calls = [
          () => save(one, id, { price: 50, was: { price: 40 } }),
          () => save(other, id, { price: 60, was: { price: 40 } }),
        ];
        const answers = await Promise.all(
          (index % 2 === 0 ? calls : calls.toReversed()).map((call) => call()),
        );
        expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
        const { price } = await partOf(id);
        expect(answers).toContainEqual(
          expect.objectContaining({ status: 200, body: expect.objectContaining({ price }) }),
        );
        expect(answers).toContainEqual(
          expect.objectContaining({ status: 409, body: expect.objectContaining({ now: { price } }) }),
        );
      }),
    );
  });

  it('of one field stands beside a change of another, though they come at once', async () => {
    const ids = await manyParts();
    await Promise.all(
      ids.map(async (id) => {
        const was = { price: 40, description: (await partOf(id)).description };
        const answers = await Promise.all([
          save(one, id, { price: 50, was }),
          save(other, id, { description: 'Counted twice.', was }),
        ]);
        expect(answers.map(({ status }) => status)).toEqual([200, 200]);
        expect(await partOf(id)).toMatchObject({ price: 50, description: 'Counted twice.' });
      }),
    );
  });
});

it('a change that does not say what it started from is made, and so are fields of which it does not say it', async () => {
  const id = await makePart(shop, one, { price: 40 });
  await save(other, id, { price: 50, name: 'Theirs' });
  expect(await save(one, id, { price: 60 })).toMatchObject({ status: 200, body: { price: 60 } });
  expect(await save(one, id, { name: 'Mine', was: { price: 40 } })).toMatchObject({
    status: 200,
    body: { name: 'Mine', price: 60 },
  });
});
