/** Imports as things of their own, as an owner makes them: brought, checked, applied in batches, stopped, resumed. */
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ImportBody } from '#contract/imports.ts';
import { resumeStalled } from '#server/catalogue/import/import-jobs.ts';
import { workOnImport } from '#server/catalogue/import/import-run.ts';
import { catalogueAsText, keptPart, partRow } from '../factories/files.ts';
import {
  bring,
  csvOf,
  download,
  dryRun,
  errorsOfImport,
  importOf,
  stage,
  upload,
  work,
} from '../factories/imports.ts';
import { makePart, stockOf } from '../factories/parts.ts';
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
afterEach(async () => {
  // Each test's import is over before the next begins.
  await sql`UPDATE import_run SET state = 'cancelled', finished_at = now() WHERE finished_at IS NULL`.execute(
    shop.databases.write,
  );
});

const idOf = async (sku: string) => String((await keptPart(shop, sku)).id);
const pressed = (id: string, what: 'apply' | 'cancel', body?: unknown) =>
  shop.call('POST', `/imports/${id}/${what}`, {
    token: admin.token,
    ...(what === 'apply' && { body: body ?? {} }),
  });
async function order(sku: string, orderQuantity: number): Promise<void> {
  const placed = await shop.call('POST', '/order', {
    token: buyer.token,
    body: { partId: await idOf(sku), orderQuantity, address: '1 Test Road', phone: '+880 1' },
  });
  expect(placed.status).toBe(201);
}
/** A parts file of so many rows, made while it is read. */
async function* manyParts(prefix: string, count: number, price = '1') {
  yield Buffer.from('sku,brand,part_number,name,description,price,stock\n');
  for (let from = 0; from < count; from += 1_000) {
    const rows = Array.from({ length: Math.min(1_000, count - from) }, (_, at) => {
      const id = String(from + at).padStart(6, '0');
      return `${prefix}-${id},Many,${prefix} ${id},Disc,Coated.,${price},3\n`;
    });
    yield Buffer.from(rows.join(''));
  }
}
const countOf = async (prefix: string, price = 100): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM part WHERE sku LIKE ${`${prefix}-%`} AND price_minor = ${price}`.execute(
    shop.databases.write,
  );
  return rows[0]?.count ?? 0;
};

describe('a dry run', () => {
  it('says what a file is and what it would do, and changes nothing', async () => {
    const there = partRow();
    await bring(shop, admin, csvOf([there]));
    const before = await catalogueAsText(shop.databases);
    const report = await dryRun(shop, admin, csvOf([{ ...there, price: '13.00' }, partRow(), partRow()]), {
      fileName: 'autumn.csv',
    });
    expect(report).toMatchObject({
      kind: 'parts',
      format: 'csv',
      fileName: 'autumn.csv',
      by: admin.email,
      state: 'checked',
      rows: 3,
      badRows: 0,
      errorCount: 0,
      foreseen: { inserted: 2, changed: 1 },
      inserted: 0,
      updated: 0,
      finishedAt: null,
    });
    expect(await catalogueAsText(shop.databases)).toBe(before);
  });

  it('tells every error of every row, with what stood there', async () => {
    const rows = Array.from({ length: 250 }, () => partRow({ price: 'free', stock: '-1' }));
    const report = await dryRun(shop, admin, csvOf([...rows, partRow()]));
    expect(report).toMatchObject({ state: 'checked', rows: 251, badRows: 250, errorCount: 500 });
    const shown = await errorsOfImport(shop, admin, report.id);
    expect(shown).toHaveLength(100);
    expect(shown.slice(0, 2)).toEqual([
      { line: 2, column: 'price', message: 'A price looks like 12.50', value: 'free' },
      { line: 2, column: 'stock', message: 'A whole number is needed', value: '-1' },
    ]);
    const all = (await download(shop, admin, { what: 'errors', importId: report.id })).trim().split('\n');
    expect(all).toHaveLength(501);
    expect(all[0]).toBe('line,column,message,value');
    // No formula for a spreadsheet to work out.
    expect(all[2]).toBe("2,stock,A whole number is needed,'-1");
    expect(all.at(-1)).toBe("251,stock,A whole number is needed,'-1");
  });

  it('gives a spreadsheet no formula in the name of a column either', async () => {
    const { id } = await dryRun(shop, admin, 'sku,price,"=1+1"\nSKU-1,2,3\n', { kind: 'prices' });
    const all = await download(shop, admin, { what: 'errors', importId: id });
    expect(all).toMatch(/^1,'=1\+1,/m);
  });

  it('finds what rows that are far apart have twice', async () => {
    async function* file() {
      yield* manyParts('TWICE', 6_000);
      yield Buffer.from(
        'ZZZ-1,Many,TWICE 000000,Disc,Coated.,1,3\nTWICE-000001,Many,OTHER 1,Disc,Coated.,1,3\n',
      );
    }
    const id = await stage(shop, 'twice.csv', file());
    await work(shop, id);
    expect(await errorsOfImport(shop, admin, id)).toEqual([
      {
        line: 6_002,
        column: 'part_number',
        message: 'This number of this brand is in the file twice',
        value: 'TWICE 000000',
      },
      { line: 6_003, column: 'sku', message: 'This SKU is in the file twice', value: 'TWICE-000001' },
    ]);
  });

  it('with errors is not applied, unless the rows that have them are to be left out', async () => {
    const [good, bad] = [partRow(), partRow({ price: 'free' })];
    const { id } = await dryRun(shop, admin, csvOf([good, bad]));
    expect(await pressed(id, 'apply')).toMatchObject({
      status: 409,
      body: { code: 'IMPORT_HAS_ERRORS', badRows: 1 },
    });
    expect(await pressed(id, 'apply', { skipErrors: true })).toMatchObject({
      status: 200,
      body: { state: 'applying' },
    });
    await work(shop, id);
    expect(await importOf(shop, admin, id)).toMatchObject({ state: 'applied', inserted: 1, badRows: 1 });
    await keptPart(shop, good.sku);
    await expect(keptPart(shop, bad.sku)).rejects.toThrow();
  });

  it('is of files that can be recognised', async () => {
    for (const content of ['colour,size\nred,4\n', '', '<html></html>', 'PK\0\0\0']) {
      expect(await upload(shop, admin, content)).toMatchObject({
        status: 422,
        body: { code: 'IMPORT_NOT_RECOGNISED' },
      });
    }
  });

  it.each([
    ['semicolons', (text: string) => Buffer.from(text.replaceAll(',', ';'))],
    ['tabs', (text: string) => Buffer.from(text.replaceAll(',', '\t'))],
    [
      'a byte order mark and line ends of Windows',
      (text: string) => Buffer.from(`\uFEFF${text.replaceAll('\n', '\r\n')}`),
    ],
    ['UTF-16', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['Windows-1252', (text: string) => Buffer.from(text, 'latin1')],
  ])('reads a file with %s', async (_, saved) => {
    const { sku, part_number: number } = partRow();
    const content = `SKU,Brand,Part Number,Name,Description,Price\n${sku},Kolbmann,${number},Plaque d’usine é,Solide,12.50\n`;
    const report = await bring(shop, admin, new Uint8Array(saved(content.replace('’', "'"))));
    expect(report).toMatchObject({ state: 'applied', inserted: 1, errorCount: 0 });
    const found = await shop.call('GET', `/parts/${await idOf(sku)}`);
    expect(found.body).toMatchObject({ name: "Plaque d'usine é", price: 12.5 });
  });

  it('says so where it had to guess the letters', async () => {
    const content = `sku,brand,part_number,name,description,price\nX,Y,Z,Caf\xe9,D,1\n`;
    const report = await dryRun(shop, admin, new Uint8Array(Buffer.from(content, 'latin1')));
    expect(report.notes).toEqual([
      '1 line is not UTF-8 and read as Windows-1252: look at names with accents before you apply this file',
    ]);
  });
});

describe('applying', () => {
  it('goes batch by batch, each of them whole, and tells how far it is', async () => {
    const id = await stage(shop, 'batches.csv', manyParts('BATCH', 12_000));
    await work(shop, id);
    await pressed(id, 'apply');
    expect(await workOnImport(shop.shop.deps, id)).toBe('more');
    expect(await countOf('BATCH')).toBe(5_000);
    expect(await importOf(shop, admin, id)).toMatchObject({
      state: 'applying',
      rowsDone: 5_000,
      rowsToDo: 12_000,
      rowsPerSecond: expect.any(Number),
      secondsLeft: expect.any(Number),
    });
    await work(shop, id);
    expect(await countOf('BATCH')).toBe(12_000);
    expect(await importOf(shop, admin, id)).toMatchObject({
      state: 'applied',
      rowsDone: 12_000,
      inserted: 12_000,
    });
  });

  it('is done by a job of the shop', async () => {
    const working = await openTestShop({ work: true });
    try {
      const owner = await working.person('admin');
      const brought = await upload(working, owner, csvOf([partRow()]));
      const { id } = brought.body as ImportBody;
      const state = async () => (await importOf(working, owner, id)).state;
      await expect.poll(state, { timeout: 10_000 }).toBe('checked');
      await working.call('POST', `/imports/${id}/apply`, { token: owner.token, body: {} });
      await expect.poll(state, { timeout: 10_000 }).toBe('applied');
      // The job lets go of the rows after the moment that it is applied at.
      const left = async () =>
        (
          await sql<{ left: number }>`SELECT count(*)::int AS left FROM import_row`.execute(
            working.databases.write,
          )
        ).rows[0]?.left;
      await expect.poll(left, { timeout: 10_000 }).toBe(0);
    } finally {
      await working.close();
    }
  });

  it('of the same file again changes nothing', async () => {
    const file = csvOf([partRow({ stock: 5, oe_numbers: 'BMW:1|AUDI:2' }), partRow()]);
    expect(await bring(shop, admin, file)).toMatchObject({ inserted: 2 });
    const before = await catalogueAsText(shop.databases);
    expect(await bring(shop, admin, file)).toMatchObject({ state: 'applied', inserted: 0, updated: 0 });
    expect(await catalogueAsText(shop.databases)).toBe(before);
  });

  it('applies each batch once, however many work on it', async () => {
    const id = await stage(shop, 'crowd.csv', manyParts('CROWD', 11_000));
    await work(shop, id);
    await pressed(id, 'apply');
    await Promise.all(Array.from({ length: 4 }, () => work(shop, id)));
    // Whoever found it locked went away; somebody goes on.
    await work(shop, id);
    expect(await importOf(shop, admin, id)).toMatchObject({
      state: 'applied',
      rowsDone: 11_000,
      inserted: 11_000,
    });
  });

  it('stops between two batches, and what is applied stays', async () => {
    const id = await stage(shop, 'stop.csv', manyParts('STOP', 12_000));
    await work(shop, id);
    await pressed(id, 'apply');
    await workOnImport(shop.shop.deps, id);
    expect(await pressed(id, 'cancel')).toMatchObject({
      status: 200,
      body: { state: 'cancelled', rowsDone: 5_000 },
    });
    expect(await workOnImport(shop.shop.deps, id)).toBe('idle');
    expect(await countOf('STOP')).toBe(5_000);
    expect(await pressed(id, 'cancel')).toMatchObject({ status: 409, body: { code: 'IMPORT_OVER' } });
    expect(await pressed(id, 'apply')).toMatchObject({ status: 409, body: { code: 'IMPORT_NOT_CHECKED' } });
  });

  it('is taken up again where its worker was lost', async () => {
    const id = await stage(shop, 'lost.csv', manyParts('LOST', 6_000));
    await work(shop, id);
    await pressed(id, 'apply');
    await workOnImport(shop.shop.deps, id);
    const jobs = async () => {
      const { rows } = await sql<{ count: number }>`
        SELECT count(*)::int AS count FROM job_queue.job WHERE name = 'work-on-import' AND data ->> 'importId' = ${id}`.execute(
        shop.databases.write,
      );
      return rows[0]?.count ?? 0;
    };
    const before = await jobs();
    await resumeStalled(shop.shop.deps);
    expect(await jobs()).toBe(before);
    await sql`UPDATE import_run SET beat_at = beat_at - interval '31 seconds' WHERE id = ${id}`.execute(
      shop.databases.write,
    );
    await resumeStalled(shop.shop.deps);
    expect(await jobs()).toBe(before + 1);
  });

  it('lets two parts swap their numbers, however far apart their rows are', async () => {
    const [first, last] = [partRow({ sku: 'AAA-SWAP' }), partRow({ sku: 'ZZZ-SWAP' })];
    await bring(shop, admin, csvOf([first, last]));
    async function* file() {
      yield Buffer.from('sku,brand,part_number,name,description,price,stock\n');
      const line = (sku: string, number: string) => `${sku},Kolbmann,${number},Disc,Coated.,1,3\n`;
      yield Buffer.from(line(first.sku, last.part_number));
      for await (const piece of manyParts('BETWEEN', 6_000)) {
        const text = piece.toString();
        if (!text.startsWith('sku,')) yield piece;
      }
      yield Buffer.from(line(last.sku, first.part_number));
    }
    const id = await stage(shop, 'swap.csv', file());
    await work(shop, id);
    await pressed(id, 'apply');
    await work(shop, id);
    expect(await importOf(shop, admin, id)).toMatchObject({ state: 'applied', errorCount: 0 });
    expect((await keptPart(shop, first.sku)).number).toBe(last.part_number);
    expect((await keptPart(shop, last.sku)).number).toBe(first.part_number);
  });

  it('leaves out, and tells, what the shop made wrong since the check', async () => {
    const [promised, free] = [partRow({ stock: 10 }), partRow({ stock: 10 })];
    await bring(shop, admin, csvOf([promised, free]));
    const { id } = await dryRun(
      shop,
      admin,
      csvOf([
        { sku: promised.sku, stock: 2 },
        { sku: free.sku, stock: 2 },
      ]),
    );
    await order(promised.sku, 4);
    await pressed(id, 'apply');
    await work(shop, id);
    expect(await importOf(shop, admin, id)).toMatchObject({ state: 'applied', updated: 1, badRows: 1 });
    expect(await errorsOfImport(shop, admin, id)).toEqual([
      { line: 2, column: 'stock', message: '4 are reserved by unpaid orders', value: '2' },
    ]);
    expect(await stockOf(shop.databases, await idOf(promised.sku))).toMatchObject({
      onHand: 10,
      reserved: 4,
    });
    expect(await stockOf(shop.databases, await idOf(free.sku))).toMatchObject({ onHand: 2 });
  });
});

describe('one at a time', () => {
  it('of a kind: a second one is refused and names the first', async () => {
    const first = (await upload(shop, admin, csvOf([partRow()]))).body as ImportBody;
    expect(await upload(shop, admin, csvOf([partRow()]))).toMatchObject({
      status: 409,
      body: { code: 'IMPORT_UNDER_WAY', importId: first.id },
    });
    // Another kind may.
    const part = await makePart(shop, admin);
    const { rows } = await sql<{ sku: string }>`SELECT sku FROM part WHERE id = ${part}`.execute(
      shop.databases.write,
    );
    expect(await upload(shop, admin, csvOf([{ sku: rows[0]?.sku ?? '', stock: 1 }]))).toMatchObject({
      status: 201,
    });
    await work(shop, first.id);
    expect(await upload(shop, admin, csvOf([partRow()]))).toMatchObject({ status: 201 });
  });
});

describe('a link to a file', () => {
  it('is good for five minutes, and for an admin alone', async () => {
    const other = await shop.person('admin');
    const ask = async () =>
      (
        await shop.call('POST', '/downloads', {
          token: other.token,
          body: { what: 'export', kind: 'prices' },
        })
      ).body as { url: string };
    const status = async ({ url }: { url: string }) => (await fetch(shop.url + url)).status;
    const link = await ask();
    expect(await status(link)).toBe(200);
    shop.clock.now = new Date(shop.clock.now.getTime() + 5 * 60_000);
    expect(await status(link)).toBe(404);
    const next = await ask();
    await sql`UPDATE shop_user SET role = 'customer' WHERE id = ${other.id}`.execute(shop.databases.write);
    expect(await status(next)).toBe(404);
  });
});
