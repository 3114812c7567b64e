/** Facets of lists, each without its own choice, beside what is counted part by part: also those that no part is looked at for. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SearchBody } from '#contract/search.ts';
import { refreshSearch } from '#server/catalogue/part-store.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { makePart } from '../factories/parts.ts';
import { listFor, vehicleId } from '../factories/vehicles.ts';
import { openTestShop, type TestShop } from '../shop.ts';

const TYPES = {
  'brake-disc': ['Braking', 'Braking/Discs and drums'],
  'brake-drum': ['Braking', 'Braking/Discs and drums'],
  'brake-hose': ['Braking', 'Braking/Hydraulics'],
  'oil-filter': ['Filters', 'Filters/Oil'],
} as const;
type TypeCode = keyof typeof TYPES;

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
  if (kind !== null) {
    await listFor(shop, id, await vehicleId(shop, { make: 'Audi', model: 'A4', year: 2014 }));
    await inTransaction(shop.databases.write, async (tx) => {
      await sql`INSERT INTO part_kind (part_id, kind) VALUES (${Number(id)}, ${kind})`.execute(tx);
      await refreshSearch(tx, [Number(id)]);
    });
  }
  return { ...part, id };
}

beforeAll(async () => {
  shop = await openTestShop();
  admin = await shop.person('admin');
  const types = [...(Object.keys(TYPES) as TypeCode[]), null];
  for (let n = 0; n < 30; n += 1) {
    parts.push(
      await make({
        brand: ['kolb', 'quillan', 'merlin'][n % 3] ?? '',
        type: types[n % 5] ?? null,
        grade: (['oe', 'aftermarket', 'genuine'] as const)[Math.floor(n / 4) % 3] ?? 'oe',
        kind: n % 4 === 0 ? 'car' : null,
        price: 10 + n,
        stock: n % 7 === 0 ? 0 : 5,
      }),
    );
  }
});
afterAll(() => shop.close());

const isAmong = (chosen: string | undefined, values: readonly (string | null)[]) =>
  chosen === undefined || values.some((value) => value !== null && chosen.split(',').includes(value));

const isListed = (part: MadePart, { brand, type, category, grade, kind, priceTo, inStock }: Narrowing) =>
  isAmong(brand, [part.brand]) &&
  isAmong(type, [part.type]) &&
  isAmong(category, part.type === null ? [] : TYPES[part.type]) &&
  isAmong(grade, [part.grade]) &&
  isAmong(kind, [part.kind]) &&
  part.price <= Number(priceTo ?? Number.POSITIVE_INFINITY) &&
  (inStock === undefined || part.stock > 0 === (inStock === 'true'));

/** How many parts have each value, of those that are listed without the choice of `name`. */
function countsOf(name: 'brand' | 'type' | 'grade' | 'kind', narrowing: Narrowing): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const part of parts.filter((one) => isListed(one, { ...narrowing, [name]: undefined }))) {
    const value = part[name];
    if (value !== null) counts[value] = (counts[value] ?? 0) + 1;
  }
  return counts;
}

async function expectCounts(narrowing: Narrowing): Promise<void> {
  const query = Object.entries(narrowing).flatMap(([name, values]) =>
    values.split(',').map((value): [string, string] => [name, value]),
  );
  const address = `/search?${new URLSearchParams(query)}`;
  const { facets, total } = (await shop.call('GET', address)).body as SearchBody;
  const listed = parts.filter((part) => isListed(part, narrowing)).length;
  // A list of nothing is relaxed, and then another one.
  if (listed === 0) return;
  expect(total).toEqual({ count: listed, relation: 'eq' });
  for (const name of ['brand', 'type', 'grade', 'kind'] as const) {
    const counted = Object.fromEntries(
      (facets?.[name].values ?? []).map(({ value, count }) => [value, count]),
    );
    expect(counted, `${name} of ${address}`).toEqual(countsOf(name, narrowing));
    expect(facets?.[name].relation).toBe('eq');
  }
}

describe('the facets of a list', () => {
  const some: Record<keyof Narrowing, readonly (string | undefined)[]> = {
    brand: [undefined, 'kolb', 'kolb,merlin'],
    type: [undefined, 'brake-disc,oil-filter'],
    category: [undefined, 'Braking', 'Braking/Discs and drums'],
    grade: [undefined, 'oe'],
    kind: [undefined, 'car'],
    priceTo: [undefined, '30'],
    inStock: [undefined, 'true'],
  };

  it.each(some.brand)('of the brands %s count its parts, whatever else it is narrowed by', async (brand) => {
    for (const type of some.type)
      for (const category of some.category)
        for (const grade of some.grade)
          for (const kind of some.kind)
            for (const priceTo of some.priceTo)
              for (const inStock of some.inStock) {
                const all = { brand, type, category, grade, kind, priceTo, inStock };
                const chosen = Object.entries(all).filter(([, value]) => value !== undefined);
                await expectCounts(Object.fromEntries(chosen));
              }
  });

  it('follow what is added, changed and taken away', async () => {
    await expectCounts({ brand: 'kolb' });
    const added = await make({
      ...{ brand: 'kolb', type: 'brake-hose', grade: 'genuine', kind: null, price: 12, stock: 5 },
    });
    parts.push(added);
    await expectCounts({ brand: 'kolb' });
    await expectCounts({ type: 'brake-hose' });
    const changed = await shop.call('PUT', `/parts/${added.id}`, {
      token: admin.token,
      body: { grade: 'oe', partType: 'oil-filter' },
    });
    expect(changed.status).toBe(200);
    parts.splice(-1, 1, { ...added, grade: 'oe', type: 'oil-filter' });
    await expectCounts({ brand: 'kolb' });
    await expectCounts({ grade: 'oe' });
    await shop.call('DELETE', `/parts/${added.id}`, { token: admin.token });
    parts.pop();
    await expectCounts({ brand: 'kolb' });
    await expectCounts({});
  });
});
