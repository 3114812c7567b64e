/** Files that do not come to their end, and databases that cannot take them: nothing is lost, and it is said what happened. */
import { once } from 'node:events';
import { type ClientRequest, request } from 'node:http';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ImportBody } from '#contract/imports.ts';
import { tidyImports } from '#server/catalogue/import/import-report.ts';
import { workOnImport } from '#server/catalogue/import/import-run.ts';
import { bring, importOf, upload, work } from '../factories/imports.ts';
import { openTestShop, type Person, type TestShop } from '../shop.ts';

let shop: TestShop;
let admin: Person;
beforeEach(async () => {
  shop = await openTestShop();
  admin = await shop.person('admin');
});
afterEach(() => shop.close());

const HEAD = 'sku,brand,part_number,name,description,price\n';
const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, at) => `CUT-${at},Kolbmann,CUT ${at},Disc,Coated.,1\n`).join('');

/** Begins to send a file. */
function send(content: string, headers: Readonly<Record<string, string>> = {}): ClientRequest {
  const sent = request(`${shop.url}/api/imports?fileName=cut.csv`, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'text/csv', ...headers },
  });
  sent.on('error', () => {});
  sent.write(content);
  return sent;
}
const newest = async (): Promise<ImportBody | undefined> =>
  ((await shop.call('GET', '/imports', { token: admin.token })).body as ImportBody[])[0];
const staged = async () => {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM import_row`.execute(
    shop.databases.write,
  );
  return rows[0]?.count;
};
const isRead = (rows: number) =>
  expect.poll(async () => (await newest())?.rows ?? 0, { timeout: 10_000 }).toBeGreaterThanOrEqual(rows);

describe('a file that is cut off', () => {
  it('fails its import with a word, leaves nothing behind, and can be brought again', async () => {
    const sent = send(HEAD + rowsOf(3_000));
    await isRead(1_000);
    sent.destroy();
    await expect.poll(async () => (await newest())?.state, { timeout: 10_000 }).toBe('failed');
    expect(await newest()).toMatchObject({
      failure: 'The file did not arrive whole. Nothing has changed; bring it again.',
      inserted: 0,
    });
    expect(await staged()).toBe(0);
    expect(await bring(shop, admin, HEAD + rowsOf(10))).toMatchObject({ state: 'applied', inserted: 10 });
  });
});

describe('a file that is given up', () => {
  it('while it is sent ends at once, and nothing of it stays', async () => {
    const sent = send(HEAD + rowsOf(3_000));
    // It may come as soon as somebody has cancelled it.
    const answered = once(sent, 'response');
    await isRead(1_000);
    const id = (await newest())?.id ?? '';
    expect(await shop.call('POST', `/imports/${id}/cancel`, { token: admin.token })).toMatchObject({
      status: 200,
      body: { state: 'cancelled' },
    });
    // What still comes is not kept.
    sent.end(rowsOf(3_000));
    const [answer] = (await answered) as [{ statusCode: number }];
    expect(answer.statusCode).toBe(201);
    expect(await importOf(shop, admin, id)).toMatchObject({ state: 'cancelled', inserted: 0 });
    expect(await bring(shop, admin, HEAD + rowsOf(5))).toMatchObject({ inserted: 5 });
  });

  it('once it is checked lets its rows go', async () => {
    const working = await openTestShop({ work: true });
    try {
      const owner = await working.person('admin');
      const { id } = (await upload(working, owner, HEAD + rowsOf(100))).body as ImportBody;
      await expect
        .poll(async () => (await importOf(working, owner, id)).state, { timeout: 10_000 })
        .toBe('checked');
      await working.call('POST', `/imports/${id}/cancel`, { token: owner.token });
      const left = async () =>
        (await sql`SELECT FROM import_row LIMIT 1`.execute(working.databases.write)).rows.length;
      await expect.poll(left, { timeout: 10_000 }).toBe(0);
    } finally {
      await working.close();
    }
  });
});

it('a large file that is none of the shop is answered all the same, however much of it is still on its way', async () => {
  const answer = await upload(shop, admin, new Uint8Array(20_000_000).fill(0x50));
  expect(answer).toMatchObject({ status: 422, body: { code: 'IMPORT_NOT_RECOGNISED' } });
});

it('a file that is larger than the shop takes is refused before it is read', async () => {
  const sent = send('', { 'content-length': '2000000001' });
  const [answer] = (await once(sent, 'response')) as [{ statusCode: number }];
  expect(answer.statusCode).toBe(413);
  sent.destroy();
  expect(await newest()).toBeUndefined();
});

describe('a disk that is full', () => {
  async function fillUp(table: string, when: string): Promise<() => Promise<unknown>> {
    const write = shop.databases.write;
    await sql`
      CREATE FUNCTION fill_up() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$`.execute(
      write,
    );
    await sql`CREATE TRIGGER filling BEFORE INSERT ON ${sql.table(table)} FOR EACH ROW WHEN (${sql.raw(when)}) EXECUTE FUNCTION fill_up()`.execute(
      write,
    );
    return () => sql`DROP FUNCTION fill_up CASCADE`.execute(write);
  }

  it('while a file is read is told to whoever brings it, and in its import', async () => {
    const makeRoom = await fillUp('import_row', 'NEW.line > 1000');
    const answer = await upload(shop, admin, HEAD + rowsOf(2_000));
    expect(answer).toMatchObject({
      status: 503,
      body: { detail: expect.stringContaining('disk of the database is full') },
    });
    expect(await newest()).toMatchObject({
      state: 'failed',
      failure: expect.stringContaining('disk of the database is full'),
    });
    expect(await staged()).toBe(0);
    await makeRoom();
    expect(await bring(shop, admin, HEAD + rowsOf(10))).toMatchObject({ inserted: 10 });
  });

  it('while a file is applied ends it; what was applied stays, and the same file does the rest', async () => {
    const file = HEAD + rowsOf(6_000);
    const { id } = (await upload(shop, admin, file)).body as ImportBody;
    await work(shop, id);
    await shop.call('POST', `/imports/${id}/apply`, { token: admin.token, body: {} });
    expect(await workOnImport(shop.shop.deps, id)).toBe('more');
    const makeRoom = await fillUp('part', 'true');
    await work(shop, id);
    expect(await importOf(shop, admin, id)).toMatchObject({
      state: 'failed',
      inserted: 5_000,
      failure: expect.stringContaining('disk of the database is full'),
    });
    await makeRoom();
    expect(await bring(shop, admin, file)).toMatchObject({ state: 'applied', inserted: 1_000 });
  });
});

it('what one import leaves behind is swept up, and the rows of another stay', async () => {
  const going = (await upload(shop, admin, HEAD + rowsOf(20))).body as ImportBody;
  await work(shop, going.id);
  const codes = 'table,id,value\nposition,22,front\nposition,30,rear\n';
  const given = (await upload(shop, admin, codes)).body as ImportBody;
  expect(await staged()).toBe(22);
  await shop.call('POST', `/imports/${given.id}/cancel`, { token: admin.token });
  await tidyImports(shop.shop.deps);
  expect(await staged()).toBe(20);
  await shop.call('POST', `/imports/${going.id}/apply`, { token: admin.token, body: {} });
  await work(shop, going.id);
  expect(await importOf(shop, admin, going.id)).toMatchObject({ state: 'applied', inserted: 20 });
  await tidyImports(shop.shop.deps);
  expect(await staged()).toBe(0);
});
