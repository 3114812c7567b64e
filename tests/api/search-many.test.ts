/** The search where there are more hits than it looks at: 3,300 parts of one type, and a few of another. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SearchBody } from '#contract/search.ts';
import { refreshSearch } from '#server/catalogue/part-store.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { openTestShop, type TestShop } from '../shop.ts';

let shop: TestShop;
const MANY = 3_300;
const FEW = 5;

beforeAll(async () => {
  shop = await openTestShop();
  await inTransaction(shop.databases.write, async (tx) => {
    await sql`INSERT INTO brand (name, slug) VALUES ('Kestrel', 'kestrel')`.execute(tx);
    const { rows } = await sql<{ id: number }>`
      INSERT INTO part (sku, brand_id, part_number, part_type_id, name, description, grade, lifecycle, price_minor, min_order,
                        rank, created_at, updated_at)
      SELECT 'MS-' || n, (SELECT id FROM brand), 'K' || n,
             (SELECT id FROM part_type WHERE code = CASE WHEN n <= ${MANY}::int THEN 'brake-disc' ELSE 'brake-hose' END),
             CASE WHEN n <= ${MANY}::int THEN 'Brake Disc' ELSE 'Brake Hose' END, 'Plain.',
             CASE WHEN n % 2 = 0 THEN 'oe' ELSE 'aftermarket' END, 'active', 1000 + n, 1, ${MANY + FEW}::int - n, now(), now()
      FROM generate_series(1, ${MANY + FEW}::int) AS n
      RETURNING id`.execute(tx);
    await refreshSearch(
      tx,
      rows.map((row) => row.id),
    );
  });
  // As the database does by itself, later.
  await sql`ANALYZE part_search`.execute(shop.databases.write);
});
afterAll(() => shop.close());

const search = async (query: string) => (await shop.call('GET', `/search?${query}`)).body as SearchBody;

it('says that there are at least so many, of the list and of each facet', async () => {
  const { total, facets } = await search('q=brake');
  expect(total).toEqual({ count: 2_000, relation: 'gte' });
  expect(facets?.grade.relation).toBe('gte');
  expect(facets?.grade.values.reduce((sum, value) => sum + value.count, 0)).toBe(1_000);
});

it('counts exactly how many are of each brand, type and grade, where only such choices were made', async () => {
  const { total, facets } = await search('brand=kestrel&grade=oe');
  expect(total).toEqual({ count: (MANY + FEW - 1) / 2, relation: 'eq' });
  const whole = await search('brand=kestrel');
  expect(whole.total).toEqual({ count: MANY + FEW, relation: 'eq' });
  expect((await search(`brand=kestrel&cursor=${whole.next}`)).total).toEqual(whole.total);
  for (const some of [facets, whole.facets])
    expect(some?.grade).toMatchObject({
      relation: 'eq',
      values: [
        { value: 'aftermarket', count: (MANY + FEW + 1) / 2 },
        { value: 'oe', count: (MANY + FEW - 1) / 2 },
      ],
    });
  expect(whole.facets?.type.values.map(({ count }) => count)).toEqual([MANY, FEW]);
});

it('tells the bounds of all prices, however many there are', async () => {
  const bounds = { from: 10.01, to: (1_000 + MANY + FEW) / 100 };
  for (const query of ['', 'priceTo=12', 'priceFrom=12&priceTo=40'])
    expect((await search(query)).facets?.price).toEqual(bounds);
  expect((await search('grade=oe&priceFrom=42.9')).facets?.price?.to).toBe(43.04);
});

it('takes what most parts have in the order of the shop', async () => {
  const { parts } = await search('q=brake&limit=3');
  expect(parts.map((part) => part.sku)).toEqual(
    [MANY + FEW, MANY + FEW - 1, MANY + FEW - 2].map((n) => `MS-${n}`),
  );
});

it('counts exactly what is narrowed to fewer', async () => {
  const { total, facets } = await search('q=brake&priceFrom=20&priceTo=25');
  expect(total).toEqual({ count: 501, relation: 'eq' });
  expect(facets?.grade).toMatchObject({
    relation: 'eq',
    values: [
      { value: 'oe', count: 251 },
      { value: 'aftermarket', count: 250 },
    ],
  });
});

it('has the best parts of the type that was named before all others, even if they are not among the first hits', async () => {
  const { parts } = await search('q=brake+disc&limit=3');
  expect(parts.map((part) => part.sku)).toEqual([MANY, MANY - 1, MANY - 2].map((n) => `MS-${n}`));
  expect((await search('q=brake+hose')).total).toEqual({ count: FEW, relation: 'eq' });
});

it('goes to any depth by price, with words and without, and repeats nothing', async () => {
  for (const q of ['', '&q=brake']) {
    const seen = new Set<string>();
    let path: string | undefined = `/parts?sort=-price&limit=100${q}`;
    while (path !== undefined) {
      const page = await shop.call('GET', path);
      for (const part of page.body as { _id: string }[]) seen.add(part._id);
      path = /^<\/api([^>]+)>; rel="next"$/.exec(page.headers.get('link') ?? '')?.[1];
    }
    expect(seen.size).toBe(MANY + FEW);
  }
});
