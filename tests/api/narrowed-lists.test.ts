/** Lists that are narrowed by as much as an address can hold. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SearchBody } from '#contract/search.ts';
import { makePart } from '../factories/parts.ts';
import { openTestShop, type TestShop } from '../shop.ts';
import { watchStatements } from './sent-statements.ts';

/** What is planned for a statement grows with its text: with what is chosen, and where no type is, with its square. */
const LONGEST_STATEMENT = { ofType: 16_000, ofAny: 80_000 };

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
  await makePart(shop, await shop.person('admin'), { brand: 'Kolb', partType: 'brake-disc' });
});
afterAll(() => shop.close());

/** So many ranges of each of so many attributes. */
const attributes = (keys: number, ranges: number) =>
  Array.from({ length: keys * ranges }, (_, at) => `attribute=a${at % keys}%3D${at}..${at + 1}`).join('&');

it('eight attributes are taken, and cost statements of a length that is known', async () => {
  const watching = await watchStatements([shop.databases.readPool]);
  const every = 'brand=kolb&grade=oe&kind=car&position=front+axle&priceFrom=1&inStock=true';
  for (const [of, longest] of [
    ['type=brake-disc', LONGEST_STATEMENT.ofType],
    ['q=brake+disc', LONGEST_STATEMENT.ofType],
    ['', LONGEST_STATEMENT.ofAny],
  ] as const) {
    const { sent, answer } = await watching.during(() =>
      shop.call('GET', `/search?${of}&${attributes(8, 6)}&${every}`),
    );
    expect(answer.status).toBe(200);
    expect((answer.body as SearchBody).parts).toHaveLength(1);
    expect(Math.max(...sent.statements.map((text) => text.length))).toBeLessThan(longest);
  }
  watching.end();
});

it('more are refused in words', async () => {
  for (const path of ['/search', '/parts']) {
    const { status, body } = await shop.call('GET', `${path}?${attributes(9, 1)}`);
    expect([status, JSON.stringify(body)]).toEqual([422, expect.stringContaining('At most 8 attributes')]);
  }
});
