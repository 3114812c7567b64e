/** Jobs: many at once, in their order where they are about the same, and one that fails among them. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { openLog } from '#server/platform/log.ts';
import { type JobHandlers, type JobName, type Jobs, openQueue, type Queue } from '#server/platform/queue.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { passPause } from './pass-pause.ts';

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

const enqueue = <N extends JobName>(name: N, data: Jobs[N]) =>
  inTransaction(database.databases.write, (tx) => queue.enqueue(tx, name, data));

/** Works on all kinds of jobs; of those without a handler here nothing is done. */
const work = (handlers: Partial<JobHandlers>) =>
  queue.work({
    'expire-order': async () => {},
    'mail-about-order': async () => {},
    'mail-email-verification': async () => {},
    'mail-about-newsletter': async () => {},
    'mail-password-reset': async () => {},
    'mail-security-notice': async () => {},
    'work-on-import': async () => {},
    'send-refund': async () => {},
    'mail-about-refund': async () => {},
    'reconcile-payments': async () => {},
    ...handlers,
  });

it('works through a backlog without resting between jobs', async () => {
  for (let job = 0; job < 60; job += 1) await enqueue('expire-order', { orderId: `order ${job}` });
  const seen = new Set<string>();
  await work({ 'expire-order': async ({ orderId }) => void seen.add(orderId) });
  await vi.waitFor(() => expect(seen.size).toBe(60), { timeout: 10_000 });
});

it('sends mails about several orders at the same time, those about one order in their order', async () => {
  const others = Array.from({ length: 8 }, (_, at) => `other ${at}`);
  for (const event of ['placed', 'paid'] as const)
    await enqueue('mail-about-order', { orderId: 'one', event });
  for (const orderId of others) await enqueue('mail-about-order', { orderId, event: 'placed' });
  const begun: string[] = [];
  const allOthersBegun = Promise.withResolvers<void>();
  await work({
    'mail-about-order': async ({ orderId, event }) => {
      begun.push(`${orderId} ${event}`);
      if (others.every((other) => begun.includes(`${other} placed`))) allOthersBegun.resolve();
      await allOthersBegun.promise;
    },
  });
  await vi.waitFor(() => expect(begun).toContain('one paid'), { timeout: 10_000 });
  // The first about its order waits for all others to have begun.
  expect(begun.at(-1)).toBe('one paid');
});

it.each([
  ['done one after the other', 'expire-order', (orderId: string) => ({ orderId })],
  ['done at the same time', 'mail-about-order', (orderId: string) => ({ orderId, event: 'paid' as const })],
] as const)('tries again the job that failed, and none of those that are %s', async (_, name, dataOf) => {
  for (const orderId of ['good', 'bad', 'good too']) await enqueue(name, dataOf(orderId));
  const calls: string[] = [];
  await work({
    [name]: async ({ orderId }: { readonly orderId: string }) => {
      calls.push(orderId);
      if (orderId === 'bad') throw new Error('not now');
    },
  });
  const triesOfBad = async () => {
    await passPause(database.databases);
    return calls.filter((call) => call === 'bad').length;
  };
  await vi.waitFor(async () => expect(await triesOfBad()).toBe(2), { timeout: 25_000 });
  expect(calls.filter((call) => call !== 'bad').sort()).toEqual(['good', 'good too']);
});
