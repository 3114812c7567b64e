/** What was told of the fit stays with the order. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OrderDetailBody, ReceiptBody } from '#contract/ordering.ts';
import { makePart } from '../factories/parts.ts';
import { listFor, vehicleId } from '../factories/vehicles.ts';
import { openTestShop, type Person, type TestShop } from '../shop.ts';

let shop: TestShop;
let admin: Person;
let buyer: Person;
let a4: number;
beforeAll(async () => {
  shop = await openTestShop();
  admin = await shop.person('admin');
  buyer = await shop.person('customer');
  a4 = await vehicleId(shop, { make: 'Audi', model: 'A4', year: 2014 });
});
afterAll(() => shop.close());

const place = (body: object, headers = {}) =>
  shop.call('POST', '/order', {
    token: buyer.token,
    body: { address: '1 Test Road', phone: '+880 1', ...body },
    headers,
  });
const detail = async (placed: { body: unknown }) => {
  const { insertedId } = placed.body as { insertedId: string };
  return (await shop.call('GET', `/order/${insertedId}`, { token: buyer.token })).body as OrderDetailBody;
};

it('as it was when ordering, though the list is changed later', async () => {
  const part = await makePart(shop, admin);
  await listFor(shop, part, a4, { qualifiers: 'with ABS' });
  const placed = await place({
    orderId: part,
    orderQuantity: 1,
    vehicle: a4,
    conditionAnswers: { 'with ABS': true, 'long wheelbase': true },
  });
  expect(placed.status).toBe(201);
  const kept = { vehicleId: a4, vehicleName: '2014 Audi A4', fit: 'fits', condition: 'with ABS' };
  expect((await detail(placed)).lines[0]?.fit).toEqual(kept);

  await sql`DELETE FROM fitment WHERE part_id = ${Number(part)}`.execute(shop.databases.write);
  expect((await detail(placed)).lines[0]?.fit).toEqual(kept);
  const { insertedId } = placed.body as { insertedId: string };
  const receipt = await shop.call('GET', `/order/${insertedId}/receipt`, { token: buyer.token });
  expect((receipt.body as ReceiptBody).lines[0]?.fit).toBe(
    'For 2014 Audi A4: fits, since the buyer said: with ABS',
  );
  const pdf = await shop.call('GET', `/order/${insertedId}/receipt.pdf`, { token: buyer.token });
  expect(pdf.status).toBe(200);
});

it('by the data, whatever a client would have liked', async () => {
  const part = await makePart(shop, admin);
  const accord = await vehicleId(shop, { make: 'Honda', model: 'Accord', year: 2003 });
  await listFor(shop, part, accord);
  const placed = await place({
    partId: part,
    orderQuantity: 1,
    vehicle: a4,
    conditionAnswers: { '': true, fits: true },
    fit: 'fits',
  });
  expect((await detail(placed)).lines[0]?.fit).toMatchObject({ fit: 'doesNotFit', condition: '' });
});

it('of each line for itself; a line without a vehicle has none', async () => {
  const [one, two, three] = await Promise.all([
    makePart(shop, admin),
    makePart(shop, admin),
    makePart(shop, admin),
  ]);
  await listFor(shop, one, a4);
  const placed = await place({
    lines: [
      { partId: one, quantity: 1, vehicle: a4 },
      { partId: two, quantity: 1, vehicle: a4 },
      { partId: three, quantity: 1 },
    ],
  });
  expect((await detail(placed)).lines.map((line) => line.fit?.fit ?? null)).toEqual([
    'fits',
    'unknown',
    null,
  ]);
});

it('of parts for several vehicles; of two lines of one part the first that names one counts', async () => {
  const [one, two, three] = await Promise.all([
    makePart(shop, admin),
    makePart(shop, admin),
    makePart(shop, admin),
  ]);
  const civic = await vehicleId(shop, { make: 'Honda', model: 'Civic', year: 2003 });
  await listFor(shop, one, a4);
  await listFor(shop, two, civic, { qualifiers: 'with ABS' });
  await listFor(shop, three, a4);
  const placed = await place({
    lines: [
      { partId: one, quantity: 1 },
      { partId: two, quantity: 1, vehicle: civic, conditionAnswers: { 'with ABS': false } },
      { partId: one, quantity: 1, vehicle: a4, engine: '2.0 TDI' },
      { partId: three, quantity: 1, vehicle: civic },
      { partId: one, quantity: 1, vehicle: civic },
    ],
  });
  const told = (await detail(placed)).lines.map(({ fit }) => [fit?.vehicleName, fit?.fit]);
  expect(told).toEqual([
    ['2014 Audi A4 2.0 TDI', 'fits'],
    ['2003 Honda Civic', 'doesNotFit'],
    ['2003 Honda Civic', 'doesNotFit'],
  ]);
  const elsewhere = { partId: three, quantity: 1, vehicle: 999_999_999 };
  const refused = await place({ lines: [{ partId: one, quantity: 1, vehicle: a4 }, elsewhere] });
  expect(refused).toMatchObject({ status: 422, body: { code: 'UNKNOWN_VEHICLE' } });
});

it('and an order for no vehicle of ours is refused, and takes no stock', async () => {
  const part = await makePart(shop, admin, { stock: 1 });
  const refused = await place({ partId: part, orderQuantity: 1, vehicle: 999_999_999 });
  expect(refused).toMatchObject({ status: 422, body: { code: 'UNKNOWN_VEHICLE' } });
  expect((await place({ partId: part, orderQuantity: 1 })).status).toBe(201);
});
