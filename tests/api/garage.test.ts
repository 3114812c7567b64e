/** Garages: everyone's own vehicles. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type GarageVehicleBody, MAX_GARAGE_VEHICLES } from '#contract/vehicles.ts';
import { vehicleId } from '../factories/vehicles.ts';
import { openTestShop, type Person, type TestShop } from '../shop.ts';

let shop: TestShop;
let a4: number;
let accord: number;
beforeAll(async () => {
  shop = await openTestShop();
  a4 = await vehicleId(shop, { make: 'Audi', model: 'A4', year: 2014 });
  accord = await vehicleId(shop, { make: 'Honda', model: 'Accord', year: 2003 });
});
afterAll(() => shop.close());

const as =
  (person: Person) =>
  (method: string, path: string, body?: unknown, headers = {}) =>
    shop.call(method, path, { token: person.token, body, headers });

it('keep vehicles with a name, plate, VIN and notes, changed field by field', async () => {
  const call = as(await shop.person('customer'));
  const van = {
    vehicle: a4,
    name: 'Van 3',
    plate: 'DHA-11-2233',
    vin: '1HGCM82633A004352',
    notes: 'Tow bar',
  };
  const added = await call('POST', '/garage', van);
  expect(added).toMatchObject({
    status: 201,
    body: { ...van, vehicle: { id: a4, name: '2014 Audi A4', kind: 'car' } },
  });
  const { id } = added.body as GarageVehicleBody;
  const changed = await call('PUT', `/garage/${id}`, { plate: 'DHA-11-9999' });
  expect(changed.body).toMatchObject({ name: 'Van 3', plate: 'DHA-11-9999', notes: 'Tow bar' });
  expect((await call('GET', '/garage')).body).toEqual([changed.body]);
  expect((await call('DELETE', `/garage/${id}`)).body).toEqual({ deletedCount: 1 });
  expect((await call('GET', '/garage')).body).toEqual([]);
  expect((await call('DELETE', `/garage/${id}`)).status).toBe(404);
});

it('are seen, changed and emptied by their owners alone', async () => {
  const owner = as(await shop.person('customer'));
  const { id } = (await owner('POST', '/garage', { vehicle: a4, notes: 'Mine' })).body as GarageVehicleBody;
  for (const role of ['customer', 'admin'] as const) {
    const other = as(await shop.person(role));
    expect((await other('GET', '/garage')).body).toEqual([]);
    expect((await other('PUT', `/garage/${id}`, { notes: 'Theirs' })).status).toBe(404);
    expect((await other('DELETE', `/garage/${id}`)).status).toBe(404);
  }
  expect((await owner('GET', '/garage')).body).toMatchObject([{ id, notes: 'Mine' }]);
});

it('take in what was chosen before signing in, once', async () => {
  const call = as(await shop.person('customer'));
  await call('POST', '/garage', { vehicle: accord, name: 'Old one' });
  const chosen = { vehicles: [a4, accord, 999_999_999, a4] };
  const answers = await Promise.all([1, 2, 3].map(() => call('POST', '/recent-vehicles', chosen)));
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
  const kept = (await call('GET', '/garage')).body as GarageVehicleBody[];
  expect(kept.map((one) => one.vehicle.id).sort()).toEqual([a4, accord].sort());
  expect(kept.find((one) => one.vehicle.id === accord)?.name).toBe('Old one');
});

it('add a vehicle once, however often the call is repeated', async () => {
  const call = as(await shop.person('customer'));
  const key = { 'idempotency-key': 'keep-this-vehicle' };
  const answers = await Promise.all([1, 2].map(() => call('POST', '/garage', { vehicle: a4 }, key)));
  expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
  expect(((await call('GET', '/garage')).body as unknown[]).length).toBe(1);
});

it('are of a limited size, also when filled from two sides', async () => {
  const person = await shop.person('customer');
  const call = as(person);
  const now = new Date();
  await shop.databases.write
    .insertInto('garage_vehicle')
    .values(
      Array.from({ length: MAX_GARAGE_VEHICLES - 1 }, () => ({
        id: crypto.randomUUID(),
        user_id: person.id,
        vehicle_id: a4,
        created_at: now,
        updated_at: now,
      })),
    )
    .execute();
  const answers = await Promise.all([1, 2, 3].map(() => call('POST', '/garage', { vehicle: accord })));
  expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409, 409]);
  expect((await call('POST', '/recent-vehicles', { vehicles: [accord] })).status).toBe(200);
  expect(((await call('GET', '/garage')).body as unknown[]).length).toBe(MAX_GARAGE_VEHICLES);
});

it.each([
  [{ name: 'x'.repeat(61) }, 'body.name'],
  [{ plate: 'x'.repeat(21) }, 'body.plate'],
  [{ notes: 'x'.repeat(1001) }, 'body.notes'],
  [{ vehicle: 'A4' }, 'body.vehicle'],
])('keep no more than fits: %j', async (change, path) => {
  const call = as(await shop.person('customer'));
  const refused = await call('POST', '/garage', { vehicle: a4, ...change });
  expect(refused.status).toBe(422);
  expect((refused.body as { errors: { path: string }[] }).errors.map((error) => error.path)).toContain(path);
});
