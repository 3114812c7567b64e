/** Facets of lists beside what is counted part by part: those that parts are looked at for, and those that the shelves know. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SearchBody } from '#contract/search.ts';
import { refreshSearch } from '#server/catalogue/part-store.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { fitPart } from '../factories/fitments.ts';
import { makePart } from '../factories/parts.ts';
import { openTestShop, type TestShop } from '../shop.ts';

const TYPES = {
  'brake-disc': ['Braking', 'Braking/Discs and drums'],
  'brake-drum': ['Braking', 'Braking/Discs and drums'],
  'brake-hose': ['Braking', 'Braking/Hydraulics'],
  'oil-filter': ['Filters', 'Filters/Oil'],
} as const;
type TypeCode = keyof typeof TYPES;
const BRANDS = ['kolb', 'quillan', 'merlin'];

/** What a list is narrowed to: values of one thing widen it. */
type Narrowing = {
  readonly brand?: string;
  readonly type?: string;
  readonly category?: string;
  readonly grade?: string;
  readonly kind?: string;
  readonly priceTo?: string;
  readonly inStock?: string;
};
type MadePart = {
  readonly id: string;
  readonly brand: string;
  readonly type: TypeCode | null;
  readonly grade: 'oe' | 'aftermarket' | 'genuine';
  readonly kind: 'car' | null;
  readonly price: number;
  readonly stock: number;
};

let shop: TestShop;
let admin: Awaited<ReturnType<TestShop['person']>>;
const parts: MadePart[] = [];

async function make(part: Omit<MadePart, 'id'>): Promise<MadePart> {
  const { type: partType, kind, ...rest } = part;
  const id = await makePart(shop, admin, { ...rest, partType, name: 'Part' });
  if (kind !== null) await fitPart(shop, id, { make: 'Audi', model: 'A4', years: [2014] });
  return { ...part, id };
}

beforeAll(async () => {
  shop = await openTestShop();
  admin = await shop.person('admin');
  const types = [...(Object.keys(TYPES) as TypeCode[]), null];
  for (let n = 0; n < 30; n += 1) {
    parts.push(
      await make({
        brand: BRANDS[n % 3] ?? '',
        type: types[n % 5] ?? null,
        grade: (['oe', 'aftermarket', 'genuine'] as const)[Math.floor(n / 4) % 3] ?? 'oe',
        kind: n % 4 === 0 ? 'car' : null,
        price: 10 + n,
        stock: n % 7 === 0 ? 0 : 5,
      }),
    );
  }
  const disc = Number(parts.find(({ type }) => type === 'brake-disc')?.id);
  await inTransaction(shop.databases.write, async (tx) => {
    await sql`UPDATE part SET attributes = '{"diameter": "320"}' WHERE id = ${disc}`.execute(tx);
    await refreshSearch(tx, [disc]);
  });
});
afterAll(() => shop.close());

const isAmong = (chosen: string | undefined, values: readonly (string | null)[]) =>
  chosen === undefined || values.some((value) => chosen.split(',').includes(value ?? ''));

const isListed = (part: MadePart, { brand, type, category, grade, kind, priceTo, inStock }: Narrowing) =>
  isAmong(brand, [part.brand]) &&
  isAmong(type, [part.type]) &&
  isAmong(category, part.type === null ? [] : TYPES[part.type]) &&
  isAmong(grade, [part.grade]) &&
  isAmong(kind, [part.kind]) &&
  part.price <= Number(priceTo ?? Number.POSITIVE_INFINITY) &&
  (inStock === undefined || part.stock > 0 === (inStock === 'true'));

/** Brands and types that are told where they are chosen, whether any part has them or not. */
const NAMED: Partial<Record<string, readonly string[]>> = { brand: BRANDS, type: Object.keys(TYPES) };

/** How many parts have each value, of those that are listed without the choice of `name`. */
function countsOf(name: 'brand' | 'type' | 'grade' | 'kind', narrowing: Narrowing): Record<string, number> {
  const counts: Record<string, number> = Object.fromEntries(
    (narrowing[name]?.split(',') ?? []).flatMap((value) =>
      NAMED[name]?.includes(value) ? [[value, 0]] : [],
    ),
  );
  for (const part of parts.filter((one) => isListed(one, { ...narrowing, [name]: undefined }))) {
    const value = part[name];
    if (value !== null) counts[value] = (counts[value] ?? 0) + 1;
  }
  return counts;
}

/** Whether there is such a list: one of nothing is relaxed, and then another one. */
async function expectCounts(narrowing: Narrowing): Promise<boolean> {
  const query = Object.entries(narrowing).flatMap(([name, values]) =>
    values.split(',').map((value): [string, string] => [name, value]),
  );
  const address = `/search?${new URLSearchParams(query)}`;
  const { facets, total } = (await shop.call('GET', address)).body as SearchBody;
  const listed = parts.filter((part) => isListed(part, narrowing)).length;
  if (listed === 0) return false;
  expect(total).toEqual({ count: listed, relation: 'eq' });
  for (const name of ['brand', 'type', 'grade', 'kind'] as const) {
    const counted = Object.fromEntries(
      (facets?.[name].values ?? []).map(({ value, count }) => [value, count]),
    );
    expect(counted, `${name} of ${address}`).toEqual(countsOf(name, narrowing));
    expect(facets?.[name].relation).toBe('eq');
  }
  return true;
}

describe('the facets of a list', () => {
  const some: Record<keyof Narrowing, readonly (string | undefined)[]> = {
    brand: [undefined, 'kolb', 'kolb,merlin', 'nobody,kolb'],
    type: [undefined, '', 'brake-disc,oil-filter'],
    category: [undefined, 'Braking', 'Braking/Discs and drums,Filters'],
    grade: [undefined, 'oe'],
    kind: [undefined, 'car'],
    priceTo: [undefined, '30'],
    inStock: [undefined, 'true', 'false'],
  };
  const lists = Object.entries(some).reduce<Narrowing[]>(
    (all, [name, values]) =>
      all.flatMap((one) => values.map((value) => (value === undefined ? one : { ...one, [name]: value }))),
    [{}],
  );
  const byShelves = (one: Narrowing) => [one.kind, one.priceTo, one.inStock].every((it) => it === undefined);

  it('leave their own choice out where brand, type, category and grade alone were chosen', async () => {
    let compared = 0;
    for (const list of lists.filter(byShelves)) compared += (await expectCounts(list)) ? 1 : 0;
    expect(compared).toBeGreaterThan(40);
  });

  it('leave their own choice out whatever else was chosen', async () => {
    const others = lists.filter((one) => !byShelves(one) && one.category === undefined && one.type !== '');
    let compared = 0;
    for (const list of others) compared += (await expectCounts(list)) ? 1 : 0;
    expect(compared).toBeGreaterThan(100);
  });

  it('tell the category of each type, and what is chosen even where no part has it', async () => {
    const facetsOf = async (query: string) =>
      ((await shop.call('GET', `/search?${query}`)).body as SearchBody).facets;
    expect((await facetsOf('priceTo=10&type=brake-disc&type=oil-filter'))?.type.values).toMatchObject([
      { value: 'brake-disc', count: 1, category: 'Braking' },
      { value: 'oil-filter', name: 'Oil Filter', count: 0, category: 'Filters' },
    ]);
    const brands = (await facetsOf('priceTo=10&brand=kolb&brand=merlin&brand=nobody'))?.brand.values;
    expect(brands?.map(({ value, count }) => [value, count])).toEqual([
      ['kolb', 1],
      ['merlin', 0],
    ]);
  });

  it('leave attributes out of types where one is chosen', async () => {
    const typesOf = async (query: string) =>
      ((await shop.call('GET', `/search?${query}`)).body as SearchBody).facets?.type.values.map(
        ({ value }) => value,
      );
    expect(await typesOf('type=brake-disc&attribute=diameter=320')).toHaveLength(4);
    expect(await typesOf('attribute=diameter=320')).toEqual(['brake-disc']);
  });

  it('follow what is added, changed and taken away', async () => {
    const expectAll = async (...narrowings: Narrowing[]) => {
      for (const narrowing of narrowings) expect(await expectCounts(narrowing)).toBe(true);
    };
    await expectAll({ brand: 'kolb' });
    const added = await make({
      ...{ brand: 'kolb', type: 'brake-hose', grade: 'genuine', kind: null, price: 12, stock: 5 },
    });
    parts.push(added);
    await expectAll({ brand: 'kolb' }, { type: 'brake-hose' });
    const changed = await shop.call('PUT', `/parts/${added.id}`, {
      token: admin.token,
      body: { grade: 'oe', partType: 'oil-filter' },
    });
    expect(changed.status).toBe(200);
    parts.splice(-1, 1, { ...added, grade: 'oe', type: 'oil-filter' });
    await expectAll({ brand: 'kolb' }, { grade: 'oe' });
    await shop.call('DELETE', `/parts/${added.id}`, { token: admin.token });
    parts.pop();
    await expectAll({ brand: 'kolb' }, {});
  });
});
