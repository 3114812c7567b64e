/** Importing fitments, as an owner sees it: on a real database and its vehicles. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  bringFitments,
  bringParts,
  catalogueAsText,
  errorsOf,
  keptPart,
  partRow,
} from '../factories/files.ts';
import { openTestShop, type TestShop } from '../shop.ts';

let shop: TestShop;

beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

const idOf = async (sku: string) => String((await keptPart(shop, sku)).id);

describe('fitments', () => {
  let disc: ReturnType<typeof partRow>;
  beforeEach(async () => {
    disc = partRow({ part_type: 'brake-disc' });
    await bringParts(shop, disc);
  });

  /** A model that the shop knows, with years enough to cut. */
  async function model() {
    const { rows } = await sql<{ kind: string; make: string; model: string; first: number; last: number }>`
      SELECT kind, make, model, min(year)::int AS first, max(year)::int AS last FROM vehicle
      GROUP BY kind, make, model HAVING count(*) = max(year) - min(year) + 1 AND count(*) >= 5
      ORDER BY kind, make, model LIMIT 1`.execute(shop.databases.write);
    const [found] = rows;
    if (found === undefined) throw new Error('there are no vehicles');
    return found;
  }
  const fitmentsOf = async (sku: string) =>
    (await shop.call('GET', `/parts/${await idOf(sku)}/fitments`)).body;

  it('say which years of a model a part fits; the brand and the number may be spelled in any way', async () => {
    const { kind, make, model: name, first } = await model();
    const row = {
      brand: 'KOLBMANN',
      part_number: disc.part_number.toLowerCase().replaceAll(/[ .]/g, '-'),
      kind,
      make,
      model: name,
      year_from: first,
      year_to: first + 2,
      position: 'front axle',
      quantity_per_vehicle: 2,
      qualifiers: 'with heavy-duty cooling',
    };
    expect(await bringFitments(shop, row)).toEqual({ rows: 1, inserted: 3, updated: 0 });
    expect(await fitmentsOf(disc.sku)).toEqual([
      {
        kind,
        make,
        model: name,
        yearFrom: first,
        yearTo: first + 2,
        position: 'front axle',
        quantityPerVehicle: 2,
        engine: '',
        qualifiers: 'with heavy-duty cooling',
      },
    ]);
    const found = await shop.call('GET', `/parts?kind=${kind}&q=${encodeURIComponent(`${make} disc`)}`);
    expect((found.body as { sku: string }[]).map((one) => one.sku)).toContain(disc.sku);
  });

  it('of a part become those of the file; the same file again changes nothing', async () => {
    const { kind, make, model: name, first } = await model();
    const base = { brand: 'Kolbmann', part_number: disc.part_number, kind, make, model: name };
    await bringFitments(shop, { ...base, year_from: first, year_to: first + 2 });
    const before = await catalogueAsText(shop.databases);
    expect(await bringFitments(shop, { ...base, year_from: first, year_to: first + 2 })).toEqual({
      rows: 1,
      inserted: 0,
      updated: 0,
    });
    expect(await catalogueAsText(shop.databases)).toBe(before);
    // One year goes, one comes, two stay with another quantity.
    const moved = { ...base, year_from: first + 1, year_to: first + 3, quantity_per_vehicle: 4 };
    expect(await bringFitments(shop, moved)).toEqual({ rows: 1, inserted: 1, updated: 3 });
    expect(await fitmentsOf(disc.sku)).toMatchObject([
      { yearFrom: first + 1, yearTo: first + 3, quantityPerVehicle: 4 },
    ]);
  });

  it('with a mistake are not imported at all', async () => {
    const { kind, make, model: name, first } = await model();
    const good = {
      brand: 'Kolbmann',
      part_number: disc.part_number,
      kind,
      make,
      model: name,
      year_from: first,
      year_to: first,
    };
    const before = await catalogueAsText(shop.databases);
    const together = await bringFitments(
      shop,
      good,
      { ...good, part_number: 'NOBODY' },
      { ...good, year_from: first + 1, year_to: first },
      { ...good, make: 'Trabant & Daughters' },
    );
    expect(errorsOf(together)).toEqual([
      { line: 3, column: 'part_number', message: 'There is no part with this brand and number' },
      { line: 4, column: 'year_from', message: 'The first year is after the last' },
      { line: 5, column: 'model', message: 'There is no such vehicle in these years' },
    ]);
    const alone = await bringFitments(
      shop,
      { ...good, kind: 'boat' },
      { ...good, year_to: '' },
      { ...good, quantity_per_vehicle: 40_000 },
    );
    expect(errorsOf(alone)).toEqual([
      { line: 2, column: 'kind', message: 'car, truck or motorcycle is needed' },
      { line: 3, column: 'year_to', message: 'A year is needed' },
      { line: 4, column: 'quantity_per_vehicle', message: 'At most 1000' },
    ]);
    expect(await catalogueAsText(shop.databases)).toBe(before);
  });
});
