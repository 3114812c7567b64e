/** Statements have names, so that each connection plans them once; what is kept for that has a bound. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** What the connection has planned that is asked next, one after the other being given the same one. */
async function planned(): Promise<string[]> {
  const { rows } = await sql<{ statement: string }>`
    SELECT statement FROM pg_prepared_statements`.execute(database.databases.read);
  return rows.map(({ statement }) => statement);
}
const ask = (text: string) => sql`SELECT ${1}::int AS ${sql.ref(text)}`.execute(database.databases.read);

it('one of uncommon length has none', async () => {
  const text = sql.raw(`/* ${'long '.repeat(10_000)} */`);
  await sql`SELECT ${1}::int ${text}`.execute(database.databases.read);
  expect((await planned()).filter((statement) => statement.includes('long '))).toEqual([]);
});

it('one that comes again and again keeps a plan, however many others there have been', async () => {
  for (let at = 0; at < 600; at += 1) await ask(`once ${at}`);
  for (let at = 0; at < 100; at += 1) {
    await ask(`other ${at}`);
    await ask('steady');
  }
  const plans = await planned();
  expect(plans.length).toBeLessThanOrEqual(500);
  expect(plans).toContain('SELECT $1::int AS "steady"');
});
