/** Budgets of calls, shared by processes: none of them adds to what a caller may do. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callBudgets, forgetBudgets } from '#server/platform/serve/call-budgets.ts';
import { sharedRateLimiter } from '#server/platform/serve/shared-rate-limit.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const LIMITS = { read: { perMinute: 60, burst: 100 }, mail: { perMinute: 1, burst: 5 } };
const limiters = (count: number, canTake = true) =>
  Array.from({ length: count }, () =>
    sharedRateLimiter({
      limits: LIMITS,
      take: callBudgets(database.databases.write, 'a secret of the tests'),
      canTake: () => canTake,
      nowMs: () => performance.now(),
    }),
  );
/** How many of so many calls at once are let in, spread over the processes. */
async function letIn(
  processes: ReturnType<typeof limiters>,
  kind: 'read' | 'mail',
  caller: string,
  calls: number,
) {
  const answers = await Promise.all(
    Array.from({ length: calls }, (_, at) => processes[at % processes.length]?.(kind, caller)),
  );
  return answers.filter((answer) => answer === null).length;
}

it('are one budget however many processes there are', async () => {
  expect(await letIn(limiters(4), 'mail', 'somebody', 40)).toBe(5);
  const read = await letIn(limiters(3), 'read', 'somebody', 300);
  expect(read).toBeGreaterThanOrEqual(100 - 3 * 5);
  // What came back while the test ran.
  expect(read).toBeLessThanOrEqual(105);
});

it("are each caller's own, and each class's", async () => {
  const [one] = limiters(1);
  expect(await letIn([one ?? (() => null)], 'mail', 'a', 9)).toBe(5);
  expect(await letIn([one ?? (() => null)], 'mail', 'b', 9)).toBe(5);
  expect(await one?.('read', 'a')).toBeNull();
});

it('say when there is a call again', async () => {
  const [one, other] = limiters(2);
  for (let call = 0; call < 5; call += 1) await one?.('mail', 'patient');
  const refused = await other?.('mail', 'patient');
  expect(refused?.retryAfterSeconds).toBeGreaterThan(55);
  expect(refused?.retryAfterSeconds).toBeLessThanOrEqual(60);
});

it('are counted by each process for itself while the database can not be written to', async () => {
  expect(await letIn(limiters(2, false), 'mail', 'in an outage', 40)).toBe(10);
});

it('tell nothing of who called, and are forgotten once they are whole again', async () => {
  const { write } = database.databases;
  const { rows } = await sql<{ caller: string }>`SELECT caller FROM call_budget`.execute(write);
  expect(rows.map(({ caller }) => caller).join()).not.toMatch(/somebody|patient/);
  await sql`UPDATE call_budget SET counted_at = counted_at - interval '2 hours'`.execute(write);
  await forgetBudgets(write);
  expect((await sql`SELECT FROM call_budget`.execute(write)).rows).toEqual([]);
});
