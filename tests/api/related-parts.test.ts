/** What else there is beside a part, over HTTP: alternatives, other makers' numbers, what goes with it. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RelatedPartsBody } from '#contract/related-parts.ts';
import { refreshSearch } from '#server/catalogue/part-store.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { fitPart } from '../factories/fitments.ts';
import { type GivenNumber, giveNumbers } from '../factories/numbers.ts';
import { makePart } from '../factories/parts.ts';
import { openTestShop, type Person, type TestShop } from '../shop.ts';
import { touchedBlocks } from './touched-blocks.ts';

let shop: TestShop;
let admin: Person;

beforeAll(async () => {
  shop = await openTestShop();
  admin = await shop.person('admin');
});
afterAll(() => shop.close());

type Made = Parameters<typeof makePart>[2];
let numbered = 0;
/** A brake disc, unless told otherwise, with these numbers. */
async function part(change: Made = {}, ...numbers: readonly GivenNumber[]): Promise<string> {
  numbered += 1;
  const id = await makePart(shop, admin, {
    brand: 'Kolbmann',
    partNumber: `KM ${numbered}`,
    partType: 'brake-disc',
    ...change,
  });
  await giveNumbers(shop, id, ...numbers);
  return id;
}
async function related(id: string): Promise<RelatedPartsBody> {
  const answer = await shop.call('GET', `/parts/${id}/related`);
  expect(answer.status).toBe(200);
  return answer.body as RelatedPartsBody;
}
/** The same, by looking at so many blocks of the database at most. */
async function relatedByLooking(id: string, mostBlocks: number): Promise<RelatedPartsBody> {
  const found: RelatedPartsBody[] = [];
  const blocks = await touchedBlocks(shop.databases.readPool, async () => found.push(await related(id)));
  expect(blocks).toBeLessThan(mostBlocks);
  const [body] = found;
  if (body === undefined) throw new Error('nothing was asked for');
  return body;
}
/** By grade: the ids of the alternatives. */
const alternativesOf = async (id: string) =>
  Object.fromEntries(
    (await related(id)).alternatives.map(({ grade, parts }) => [grade, parts.map((other) => other._id)]),
  );
const oe = (number: string, maker = 'BMW'): GivenNumber => ({ kind: 'oe', maker, number });

describe('alternatives', () => {
  it('are none where no number is shared', async () => {
    const alone = await part({}, oe('10 000 001'));
    await part({}, oe('10 000 002'));
    await part();
    expect(await related(alone)).toMatchObject({
      alternatives: [],
      interchange: { numbers: [], hasMore: false },
      goesWith: [],
    });
  });

  it('share an OE or trade number, in any form, and stand by grade with what they cost more or less', async () => {
    const trade: GivenNumber = { kind: 'trade', number: 'WVA 23131' };
    const asked = await part({ price: 10 }, oe('34 11 6 855 152'), trade);
    const genuine = await part({ price: 25.5, grade: 'genuine', brand: 'Echt' }, oe('34116855152'));
    const equal = await part({ price: 10, grade: 'oe', brand: 'Erst' }, oe('34.11.6.855.152', 'bmw'));
    const rebuilt = await part(
      { price: 6.25, grade: 'remanufactured', brand: 'Neu' },
      {
        kind: 'trade',
        number: 'wva23131',
      },
    );
    const { alternatives } = await related(asked);
    expect(
      alternatives.map(({ grade, count, parts }) => [
        grade,
        count,
        parts.map((other) => [other._id, other.priceDifference]),
      ]),
    ).toEqual([
      ['genuine', 1, [[genuine, 15.5]]],
      ['oe', 1, [[equal, 0]]],
      ['remanufactured', 1, [[rebuilt, -3.75]]],
    ]);
    // The same seen from the other end, where a number of one kind is none of the other.
    expect(await alternativesOf(rebuilt)).toEqual({ aftermarket: [asked] });
    await part({}, { kind: 'trade', number: '34116855152' }, { kind: 'competitor', number: '34116855152' });
    expect(await alternativesOf(equal)).toEqual({ genuine: [genuine], aftermarket: [asked] });
  });

  it('are of the same type and in the shop', async () => {
    const asked = await part({}, oe('20 000 001'));
    await part({ partType: 'brake-pad-set' }, oe('20 000 001'));
    await part({ partType: null }, oe('20 000 001'));
    const archived = await part({}, oe('20 000 001'));
    await shop.call('DELETE', `/parts/${archived}`, { token: admin.token });
    expect((await related(asked)).alternatives).toEqual([]);
    const untyped = await part({ partType: null }, oe('20 000 001'));
    expect((await related(untyped)).alternatives).toEqual([]);
  });

  it('begin with what can be ordered, then with the cheapest, six of each grade', async () => {
    const asked = await part({ price: 50 }, oe('30 000 001'));
    const made: string[] = [];
    for (const [price, stock] of [
      [20, 100],
      [5, 1],
      [10, 100],
      [30, 100],
      [40, 100],
      [15, 4],
      [60, 100],
      [9, 0],
    ] as const) {
      made.push(await part({ price, stock, minOrder: 4 }, oe('30 000 001')));
    }
    const [twenty, five, ten, thirty, forty, fifteen, sixty] = made;
    const [group] = (await related(asked)).alternatives;
    expect(group?.count).toBe(8);
    expect(group?.parts.map((other) => other._id)).toEqual([ten, fifteen, twenty, thirty, forty, sixty]);
    expect(await shop.call('DELETE', `/parts/${ten}`, { token: admin.token })).toMatchObject({ status: 200 });
    expect((await alternativesOf(asked)).aftermarket?.at(-1)).toBe(five);
  });

  it('are not made of two makers of vehicles who gave out the same digits, but of one who is called twice', async () => {
    const asked = await part({}, oe('31234567', 'Volvo'));
    const coincidence = await part({}, oe('31234567', 'Chevrolet'));
    const unnamed = await part({}, oe('31234567', ''));
    expect(await alternativesOf(asked)).toEqual({ aftermarket: [unnamed] });
    // Listed for a vehicle in common, they are one thing.
    await fitPart(shop, asked, { make: 'Audi', model: 'A4', years: [2010, 2011] });
    await fitPart(shop, coincidence, { make: 'Audi', model: 'A4', years: [2011, 2012] });
    expect(await alternativesOf(asked)).toEqual({ aftermarket: [coincidence, unnamed] });
  });

  it('know that the number of a genuine part is an OE number', async () => {
    const genuine = await part({ grade: 'genuine', brand: 'Volkswagen', partNumber: '8K0 615 301 A' });
    const other = await part({}, oe('8K0615301A', 'Volkswagen'));
    expect(await alternativesOf(genuine)).toEqual({ aftermarket: [other] });
    expect(await alternativesOf(other)).toEqual({ genuine: [genuine] });
  });

  it('are found quickly where a number is shared by thousands', async () => {
    const asked = await part({ price: 3 }, { kind: 'trade', number: 'H7' });
    await sql`
      WITH made AS (
        INSERT INTO part (sku, brand_id, part_number, part_type_id, name, description, grade, lifecycle, price_minor,
                          min_order, created_at, updated_at)
        SELECT 'H7-' || n, part.brand_id, 'H7 ' || n, part.part_type_id, part.name, '', 'aftermarket', 'active', 100 + n, 1,
               now(), now()
        FROM part, generate_series(1, 20000) AS n WHERE part.id = ${Number(asked)}
        RETURNING id)
      INSERT INTO part_number_alias (part_id, kind, number) SELECT id, 'trade', 'H 7' FROM made`.execute(
      shop.databases.write,
    );
    await sql`ANALYZE part, part_number_alias`.execute(shop.databases.write);
    const { alternatives } = await relatedByLooking(asked, 2_000);
    expect(alternatives).toMatchObject([{ grade: 'aftermarket' }]);
    expect(alternatives[0]?.parts).toHaveLength(6);
  });
});

describe('interchange numbers', () => {
  it("are other brands' numbers over a shared OE number, and lead to the parts that stand here", async () => {
    const asked = await part({}, oe('40 000 001'), { kind: 'competitor', maker: 'Known', number: 'K-1' });
    await part({}, oe('40 000 001'));
    const theirs = await part({ brand: 'Zweiter', partNumber: 'Z 4.1' }, oe('40000001'), {
      kind: 'competitor',
      maker: 'Dritte',
      number: 'D 77',
    });
    await giveNumbers(
      shop,
      theirs,
      { kind: 'competitor', maker: 'Known', number: 'K1' },
      { kind: 'competitor', maker: 'Kolbmann', number: 'KM 4711' },
      { kind: 'competitor', maker: 'Vierte', number: 'V 5' },
    );
    const listed = await part({ brand: 'Vierte', partNumber: 'V5', partType: 'oil-filter' });
    const archived = await part({ brand: 'Alte', partNumber: 'A 1' }, oe('40 000 001'));
    await shop.call('DELETE', `/parts/${archived}`, { token: admin.token });
    await part({ brand: 'Andere', partNumber: 'X 1', partType: 'oil-filter' }, oe('40 000 001'));
    await part({ brand: 'Weitere', partNumber: 'W 1' }, { kind: 'trade', number: '40 000 001' });
    expect((await related(asked)).interchange).toEqual({
      numbers: [
        { maker: 'Alte', number: 'A 1', part: null },
        { maker: 'Dritte', number: 'D 77', part: null },
        {
          maker: 'Vierte',
          number: 'V 5',
          part: { _id: listed, brandSlug: 'vierte', partNumberSlug: 'v-5' },
        },
        {
          maker: 'Zweiter',
          number: 'Z 4.1',
          part: { _id: theirs, brandSlug: 'zweiter', partNumberSlug: 'z-4-1' },
        },
      ],
      hasMore: false,
    });
  });

  it('are sixty at most, and it is said that there are more', async () => {
    const asked = await part({}, oe('41 000 001'));
    const theirs = await part({ brand: 'Vielfach' }, oe('41 000 001'));
    await sql`INSERT INTO part_number_alias (part_id, kind, maker, number)
              SELECT ${Number(theirs)}, 'competitor', 'Maker', 'M ' || n FROM generate_series(1, 100) AS n`.execute(
      shop.databases.write,
    );
    const { interchange } = await related(asked);
    expect(interchange.numbers).toHaveLength(60);
    expect(interchange.hasMore).toBe(true);
  });
});

describe('what goes with a part', () => {
  const fitCorolla = (id: string, years: readonly number[], position = '') =>
    fitPart(shop, id, { make: 'Toyota', model: 'Corolla', years, position });
  const typesOf = async (id: string) =>
    (await related(id)).goesWith.map(({ type, parts }) => [
      type.code,
      parts.map((other) => [other._id, other.sharedVehicleCount]),
    ]);

  it('is of the types that are changed together, for its vehicles and its place on them', async () => {
    const disc = await part();
    await fitCorolla(disc, [1990, 1991, 1992], 'front axle');
    const front = await part({ partType: 'brake-pad-set' });
    await fitCorolla(front, [1991, 1992, 1993], 'front axle');
    const rear = await part({ partType: 'brake-pad-set' });
    await fitCorolla(rear, [1990, 1991, 1992], 'rear axle');
    const both = await part({ partType: 'brake-pad-set' });
    await fitCorolla(both, [1990], 'front axle');
    await fitCorolla(both, [1990], 'rear axle');
    const caliper = await part({ partType: 'brake-caliper' });
    await fitCorolla(caliper, [1992], 'front axle left');
    const bearing = await part({ partType: 'wheel-bearing' });
    await fitCorolla(bearing, [1991]);
    const other = await part({ partType: 'brake-pad-set' });
    await fitPart(shop, other, { make: 'Audi', model: 'A4', years: [2014], position: 'front axle' });
    const filter = await part({ partType: 'oil-filter' });
    await fitCorolla(filter, [1990, 1991, 1992]);
    expect(await typesOf(disc)).toEqual([
      [
        'brake-pad-set',
        [
          [front, 2],
          [both, 1],
        ],
      ],
      ['brake-caliper', [[caliper, 1]]],
      ['wheel-bearing', [[bearing, 1]]],
    ]);
    expect((await related(disc)).vehicleCount).toBe(3);
  });

  it('begins with what can be ordered, then with what fits most of its vehicles, three of each type', async () => {
    const disc = await part();
    await fitCorolla(disc, [1995, 1996, 1997, 1998]);
    const pads: string[] = [];
    for (const [years, stock] of [
      [[1995, 1996, 1997, 1998], 0],
      [[1995], 100],
      [[1995, 1996], 100],
      [[1996, 1997, 1998], 100],
      [[1998], 0],
    ] as const) {
      const id = await part({ partType: 'brake-pad-set', stock });
      await fitCorolla(id, years);
      pads.push(id);
    }
    const [empty, one, two, three] = pads;
    expect(await typesOf(disc)).toEqual([
      [
        'brake-pad-set',
        [
          [three, 3],
          [two, 2],
          [one, 1],
        ],
      ],
    ]);
    await shop.call('DELETE', `/parts/${one}`, { token: admin.token });
    expect((await typesOf(disc))[0]?.[1]).toEqual([
      [three, 3],
      [two, 2],
      [empty, 4],
    ]);
  });

  it('is nothing without a type or vehicles', async () => {
    const untyped = await part({ partType: null });
    await fitCorolla(untyped, [2000]);
    expect((await related(untyped)).goesWith).toEqual([]);
    expect((await related(await part())).goesWith).toEqual([]);
    const mirror = await part({ partType: 'door-mirror' });
    await fitCorolla(mirror, [2000]);
    expect((await related(mirror)).goesWith).toEqual([]);
  });

  it('is found quickly for a part with thousands of vehicles, and counted over all of them', async () => {
    const everywhere = async (partType: string) => {
      const id = await part({ partType });
      await inTransaction(shop.databases.write, async (tx) => {
        await sql`INSERT INTO fitment (vehicle_id, part_id, quantity_per_vehicle)
                  SELECT id, ${Number(id)}, 1 FROM vehicle ORDER BY id LIMIT 6000`.execute(tx);
        await refreshSearch(tx, [Number(id)]);
      });
      return id;
    };
    const filter = await everywhere('oil-filter');
    const airFilters: string[] = [];
    for (let count = 0; count < 20; count += 1) airFilters.push(await everywhere('air-filter'));
    const few = await part({ partType: 'cabin-filter' });
    const { rows } = await sql<{ id: number }>`SELECT id FROM vehicle ORDER BY id LIMIT 1`.execute(
      shop.databases.write,
    );
    await inTransaction(shop.databases.write, async (tx) => {
      await sql`INSERT INTO fitment (vehicle_id, part_id, quantity_per_vehicle)
                VALUES (${rows[0]?.id ?? 0}, ${Number(few)}, 1)`.execute(tx);
      await refreshSearch(tx, [Number(few)]);
    });
    const found = await relatedByLooking(filter, 3_000);
    expect(found.vehicleCount).toBe(6000);
    expect(
      found.goesWith.map(({ type, parts }) => [type.code, parts.map((other) => other.sharedVehicleCount)]),
    ).toEqual([
      ['air-filter', [6000, 6000, 6000]],
      ['cabin-filter', [1]],
    ]);
  });
});

it('a part that is not in the shop has nothing beside it', async () => {
  const gone = await part();
  await shop.call('DELETE', `/parts/${gone}`, { token: admin.token });
  for (const id of [gone, '999999'])
    expect((await shop.call('GET', `/parts/${id}/related`)).status).toBe(404);
});
