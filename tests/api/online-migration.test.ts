/** The next version's migrations run while this one sells: nobody waits long, nothing is refused, and both versions fit. */
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { prepareDatabase, prepareDatabaseOnce } from '#main/prepare-database.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { MIGRATIONS } from '#server/platform/db/migration-file.ts';
import { openLog } from '#server/platform/log.ts';
import { wrongBooks } from '#server/read-models/books.ts';
import { makePart } from '../factories/parts.ts';
import { openTestShop, type Person, type TestShop } from '../shop.ts';

const ROWS = 40_000;
const LOCK_TIMEOUT_MS = 250;
const BLOCKED_MS = 1_500;
const BLOCKED_AT_MOST_MS = 15_000;

let shop: TestShop;
let folder: string;
let partId: string;
let buyer: Person;
const told: string[] = [];
const log = pino({ level: 'info' }, { write: (line: string) => void told.push(line) });

beforeAll(async () => {
  shop = await openTestShop({ env: { MAX_UNPAID_ORDERS: '10000' } });
  const admin = await shop.person('admin');
  buyer = await shop.person('customer');
  partId = await makePart(shop, admin, { stock: 50_000 });
  await sql`INSERT INTO stock_movement (part_id, kind, on_hand_change, reserved_change, moved_at)
            SELECT ${partId}::bigint, 'received', 1, 0, now() FROM generate_series(1, ${ROWS}::int)`.execute(
    shop.databases.write,
  );
  await sql`UPDATE stock_level SET on_hand_units = on_hand_units + ${ROWS}::int`.execute(
    shop.databases.write,
  );
  folder = await mkdtemp(join(tmpdir(), 'mainshaft-migrations-'));
  await cp(MIGRATIONS, folder, { recursive: true });
});
afterAll(async () => {
  await shop.close();
  await rm(folder, { recursive: true, force: true });
});

const add = (name: string, text: string) => writeFile(join(folder, `${name}.sql`), text);
const migrateNext = () =>
  migrate(shop.databases.writePool, { log, folder, lockTimeoutMs: LOCK_TIMEOUT_MS, patienceMs: 20_000 });
const readiness = async () => {
  const response = await fetch(`${shop.url}/readyz`);
  return { http: response.status, ...((await response.json()) as { status: string }) };
};

/** Asks again and again, and notes each answer. */
function traffic() {
  const answers: { readonly what: string; readonly status: number }[] = [];
  let isOn = true;
  const keepAsking = async (what: string, ask: () => Promise<{ readonly status: number }>) => {
    while (isOn) {
      const { status } = await ask();
      answers.push({ what, status });
    }
  };
  const order = { partId, orderQuantity: 1, address: '1 Test Road', phone: '+880 1' };
  const all = Promise.all([
    keepAsking('order', () => shop.call('POST', '/order', { token: buyer.token, body: order })),
    keepAsking('orders', () => shop.call('GET', `/order?email=${buyer.email}`, { token: buyer.token })),
    keepAsking('parts', () => shop.call('GET', '/parts')),
    keepAsking('readyz', () => fetch(`${shop.url}/readyz`)),
  ]);
  return {
    answers,
    async stop() {
      isOn = false;
      await all;
    },
  };
}

/** A report that someone runs: it holds what a change of the table has to wait for. */
async function readForLong(until: () => Promise<unknown>): Promise<void> {
  await shop.databases.write.transaction().execute(async (tx) => {
    await sql`SELECT count(*) FROM shop_order`.execute(tx);
    await until();
  });
}

/** Orders that were answered while a migration waited for its locks; waits for some, but not for ever. */
async function ordersWhileItWaits(answers: readonly { readonly what: string }[]): Promise<number> {
  const orders = () => answers.filter(({ what }) => what === 'order').length;
  const hasWaited = () => told.some((line) => line.includes('waits for its locks'));
  const deadlineMs = performance.now() + BLOCKED_AT_MOST_MS;
  let before: number | undefined;
  while (performance.now() < deadlineMs) {
    if (before === undefined && hasWaited()) before = orders();
    if (before !== undefined && orders() >= before + 5) break;
    await wait(20);
  }
  return before === undefined ? 0 : orders() - before;
}

it('a start leaves alone what the same version has prepared, and prepares again what another one did', async () => {
  const { write } = shop.databases;
  const start = () => prepareDatabaseOnce(shop.databases, openLog('silent'));
  await sql`DELETE FROM part_type WHERE id = (SELECT max(id) FROM part_type)`.execute(write);
  expect(await start()).toEqual([]);
  await sql`COMMENT ON TABLE kysely_migration IS 'prepared otherwise'`.execute(write);
  expect(await start()).toEqual(['1 part types']);
  expect(await start()).toEqual([]);
});

it('orders and reads go on while tables are changed, filled and indexed, though somebody reads them for long', {
  timeout: 60_000,
}, async () => {
  await add(
    '9001_batches_of_stock',
    `ALTER TABLE shop_order ADD COLUMN delivery_note text NOT NULL DEFAULT '';
     ALTER TABLE stock_movement ADD COLUMN batch text;
     ALTER TABLE stock_movement ALTER COLUMN batch SET DEFAULT 'new';
     ALTER TABLE stock_movement ADD CONSTRAINT batch_is_named CHECK (batch <> '') NOT VALID;`,
  );
  await add(
    '9002_fill_batches',
    `-- in batches
     UPDATE stock_movement SET batch = 'old'
     WHERE id IN (SELECT id FROM stock_movement WHERE batch IS NULL LIMIT 5000);`,
  );
  await add(
    '9003_stock_by_batch',
    `-- outside a transaction: the index is built while stock moves
     DROP INDEX CONCURRENTLY IF EXISTS stock_movement_of_batch;
     CREATE INDEX CONCURRENTLY stock_movement_of_batch ON stock_movement (batch, moved_at);`,
  );
  await add('9004_batches_are_named', 'ALTER TABLE stock_movement VALIDATE CONSTRAINT batch_is_named;');

  const { answers, stop } = traffic();
  let ordered = 0;
  const reading = readForLong(async () => {
    ordered = await ordersWhileItWaits(answers);
  });
  await wait(100);
  // Two processes of the next version start at once.
  const done = await Promise.all([migrateNext(), migrateNext()]);
  await reading;
  await stop();

  expect(done.flat()).toEqual([
    '9001_batches_of_stock',
    '9002_fill_batches',
    '9003_stock_by_batch',
    '9004_batches_are_named',
  ]);
  // It did wait for the reader, and let the others through in between.
  expect(ordered).toBeGreaterThanOrEqual(5);
  expect([...new Set(answers.map(({ what, status }) => `${what} ${status}`))].toSorted()).toEqual([
    'order 201',
    'orders 200',
    'parts 200',
    'readyz 200',
  ]);
  expect(await wrongBooks(shop.databases.write)).toEqual([]);
  const { rows } = await sql<{ valid: boolean; empty: number }>`
    SELECT (SELECT indisvalid FROM pg_index WHERE indexrelid = 'stock_movement_of_batch'::regclass) AS valid,
           (SELECT count(*)::int FROM stock_movement WHERE batch IS NULL) AS empty`.execute(
    shop.databases.write,
  );
  expect(rows).toEqual([{ valid: true, empty: 0 }]);
});

it('this version stays ready on a database that a later one has added to, and leaves it as it is', async () => {
  expect(await readiness()).toEqual({ http: 200, status: 'ready' });
  await sql`DELETE FROM part_type WHERE id = (SELECT max(id) FROM part_type)`.execute(shop.databases.write);
  // Its own reference data would be older than what is there.
  expect(await prepareDatabase(shop.databases, openLog('silent'))).toEqual([]);
});

it('an index that could not be built is built by the next try', async () => {
  await add(
    '9005_one_note_each',
    `-- outside a transaction
     DROP INDEX CONCURRENTLY IF EXISTS one_note_each;
     CREATE UNIQUE INDEX CONCURRENTLY one_note_each ON shop_order (delivery_note);`,
  );
  await expect(migrateNext()).rejects.toThrow('could not create unique index');
  await sql`UPDATE shop_order SET delivery_note = number`.execute(shop.databases.write);
  expect(await migrateNext()).toEqual(['9005_one_note_each']);
});

it('this version is ready no more once a later one has taken away what it uses, and does not start either', async () => {
  await add('9006_drop_notes_needs_0001', 'ALTER TABLE shop_order DROP COLUMN delivery_note;');
  await migrateNext();
  expect(await readiness()).toEqual({ http: 200, status: 'ready' });
  await add('9007_drop_batches_needs_9004', 'ALTER TABLE stock_movement DROP COLUMN batch;');
  await migrateNext();
  expect(await readiness()).toEqual({ http: 503, status: 'the database is of a later version' });
  await expect(prepareDatabase(shop.databases, openLog('silent'))).rejects.toThrow('migration 9004');
});

it('says so when its locks cannot be had, and when it would run out of turn', async () => {
  await add('9008_more', `ALTER TABLE shop_order ADD COLUMN more text;`);
  const reading = readForLong(() => wait(BLOCKED_MS));
  await wait(50);
  await expect(
    migrate(shop.databases.writePool, { log, folder, lockTimeoutMs: 20, patienceMs: 100 }),
  ).rejects.toThrow('could not get its locks');
  await reading;
  await migrateNext();
  await add('8000_late', 'SELECT 1;');
  await expect(migrateNext()).rejects.toThrow('8000_late comes before 9008_more');
});
