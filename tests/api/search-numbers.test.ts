/** Searches by a number that no part on sale has: the nearest one, and what took the place of parts that are not sold any more. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PartBody } from '#contract/catalogue.ts';
import type { SearchBody, SuggestionsBody } from '#contract/search.ts';
import { refreshSearch } from '#server/catalogue/part-store.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { fitPart } from '../factories/fitments.ts';
import { type GivenNumber, giveNumbers } from '../factories/numbers.ts';
import { makePart } from '../factories/parts.ts';
import { vehicleId } from '../factories/vehicles.ts';
import { openTestShop, type Person, type TestShop } from '../shop.ts';

let shop: TestShop;
let admin: Person;
beforeAll(async () => {
  shop = await openTestShop();
  admin = await shop.person('admin');
});
afterAll(() => shop.close());

type Query = Record<string, string>;
const ask = async <Body>(path: string, query: Query) => {
  const { status, body } = await shop.call('GET', `${path}?${new URLSearchParams(query)}`);
  expect(status).toBe(200);
  return body as Body;
};
const search = (query: Query) => ask<SearchBody>('/search', query);
const list = async (query: Query) => (await ask<PartBody[]>('/parts', query)).map((part) => part._id);
const idsOf = ({ parts }: SearchBody) => parts.map((part) => part._id).sort();

/** A part of a brand, by its number, with other numbers on it. */
async function part(
  partNumber: string,
  { brand = 'Kestrel', name = 'Brake Disc', numbers = [] }: Partial<MadePart> = {},
): Promise<string> {
  const id = await makePart(shop, admin, { name, brand, partNumber, partType: 'brake-disc' });
  await giveNumbers(shop, id, ...numbers);
  return id;
}
type MadePart = {
  readonly brand: string;
  readonly name: string;
  readonly numbers: readonly GivenNumber[];
};
const archive = (id: string) => shop.call('DELETE', `/parts/${id}`, { token: admin.token });
/** A part that is not sold any more; our own number of it. */
async function archived(...made: Parameters<typeof part>): Promise<string> {
  const id = await part(...made);
  const { sku } = (await shop.call('GET', `/parts/${id}`)).body as PartBody;
  await archive(id);
  return sku;
}
const replaces = (number: string, maker = ''): GivenNumber => ({ kind: 'superseded', number, maker });

describe('the nearest number', () => {
  const ids = { kestrel: '', merlin: '' };
  let [a4, civic] = [0, 0];
  const END = { what: 'number', dropped: '9', kept: 'NX1001' };
  beforeAll(async () => {
    ids.kestrel = await part('NX 100.12');
    ids.merlin = await part('NX 100.13', { brand: 'Merlin' });
    await part('ZZ 1', { brand: 'Zephyr' });
    [a4 = 0] = await fitPart(shop, ids.kestrel, { make: 'Audi', model: 'A4', years: [2014] });
    civic = await vehicleId(shop, { make: 'Honda', model: 'Civic', year: 2012 });
  });

  it('is looked for among what the list is narrowed to', async () => {
    const answer = await search({ q: 'NX 100.19', brand: 'merlin' });
    expect([idsOf(answer), answer.relaxed]).toEqual([[ids.merlin], [END]]);
    expect(answer.total).toEqual({ count: 1, relation: 'eq' });
    // What else could be chosen is counted without the choice, as everywhere.
    expect(answer.facets?.brand.values.map(({ value, count }) => [value, count]).sort()).toEqual([
      ['kestrel', 1],
      ['merlin', 1],
    ]);
  });

  it.each(['relevance', 'price'])(
    'is found without the filters where nothing is near with them, and that is said: by %s',
    async (sort) => {
      const query = { q: 'NX 100.19', brand: 'zephyr', inStock: 'true', sort };
      const answer = await search(query);
      const relaxed = [{ what: 'filters', dropped: 'brand, inStock', kept: null }, END];
      expect([idsOf(answer), answer.relaxed]).toEqual([[ids.kestrel, ids.merlin].sort(), relaxed]);
      const first = await search({ ...query, limit: '1' });
      const second = await search({ ...query, limit: '1', cursor: first.next ?? '' });
      expect([...idsOf(first), ...idsOf(second)].sort()).toEqual(idsOf(answer));
      expect(second.relaxed).toEqual(relaxed);
      expect(await list(query)).toEqual([]);
    },
  );

  it('is looked for among what fits the vehicle', async () => {
    const answer = await search({ q: 'NX 100.19', vehicle: String(a4) });
    expect([idsOf(answer), answer.relaxed]).toEqual([[ids.kestrel], [END]]);
  });

  it('is found without the vehicle where nothing near fits it, and the vehicle is named', async () => {
    const noVehicle = { what: 'vehicle', dropped: '2012 Honda Civic', kept: null };
    const any = await search({ q: 'NX 100.19', vehicle: String(civic) });
    expect([idsOf(any), any.relaxed]).toEqual([[ids.kestrel], [noVehicle, END]]);
    // The filters go with it: with them and without the vehicle would be two lists to tell apart.
    const narrowed = await search({ q: 'NX 100.19', vehicle: String(civic), brand: 'zephyr' });
    expect(narrowed.relaxed).toEqual([{ what: 'filters', dropped: 'brand', kept: null }, noVehicle, END]);
  });
});

describe('a number of a part that is not sold any more', () => {
  it('counts as one that is not known: the nearest that is sold is shown', async () => {
    await archived('OA 1', { numbers: [{ kind: 'oe', maker: 'Audi', number: '4F0 615 301 D' }] });
    const sold = await part('OA 2', { numbers: [{ kind: 'oe', maker: 'Audi', number: '4F0 615 301 K' }] });
    const answer = await search({ q: '4F0 615 301 D' });
    expect(answer.relaxed).toEqual([{ what: 'number', dropped: 'D', kept: '4F0615301' }]);
    expect(idsOf(answer)).toEqual([sold]);
    expect(await list({ q: '4F0 615 301 D' })).toEqual([]);
  });

  it('leaves the words beside it their say, and the vehicle', async () => {
    await archived('WB 1', { numbers: [{ kind: 'oe', maker: 'Seat', number: '9Z8 815 301 X' }] });
    const disc = await part('WB 2', { name: 'Brake Disc, slotted' });
    const [golf = 0] = await fitPart(shop, disc, { make: 'Volkswagen', model: 'Golf', years: [2012] });
    await part('WB 3', { name: 'Brake Disc, slotted' });
    const answer = await search({ q: 'slotted brake disc 9z8815301x', vehicle: String(golf) });
    expect([idsOf(answer), answer.relaxed]).toEqual([
      [disc],
      [{ what: 'word', dropped: '9z8815301x', kept: null }],
    ]);
  });

  it('is not the nearest one, either', async () => {
    await archived('NN 1', { numbers: [{ kind: 'trade', number: 'QP 55.443' }] });
    const sold = await part('NN 2', { numbers: [{ kind: 'trade', number: 'QP 55.401' }] });
    const answer = await search({ q: 'QP 55.444' });
    expect([idsOf(answer), answer.relaxed]).toEqual([
      [sold],
      [{ what: 'number', dropped: '44', kept: 'QP554' }],
    ]);
  });

  it('takes no place among those that begin as typed', async () => {
    const LOOKED_AT = 200;
    const sold = await part('BG 1', { numbers: [{ kind: 'trade', number: 'HV 900.999' }] });
    await inTransaction(shop.databases.write, async (tx) => {
      await sql`
        WITH gone AS (
          INSERT INTO part (sku, brand_id, part_number, name, description, grade, lifecycle, price_minor, min_order, rank,
                            created_at, updated_at, archived_at)
          SELECT 'HV-' || n, (SELECT id FROM brand WHERE slug = 'kestrel'), 'GONE ' || n, 'Bush', 'Plain.', 'aftermarket',
                 'active', 1000, 1, n, now(), now(), now()
          FROM generate_series(1, ${LOOKED_AT}::int) AS n RETURNING id)
        INSERT INTO part_number_alias (part_id, kind, number) SELECT id, 'trade', 'HV 900.' || id FROM gone`.execute(
        tx,
      );
      await refreshSearch(tx, [Number(sold)]);
    });
    const answer = await search({ q: 'HV 900' });
    expect([idsOf(answer), answer.relaxed]).toEqual([[sold], []]);
    expect(answer.total).toEqual({ count: 1, relation: 'eq' });
  });
});

describe('a number of a part that was replaced', () => {
  const found = async (q: string) => {
    const { parts, relaxed } = await search({ q });
    expect(relaxed).toEqual([]);
    const ids = parts.map((one) => one._id);
    expect(await list({ q })).toEqual(ids);
    const { numbers } = await ask<SuggestionsBody>('/search/suggest', { q });
    expect(numbers.map((one) => one._id).sort()).toEqual([...ids].sort());
    return parts.map(({ _id, match }) => ({ _id, kind: match?.kind, number: match?.number }));
  };

  it('leads to what took its place, by whichever of its numbers, and says which part that replaces', async () => {
    const sku = await archived('RP 1', {
      numbers: [{ kind: 'oe', maker: 'Audi', number: '8E0 407 151 R' }],
    });
    const today = await part('RP 2', { numbers: [replaces('rp-1')] });
    for (const q of ['RP 1', 'rp1', sku, '8e0407151r']) {
      expect(await found(q)).toEqual([{ _id: today, kind: 'superseded', number: 'rp-1' }]);
    }
  });

  it('leads over parts that are not sold any more, over any number of steps', async () => {
    const today = await part('LO 4', { numbers: [replaces('LO 3')] });
    await archived('LO 1');
    await archived('LO 2', { numbers: [replaces('LO 1'), replaces('LO 0')] });
    await archived('LO 3', { numbers: [replaces('LO 2', 'KESTREL')] });
    for (const q of ['LO 0', 'LO 1', 'LO 2', 'LO 3']) {
      expect((await found(q)).map((one) => [one._id, one.kind])).toEqual([[today, 'superseded']]);
    }
  });

  it('leads to each part that took its place, and no further than to what is sold', async () => {
    await archived('DV 1');
    await archived('DV 2', { numbers: [replaces('DV 1')] });
    const [one, other] = [
      await part('DV 3', { numbers: [replaces('DV 2')] }),
      await part('DV 4', { numbers: [replaces('DV 2')] }),
    ];
    await part('DV 5', { numbers: [replaces('DV 3')] });
    expect((await found('DV 1')).map((hit) => hit._id).sort()).toEqual([one, other].sort());
  });

  it('leads to nothing where what took its place is gone, too, or is said to be replaced by it', async () => {
    await archived('CR 1', { numbers: [replaces('CR 2')] });
    await archived('CR 2', { numbers: [replaces('CR 1')] });
    expect(await list({ q: 'CR 1' })).toEqual([]);
    expect((await ask<SuggestionsBody>('/search/suggest', { q: 'CR 1' })).numbers).toEqual([]);
  });

  it("leads on as that of its own maker alone: another maker's same number is another part", async () => {
    await archived('MK 77', { brand: 'Merlin', numbers: [{ kind: 'trade', number: 'TRX 8811' }] });
    await part('MK 78', { numbers: [replaces('MK 77')] });
    expect(await list({ q: 'TRX 8811' })).toEqual([]);
    const theirs = await part('MK 79', { numbers: [replaces('MK 77', 'merlin')] });
    expect(await list({ q: 'TRX 8811' })).toEqual([theirs]);
  });

  it('is no word of the parts beside which it was typed', async () => {
    await archived('BW 100.1');
    await archived('BW 100.2', { numbers: [replaces('BW 100.1')] });
    const today = await part('BW 100.3', { numbers: [replaces('BW 100.2')] });
    expect(await list({ q: 'brake disc BW 100.1' })).toEqual([today]);
  });
});
