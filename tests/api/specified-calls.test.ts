/** The public contract, call by call as `docs/specification.md` lists it: what goes in, what comes out. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bring } from '../factories/imports.ts';
import { makePart } from '../factories/parts.ts';
import { type Answer, openTestShop, type Person, type TestShop } from '../shop.ts';

let shop: TestShop;
let admin: Person;
let buyer: Person;
let partId: string;
beforeAll(async () => {
  shop = await openTestShop();
  admin = await shop.person('admin');
  buyer = await shop.person('customer');
  partId = await makePart(shop, admin, { minOrder: 2, stock: 500, price: 10 });
});
afterAll(() => shop.close());

const call = (method: string, path: string, by?: Person, body?: unknown) =>
  shop.call(method, path, { token: by?.token, body });
const idOf = ({ body }: Answer) => (body as { insertedId: string }).insertedId;
/** What the order form sends. */
const payload = (quantity = 2) => ({
  orderId: partId,
  partsName: 'Brake Disc, front axle, 320 mm',
  userName: buyer.name,
  userEmail: buyer.email,
  orderQuantity: quantity,
  pricePerUnit: 1215,
  address: '1 Test Road',
  phone: '+880 1',
});
const place = async (quantity?: number) => idOf(await call('POST', '/order', buyer, payload(quantity)));

describe('parts', () => {
  it('GET /parts answers a list; each part has id, name, picture, stock, minimum order, description and price', async () => {
    const { status, body } = await call('GET', '/parts');
    expect(status).toBe(200);
    expect(body).toContainEqual(
      expect.objectContaining({
        _id: partId,
        name: 'Brake Disc, front axle, 320 mm',
        img: expect.any(String),
        stock: 500,
        minOrder: 2,
        description: 'Ventilated, coated hub.',
        price: 10,
      }),
    );
  });

  it('GET /parts/{partsId} answers one part', async () => {
    const one = await call('GET', `/parts/${partId}`);
    expect(one).toMatchObject({
      status: 200,
      body: { _id: partId, minOrder: 2, price: 10, pricePerUnit: 1215 },
    });
    expect((await call('GET', '/parts/999999999')).status).toBe(404);
  });

  it('POST /parts takes the six fields and answers insertedId; DELETE /parts/{id} answers deletedCount', async () => {
    const added = await call('POST', '/parts', admin, {
      name: 'Wiper Blade',
      price: 3.5,
      stock: 40,
      minOrder: 10,
      description: 'Flat.',
      img: '/media/none/960.webp',
    });
    expect(added.body).toMatchObject({ insertedId: expect.any(String) });
    const gone = await call('DELETE', `/parts/${idOf(added)}`, admin);
    expect(gone).toMatchObject({ status: 200, body: { deletedCount: 1 } });
  });
});

describe('reviews', () => {
  it('POST /review takes name, rating and description; GET /review answers the list', async () => {
    const review = { name: 'Workshop North', rating: 5, description: 'Good discs.' };
    expect((await call('POST', '/review', buyer, review)).status).toBe(201);
    expect((await call('GET', '/review')).body).toContainEqual(expect.objectContaining(review));
  });

  it('a rating is 1 to 5 and a name has at most 20 characters on the server, too', async () => {
    for (const wrong of [
      { rating: 0 },
      { rating: 6 },
      { rating: 4.5 },
      { name: 'x'.repeat(21) },
      { name: ' ' },
    ]) {
      const refused = await call('POST', '/review', buyer, { name: 'Workshop', rating: 4, ...wrong });
      expect({ wrong, status: refused.status }).toEqual({ wrong, status: 422 });
    }
  });

  it('a review may name a part, and then stands among those of the part', async () => {
    const review = { name: 'Of the part', rating: 4, description: 'Fits.', partId };
    await call('POST', '/review', buyer, review);
    expect((await call('GET', `/review?partId=${partId}`)).body).toMatchObject([review]);
    expect((await call('POST', '/review', buyer, { ...review, partId: '999999999' })).status).toBe(404);
  });

  it('an admin hides a review, and it is read no more', async () => {
    const hidden = await call('POST', '/review', buyer, { name: 'To be hidden', rating: 1 });
    expect((await call('DELETE', `/review/${idOf(hidden)}`, admin)).body).toEqual({ deletedCount: 1 });
    const { body } = await call('GET', '/review?limit=100');
    expect((body as { _id: string }[]).map(({ _id }) => _id)).not.toContain(idOf(hidden));
  });
});

describe('users', () => {
  it('GET /user answers the list: id, email and role', async () => {
    const { body } = await call('GET', '/user', admin);
    expect(body).toContainEqual(
      expect.objectContaining({ _id: buyer.id, email: buyer.email, role: 'customer' }),
    );
    expect(body).toContainEqual(expect.objectContaining({ email: admin.email, role: 'admin' }));
  });

  it('PUT /user/admin/{email} answers modifiedCount; GET /admin/{email} answers admin', async () => {
    const promoted = await shop.person('customer');
    expect((await call('GET', `/admin/${promoted.email}`, promoted)).body).toEqual({ admin: false });
    expect((await call('PUT', `/user/admin/${promoted.email}`, admin)).body).toEqual({ modifiedCount: 1 });
    expect((await call('GET', `/admin/${promoted.email}`, admin)).body).toEqual({ admin: true });
    expect((await call('PUT', `/user/admin/${promoted.email}`, admin)).body).toEqual({ modifiedCount: 0 });
  });
});

describe('orders', () => {
  it('POST /order takes the eight fields and answers insertedId; GET /order/{id} answers the order with all of its own', async () => {
    const placed = await call('POST', '/order', buyer, payload(3));
    expect(placed.status).toBe(201);
    const order = await call('GET', `/order/${idOf(placed)}`, buyer);
    expect(order).toMatchObject({
      status: 200,
      body: {
        _id: idOf(placed),
        orderId: expect.stringMatching(/^MS-\d{4}-\d{6}$/),
        partsName: 'Brake Disc, front axle, 320 mm',
        userName: buyer.name,
        userEmail: buyer.email,
        orderQuantity: 3,
        pricePerUnit: 1215,
        address: '1 Test Road',
        phone: '+880 1',
        paid: false,
        transactionId: null,
      },
    });
    const { orderId } = order.body as { orderId: string };
    expect((await call('GET', `/order/${orderId}`, buyer)).body).toEqual(order.body);
  });

  it('the total is price per unit times quantity, and nothing is added', async () => {
    const { body } = await call('GET', `/order/${await place(7)}`, buyer);
    expect(body).toMatchObject({ amount: 7 * 1215, listAmount: 70, currency: 'BDT', listCurrency: 'USD' });
  });

  it("GET /order?email= answers that user's orders, GET /orders/order everybody's", async () => {
    const id = await place();
    const mine = (await call('GET', `/order?email=${buyer.email}`, buyer)).body as { _id: string }[];
    expect(mine.map(({ _id }) => _id)).toContain(id);
    const other = await shop.person('customer');
    const theirs = idOf(await call('POST', '/order', other, payload()));
    expect(mine.map(({ _id }) => _id)).not.toContain(theirs);
    const all = (await call('GET', '/orders/order', admin)).body as { _id: string }[];
    expect(all.map(({ _id }) => _id)).toEqual(expect.arrayContaining([id, theirs]));
  });

  it('DELETE /order/{id} cancels by the id or the number and answers the updated list; lists leave it out unless asked', async () => {
    const canceller = await shop.person('customer');
    const placed = await call('POST', '/order', canceller, payload());
    const kept = idOf(await call('POST', '/order', canceller, payload()));
    const { orderId } = placed.body as { orderId: string };
    const updated = await call('DELETE', `/order/${orderId}`, canceller);
    expect(updated).toMatchObject({ status: 200, body: [{ _id: kept }] });
    const idsOf = async (path: string, by: Person) =>
      ((await call('GET', path, by)).body as { _id: string }[]).map(({ _id }) => _id);
    expect(await idsOf(`/order?email=${canceller.email}`, canceller)).toEqual([kept]);
    expect(await idsOf(`/order?email=${canceller.email}&status=cancelled`, canceller)).toEqual([
      idOf(placed),
    ]);
    expect(await idsOf('/orders/order?limit=100', admin)).not.toContain(idOf(placed));
    expect(await idsOf('/orders/order?status=cancelled', admin)).toContain(idOf(placed));
  });

  it("an admin cancels anybody's unpaid order, which releases its stock", async () => {
    const id = await place();
    const stock = async () => ((await call('GET', `/parts/${partId}`)).body as { stock: number }).stock;
    const before = await stock();
    expect((await call('DELETE', `/order/${id}`, admin)).status).toBe(200);
    expect(await stock()).toBe(before + 2);
    expect((await call('GET', `/order/${id}`, buyer)).body).toMatchObject({ status: 'cancelled' });
  });

  it('POST /create-payment-intent answers clientSecret', async () => {
    const intent = await call('POST', '/create-payment-intent', buyer, {
      orderId: await place(),
      pricePerUnit: 1215,
    });
    expect(intent).toMatchObject({
      status: 200,
      body: { clientSecret: expect.stringMatching(/^pi_\w+_secret_\w+$/), amount: 2430, currency: 'BDT' },
    });
  });

  it('the database itself refuses a quantity below the minimum, and more reserved than there is', async () => {
    const id = await place();
    const { write } = shop.databases;
    await expect(
      write.updateTable('order_line').set({ quantity: 1 }).where('order_id', '=', id).execute(),
    ).rejects.toThrow(/check constraint/);
    await expect(
      write
        .updateTable('stock_level')
        .set({ reserved_units: 501 })
        .where('part_id', '=', Number(partId))
        .execute(),
    ).rejects.toThrow(/check constraint/);
  });
});

describe('profiles', () => {
  it('POST /profile answers success, GET /profile/{email} the profile, GET /profile the list, PUT /profile/{uId} changes it', async () => {
    const owner = await shop.person('customer');
    const made = await call('POST', '/profile', owner, {
      customerName: 'Olga Owner',
      education: 'Trade school',
      location: 'Dhaka',
      phone: '+880 1',
      linkdin: 'in/olga',
    });
    expect(made).toMatchObject({ status: 201, body: { success: true } });
    const profile = {
      _id: idOf(made),
      name: 'Olga Owner',
      customerName: 'Olga Owner',
      email: owner.email,
      education: 'Trade school',
      location: 'Dhaka',
      phone: '+880 1',
      linkdin: 'in/olga',
    };
    expect((await call('GET', `/profile/${owner.email}`, owner)).body).toEqual(profile);
    const change = { education: 'Evening school', location: 'Chittagong', linkdin: 'in/olga-2' };
    expect((await call('PUT', `/profile/${idOf(made)}`, owner, change)).status).toBe(200);
    expect((await call('GET', '/profile', owner)).body).toEqual([{ ...profile, ...change }]);
    expect((await call('GET', '/profile', admin)).body).toContainEqual({ ...profile, ...change });

    const missing = await call('PUT', `/profile/${idOf(made)}`, owner, { education: '', location: ' ' });
    expect(missing).toMatchObject({
      status: 422,
      body: {
        errors: expect.arrayContaining([
          { path: 'body.education', message: 'Education is Required' },
          { path: 'body.location', message: 'Location is Required' },
          { path: 'body.linkdin', message: 'LinkedIn is Required' },
        ]),
      },
    });
  });

  it('a second POST /profile is 409 with success false', async () => {
    const owner = await shop.person('customer');
    await call('POST', '/profile', owner, {});
    expect(await call('POST', '/profile', owner, {})).toMatchObject({
      status: 409,
      body: { success: false, title: 'user exists' },
    });
  });
});

describe('lists', () => {
  it('have 24 rows unless told, at most 100, the next page in a Link header and the count in X-Total-Count', async () => {
    for (let i = 0; i < 26; i += 1) await makePart(shop, admin, { name: `Listed ${i}` });
    const first = await call('GET', '/parts');
    expect(first.body).toHaveLength(24);
    expect(first.headers.get('link')).toMatch(/^<\/api\/parts\?[^>]*cursor=[^>]+>; rel="next"$/);
    expect(Number(first.headers.get('x-total-count'))).toBeGreaterThan(26);
    const rest = await call('GET', '/parts?limit=100');
    expect(rest.body).toHaveLength(Number(first.headers.get('x-total-count')));
    expect(rest.headers.get('link')).toBeNull();
    for (const limit of ['0', '101', 'all']) {
      expect((await call('GET', `/parts?limit=${limit}`)).status).toBe(422);
    }
  });
});

describe('a shop of its owner', () => {
  it("lists parts by the owner's rank, then by age, and home's first six are the first of that list", async () => {
    const own = await openTestShop();
    try {
      const owner = await own.person('admin');
      const unranked = await makePart(own, owner, { name: 'Unranked' });
      const rows = [3, 1, 2].map(
        (rank) => `R-${rank},Kolbmann,KX ${rank},Ranked ${rank},Text.,10.00,${rank}`,
      );
      await bring(own, owner, `sku,brand,part_number,name,description,price,rank\n${rows.join('\n')}\n`);
      const { body } = await own.call('GET', '/parts');
      const parts = body as { _id: string; name: string }[];
      expect(parts.map(({ name }) => name)).toEqual(['Ranked 1', 'Ranked 2', 'Ranked 3', 'Unranked']);
      expect(parts.at(-1)?._id).toBe(unranked);
    } finally {
      await own.close();
    }
  });

  it('sums its business up in its own figures', async () => {
    const own = await openTestShop({
      env: { BUSINESS_CLIENTS: '2500+', BUSINESS_COUNTRIES: '12', BUSINESS_PRODUCTS: '40 000' },
    });
    try {
      expect((await own.call('GET', '/shop')).body).toMatchObject({
        business: { clients: '2500+', countries: '12', products: '40 000' },
      });
    } finally {
      await own.close();
    }
  });
});

describe('one currency', () => {
  it('is both of the list and of settlement where they are the same: nothing is converted', async () => {
    const single = await openTestShop({ env: { LIST_CURRENCY: 'EUR', SETTLEMENT_CURRENCY: 'EUR' } });
    try {
      const owner = await single.person('admin');
      const person = await single.person('customer');
      const id = await makePart(single, owner, { price: 10.55 });
      const part = await single.call('GET', `/parts/${id}`);
      expect(part.body).toMatchObject({ price: 10.55, pricePerUnit: 10.55 });
      const body = { partId: id, orderQuantity: 3, pricePerUnit: 10.55, address: 'Road 1', phone: '1' };
      const placed = await single.call('POST', '/order', { token: person.token, body });
      expect(placed.body).toMatchObject({ amount: 31.65 });
      expect((await single.call('GET', '/shop')).body).toMatchObject({
        listCurrency: { code: 'EUR', label: '€' },
        settlementCurrency: { code: 'EUR', label: '€' },
      });
    } finally {
      await single.close();
    }
  });
});
