/** Vehicles and fit over HTTP, with the vehicles that every shop knows. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FoundVehicleBody, PartFitBody, VehicleBody, VinBody } from '#contract/vehicles.ts';
import { makePart } from '../factories/parts.ts';
import { listFor, vehicleId } from '../factories/vehicles.ts';
import { openTestShop, type Person, type TestShop } from '../shop.ts';

let shop: TestShop;
let admin: Person;
beforeAll(async () => {
  shop = await openTestShop();
  admin = await shop.person('admin');
});
afterAll(() => shop.close());

const get = async (path: string) => (await shop.call('GET', path)).body;
const find = async (q: string) => (await get(`/vehicles?q=${encodeURIComponent(q)}`)) as FoundVehicleBody[];

describe('a vehicle is chosen', () => {
  it('by make, model and year', async () => {
    const makes = (await get('/vehicle-makes')) as { make: string; kinds: string[] }[];
    expect(makes).toContainEqual({ make: 'BMW', kinds: ['car', 'motorcycle'] });
    expect(await get('/vehicle-makes?kind=truck')).not.toContainEqual(
      expect.objectContaining({ make: 'Audi' }),
    );

    const models = (await get('/vehicle-models?make=audi&kind=car')) as { model: string }[];
    expect(models.map(({ model }) => model)).toContain('A4');
    expect(await get('/vehicle-models?make=Nobody')).toEqual([]);

    const years = (await get('/vehicle-years?make=Audi&model=A4')) as VehicleBody[];
    expect(years.map(({ year }) => year)).toEqual([...years.map(({ year }) => year)].sort((a, b) => b - a));
    const chosen = years.find(({ year }) => year === 2014);
    expect(chosen).toMatchObject({ kind: 'car', make: 'Audi', model: 'A4', name: '2014 Audi A4' });
    expect(await get(`/vehicles/${chosen?.id}`)).toEqual(chosen);
  });

  it('by typing it in any order', async () => {
    for (const q of ['audi a4 2014', '2014 A4', 'a4 audi 2014']) {
      expect((await find(q))[0]?.vehicle?.name).toBe('2014 Audi A4');
    }
    expect((await find('audi'))[0]).toMatchObject({ make: 'Audi', model: null, vehicle: null });
    expect((await find('audi a4'))[0]).toMatchObject({ make: 'Audi', model: 'A4', vehicle: null });
    expect(await find('no such vehicle')).toEqual([]);
    expect(await find('')).toEqual([]);
  });

  it('as soon as it is known', async () => {
    expect(await find('zastava yugo 1985')).toEqual([]);
    await sql`INSERT INTO vehicle (kind, make, model, year) VALUES ('car', 'Zastava', 'Yugo', 1985)`.execute(
      shop.databases.write,
    );
    expect((await find('zastava yugo 1985'))[0]?.vehicle?.name).toBe('1985 Zastava Yugo');
  });

  it('and is 404 where there is none', async () => {
    for (const path of [
      '/vehicles/999999999',
      '/vehicles/none',
      '/vehicles/01',
      '/vehicles/999999999/fits?part=1',
    ]) {
      expect((await shop.call('GET', path)).status).toBe(404);
    }
  });
});

describe('a VIN', () => {
  const read = (vin: string) => shop.call('POST', '/vin', { body: { vin } });

  it.each([
    ['1HGCM82633A004352', ['2003 Honda Accord']],
    ['5YJSA1E26HF000337', ['2017 Tesla Model S']],
    ['1ftfw1et5df-c10312', ['2013 Ford F-150']],
    ['WBAJB0C51JB084264', []],
    ['WVWZZZ1JZXW000001', []],
    ['WAUZZZ8K9BA123456', []],
  ])('%s is a prefill of %j', async (vin, names) => {
    const answer = await read(vin);
    expect(answer.status).toBe(200);
    const { vehicles, makes } = answer.body as VinBody;
    expect(vehicles.map((vehicle) => vehicle.name)).toEqual(names);
    expect(makes).toHaveLength(1);
    for (const vehicle of vehicles) expect(await get(`/vehicles/${vehicle.id}`)).toEqual(vehicle);
  });

  it.each([
    // The letter of the year stands for two, and of motorcycles and heavy trucks nothing tells which.
    ['1XPBDP9XXPD123456', [1993, 2023], ['1993 Peterbilt 375', '2023 Peterbilt 579']],
    ['1XP5DB9X7PN123456', [1993, 2023], ['1993 Peterbilt 379']],
    // Of 1993 there was none.
    ['JS1GN7DA7P2101234', [1993, 2023], ['2023 Suzuki GSX-R600']],
    ['JH2RC4467DK012345', [1983, 2013], []],
    ['1FTEW1EP5PFA12345', [2023], ['2023 Ford F-150']],
  ])('%s may be of %j: %j', async (vin, years, names) => {
    const body = (await read(vin)).body as VinBody;
    expect(body).toMatchObject({ years, others: [] });
    expect(body.vehicles.map((vehicle) => vehicle.name).sort()).toEqual(names);
  });

  it('of a model that the shop does not know is told by name, and never another instead', async () => {
    const body = (await read('1XPBDP9XXPD123456')).body as VinBody;
    await sql`UPDATE vehicle SET model = 'Unknown' WHERE make = 'Peterbilt' AND model = '579' AND year = 2023`.execute(
      shop.databases.write,
    );
    await sql`INSERT INTO vehicle (kind, make, model, year) VALUES ('truck', 'Peterbilt', 'Other', 2023)`.execute(
      shop.databases.write,
    );
    const without = (await read('1XPBDP9XXPD123456')).body as VinBody;
    expect(without.vehicles).toEqual(body.vehicles.filter((vehicle) => vehicle.year === 1993));
    expect(without.others).toEqual(['2023 Peterbilt 579']);
  });

  it('that has no 17 letters and digits is none', async () => {
    for (const vin of ['1HGCM82633A00435', 'ÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄ', '']) {
      expect(await read(vin)).toMatchObject({ status: 422, body: { errors: [{ path: 'body.vin' }] } });
    }
  });
});

describe('the fit of parts', () => {
  const fits = async (vehicle: number, ...parts: string[]) =>
    (await get(
      `/vehicles/${vehicle}/fits?${parts.map((part) => `part=${part}`).join('&')}`,
    )) as PartFitBody[];

  it('is told in four states, with what it depends on', async () => {
    const a4 = await vehicleId(shop, { make: 'Audi', model: 'A4', year: 2014 });
    const accord = await vehicleId(shop, { make: 'Honda', model: 'Accord', year: 2003 });
    const [sure, open, foreign, unlisted] = await Promise.all([
      makePart(shop, admin),
      makePart(shop, admin),
      makePart(shop, admin),
      makePart(shop, admin),
    ]);
    await listFor(shop, sure, a4, { position: 'Front', perVehicle: 2 });
    await listFor(shop, sure, a4, { position: 'Rear', qualifiers: 'with ABS' });
    await listFor(shop, open, a4, { qualifiers: 'with ABS' });
    await listFor(shop, foreign, accord);
    expect(await fits(a4, unlisted, sure, open, foreign, '99999999', sure)).toEqual([
      { partId: unlisted, fit: 'unknown', applications: [], otherEngines: [] },
      {
        partId: sure,
        fit: 'fits',
        applications: [
          { position: 'Front', engine: '', qualifiers: '', quantityPerVehicle: 2 },
          { position: 'Rear', engine: '', qualifiers: 'with ABS', quantityPerVehicle: 1 },
        ],
        otherEngines: [],
      },
      {
        partId: open,
        fit: 'fitsIf',
        applications: [{ position: '', engine: '', qualifiers: 'with ABS', quantityPerVehicle: 1 }],
        otherEngines: [],
      },
      { partId: foreign, fit: 'doesNotFit', applications: [], otherEngines: [] },
    ]);
  });

  it('is told for at most 100 parts at once, and at least one', async () => {
    const a4 = await vehicleId(shop, { make: 'Audi', model: 'A4', year: 2014 });
    const many = Array.from({ length: 101 }, (_, index) => `part=${index + 1}`).join('&');
    expect((await shop.call('GET', `/vehicles/${a4}/fits?${many}`)).status).toBe(422);
    expect((await shop.call('GET', `/vehicles/${a4}/fits`)).status).toBe(422);
    expect((await shop.call('GET', `/vehicles/${a4}/fits?part=x`)).status).toBe(422);
  });

  it('may be kept by caches, and asked for again', async () => {
    const a4 = await vehicleId(shop, { make: 'Audi', model: 'A4', year: 2014 });
    const first = await shop.call('GET', `/vehicles/${a4}`);
    const etag = first.headers.get('etag') ?? '';
    expect(etag).not.toBe('');
    const again = await shop.call('GET', `/vehicles/${a4}`, { headers: { 'if-none-match': etag } });
    expect(again.status).toBe(304);
  });
});
