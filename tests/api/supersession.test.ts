/** Old numbers and what came instead of them, over HTTP. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RelatedPartsBody, SupersededNumberBody } from '#contract/related-parts.ts';
import { giveNumbers } from '../factories/numbers.ts';
import { makePart } from '../factories/parts.ts';
import { openTestShop, type Person, type TestShop } from '../shop.ts';

let shop: TestShop;
let admin: Person;

beforeAll(async () => {
  shop = await openTestShop();
  admin = await shop.person('admin');
});
afterAll(() => shop.close());

type Replaces = { readonly number: string; readonly maker?: string };
let made = 0;
/** A part of a brand, by its number, that lists these numbers as replaced by it. */
async function part(
  partNumber: string,
  replaces: readonly Replaces[] = [],
  {
    brand = 'Kolbmann',
    lifecycle = 'active',
  }: { brand?: string; lifecycle?: 'active' | 'superseded' | 'discontinued' } = {},
): Promise<string> {
  made += 1;
  const id = await makePart(shop, admin, { name: `Disc ${made}`, brand, partNumber, lifecycle });
  await giveNumbers(shop, id, ...replaces.map((number) => ({ kind: 'superseded' as const, ...number })));
  return id;
}
const archive = (id: string) => shop.call('DELETE', `/parts/${id}`, { token: admin.token });

const text = ({ maker, number, part }: SupersededNumberBody) =>
  `${maker === 'Kolbmann' ? '' : `${maker} `}${number}${part === null ? ' (not sold)' : ''}`;
/** Ways as "B → C". */
async function supersessionOf(id: string) {
  const answer = await shop.call('GET', `/parts/${id}/related`);
  expect(answer.status).toBe(200);
  const { replacedBy, circle, replaces } = (answer.body as RelatedPartsBody).supersession;
  return {
    replacedBy: replacedBy.map((way) => way.map(text).join(' → ')),
    circle: circle.map(text),
    replaces: replaces.map(text),
  };
}
const NOTHING = { replacedBy: [], circle: [], replaces: [] };
const at = (brand: string, number: string) =>
  shop.call('GET', `/catalogue/${brand}/${encodeURIComponent(number)}`);

describe('an old part', () => {
  it('is nothing of the kind where nothing replaces it', async () => {
    expect(await supersessionOf(await part('AA 1'))).toEqual(NOTHING);
  });

  it('leads through a chain to the part that is sold today, and each part tells what it replaces', async () => {
    const first = await part('CH 1', [], { lifecycle: 'superseded' });
    const second = await part('CH 2', [{ number: 'ch-1' }], { lifecycle: 'superseded' });
    const third = await part('CH 3', [{ number: 'CH2', maker: 'KOLBMANN' }]);
    expect(await supersessionOf(first)).toEqual({ ...NOTHING, replacedBy: ['CH 2 → CH 3'] });
    expect(await supersessionOf(second)).toEqual({ ...NOTHING, replacedBy: ['CH 3'], replaces: ['CH 1'] });
    expect(await supersessionOf(third)).toEqual({ ...NOTHING, replaces: ['CH 2', 'CH 1'] });
  });

  it('is named where it never was, or no longer is, a part of the shop', async () => {
    const gone = await part('GN 1', [{ number: 'GN 0' }]);
    const today = await part('GN 2', [{ number: 'GN 1' }]);
    await archive(gone);
    expect(await supersessionOf(today)).toEqual({
      ...NOTHING,
      replaces: ['GN 1 (not sold)', 'GN 0 (not sold)'],
    });
    expect((await shop.call('GET', `/parts/${gone}/related`)).status).toBe(404);
  });

  it('leads over one that is not sold any more, and ends at one that is not', async () => {
    const old = await part('OV 1', [], { lifecycle: 'superseded' });
    const between = await part('OV 2', [{ number: 'OV 1' }]);
    const last = await part('OV 3', [{ number: 'OV 2' }]);
    await archive(between);
    expect(await supersessionOf(old)).toEqual({ ...NOTHING, replacedBy: ['OV 2 (not sold) → OV 3'] });
    await archive(last);
    expect(await supersessionOf(old)).toEqual({
      ...NOTHING,
      replacedBy: ['OV 2 (not sold) → OV 3 (not sold)'],
    });
  });

  it('may be divided into several', async () => {
    const old = await part('DV 1');
    await part('DV 2', [{ number: 'DV 1' }]);
    await part('DV 3', [{ number: 'DV 1' }]);
    expect(await supersessionOf(old)).toEqual({ ...NOTHING, replacedBy: ['DV 2', 'DV 3'] });
  });

  it('of another brand counts only where that brand is named', async () => {
    const theirs = await part('MK 1', [], { brand: 'Fremdwerk' });
    const unnamed = await part('MK 2', [{ number: 'MK 1' }]);
    expect(await supersessionOf(theirs)).toEqual(NOTHING);
    expect(await supersessionOf(unnamed)).toEqual({ ...NOTHING, replaces: ['MK 1 (not sold)'] });
    await giveNumbers(shop, unnamed, { kind: 'superseded', maker: 'fremdwerk', number: 'MK1' });
    expect(await supersessionOf(theirs)).toEqual({ ...NOTHING, replacedBy: ['MK 2'] });
    expect((await supersessionOf(unnamed)).replaces).toContain('Fremdwerk MK 1');
  });
});

describe('lists that contradict themselves', () => {
  it('make no endless way: who replaces whom in a circle is said to be not known', async () => {
    const one = await part('CR 1', [{ number: 'CR 3' }]);
    await part('CR 2', [{ number: 'CR 1' }]);
    await part('CR 3', [{ number: 'CR 2' }]);
    expect(await supersessionOf(one)).toEqual({ ...NOTHING, circle: ['CR 2', 'CR 3'] });
  });

  it('are settled by the one part that is still current', async () => {
    const old = await part('ST 1', [{ number: 'ST 2' }], { lifecycle: 'superseded' });
    const today = await part('ST 2', [{ number: 'ST 1' }]);
    expect(await supersessionOf(old)).toEqual({ ...NOTHING, replacedBy: ['ST 2'] });
    expect(await supersessionOf(today)).toEqual({ ...NOTHING, replaces: ['ST 1'] });
  });

  it('may name a part as its own', async () => {
    expect(await supersessionOf(await part('SF 1', [{ number: 'SF 1' }]))).toEqual(NOTHING);
  });
});

describe('the address of an old number', () => {
  it('that no part has tells which part took its place, however the number is typed', async () => {
    await part('AD 2', [{ number: 'AD 1' }], { lifecycle: 'superseded' });
    const today = await part('AD 3', [{ number: 'AD 2' }, { number: 'AD 9', maker: 'Ältere Werke' }]);
    const expected = {
      code: 'PART_REPLACED',
      replacedBy: [
        {
          _id: today,
          brand: 'Kolbmann',
          brandSlug: 'kolbmann',
          partNumber: 'AD 3',
          partNumberSlug: 'ad-3',
        },
      ],
    };
    for (const [brand, number] of [
      ['kolbmann', 'AD 1'],
      ['Kolbmann', 'ad-1'],
      ['kolbmann', 'a.d/1'],
      ['altere-werke', 'ad9'],
    ] as const) {
      const answer = await at(brand, number);
      expect([number, answer.status]).toEqual([number, 404]);
      expect(answer.body).toMatchObject(expected);
    }
    expect((await at('kolbmann', 'AD 2')).status).toBe(200);
    for (const [brand, number] of [
      ['nobody', 'AD 1'],
      ['kolbmann', 'AD 11'],
      ['kolbmann', '–'],
    ] as const) {
      expect((await at(brand, number)).body).toMatchObject({ code: 'NOT_FOUND' });
    }
  });

  it('of an archived part leads to what replaced it, and nowhere when that is gone, too', async () => {
    const old = await part('AR 1');
    const today = await part('AR 2', [{ number: 'AR 1' }]);
    await archive(old);
    expect((await at('kolbmann', 'ar1')).body).toMatchObject({
      code: 'PART_REPLACED',
      replacedBy: [{ _id: today }],
    });
    await archive(today);
    expect((await at('kolbmann', 'ar1')).body).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('of a divided part, and of a circle, tells all that may be meant', async () => {
    const ids = [await part('AL 2', [{ number: 'AL 1' }]), await part('AL 3', [{ number: 'AL 1' }])];
    expect((await at('kolbmann', 'AL 1')).body).toMatchObject({ replacedBy: ids.map((_id) => ({ _id })) });
    const circle = [
      await part('AC 2', [{ number: 'AC 1' }, { number: 'AC 3' }]),
      await part('AC 3', [{ number: 'AC 2' }]),
    ];
    expect((await at('kolbmann', 'AC 1')).body).toMatchObject({
      replacedBy: circle.map((_id) => ({ _id })),
    });
  });
});
