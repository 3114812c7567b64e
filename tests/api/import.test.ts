/** Importing parts, as an owner sees it: on a real database, and found in the shop afterwards. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bringParts, catalogueAsText, errorsOf, keptPart, partRow } from '../factories/files.ts';
import { stockOf } from '../factories/parts.ts';
import { openTestShop, type Person, type TestShop } from '../shop.ts';

let shop: TestShop;
let admin: Person;
let buyer: Person;

beforeAll(async () => {
  shop = await openTestShop();
  admin = await shop.person('admin');
  buyer = await shop.person('customer');
});
afterAll(() => shop.close());

const idOf = async (sku: string) => String((await keptPart(shop, sku)).id);

async function search(q: string): Promise<string[]> {
  const found = await shop.call('GET', `/parts?q=${encodeURIComponent(q)}`);
  expect(found.status).toBe(200);
  return (found.body as { sku: string }[]).map((one) => one.sku);
}

/** Puts so many units of a part into an unpaid order. */
async function order(sku: string, orderQuantity: number): Promise<void> {
  const placed = await shop.call('POST', '/order', {
    token: buyer.token,
    body: { partId: await idOf(sku), orderQuantity, address: '1 Test Road', phone: '+880 1' },
  });
  expect(placed.status).toBe(201);
}

describe('parts', () => {
  it('come with all that their row says', async () => {
    const disc = partRow({
      part_type: 'brake-disc',
      grade: 'oe',
      stock: 40,
      min_order: 4,
      order_multiple: 2,
      gtin: '4006381333931',
      attributes: 'diameter=320|ventilated=yes',
      oe_numbers: 'BMW:34 11 6 792 217|AUDI:8E0 615 301',
      trade_numbers: 'DF4471',
      superseded_numbers: 'DF4470',
      image: '/media/disc/960.webp',
      rank: 5,
    });
    expect(await bringParts(shop, disc)).toEqual({ rows: 1, inserted: 1, updated: 0 });
    const found = await shop.call('GET', `/parts/${await idOf(disc.sku)}`);
    expect(found.body).toMatchObject({
      sku: disc.sku,
      brand: 'Kolbmann',
      brandSlug: 'kolbmann',
      partNumber: disc.part_number,
      name: 'Brake Disc, front axle',
      price: 12.5,
      stock: 40,
      minOrder: 4,
      orderMultiple: 2,
      grade: 'oe',
      lifecycle: 'active',
      partTypeCode: 'brake-disc',
      gtin: '4006381333931',
      img: '/media/disc/960.webp',
      numbers: [
        { kind: 'oe', maker: 'AUDI', number: '8E0 615 301' },
        { kind: 'oe', maker: 'BMW', number: '34 11 6 792 217' },
        { kind: 'superseded', maker: '', number: 'DF4470' },
        { kind: 'trade', maker: '', number: 'DF4471' },
      ],
    });
    expect(await stockOf(shop.databases, await idOf(disc.sku))).toEqual({
      onHand: 40,
      reserved: 0,
      ledger: { onHand: 40, reserved: 0 },
    });
  });

  it('need six columns and no more', async () => {
    const plain = partRow();
    expect(await bringParts(shop, plain)).toMatchObject({ inserted: 1 });
    const found = await shop.call('GET', `/parts/${await idOf(plain.sku)}`);
    expect(found.body).toMatchObject({ stock: 0, minOrder: 1, orderMultiple: 1, grade: 'aftermarket' });
  });

  it('show the picture of their type where they have none of their own', async () => {
    const [disc, unknown] = [partRow({ part_type: 'brake-disc' }), partRow()];
    await bringParts(shop, disc, unknown);
    const picture = async (sku: string) =>
      (await shop.call('GET', `/parts/${await idOf(sku)}`)).body as { img: string };
    expect(await picture(disc.sku)).toMatchObject({ img: '/pictures/brake-disc-800.webp' });
    expect(await picture(unknown.sku)).toMatchObject({ img: '' });
  });

  it('are found by any of their numbers, in any spelling', async () => {
    const one = partRow({
      oe_numbers: 'VOLVO:31 400-764/A',
      trade_numbers: 'XQ-77.123',
      superseded_numbers: 'OLD 900 12',
    });
    await bringParts(shop, one);
    const spellings = [
      '31400764A',
      '31 400-764/a',
      '31.400.764.A',
      ' 31400764a ',
      'xq77123',
      'XQ 77 123',
      'old90012',
    ];
    for (const typed of spellings) expect(await search(typed)).toEqual([one.sku]);
    expect(await search(one.part_number.toLowerCase().replaceAll(/[ .]/g, '/'))).toContain(one.sku);
    const page = await shop.call('GET', `/catalogue/kolbmann/${one.part_number.replaceAll(/[ .]/g, '-')}`);
    expect(page.body).toMatchObject({ sku: one.sku });
  });

  it('lose the numbers that are no longer in their row', async () => {
    const one = partRow({ oe_numbers: 'SAAB:93186554|SAAB:12762075' });
    await bringParts(shop, one);
    expect(await bringParts(shop, { ...one, oe_numbers: 'SAAB:12762075|OPEL:55557556' })).toEqual({
      rows: 1,
      inserted: 0,
      updated: 1,
    });
    expect(await search('93186554')).toEqual([]);
    expect(await search('12762075')).toEqual([one.sku]);
    expect(await search('55557556')).toEqual([one.sku]);
  });

  it('that are not in the file stay as they are', async () => {
    const [first, second] = [partRow({ stock: 3 }), partRow({ stock: 4 })];
    await bringParts(shop, first, second);
    const before = await keptPart(shop, first.sku);
    await bringParts(shop, { ...second, name: 'Another name' });
    expect(await keptPart(shop, first.sku)).toEqual(before);
  });

  it('that were archived come back', async () => {
    const one = partRow({ stock: 5 });
    await bringParts(shop, one);
    const id = await idOf(one.sku);
    await shop.call('DELETE', `/parts/${id}`, { token: admin.token });
    expect((await keptPart(shop, one.sku)).archivedAt).not.toBeNull();
    expect(await bringParts(shop, one)).toEqual({ rows: 1, inserted: 0, updated: 1 });
    expect(await keptPart(shop, one.sku)).toMatchObject({ id: Number(id), archivedAt: null });
    expect(await search(one.part_number)).toContain(one.sku);
  });
});

describe('the same file again', () => {
  it('changes nothing: no row, no moment, no movement of stock', async () => {
    const rows = [
      partRow({ stock: 10, oe_numbers: 'BMW:11428507683', attributes: 'diameter=76', gtin: '4006381333931' }),
      partRow({ part_type: 'oil-filter', rank: 3 }),
      partRow({ brand: 'Novelle & Sons', stock: 0 }),
    ];
    expect(await bringParts(shop, ...rows)).toEqual({ rows: 3, inserted: 3, updated: 0 });
    const before = await catalogueAsText(shop.databases);
    shop.clock.now = new Date(shop.clock.now.getTime() + 60_000);
    expect(await bringParts(shop, ...rows)).toEqual({ rows: 3, inserted: 0, updated: 0 });
    expect(await catalogueAsText(shop.databases)).toBe(before);
  });

  it('with one change in it changes that part alone', async () => {
    const rows = [partRow(), partRow(), partRow()];
    await bringParts(shop, ...rows);
    const before = await Promise.all(rows.map((row) => keptPart(shop, row.sku)));
    shop.clock.now = new Date(shop.clock.now.getTime() + 60_000);
    const changed = rows.map((row, at) => (at === 1 ? { ...row, price: '13' } : row));
    expect(await bringParts(shop, ...changed)).toEqual({ rows: 3, inserted: 0, updated: 1 });
    const after = await Promise.all(rows.map((row) => keptPart(shop, row.sku)));
    expect(after[0]).toEqual(before[0]);
    expect(after[1]?.updatedAt).toEqual(shop.clock.now);
    expect(after[2]).toEqual(before[2]);
  });
});

describe('numbers that other parts have', () => {
  it('are refused with the part that has them', async () => {
    const there = partRow();
    await bringParts(shop, there);
    const report = await bringParts(
      shop,
      partRow({ part_number: there.part_number.toLowerCase().replace(' ', '') }),
    );
    expect(errorsOf(report)).toEqual([
      {
        line: 2,
        column: 'part_number',
        message: `Another part (${there.sku}) has this number of this brand`,
      },
    ]);
  });

  it('may be of another brand, or of a part that is gone', async () => {
    const there = partRow({ stock: 1 });
    await bringParts(shop, there);
    expect(
      await bringParts(shop, partRow({ part_number: there.part_number, brand: 'Otherwise' })),
    ).toMatchObject({
      inserted: 1,
    });
    await shop.call('DELETE', `/parts/${await idOf(there.sku)}`, { token: admin.token });
    expect(await bringParts(shop, partRow({ part_number: there.part_number }))).toMatchObject({
      inserted: 1,
    });
    // Now the old one can't come back under that number.
    expect(errorsOf(await bringParts(shop, there))).toMatchObject([{ line: 2, column: 'part_number' }]);
  });

  it('can be swapped within a file', async () => {
    const [a, b, c] = [partRow(), partRow(), partRow()];
    await bringParts(shop, a, b, c);
    const before = await keptPart(shop, c.sku);
    expect(
      await bringParts(shop, { ...a, part_number: b.part_number }, { ...b, part_number: a.part_number }, c),
    ).toEqual({
      rows: 3,
      inserted: 0,
      updated: 2,
    });
    expect(await keptPart(shop, a.sku)).toMatchObject({ number: b.part_number, archivedAt: null });
    expect(await keptPart(shop, b.sku)).toMatchObject({ number: a.part_number, archivedAt: null });
    expect(await keptPart(shop, c.sku)).toEqual(before);
  });

  it('can be passed on, in a ring or to a new part', async () => {
    const [a, b, c] = [partRow(), partRow(), partRow()];
    await bringParts(shop, a, b, c);
    const fresh = partRow({ part_number: c.part_number });
    const ring = [
      { ...a, part_number: b.part_number },
      { ...b, part_number: 'KM 1.NEW' },
      fresh,
      { ...c, part_number: a.part_number },
    ];
    expect(await bringParts(shop, ...ring)).toEqual({ rows: 4, inserted: 1, updated: 3 });
    expect(await keptPart(shop, fresh.sku)).toMatchObject({ number: c.part_number });
    expect(await keptPart(shop, c.sku)).toMatchObject({ number: a.part_number });
  });
});

describe('stock', () => {
  it('becomes what the file says, with the difference in the ledger', async () => {
    const one = partRow({ stock: 10 });
    await bringParts(shop, one);
    expect(await bringParts(shop, { ...one, stock: 7 })).toEqual({ rows: 1, inserted: 0, updated: 1 });
    const movements = await shop.call('GET', `/parts/${await idOf(one.sku)}/stock`, { token: admin.token });
    expect(movements.body).toMatchObject({
      onHand: 7,
      movements: [
        { kind: 'adjusted', quantity: -3, reason: 'import' },
        { kind: 'received', quantity: 10, reason: 'import' },
      ],
    });
  });

  it('stays as it is where the file says nothing', async () => {
    const one = partRow({ stock: 10 });
    await bringParts(shop, one);
    await bringParts(shop, { ...one, stock: '', name: 'Another name' });
    expect(await stockOf(shop.databases, await idOf(one.sku))).toMatchObject({ onHand: 10 });
  });

  it('below what is reserved is refused', async () => {
    const one = partRow({ stock: 10 });
    await bringParts(shop, one);
    await order(one.sku, 4);
    expect(errorsOf(await bringParts(shop, partRow(), { ...one, stock: 3 }))).toEqual([
      { line: 3, column: 'stock', message: '4 are reserved by unpaid orders' },
    ]);
    expect(await bringParts(shop, { ...one, stock: 4 })).toMatchObject({ updated: 1 });
    expect(await stockOf(shop.databases, await idOf(one.sku))).toEqual({
      onHand: 4,
      reserved: 4,
      ledger: { onHand: 4, reserved: 4 },
    });
  });
});
