/** The audit log: what is in it, that it only grows, and how it is read. */
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditEntryBody } from '#contract/audit.ts';
import { table } from '#contract/table.ts';
import { openAuditLog, WRITTEN_LATE } from '#server/audit/audit.ts';
import { exportedList } from '#server/audit/exported-list.ts';
import { BATCH_ROWS } from '#server/catalogue/import/import-run.ts';
import { importWhole } from '#server/catalogue/import/import-whole.ts';
import { fileOf, partRow } from '../factories/files.ts';
import { bring, download, dryRun } from '../factories/imports.ts';
import { makePart } from '../factories/parts.ts';
import { openTestShop, type Person, type TestShop } from '../shop.ts';

let shop: TestShop;
let admin: Person;
let buyer: Person;

beforeAll(async () => {
  shop = await openTestShop();
  admin = await shop.person('admin', 'owner@example.test');
  buyer = await shop.person('customer', 'buyer@example.test');
});
afterAll(() => shop.close());

async function logOf(query = ''): Promise<readonly AuditEntryBody[]> {
  const answer = await shop.call('GET', `/audit?limit=100${query}`, { token: admin.token });
  expect(answer.status).toBe(200);
  return answer.body as AuditEntryBody[];
}
const newest = async (query = '') => (await logOf(query))[0];
const as = (person: Person, body?: unknown, headers: Readonly<Record<string, string>> = {}) => ({
  token: person.token,
  body,
  headers,
});

describe('what is kept', () => {
  it('says who changed what, from where, with old and new values', async () => {
    const id = await makePart(shop, admin, { name: 'Brake Disc', price: 10 });
    const headers = { 'user-agent': 'A browser of the tests', 'x-request-id': 'request-of-the-test' };
    await shop.call('PUT', `/parts/${id}`, as(admin, { price: 12.5, name: 'Brake Disc' }, headers));
    expect(await newest()).toMatchObject({
      act: 'part.changed',
      by: { kind: 'person', id: admin.id, email: admin.email },
      object: { kind: 'part', id, label: expect.stringContaining('Brake Disc') },
      before: { price: '10.00 USD' },
      after: { price: '12.50 USD' },
      address: expect.stringContaining('127.0.0.1'),
      userAgent: 'A browser of the tests',
      requestId: 'request-of-the-test',
      at: shop.clock.now.toISOString(),
    });
    // Only what changed.
    expect(Object.keys((await newest())?.after ?? {})).toEqual(['price']);
  });

  it('is every act of an admin, each written with its change', async () => {
    const part = (body: object = {}) =>
      shop.call('POST', '/parts', as(admin, { ...PART, ...body }, { 'idempotency-key': 'one-and-the-same' }));
    const made = (await part()).body as { insertedId: string };
    // A call that is repeated does nothing a second time.
    expect((await part()).body).toEqual(made);
    await shop.call('POST', `/parts/${made.insertedId}/stock`, as(admin, { quantity: -2, reason: 'Broken' }));
    const order = (
      await shop.call(
        'POST',
        '/order',
        as(buyer, { partId: made.insertedId, orderQuantity: 1, address: '1 Test Road', phone: '+880 1' }),
      )
    ).body as { insertedId: string };
    await shop.call('DELETE', `/order/${order.insertedId}`, as(admin));
    await shop.call('DELETE', `/parts/${made.insertedId}`, as(admin));
    const review = (await shop.call('POST', '/review', as(buyer, { name: 'B', rating: 1 }))).body;
    const { insertedId: reviewId } = review as { insertedId: string };
    await shop.call('DELETE', `/review/${reviewId}`, as(admin));
    await shop.call('POST', `/review/${reviewId}/show`, as(admin));
    const profile = (await shop.call('POST', '/profile', as(buyer, {}))).body as { insertedId: string };
    const facts = { education: 'Private college', location: 'Dhaka', linkdin: 'in/b' };
    await shop.call('PUT', `/profile/${profile.insertedId}`, as(buyer, facts));
    await shop.call('PUT', `/profile/${profile.insertedId}`, as(admin, facts));
    const leaving = await shop.person('customer', 'leaving@example.test');
    await shop.call('PUT', `/user/admin/${leaving.email}`, as(admin));
    await shop.call('PUT', `/user/admin/${leaving.email}`, as(admin));
    await shop.call('DELETE', `/user/admin/${leaving.email}`, as(admin));
    await shop.call('DELETE', `/user/admin/${leaving.email}`, as(admin));
    await shop.call('DELETE', `/user/${leaving.email}`, as(admin));
    await shop.call('PUT', `/user/active/${leaving.email}`, as(admin));
    await shop.call('PUT', `/user/active/${leaving.email}`, as(admin));
    await bring(shop, admin, 'sku,price\nMS-P000001,11\n', { kind: 'prices', fileName: 'prices.csv' });
    const second = await dryRun(shop, admin, 'sku,price\nMS-P000001,12\n', { kind: 'prices' });
    await shop.call('POST', `/imports/${second.id}/cancel`, as(admin));
    await download(shop, admin, { what: 'export', kind: 'prices', format: 'csv' });
    await shop.call('POST', '/status/jobs/expire-order/retry', as(admin, {}));

    const log = await logOf();
    const acts = log.map(({ act }) => act);
    // Once each: repeating an act that changes nothing is none, nor is what a buyer does with their own profile.
    for (const act of ['part.added', 'user.made-admin', 'profile.changed', 'import.finished'])
      expect([act, acts.filter((one) => one === act)]).toEqual([
        act,
        act === 'part.added' ? [act, act] : [act],
      ]);
    expect(log.find(({ act }) => act === 'stock.adjusted')).toMatchObject({
      before: { onHand: 9 },
      after: { onHand: 7, reason: 'Broken' },
    });
    expect(log.find(({ act }) => act === 'order.cancelled')).toMatchObject({
      by: { id: admin.id },
      object: { kind: 'order', label: expect.stringMatching(/^MS-/) },
      after: { status: 'cancelled' },
    });
    expect(log.find(({ act }) => act === 'user.deactivated')).toMatchObject({
      object: { kind: 'user', id: leaving.id, email: leaving.email },
    });
    expect(JSON.stringify(log)).not.toContain('Private college');
    // Nothing was left to the door, and nothing that an operation declares is missing here but what has tests of its own.
    expect(log.filter(({ after }) => after !== null && 'written' in after)).toEqual([]);
    const declared = Object.values(table).flatMap((one) => ('audit' in one ? [one.audit] : []));
    const missing = declared.filter((act) => typeof act === 'string' && !acts.includes(act));
    const elsewhere = ['payment.refunded', 'order.refunded', 'refund.asked-again', 'books.compared'];
    expect(missing.filter((act) => !elsewhere.includes(String(act)))).toEqual([
      'picture.uploaded',
      'user.second-factor-reset',
    ]);
  });

  it('is an import from the command line, too, that failed half-way, with what it had changed until then', async () => {
    const write = shop.databases.write;
    const rows = Array.from({ length: BATCH_ROWS }, () => partRow());
    await sql`
      CREATE FUNCTION break_at_last() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN IF NEW.sku = 'ZZZ-LAST' THEN RAISE EXCEPTION 'broken'; END IF; RETURN NEW; END $$`.execute(write);
    await sql`CREATE TRIGGER breaking BEFORE INSERT ON part FOR EACH ROW EXECUTE FUNCTION break_at_last()`.execute(
      write,
    );
    try {
      const file = fileOf([...rows, partRow({ sku: 'ZZZ-LAST' })]);
      expect(await importWhole(shop.shop.deps, { fileName: 'half.csv' }, file)).toMatchObject({
        state: 'failed',
      });
    } finally {
      await sql`DROP TRIGGER breaking ON part`.execute(write);
    }
    expect(await newest()).toMatchObject({
      act: 'import.finished',
      by: { kind: 'command' },
      object: { kind: 'import', label: expect.stringContaining('half.csv') },
      after: { kind: 'parts', state: 'failed', added: BATCH_ROWS, changed: 0, leftOut: 0 },
    });
  }, 60_000);

  it('is nothing where the change came to nothing', async () => {
    const before = await logOf();
    expect((await shop.call('DELETE', '/parts/999999', as(admin))).status).toBe(404);
    expect((await shop.call('PUT', `/user/admin/${admin.email}`, as(buyer))).status).toBe(403);
    const id = await makePart(shop, admin, { minOrder: 2, orderMultiple: 2 });
    expect((await shop.call('PUT', `/parts/${id}`, as(admin, { minOrder: 3 }))).status).toBe(422);
    expect((await logOf()).length).toBe(before.length + 1);
  });

  it('is who signs in and who fails to, and neither passwords nor addresses that nobody has', async () => {
    const credentials = { email: 'new@example.test', password: 'a secret of the test' };
    const auth = (path: string, body: object) =>
      shop.call('POST', `/auth/${path}`, { body, headers: { origin: shop.url } });
    await auth('sign-up/email', { ...credentials, name: 'New' });
    await auth('sign-in/email', credentials);
    await auth('sign-in/email', { ...credentials, password: 'wrong secret' });
    await auth('sign-in/email', { email: 'my-password-by-mistake@example.test', password: 'wrong secret' });
    const log = (await logOf()).slice(0, 4);
    expect(log.map(({ act }) => act)).toEqual([
      'sign-in.failed',
      'sign-in.failed',
      'sign-in.done',
      'account.made',
    ]);
    const [nobody, wrong, , made] = log;
    expect(nobody).toMatchObject({ object: null, by: { kind: 'nobody' } });
    expect(wrong?.object).toEqual(made?.object);
    const { rows } = await sql<{ entry: string }>`SELECT audit_entry::text AS entry FROM audit_entry`.execute(
      shop.databases.write,
    );
    for (const { entry } of rows) expect(entry).not.toMatch(/secret|my-password|example\.test/);
  });
});

const PART = {
  name: 'Oil Filter',
  price: 5,
  stock: 9,
  minOrder: 1,
  description: 'A filter.',
  img: '/media/none/960.webp',
};

describe('the database', () => {
  const refused = async (statement: RawBuilder<unknown>) =>
    expect(
      shop.databases.write.transaction().execute(async (tx) => {
        // Not even a session that says it only replays another database's changes.
        await sql`SET LOCAL session_replication_role = replica`.execute(tx);
        await statement.execute(tx);
      }),
    ).rejects.toThrow('the audit log only grows');

  it('refuses to change, to forget and to empty it', async () => {
    const before = await logOf();
    // The embedded database's own user is its superuser, whom privileges do not hold back.
    await refused(sql`UPDATE audit_entry SET act = 'part.added'`);
    await refused(sql`DELETE FROM audit_entry`);
    await refused(sql`TRUNCATE audit_entry`);
    await refused(sql`INSERT INTO audit_entry (id, happened_at, act, author_kind) OVERRIDING SYSTEM VALUE
      VALUES (1, now(), 'part.added', 'shop') ON CONFLICT (id) DO UPDATE SET act = excluded.act`);
    expect(await logOf()).toEqual(before);
    const { rows } = await sql<{ may: boolean }>`
      SELECT privilege_type FROM information_schema.role_table_grants
      WHERE table_name = 'audit_entry' AND privilege_type IN ('UPDATE', 'DELETE', 'TRUNCATE')`.execute(
      shop.databases.write,
    );
    expect(rows).toEqual([]);
  });
});

describe('reading it', () => {
  it('finds by person, act, thing, time and words', async () => {
    const all = await logOf();
    const ofLeaving = await logOf('&person=LEAVING@example');
    expect(ofLeaving.map(({ act }) => act)).toEqual([
      'user.let-back-in',
      'user.deactivated',
      'user.made-customer',
      'user.made-admin',
    ]);
    expect(await logOf('&person=%25')).toEqual([]);
    expect((await logOf('&act=part.added')).every(({ act }) => act === 'part.added')).toBe(true);
    const part = all.find(({ act }) => act === 'part.changed')?.object;
    const ofPart = await logOf(`&object=part&objectId=${part?.id}`);
    expect(ofPart.map(({ act }) => act)).toEqual(expect.arrayContaining(['part.changed', 'part.added']));
    expect((await logOf('&q=BROKEN')).map(({ act }) => act)).toEqual(['stock.adjusted']);
    expect((await logOf('&q=request-of-the')).map(({ act }) => act)).toEqual(['part.changed']);
    const later = new Date(shop.clock.now.getTime() + 1).toISOString();
    expect(await logOf(`&from=${later}`)).toEqual([]);
    expect(await logOf(`&to=${later}`)).toEqual(all);
    for (const wrong of ['act=nothing', 'object=nothing', 'from=yesterday'])
      expect((await shop.call('GET', `/audit?${wrong}`, as(admin))).status).toBe(422);
  });

  it('takes no time that the database can’t keep, neither for the list nor for the file', async () => {
    const day = '2026-01-01T00:00:00';
    const wrong = ['0000-01-01T00:00:00Z', `${day}.${'1'.repeat(200)}Z`, '2026-02-30T00:00:00Z'];
    for (const path of ['/audit', '/audit/export'])
      for (const name of ['from', 'to']) {
        for (const moment of wrong) {
          const { status } = await shop.call('GET', `${path}?${name}=${moment}`, as(admin));
          expect([path, name, moment, status]).toEqual([path, name, moment, 422]);
        }
        for (const moment of [
          '0001-01-01T00:00:00Z',
          '9999-12-31T23:59:59.999Z',
          `${day}.${'1'.repeat(15)}Z`,
        ])
          expect((await shop.call('GET', `${path}?${name}=${moment}`, as(admin))).status).toBe(200);
      }
  });

  it('goes on page by page, without repeating or leaving out what is written meanwhile', async () => {
    const all = await logOf();
    const seen: AuditEntryBody[] = [];
    let path: string | undefined = '/audit?limit=7';
    while (path !== undefined) {
      const answer = await shop.call('GET', path, as(admin));
      seen.push(...(answer.body as AuditEntryBody[]));
      path = /<\/api([^>]+)>/.exec(answer.headers.get('link') ?? '')?.[1];
      await makePart(shop, admin);
    }
    expect(seen).toEqual(all);
  });

  it('gives a file in which nothing is a formula', async () => {
    await makePart(shop, admin, { name: '=HYPERLINK("http://evil.test")', brand: '+Brand' });
    const answer = await shop.call('GET', '/audit/export?act=part.added', as(admin));
    expect(answer.headers.get('content-type')).toContain('text/csv');
    expect(answer.headers.get('content-disposition')).toContain('audit-log-');
    const [head, first] = String(answer.body).split('\n');
    expect(head).toContain('time,act,inWords,by,');
    // Marked once, so that it reads back as it was.
    expect(first).toContain(`,"'+Brand `);
    expect(String(answer.body)).not.toMatch(/(^|,|")[=+\-@]/m);
    expect((await shop.call('GET', '/audit/export', as(buyer))).status).toBe(403);
  });

  it('knows who took which list away as a file, and that nobody did who was not let', async () => {
    for (const path of [
      '/audit/export?act=part.added&person=@mainshaft&q=a',
      '/orders/export?status=paid',
      '/newsletter/export',
    ]) {
      expect((await shop.call('GET', path, as(buyer))).status).toBe(403);
      expect((await shop.call('GET', path, as(admin))).status).toBe(200);
    }
    const taken = (await logOf()).filter(
      ({ act, object }) => act === 'file.exported' && object?.id.endsWith('.csv'),
    );
    const day = shop.clock.now.toISOString().slice(0, 10);
    expect(taken.slice(0, 3)).toMatchObject([
      { by: { id: admin.id }, object: { kind: 'file', id: `newsletter-${day}.csv` } },
      { by: { id: admin.id }, object: { id: `all-orders-paid-${day}.csv` } },
      { by: { id: admin.id }, object: { id: `audit-log-${day}.csv` } },
    ]);
    // Whom or what somebody looked for is not in it, but that they did.
    expect(taken.slice(0, 3).map(({ after }) => after)).toEqual([
      {},
      { status: 'paid' },
      { act: 'part.added', person: 'given', q: 'given' },
    ]);
    expect(taken.filter(({ by }) => by.id === buyer.id)).toEqual([]);
  });

  it('gives nothing of a list away that it could not note, and nothing to who asks for its head', async () => {
    let isBegun = false;
    const bytes = (async function* () {
      isBegun = true;
      yield Buffer.from('secret');
    })();
    const full = { write: () => Promise.reject(new Error('The log is full')), nothingToKeep() {} };
    const list = { names: ['list'], narrowedTo: {}, bytes };
    const deps = { db: shop.databases.write, now: () => shop.clock.now };
    await expect(exportedList(deps, full, list)).rejects.toThrow('The log is full');
    expect(isBegun).toBe(false);
    const before = await logOf();
    const head = await fetch(`${shop.url}/api/orders/export`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${admin.token}` },
    });
    expect([head.status, head.headers.get('allow')]).toEqual([405, 'GET, OPTIONS']);
    expect(await logOf()).toEqual(before);
  });
});

it('is written even where an operation forgets it, and the server says so', async () => {
  const faults: object[] = [];
  const open = openAuditLog({
    db: shop.databases.write,
    log: { error: (fields: object) => void faults.push(fields) },
    now: () => shop.clock.now,
    userIdOf: () => admin.id,
  });
  const call = { act: 'part.changed', caller: { kind: 'anonymous' as const }, params: { id: '7' } };
  const from = { requestId: 'forgetful-request', address: '203.0.113.9', userAgent: 'a\u0000b'.repeat(400) };
  const page = open({ ...call, ...from });
  await page.finish();
  expect(faults).toEqual([{ act: 'part.changed', requestId: 'forgetful-request' }]);
  expect(await newest()).toMatchObject({
    by: { id: admin.id },
    after: { id: '7', ...WRITTEN_LATE },
    address: '203.0.113.9',
  });
  expect(() => open({ ...call, ...from, act: 'part.invented' })).toThrow('no act');
});
