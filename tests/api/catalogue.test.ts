/** The catalogue over HTTP: what owners save and what everyone reads. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureBrand } from '#server/catalogue/part-store.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { bringParts, partRow } from '../factories/files.ts';
import { makePart, stockOf } from '../factories/parts.ts';
import { type Answer, openTestShop, type Person, type TestShop } from '../shop.ts';

let shop: TestShop;
let admin: Person;

beforeAll(async () => {
  shop = await openTestShop();
  admin = await shop.person('admin');
});
afterAll(() => shop.close());

const NEW = {
  name: 'Oil Filter',
  price: 4.5,
  stock: 12,
  minOrder: 2,
  description: 'Spin-on.',
  img: '/media/x/960.webp',
};
const save = (method: string, path: string, body: unknown, headers = {}) =>
  shop.call(method, path, { token: admin.token, body, headers });

const REVIEW = { name: 'Buyer', rating: 5, description: 'Fits.' };
/** Makes all calls at once, beginning with this one; answers in their own order. */
async function atOnce(calls: readonly (() => Promise<Answer>)[], first: number): Promise<Answer[]> {
  const turned = [...calls.slice(first), ...calls.slice(0, first)];
  const answers = await Promise.all(turned.map((call) => call()));
  return [...answers.slice(calls.length - first), ...answers.slice(0, calls.length - first)];
}
const code = (answer: Answer | undefined) => (answer?.body as { code?: string } | undefined)?.code;

describe('an owner', () => {
  it('adds a part with the six specified fields, and it is in the shop', async () => {
    const added = await save('POST', '/parts', NEW);
    expect(added).toMatchObject({ status: 201, body: { acknowledged: true } });
    const { insertedId } = added.body as { insertedId: string };
    const part = await shop.call('GET', `/parts/${insertedId}`);
    expect(part.body).toMatchObject({ ...NEW, _id: insertedId, pricePerUnit: 546.75, orderMultiple: 1 });
    expect(await stockOf(shop.databases, insertedId)).toMatchObject({ onHand: 12, ledger: { onHand: 12 } });
  });

  it('adds it once, however often the call is repeated', async () => {
    const key = { 'idempotency-key': 'add-this-part-once' };
    const answers = await Promise.all(
      [1, 2, 3].map(() => save('POST', '/parts', { ...NEW, name: 'Once' }, key)),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
  });

  it('adds a part where a file has brought the SKUs that the shop would give it and the next one', async () => {
    const { insertedId } = (await save('POST', '/parts', NEW)).body as { insertedId: string };
    // Each row of a file takes a number of the count, too.
    const taken = [3, 4].map((ahead) => skuOf(Number(insertedId) + ahead));
    await bringParts(shop, ...taken.map((sku) => partRow({ sku })));
    const added = await save('POST', '/parts', NEW);
    expect(added.status).toBe(201);
    const part = await shop.call('GET', `/parts/${(added.body as { insertedId: string }).insertedId}`);
    expect(part.body).toMatchObject({ sku: skuOf(Number(insertedId) + 5) });
  });
  const skuOf = (id: number) => `MS-P${String(id).padStart(6, '0')}`;

  it.each([
    [{ name: '' }, 'body.name', 'Name is Required'],
    [{ price: undefined }, 'body.price', 'value is Required'],
    [{ stock: 1.5 }, 'body.stock', 'value is Required'],
    [{ minOrder: 0 }, 'body.minOrder', 'value is Required'],
    [{ description: ' ' }, 'body.description', 'Info is Required'],
    [{ img: '' }, 'body.img', 'Image is Required'],
    [{ price: 93.100_000_000_000_01 }, 'body.price', 'At most two decimal places'],
  ])('is told what is missing: %j', async (change, path, message) => {
    const refused = await save('POST', '/parts', { ...NEW, ...change });
    expect(refused.status).toBe(422);
    expect(refused.body).toMatchObject({ errors: expect.arrayContaining([{ path, message }]) });
  });

  it('makes a new brand once, whoever names it first at the same moment', async () => {
    const { write } = shop.databases;
    for (let brand = 1; brand <= 40; brand += 1) {
      const ensure = () => inTransaction(write, (tx) => ensureBrand(tx, `Brand ${brand}`));
      const ids = await Promise.all(Array.from({ length: 8 }, ensure));
      expect(new Set(ids).size).toBe(1);
    }
  });

  it('changes only the fields that are given', async () => {
    const id = await makePart(shop, admin, { grade: 'oe', orderMultiple: 3, minOrder: 6 });
    const changed = await save('PUT', `/parts/${id}`, { price: 7 });
    expect(changed.body).toMatchObject({ price: 7, grade: 'oe', orderMultiple: 3, minOrder: 6 });
    expect(await save('PUT', `/parts/${id}`, { minOrder: 4 })).toMatchObject({
      status: 422,
      body: { code: 'MINIMUM_NOT_A_MULTIPLE' },
    });
  });

  it('can not give two parts of a brand one number, but can use the number of a deleted part again', async () => {
    const first = await save('POST', '/parts', { ...NEW, brand: 'Kestrel', partNumber: 'KD 44.71' });
    const again = { ...NEW, brand: 'KESTREL', partNumber: 'kd-4471' };
    expect(await save('POST', '/parts', again)).toMatchObject({
      status: 409,
      body: { code: 'PART_NUMBER_TAKEN' },
    });
    await save('DELETE', `/parts/${(first.body as { insertedId: string }).insertedId}`, undefined);
    expect((await save('POST', '/parts', again)).status).toBe(201);
  });

  it('deletes a part from the shop, once; what was ordered of it stays readable', async () => {
    const id = await makePart(shop, admin);
    const buyer = await shop.person('customer');
    const body = { partId: id, orderQuantity: 1, address: 'Road 1', phone: '1' };
    const placed = await shop.call('POST', '/order', { token: buyer.token, body });
    expect((await save('DELETE', `/parts/${id}`, undefined)).body).toEqual({ deletedCount: 1 });
    expect((await save('DELETE', `/parts/${id}`, undefined)).status).toBe(404);
    expect((await shop.call('GET', `/parts/${id}`)).status).toBe(404);
    const { insertedId } = placed.body as { insertedId: string };
    expect((await shop.call('GET', `/order/${insertedId}`, { token: buyer.token })).status).toBe(200);
  });

  it('deletes a part that is counted, changed and reviewed at the same moment, or keeps it, and nobody hears of a fault', async () => {
    const buyers = await Promise.all(Array.from({ length: 4 }, () => shop.person('customer')));
    const ids: string[] = [];
    for (let count = 0; count < 40; count += 1) ids.push(await makePart(shop, admin, { stock: 0 }));
    const outcomes = await Promise.all(
      ids.map(async (id, index) => {
        const token = buyers[index % buyers.length]?.token;
        const calls = [
          () => save('POST', `/parts/${id}/stock`, { quantity: 5, reason: 'counted' }),
          () => save('DELETE', `/parts/${id}`, undefined),
          () => shop.call('POST', '/review', { token, body: { ...REVIEW, partId: id } }),
          () => save('PUT', `/parts/${id}`, { name: 'Renamed' }),
        ] as const;
        // Each is the first one now and then.
        const [counted, deleted, reviewed, changed] = await atOnce(calls, index % calls.length);
        return { id, counted, deleted, reviewed, changed };
      }),
    );
    const parts = await shop.databases.write.selectFrom('part').select(['id', 'archived_at']).execute();
    for (const { id, counted, deleted, reviewed, changed } of outcomes) {
      expect(deleted).toMatchObject({ status: 200, body: { deletedCount: 1 } });
      const kept = parts.find((part) => part.id === Number(id));
      // A part whose stock has moved is kept, and no other.
      if (counted?.status === 200) expect(kept?.archived_at).toBeInstanceOf(Date);
      else expect([counted?.status, code(counted), kept]).toEqual([404, 'NOT_FOUND', undefined]);
      if (reviewed?.status !== 201)
        expect([reviewed?.status, code(reviewed)]).toEqual([404, 'PART_NOT_FOUND']);
      if (changed?.status !== 200) expect([changed?.status, code(changed)]).toEqual([404, 'NOT_FOUND']);
    }
  });

  it('adjusts stock with a reason, and not below what is reserved', async () => {
    const id = await makePart(shop, admin, { stock: 10 });
    const buyer = await shop.person('customer');
    await shop.call('POST', '/order', {
      token: buyer.token,
      body: { partId: id, orderQuantity: 4, address: 'Road 1', phone: '1' },
    });
    const adjust = (quantity: number) => save('POST', `/parts/${id}/stock`, { quantity, reason: 'counted' });
    expect(await adjust(-7)).toMatchObject({
      status: 409,
      body: { code: 'STOCK_WOULD_BE_NEGATIVE', stock: 6 },
    });
    expect(await adjust(-6)).toMatchObject({ status: 200, body: { stock: 0 } });
    const ledger = await shop.call('GET', `/parts/${id}/stock`, { token: admin.token });
    expect(ledger.body).toMatchObject({
      onHand: 4,
      reserved: 4,
      movements: [
        { kind: 'adjusted', quantity: -6, reason: 'counted', by: admin.email },
        { kind: 'reserved', quantity: 4 },
        { kind: 'received', quantity: 10 },
      ],
    });
  });

  it('is told what the stock is now when somebody else was faster', async () => {
    const id = await makePart(shop, admin, { stock: 50 });
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        save('POST', `/parts/${id}/stock`, { quantity: -20, reason: 'counted' }),
      ),
    );
    const refused = answers.filter((answer) => answer.status === 409);
    expect(refused.map((answer) => (answer.body as { stock: number }).stock)).toEqual(Array(8).fill(10));
  });
});

describe('a visitor', () => {
  it('pages through all parts without missing or repeating one', async () => {
    for (let i = 0; i < 30; i += 1) await makePart(shop, admin, { name: `Paged ${i}` });
    const seen: string[] = [];
    let path: string | undefined = '/parts?limit=7';
    while (path !== undefined) {
      const page = await shop.call('GET', path);
      seen.push(...(page.body as { _id: string }[]).map((part) => part._id));
      path = /^<\/api([^>]+)>; rel="next"$/.exec(page.headers.get('link') ?? '')?.[1];
      expect(Number(page.headers.get('x-total-count'))).toBeGreaterThanOrEqual(30);
    }
    expect(new Set(seen).size).toBe(seen.length);
    const first = await shop.call('GET', '/parts');
    expect((first.body as { _id: string }[]).map((part) => part._id)).toEqual(seen.slice(0, 24));
  });

  it.each(['kd9902.7', 'KD 9902-7', ' kd/9902/7 '])('finds a part by its number typed as %j', async (q) => {
    const brand = 'Finder';
    const known = await shop.call('GET', '/catalogue/finder/kd99027');
    const id =
      known.status === 200
        ? (known.body as { _id: string })._id
        : await makePart(shop, admin, { brand, partNumber: 'KD 9902.7', name: 'Wheel Bearing Kit' });
    const found = await shop.call('GET', `/parts?q=${encodeURIComponent(q)}`);
    expect((found.body as { _id: string }[])[0]?._id).toBe(id);
    expect((await shop.call('GET', `/parts?q=wheel+bearings`)).body).toContainEqual(
      expect.objectContaining({ _id: id }),
    );
  });

  it('may send any cursor', async () => {
    for (const cursor of [
      'x',
      '~',
      '1~2~3',
      '%',
      '99999999999999999999~1',
      "1~'; drop table part",
      '-1~-1',
      '1e9~1',
    ]) {
      const page = await shop.call('GET', `/parts?cursor=${encodeURIComponent(cursor)}`);
      expect(page.status).toBe(200);
      const orders = await shop.call('GET', `/orders/order?cursor=${encodeURIComponent(cursor)}`, {
        token: admin.token,
      });
      expect(orders.status).toBe(200);
    }
  });
});
