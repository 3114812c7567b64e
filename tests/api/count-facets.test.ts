/** What a list can be narrowed to is the same, counted in one pass over its parts and list by list. */
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SearchBody } from '#contract/search.ts';
import { refreshSearch } from '#server/catalogue/part-store.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { countFacets, countInOnePass, countListByList } from '#server/read-models/count-facets.ts';
import type { PartCriteria, PartFilters } from '#server/read-models/part-criteria.ts';
import type { FacetCount, KnownFacets } from '#server/read-models/part-facets.ts';
import { openTestShop, type TestShop } from '../shop.ts';

const PARTS = 400;
/** More of one type than are counted exactly, list by list. */
const MANY = 2_300;
const HITS_COUNTED_TO = 2_000;
const NOTHING_KNOWN: KnownFacets = new Map();

let shop: TestShop;
const types = { 'brake-disc': 0, battery: 0, 'brake-hose': 0 };
let vehicles: number[] = [];
let ids: number[] = [];

beforeAll(async () => {
  shop = await openTestShop();
  await inTransaction(shop.databases.write, async (tx) => {
    for (const code of ['brake-disc', 'battery', 'brake-hose'] as const) {
      const { rows } = await sql<{ id: number }>`SELECT id FROM part_type WHERE code = ${code}`.execute(tx);
      types[code] = rows[0]?.id ?? 0;
    }
    await sql`INSERT INTO brand (name, slug) VALUES ('Kolb', 'kolb'), ('Merlin', 'merlin'), ('Zephyr', 'zephyr')`.execute(
      tx,
    );
    const { rows: some } = await sql<{ id: number }>`
      (SELECT id FROM vehicle WHERE kind = 'car' ORDER BY id LIMIT 2)
      UNION ALL (SELECT id FROM vehicle WHERE kind = 'truck' ORDER BY id LIMIT 1)`.execute(tx);
    vehicles = some.map(({ id }) => id);
    // Each by another prime, so that all things come together with all others.
    const { rows } = await sql<{ id: number; n: number }>`
      INSERT INTO part (sku, brand_id, part_number, part_type_id, name, description, grade, lifecycle, price_minor, min_order,
                        attributes, rank, created_at, updated_at)
      SELECT 'MS-' || n, (SELECT id FROM brand WHERE slug = (ARRAY['kolb', 'merlin', 'zephyr'])[1 + n % 3]), 'K' || n,
             CASE WHEN n > ${PARTS}::int THEN ${types['brake-hose']}::int WHEN n % 7 < 4 THEN ${types['brake-disc']}::int
                  WHEN n % 7 < 6 THEN ${types.battery}::int END,
             CASE WHEN n % 5 = 0 THEN 'Plain thing' ELSE 'Slotted thing' END, 'Plain.',
             (ARRAY['oe', 'aftermarket'])[1 + n % 2], 'active', 1000 + n % 11 * 100, 1 + n % 4,
             jsonb_strip_nulls(jsonb_build_object(
               'diameter', CASE WHEN n % 13 > 0 THEN (300 + n % 5 * 10)::text END,
               'surface', (ARRAY['coated', 'plain', 'zinc'])[1 + n / 2 % 3],
               'ventilated', CASE WHEN n % 17 > 4 THEN 'yes' ELSE 'no' END)),
             n, now(), now()
      FROM generate_series(1, ${PARTS + MANY}::int) AS n
      RETURNING id, rank AS n`.execute(tx);
    ids = rows.map(({ id }) => id);
    await sql`INSERT INTO stock_level (part_id, on_hand_units) SELECT id, rank % 3 FROM part
              ON CONFLICT (part_id) DO UPDATE SET on_hand_units = EXCLUDED.on_hand_units`.execute(tx);
    await sql`
      INSERT INTO fitment (vehicle_id, part_id, position, quantity_per_vehicle)
      SELECT (${vehicles}::int[])[1 + rank % 3], id, CASE WHEN rank % 4 = 0 THEN 'front axle' ELSE 'rear axle' END, 1
      FROM part WHERE rank % 6 > 0 AND rank <= ${PARTS}::int`.execute(tx);
    await sql`INSERT INTO part_kind SELECT DISTINCT part_id, kind FROM fitment JOIN vehicle ON vehicle.id = vehicle_id`.execute(
      tx,
    );
    await refreshSearch(tx, ids);
  });
  await sql`ANALYZE part_search`.execute(shop.databases.write);
});
afterAll(() => shop.close());

const inOrder = (counts: readonly FacetCount[]) => counts.map((count) => JSON.stringify(count)).sort();
const both = async (criteria: PartCriteria, attributesOf: number | undefined, known = NOTHING_KNOWN) => {
  const asked = { criteria, attributesOf, known };
  const [once, each] = await Promise.all([
    countInOnePass(shop.databases.read, asked),
    countListByList(shop.databases.read, asked),
  ]);
  return {
    once: once && { ...once, counts: inOrder(once.counts) },
    each: { ...each, counts: inOrder(each.counts) },
  };
};

const some = <T>(values: readonly T[]) =>
  fc.option(fc.subarray([...values], { minLength: 1 }), { nil: undefined });
const attribute = fc.oneof(
  fc.record({
    key: fc.constant('diameter'),
    values: fc.subarray(['300', '310', 'none']),
    ranges: fc.subarray([
      { from: 300, to: 315 },
      { from: null, to: 320 },
      { from: 335, to: null },
    ]),
  }),
  fc.record({
    key: fc.constantFrom('surface', 'ventilated', 'absent'),
    values: fc.subarray(['coated', 'zinc', 'yes', 'no'], { minLength: 1 }),
    ranges: fc.constant([]),
  }),
);
const filters: fc.Arbitrary<PartFilters> = fc.record({
  brands: some(['kolb', 'merlin', 'nobody']),
  types: some(['brake-disc', 'battery']),
  categories: fc.option(fc.constantFrom(['Braking'], ['Electrics'], ['Nothing']), {
    nil: undefined,
    freq: 1,
  }),
  grades: some(['oe', 'aftermarket']),
  kinds: some(['car', 'truck']),
  positions: some(['front axle', 'rear axle']),
  attributes: fc.option(
    fc.uniqueArray(attribute, { selector: ({ key }) => key, minLength: 1, maxLength: 4 }),
    {
      nil: undefined,
    },
  ),
  priceFromMinor: fc.option(fc.constantFrom(1, 1_300), { nil: undefined }),
  priceToMinor: fc.option(fc.constantFrom(1_700, 10_000), { nil: undefined }),
  inStock: fc.option(fc.boolean(), { nil: undefined }),
});
/** What few parts have: a vehicle, a type that was named among the words, the numbers of some parts; or nothing of the kind. */
const rare = fc.constantFrom('vehicle', 'engine', 'words', 'parts', 'nothing');
function criteriaOf(what: string, chosen: PartFilters): PartCriteria {
  const text = { query: 'slotted', types: [{ id: types['brake-disc'], beside: 'slotted' }], isInName: false };
  switch (what) {
    case 'vehicle':
      return { vehicleIds: vehicles.slice(0, 2), filters: chosen };
    case 'engine':
      return { vehicleIds: vehicles.slice(0, 1), otherEngines: ['2.0 diesel'], filters: chosen };
    case 'words':
      return { text, filters: chosen };
    case 'parts':
      return { text, partIds: ids.filter((_, at) => at % 9 === 0 && at < PARTS), filters: chosen };
    default:
      return { filters: chosen };
  }
}

it('whatever was chosen, of whatever there is', async () => {
  let [counted, ofNothing] = [0, 0];
  await fc.assert(
    fc.asyncProperty(
      rare,
      filters,
      fc.constantFrom('brake-disc', 'battery', undefined),
      async (what, chosen, of) => {
        const { once, each } = await both(criteriaOf(what, chosen), of && types[of]);
        if (once === undefined) return;
        expect(once).toEqual(each);
        counted += 1;
        if (once.total === 0) ofNothing += 1;
      },
    ),
    { numRuns: 150 },
  );
  // Most choices are counted so, and among them are lists of something and lists of nothing.
  expect(counted).toBeGreaterThan(60);
  expect(ofNothing).toBeGreaterThan(0);
  expect(ofNothing).toBeLessThan(counted);
});

it('beside facets that are known already', async () => {
  const known: KnownFacets = new Map([
    ['type', [{ dimension: 'type', value: 'battery', count: 77, isPartial: false }]],
  ]);
  const chosen = { types: ['brake-disc'], attributes: [{ key: 'surface', values: ['zinc'], ranges: [] }] };
  const { once, each } = await both({ filters: chosen }, types['brake-disc'], known);
  expect(once).toEqual(each);
  expect(once?.counts).toContain(JSON.stringify(known.get('type')?.[0]));
});

describe('where that would be more to look at than list by list', () => {
  const ofMany = (chosen: PartFilters): PartCriteria => ({ filters: { types: ['brake-hose'], ...chosen } });
  const asked = (chosen: PartFilters) => ({
    criteria: ofMany(chosen),
    attributesOf: types['brake-hose'],
    known: NOTHING_KNOWN,
  });
  const zinc = { key: 'surface', values: ['zinc'], ranges: [] };

  it('it is counted list by list', async () => {
    expect(MANY).toBeGreaterThan(HITS_COUNTED_TO);
    expect(await countInOnePass(shop.databases.read, asked({ attributes: [zinc] }))).toBeUndefined();
    const counted = await countFacets(shop.databases.read, asked({ attributes: [zinc] }));
    expect(counted).toEqual(await countListByList(shop.databases.read, asked({ attributes: [zinc] })));
    expect(counted.total).toBeGreaterThan(0);
  });

  it('and where less is to be looked at so, exactly, of however many parts', async () => {
    const all = ['300', '310', '320', '330', '340'];
    const chosen = {
      attributes: [zinc, { key: 'ventilated', values: ['yes', 'no'], ranges: [] }],
      grades: ['oe', 'aftermarket'],
    };
    const counted = await countInOnePass(shop.databases.read, asked(chosen));
    // The list of other types is one by itself.
    const ofType = counted?.counts.filter(({ dimension }) => dimension !== 'type') ?? [];
    expect(ofType.some(({ isPartial }) => isPartial)).toBe(false);
    const surfaces = counted?.counts.filter(({ dimension }) => dimension === 'attribute:surface') ?? [];
    expect(surfaces.reduce((sum, { count }) => sum + count, 0)).toBe(MANY);
    const diameters = counted?.counts.filter(({ dimension }) => dimension === 'attribute:diameter') ?? [];
    expect(diameters.map(({ value }) => value).sort()).toEqual(all);
  });

  it('and a search says so', async () => {
    const ask = async (query: string) =>
      (await shop.call('GET', `/search?type=brake-hose&${query}`)).body as SearchBody;
    const { total, facets, parts, next } = await ask(
      'attribute=ventilated%3Dyes&attribute=ventilated%3Dno&grade=oe&grade=aftermarket&limit=2',
    );
    expect(total).toEqual({ count: MANY, relation: 'eq' });
    expect(facets?.grade).toMatchObject({
      relation: 'eq',
      values: [{ count: MANY / 2 }, { count: MANY / 2 }],
    });
    const later = await ask(
      `attribute=ventilated%3Dyes&attribute=ventilated%3Dno&grade=oe&grade=aftermarket&limit=2&cursor=${next}`,
    );
    expect(later.total).toEqual(total);
    expect(later.parts).toHaveLength(2);
    expect(parts).toHaveLength(2);
  });
});

it('a search by words with attributes has the parts and the counts of both', async () => {
  const ask = async (query: string) => (await shop.call('GET', `/search?${query}`)).body as SearchBody;
  const whole = await ask('q=slotted+brake+disc&limit=100');
  const coated = whole.facets?.attributes
    .find(({ key }) => key === 'surface')
    ?.values.find(({ value }) => value === 'coated');
  const narrowed = await ask('q=slotted+brake+disc&attribute=surface%3Dcoated&limit=100');
  expect(narrowed.total).toEqual({ count: coated?.count, relation: 'eq' });
  expect(narrowed.parts).toHaveLength(Math.min(100, coated?.count ?? 0));
  expect(narrowed.facets?.attributes.find(({ key }) => key === 'surface')?.values).toEqual(
    whole.facets?.attributes.find(({ key }) => key === 'surface')?.values,
  );
});
