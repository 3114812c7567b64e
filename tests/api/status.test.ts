/** What an owner sees of how the shop does, and does about failed jobs. */
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { StatusBody } from '#contract/status.ts';
import { keepLastBackup } from '#main/last-backup.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { keepProcess } from '#server/status/keep-process.ts';
import { makePart } from '../factories/parts.ts';
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

const look = async () => {
  const { status, body } = await shop.call('GET', '/status', { token: admin.token });
  expect(status).toBe(200);
  return body as StatusBody;
};

it('tells of the database, of what waits, and of the last backup', async () => {
  const partId = await makePart(shop, admin);
  await shop.call('POST', '/order', {
    token: buyer.token,
    body: { partId, orderQuantity: 1, address: '1 Test Road', phone: '+880 1' },
  });
  const first = await look();
  expect(first).toMatchObject({
    at: shop.clock.now.toISOString(),
    database: { migration: expect.stringMatching(/^\d{4}_/), replica: null },
    payments: { unpaidOrders: 1, open: 0, oldestOpenAt: null, stray: 0 },
    mail: { failed: 0, retrying: 0, goesTo: 'folder' },
    processes: [],
    imports: [],
    backup: null,
  });
  expect(first.database.sizeBytes).toBeGreaterThan(1e6);
  expect(first.database.connections.used).toBeGreaterThan(0);
  expect(first.database.disk?.freeBytes).toBeGreaterThan(0);
  const jobs = Object.fromEntries(first.jobs.map((job) => [job.job, job]));
  expect(jobs['mail-about-order']).toMatchObject({ waiting: 1, scheduled: 0, failed: 0 });
  expect(jobs['expire-order']).toMatchObject({ waiting: 0, scheduled: 1 });

  const endedAt = '2026-11-20T01:02:03.000Z';
  await keepLastBackup(shop.dataDir, { endedAt, folder: '/backups/monday', isVerified: true });
  expect((await look()).backup).toEqual({ at: endedAt, kind: 'backup', isVerified: true });
});

it('tells which processes are alive, what they answered, and which went without a word', async () => {
  const deps = { databases: shop.databases, log: shop.shop.deps.log, now: () => shop.clock.now };
  const kept = keepProcess(deps, '9.9.9');
  await shop.call('GET', '/parts');
  await shop.call('POST', '/webhooks/stripe', { body: '{}', headers: { 'stripe-signature': 'none' } });
  // A request is told of when its connection has seen the end of the answer.
  await wait(50);
  await kept.beat();
  const [process] = (await look()).processes;
  expect(process).toMatchObject({ version: '9.9.9', state: 'alive', pid: globalThis.process.pid });
  expect(process?.memoryBytes).toBeGreaterThan(1e7);
  expect((await look()).requests).toMatchObject({ faults: 0, perMinute: expect.closeTo(0.4, 1) });
  // A notice that was refused was none.
  expect((await look()).payments.webhookSeenAt).toBeNull();

  await sql`UPDATE shop_process SET beat_at = beat_at - interval '1 minute'`.execute(shop.databases.write);
  expect((await look()).processes[0]?.state).toBe('silent');
  expect((await look()).requests.perMinute).toBe(0);
  await kept.stop();
  expect((await look()).processes[0]?.state).toBe('stopped');
});

it('lets failed jobs be tried again, by admins, and knows no others', async () => {
  await inTransaction(shop.databases.write, (tx) =>
    shop.shop.deps.enqueue(tx, 'work-on-import', { importId: '00000000-0000-4000-8000-000000000000' }),
  );
  await sql`UPDATE job_queue.job SET state = 'failed', completed_on = now(), output = '{"message": "The disk is full"}'
            WHERE name = 'work-on-import'`.execute(shop.databases.write);
  const jobs = async () => (await look()).jobs.find(({ job }) => job === 'work-on-import');
  expect(await jobs()).toMatchObject({ failed: 1, waiting: 0, lastFailure: 'The disk is full' });
  const retry = (job: string) =>
    shop.call('POST', `/status/jobs/${job}/retry`, { token: admin.token, body: {} });
  expect(await retry('work-on-import')).toMatchObject({ status: 200, body: { retried: 1 } });
  expect(await jobs()).toMatchObject({ failed: 0, retrying: 1, waiting: 1 });
  expect((await retry('no-such-job')).status).toBe(404);
  expect((await retry('DROP')).status).toBe(404);
});
