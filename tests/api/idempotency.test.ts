/** Calls that are safe to repeat, as those who write operations meet them. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { refuse } from '#domain/refusal.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { answerOnce } from '#server/platform/idempotency.ts';
import { openTestShop, type Person, type TestShop } from '../shop.ts';

let shop: TestShop;
let buyer: Person;
beforeAll(async () => {
  shop = await openTestShop();
  buyer = await shop.person('customer');
});
afterAll(() => shop.close());

const call = (key: string) => {
  const { id: userId } = buyer;
  return { userId, operation: 'reviewsCreate', key, request: {}, now: new Date() };
};
const answered = (key: string, answer: string) =>
  inTransaction(shop.databases.write, (tx) =>
    answerOnce(tx, call(key), async (claimed) => (await claimed)(answer)),
  );

it('a call that is refused before it is known to be the first may be made again', async () => {
  const refused = await inTransaction(shop.databases.write, (tx) =>
    answerOnce(tx, call('refused at once'), async () => refuse('NOT_FOUND')),
  );
  expect(refused).toMatchObject({ code: 'NOT_FOUND' });
  expect(await answered('refused at once', 'first')).toBe('first');
});

it('a call that was answered is answered so again, though what it would do again can not be done now', async () => {
  expect(await answered('placed', 'first')).toBe('first');
  const again = inTransaction(shop.databases.write, (tx) =>
    answerOnce(tx, call('placed'), async (claimed) => {
      const [keep] = await Promise.all([claimed, sql`SELECT 1 / 0`.execute(tx), sql`SELECT 1`.execute(tx)]);
      return keep('second');
    }),
  );
  expect(await again).toBe('first');
});

it('a call that failed may be made again, and is answered once', async () => {
  const failed = inTransaction(shop.databases.write, (tx) =>
    answerOnce(tx, call('failed'), async (claimed) => {
      await (await claimed)('never');
      throw new Error('after its answer was kept');
    }),
  );
  await expect(failed).rejects.toThrow('after its answer');
  expect(await answered('failed', 'first')).toBe('first');
  expect(await answered('failed', 'second')).toBe('first');
});
