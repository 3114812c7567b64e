/** Jobs: many at once, and one that fails among them. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { openLog } from '#server/platform/log.ts';
import { openQueue, type Queue } from '#server/platform/queue.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';

let database: TestDatabase;
let queue: Queue;
beforeEach(async () => {
  database = await createTestDatabase();
  queue = await openQueue(database.databases.writePool, openLog('silent'));
});
afterEach(async () => {
  await queue.stop();
  await database.drop();
});

const enqueue = (orderId: string) =>
  inTransaction(database.databases.write, (tx) => queue.enqueue(tx, 'expire-order', { orderId }));

it('works through a backlog without resting between jobs', async () => {
  for (let job = 0; job < 60; job += 1) await enqueue(`order ${job}`);
  const seen = new Set<string>();
  await queue.work({
    'expire-order': async ({ orderId }) => void seen.add(orderId),
    'mail-about-order': async () => {},
    'mail-email-verification': async () => {},
    'mail-about-newsletter': async () => {},
    'mail-password-reset': async () => {},
    'mail-security-notice': async () => {},
    'work-on-import': async () => {},
    'send-refund': async () => {},
    'mail-about-refund': async () => {},
    'reconcile-payments': async () => {},
  });
  await vi.waitFor(() => expect(seen.size).toBe(60), { timeout: 10_000 });
});

it('tries again the job that failed, and none of those beside it', async () => {
  for (const orderId of ['good', 'bad', 'good too']) await enqueue(orderId);
  const calls: string[] = [];
  await queue.work({
    'expire-order': async ({ orderId }) => {
      calls.push(orderId);
      if (orderId === 'bad') throw new Error('not now');
    },
    'mail-about-order': async () => {},
    'mail-email-verification': async () => {},
    'mail-about-newsletter': async () => {},
    'mail-password-reset': async () => {},
    'mail-security-notice': async () => {},
    'work-on-import': async () => {},
    'send-refund': async () => {},
    'mail-about-refund': async () => {},
    'reconcile-payments': async () => {},
  });
  await vi.waitFor(() => expect(calls.filter((call) => call === 'bad').length).toBe(2), { timeout: 25_000 });
  expect(calls.filter((call) => call !== 'bad').sort()).toEqual(['good', 'good too']);
});
