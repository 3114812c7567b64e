/** Lists of a search in an order of their own hold the same parts as by relevance, on every page. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { queryPairs } from '#contract/kernel/wire.ts';
import type { SearchBody } from '#contract/search.ts';
import { refreshSearch } from '#server/catalogue/part-store.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { fitPart } from '../factories/fitments.ts';
import { makePart } from '../factories/parts.ts';
import { vehicleId } from '../factories/vehicles.ts';
import { openTestShop, type Person, type TestShop } from '../shop.ts';

let shop: TestShop;
let admin: Person;
const ids = { front: '', rear: '', plug: '', tap: '', bolt: '' };

const SORTS = ['relevance', 'rank', 'price', '-price', 'name'];
/** More parts have a number that begins so than are looked at. */
const BEGINNING = 'BQ 77';
const BEGINNING_SO = 230;
const LOOKED_AT = 200;

beforeAll(async () => {
  shop = await openTestShop();
  admin = await shop.person('admin');
  const pads = { partType: 'brake-pad-set', brand: 'Kestrel' };
  ids.front = await makePart(shop, admin, {
    ...pads,
    name: 'Brake Pad Set, front axle',
    partNumber: 'KD 44.71',
    price: 40,
  });
  ids.rear = await makePart(shop, admin, {
    ...pads,
    name: 'Brake Pad Set, rear axle',
    partNumber: 'KD 44.72',
    price: 30,
  });
  ids.plug = await makePart(shop, admin, {
    name: 'Spark Plug, M14',
    partType: 'spark-plug',
    brand: 'Merlin',
    partNumber: 'ML-SP',
    price: 20,
  });
  ids.tap = await makePart(shop, admin, {
    name: 'Thread Tap',
    brand: 'Kestrel',
    partNumber: 'M14125',
    price: 15,
  });
  ids.bolt = await makePart(shop, admin, { name: 'Drain Bolt', brand: 'Zephyr', partNumber: 'ZD 1' });
  await fitPart(shop, ids.plug, { make: 'Audi', model: 'A4', years: [2014] });
});
afterAll(() => shop.close());

type Query = Record<string, string | string[]>;
const address = (path: string, query: Query) => {
  const given = new URLSearchParams();
  for (const [name, text] of queryPairs(query)) given.append(name, text);
  return `${path}?${given}`;
};
const search = async (query: Query) => (await shop.call('GET', address('/search', query))).body as SearchBody;
const found = async (query: Query) => (await search(query)).parts.map((part) => part._id);
const list = async (query: Query) =>
  ((await shop.call('GET', address('/parts', query))).body as { _id: string }[]).map((part) => part._id);

/** All pages of a search, one part on each. */
async function pagesOf(query: Query): Promise<SearchBody[]> {
  const pages: SearchBody[] = [];
  let cursor: string | null = '';
  while (cursor !== null && pages.length < 20) {
    const page: SearchBody = await search({ ...query, limit: '1', ...(cursor !== '' && { cursor }) });
    pages.push(page);
    cursor = page.next;
  }
  return pages;
}

const countsOf = (facet: { readonly values: readonly { value: string; count: number }[] } | undefined) =>
  Object.fromEntries((facet?.values ?? []).map(({ value, count }) => [value, count]));

describe('where nothing fulfils everything', () => {
  it.each<Query>([
    { brand: 'nobody' },
    { brand: 'kestrel', priceTo: '0.01' },
    { brand: 'nobody', sort: '-price' },
    { q: 'brake pads', brand: 'zephyr' },
    { q: 'brake pads', brand: 'zephyr', sort: 'price' },
    { q: 'brake pads quattroplex', sort: 'name' },
    { q: 'kd 44', brand: 'zephyr' },
    { q: 'kd 44', brand: 'zephyr', sort: 'price' },
    { q: 'KD 44.79' },
    { q: 'KD 44.79', sort: '-price' },
  ])('%j goes on to the end of the nearest list, and says on each page what was left out', async (query) => {
    const whole = await search(query);
    expect(whole.parts.length).toBeGreaterThan(1);
    expect(whole.relaxed).not.toEqual([]);
    const pages = await pagesOf(query);
    expect(pages.flatMap(({ parts }) => parts.map((part) => part._id))).toEqual(
      whole.parts.map((part) => part._id),
    );
    for (const { relaxed, total } of pages) {
      expect(relaxed).toEqual(whole.relaxed);
      expect(total).toEqual(whole.total);
    }
  });

  it('a list goes on as it was, though a part has come by then that fulfils everything', async () => {
    const query = { brand: 'quokka', sort: 'price' };
    const whole = await found(query);
    const first = await search({ ...query, limit: '2' });
    const late = await makePart(shop, admin, { name: 'Wheel Nut', brand: 'Quokka', price: 5 });
    const second = await search({ ...query, limit: '2', cursor: first.next ?? '' });
    expect(second.parts.map((part) => part._id)).toEqual(whole.slice(2, 4));
    expect(second.relaxed).toEqual(first.relaxed);
    expect(await found(query)).toEqual([late]);
    await shop.call('DELETE', `/parts/${late}`, { token: admin.token });
  });

  it('a cursor of a list that was relaxed is taken by lists that need not be', async () => {
    const { next } = await search({ brand: 'nobody', limit: '1' });
    for (const query of [{ brand: 'kestrel' }, { q: 'brake pads' }, { q: 'qqqq' }]) {
      for (const path of ['/search', '/parts'])
        expect((await shop.call('GET', address(path, { ...query, cursor: next ?? '' }))).status).toBe(200);
    }
  });
});

describe('a number that is not finished', () => {
  it.each([
    ['kd 44', ['front', 'rear']],
    // The one has it in its name, the other's number begins so.
    ['m14', ['plug', 'tap']],
  ] as const)('finds the same parts in any order: %s', async (q, expected) => {
    const all = expected.map((name) => ids[name]).sort();
    for (const sort of SORTS) {
      expect((await found({ q, sort })).sort()).toEqual(all);
      expect((await list({ q, sort })).sort()).toEqual(all);
      const paged = (await pagesOf({ q, sort })).flatMap(({ parts }) => parts.map((part) => part._id));
      expect(paged.sort()).toEqual(all);
    }
    expect((await search({ q })).relaxed).toEqual([]);
  });

  it('is narrowed in any order, and what it can be narrowed to is counted', async () => {
    for (const sort of SORTS) {
      const { facets, total } = await search({ q: 'm14', sort });
      expect(countsOf(facets?.brand)).toEqual({ kestrel: 1, merlin: 1 });
      expect(facets?.price).toEqual({ from: 15, to: 20 });
      expect(total).toEqual({ count: 2, relation: 'eq' });
      expect(await found({ q: 'm14', brand: 'kestrel', sort })).toEqual([ids.tap]);
      expect(await found({ q: 'm14', brand: 'merlin', sort })).toEqual([ids.plug]);
    }
    expect(countsOf((await search({ q: 'kd 44' })).facets?.brand)).toEqual({ kestrel: 2 });
    expect(countsOf((await search({ q: 'kd 44', brand: 'zephyr' })).facets?.brand)).toMatchObject({
      kestrel: 2,
    });
  });

  it.each([
    ['kd 44', 'filters'],
    ['kd 44.7', 'filters'],
    ['KD 44.71', 'filters'],
  ])('"%s" is not called a wrong one where filters leave its parts out', async (q, what) => {
    const { relaxed, parts } = await search({ q, brand: 'zephyr' });
    expect(relaxed.map((one) => [one.what, one.dropped])).toEqual([[what, 'brand']]);
    expect(new Set(parts.map((part) => part._id))).toEqual(new Set(await found({ q })));
  });

  it('whose parts do not fit the vehicle is shown without it', async () => {
    const vehicle = await vehicleId(shop, { make: 'Audi', model: 'A4', year: 2014 });
    const { relaxed, parts } = await search({ q: 'kd 44', vehicle: String(vehicle), sort: 'price' });
    expect(relaxed.map(({ what }) => what)).toEqual(['vehicle']);
    expect(parts.map((part) => part._id)).toEqual([ids.rear, ids.front]);
  });

  it('is answered with the nearest of the parts that are sold', async () => {
    const sold = await makePart(shop, admin, { name: 'Hose', brand: 'Kestrel', partNumber: 'WX 900.12' });
    const gone = await makePart(shop, admin, { name: 'Hose', brand: 'Kestrel', partNumber: 'WX 900.14' });
    const { sku } = (await shop.call('GET', `/parts/${gone}`)).body as { sku: string };
    await shop.call('DELETE', `/parts/${gone}`, { token: admin.token });
    const nearest = await search({ q: 'WX 900.14' });
    expect(nearest.parts.map((part) => part._id)).toEqual([sold]);
    expect(nearest.relaxed).toEqual([{ what: 'number', dropped: '4', kept: 'WX9001' }]);
    // Never the whole catalogue, as if it were near.
    for (const { what, dropped } of (await search({ q: sku })).relaxed)
      expect([what, dropped]).toEqual(['number', expect.stringMatching(/./)]);
    await shop.call('DELETE', `/parts/${sold}`, { token: admin.token });
  });
});

describe('by name', () => {
  const made: string[] = [];
  const LONGEST_NAME = 120;
  beforeAll(async () => {
    for (const [letter, brand] of [
      ['ж', 'Lada'],
      ['щ', 'Lada'],
      ['語', 'Lada'],
    ] as const)
      made.push(
        await makePart(shop, admin, {
          name: letter.repeat(LONGEST_NAME),
          brand,
          partNumber: `L ${letter.codePointAt(0)}`,
        }),
      );
  });

  it.each(['/parts', '/search'])(
    '%s goes on behind a name as long as any, in whatever letters',
    async (path) => {
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const { status, body, headers } = await shop.call(
          'GET',
          address(path, { brand: 'lada', sort: 'name', limit: '1', ...(cursor !== undefined && { cursor }) }),
        );
        expect(status).toBe(200);
        const parts = (path === '/parts' ? body : (body as SearchBody).parts) as { _id: string }[];
        seen.push(...parts.map((part) => part._id));
        cursor =
          path === '/parts'
            ? (new URL(
                /^<([^>]+)>/.exec(headers.get('link') ?? '')?.[1] ?? '/',
                'http://shop.test',
              ).searchParams.get('cursor') ?? undefined)
            : ((body as SearchBody).next ?? undefined);
      } while (cursor !== undefined && seen.length < 10);
      expect(seen).toEqual(made);
    },
  );

  it('goes on in a list that was relaxed, too', async () => {
    const pages = await pagesOf({ brand: 'lada', priceTo: '0.01', sort: 'name' });
    expect(pages.flatMap(({ parts }) => parts.map((part) => part._id))).toEqual(
      await found({ sort: 'name', limit: '100' }),
    );
  });
});

describe('numbers of which more begin so than are looked at', () => {
  beforeAll(async () => {
    await inTransaction(shop.databases.write, async (tx) => {
      const { rows } = await sql<{ id: number }>`
        INSERT INTO part (sku, brand_id, part_number, name, description, grade, lifecycle, price_minor, min_order, rank,
                          created_at, updated_at)
        SELECT 'BS-' || n, (SELECT id FROM brand WHERE slug = 'kestrel'), ${BEGINNING} || '.' || n, 'Bush', 'Plain.',
               'aftermarket', 'active', 1000 + n, 1, n, now(), now()
        FROM generate_series(1, ${BEGINNING_SO}::int) AS n
        RETURNING id`.execute(tx);
      await refreshSearch(
        tx,
        rows.map(({ id }) => id),
      );
    });
  });

  const AT_LEAST = { count: LOOKED_AT, relation: 'gte' };

  it.each(SORTS)('are told as at least so many, on each page and in each facet: by %s', async (sort) => {
    const first = await search({ q: BEGINNING, sort, limit: '100' });
    expect(first.total).toEqual(AT_LEAST);
    expect(first.facets?.brand).toMatchObject({
      relation: 'gte',
      values: [{ value: 'kestrel', count: LOOKED_AT }],
    });
    const second = await search({ q: BEGINNING, sort, limit: '100', cursor: first.next ?? '' });
    expect(second.total).toEqual(AT_LEAST);
    expect(new Set([...first.parts, ...second.parts].map((part) => part._id)).size).toBe(LOOKED_AT);
    expect(second.next).toBeNull();
    const { headers } = await shop.call('GET', address('/parts', { q: BEGINNING, sort }));
    expect(headers.get('x-total-count')).toBe(String(LOOKED_AT));
    expect(headers.get('x-total-count-relation')).toBe('gte');
  });

  it('are relaxed where none of those that were looked at is left', async () => {
    const { parts, relaxed } = await search({ q: BEGINNING, brand: 'zephyr' });
    expect(parts.length).toBeGreaterThan(0);
    expect(relaxed).toEqual([{ what: 'filters', dropped: 'brand', kept: null }]);
  });
});
