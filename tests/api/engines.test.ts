/** Engines over HTTP: those that fitments name, and what they make of fit, lists, searches, garages and orders. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OrderDetailBody } from '#contract/ordering.ts';
import type { SearchBody } from '#contract/search.ts';
import type { GarageVehicleBody, PartFitBody } from '#contract/vehicles.ts';
import { refreshSearch } from '#server/catalogue/part-store.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { makePart } from '../factories/parts.ts';
import { listFor, vehicleId } from '../factories/vehicles.ts';
import { openTestShop, type Person, type TestShop } from '../shop.ts';

let shop: TestShop;
let admin: Person;
let a4: number;
/** Parts by what they are for. */
let tdi: string;
let tfsi: string;
let both: string;
let any: string;
let tdiWithAbs: string;

beforeAll(async () => {
  shop = await openTestShop();
  admin = await shop.person('admin');
  a4 = await vehicleId(shop, { make: 'Audi', model: 'A4', year: 2014 });
  const name = 'Oil Filter, spin-on';
  tdi = await makePart(shop, admin, { name });
  tfsi = await makePart(shop, admin, { name });
  both = await makePart(shop, admin, { name });
  any = await makePart(shop, admin, { name });
  tdiWithAbs = await makePart(shop, admin, { name });
  await listFor(shop, tdi, a4, { engine: '2.0 TDI' });
  await listFor(shop, tfsi, a4, { engine: '1.8 TFSI' });
  await listFor(shop, both, a4, { engine: '1.8 TFSI' });
  await listFor(shop, both, a4, { engine: '2.0 tdi' });
  await listFor(shop, any, a4);
  await listFor(shop, tdiWithAbs, a4, { engine: '2.0 TDI', qualifiers: 'with ABS' });
  await inTransaction(shop.databases.write, (tx) =>
    refreshSearch(tx, [tdi, tfsi, both, any, tdiWithAbs].map(Number)),
  );
});
afterAll(() => shop.close());

const get = async <T>(path: string) => (await shop.call('GET', path)).body as T;
const fitsWith = async (engine: string) => {
  const parts = [tdi, tfsi, both, any, tdiWithAbs].map((part) => `part=${part}`).join('&');
  const query = engine === '' ? '' : `&engine=${encodeURIComponent(engine)}`;
  const fits = await get<PartFitBody[]>(`/vehicles/${a4}/fits?${parts}${query}`);
  return fits.map(({ fit }) => fit);
};

it('of a vehicle are those that its fitments name, each once', async () => {
  expect(await get(`/vehicles/${a4}/engines`)).toEqual(['1.8 TFSI', '2.0 TDI']);
  const accord = await vehicleId(shop, { make: 'Honda', model: 'Accord', year: 2003 });
  expect(await get(`/vehicles/${accord}/engines`)).toEqual([]);
  expect((await shop.call('GET', '/vehicles/999999999/engines')).status).toBe(404);
});

describe('make a part', () => {
  it('depend on a question while the engine is not known', async () => {
    expect(await fitsWith('')).toEqual(['fitsIf', 'fitsIf', 'fitsIf', 'fits', 'fitsIf']);
  });

  it('fit or not once it is known, in any writing', async () => {
    for (const engine of ['2.0 TDI', '2,0l tdi', 'TDI 2.0'])
      expect(await fitsWith(engine)).toEqual(['fits', 'doesNotFit', 'fits', 'fits', 'fitsIf']);
    expect(await fitsWith('1.8 TFSI')).toEqual(['doesNotFit', 'fits', 'fits', 'fits', 'doesNotFit']);
  });

  it('tell for which engines it is instead', async () => {
    const [fit] = await get<PartFitBody[]>(`/vehicles/${a4}/fits?part=${tfsi}&engine=2.0%20TDI`);
    expect(fit).toEqual({ partId: tfsi, fit: 'doesNotFit', applications: [], otherEngines: ['1.8 TFSI'] });
  });

  it('stay a question for an engine that is none of the vehicle’s', async () => {
    expect(await fitsWith('3.0 TDI')).toEqual(await fitsWith(''));
    const long = 'x'.repeat(81);
    expect((await shop.call('GET', `/vehicles/${a4}/fits?part=${tdi}&engine=${long}`)).status).toBe(422);
  });
});

describe('narrow a list', () => {
  const found = async (query: string) =>
    (await get<{ _id: string }[]>(`/parts?${query}`)).map((part) => part._id).sort();
  const search = (query: string) => get<SearchBody>(`/search?${query}`);
  const all = () => [tdi, tfsi, both, any, tdiWithAbs].sort();
  const forTdi = () => [tdi, both, any, tdiWithAbs].sort();

  it('to what is not for other engines alone, with counts that say so', async () => {
    expect(await found(`vehicle=${a4}`)).toEqual(all());
    expect(await found(`vehicle=${a4}&engine=2.0%20TDI`)).toEqual(forTdi());
    expect(await found(`vehicle=${a4}&engine=3.0%20TDI`)).toEqual(all());
    const answer = await search(`vehicle=${a4}&engine=2.0%20TDI`);
    expect(answer.total).toEqual({ count: 4, relation: 'eq' });
    expect(answer.facets?.grade.values.reduce((sum, { count }) => sum + count, 0)).toBe(4);
  });

  it('in a phrase, where the vehicle is known and has it', async () => {
    for (const q of ['oil filter audi a4 2014 2.0 tdi', '2.0TDI audi a4 2014 oil filter']) {
      const answer = await search(`q=${encodeURIComponent(q)}`);
      expect(answer.parts.map((part) => part._id).sort()).toEqual(forTdi());
      expect(answer.understood).toMatchObject({
        engine: '2.0 TDI',
        words: ['oil', 'filter'],
        vehicle: { id: a4 },
      });
      expect(answer.relaxed).toEqual([]);
    }
    const besides = await search(`q=oil+filter+1.8+tfsi&vehicle=${a4}&engine=2.0%20TDI`);
    expect(besides.understood).toMatchObject({ engine: '1.8 TFSI', vehicle: null });
    expect(besides.parts.map((part) => part._id).sort()).toEqual([tfsi, both, any].sort());
    // One that it has not is a word like others.
    expect((await search('q=oil+filter+audi+a4+2014+3.0+tdi')).understood.engine).toBeNull();
  });

  it('while one types', async () => {
    const suggested = await get<{ parts: { _id: string }[] }>(
      `/search/suggest?q=oil+filter+2.0+tdi&vehicle=${a4}`,
    );
    expect(suggested.parts.map((part) => part._id).sort()).toEqual(forTdi());
  });
});

it('are shown with the vehicles of a part', async () => {
  expect(await get(`/parts/${both}/fitments`)).toMatchObject([
    { make: 'Audi', model: 'A4', engine: '1.8 TFSI' },
    { make: 'Audi', model: 'A4', engine: '2.0 tdi' },
  ]);
});

it('are kept in a garage, changed, and moved in with what was chosen before', async () => {
  const { token } = await shop.person('customer');
  const call = (method: string, path: string, body?: unknown) => shop.call(method, path, { token, body });
  const added = (await call('POST', '/garage', { vehicle: a4 })).body as GarageVehicleBody;
  expect(added.engine).toBe('');
  const changed = await call('PUT', `/garage/${added.id}`, { engine: '2.0 TDI' });
  expect(changed.body).toMatchObject({ engine: '2.0 TDI', vehicle: { id: a4, name: '2014 Audi A4' } });
  const moved = await call('POST', '/recent-vehicles', {
    vehicles: [a4, { vehicle: a4, engine: '2.0 tdi' }, { vehicle: a4, engine: '1.8 TFSI' }],
  });
  expect((moved.body as GarageVehicleBody[]).map(({ engine }) => engine).sort()).toEqual([
    '',
    '1.8 TFSI',
    '2.0 TDI',
  ]);
});

it('stay with an order, with what was told then', async () => {
  const buyer = await shop.person('customer');
  const order = { address: '1 Test Road', phone: '+880 1' };
  const lineOf = async (body: object) => {
    const placed = await shop.call('POST', '/order', { token: buyer.token, body: { ...order, ...body } });
    expect(placed.status).toBe(201);
    const { insertedId } = placed.body as { insertedId: string };
    const detail = await shop.call('GET', `/order/${insertedId}`, { token: buyer.token });
    return (detail.body as OrderDetailBody).lines[0]?.fit;
  };
  expect(await lineOf({ partId: tdi, orderQuantity: 1, vehicle: a4, engine: '2.0 tdi' })).toEqual({
    vehicleId: a4,
    vehicleName: '2014 Audi A4 2.0 TDI',
    fit: 'fits',
    condition: '',
  });
  expect(await lineOf({ partId: tfsi, orderQuantity: 1, vehicle: a4, engine: '2.0 TDI' })).toMatchObject({
    fit: 'doesNotFit',
  });
  expect(await lineOf({ partId: tdi, orderQuantity: 1, vehicle: a4 })).toMatchObject({
    vehicleName: '2014 Audi A4',
    fit: 'fitsIf',
    condition: 'with engine 2.0 TDI',
  });
});
