import { type Expression, Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { expect, it, vi } from 'vitest';
import { compiledOnce } from '#server/platform/db/compiled-once.ts';
import type { DB } from '#server/platform/db/schema.gen.ts';

// Connects at first use, which never comes.
const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: new pg.Pool() }) });

it('a query that is compiled once is what it would be without, for whatever values', () => {
  const build = vi.fn((on: typeof db, id: Expression<string>, roles: Expression<readonly string[]>) =>
    on
      .selectFrom('shop_user')
      .select('id')
      .where('id', '=', id)
      .where('display_name', '<>', 'nobody')
      .where('role', '=', sql<'admin'>`any(${roles})`),
  );
  const query = compiledOnce(build);
  for (const [id, roles] of [
    ['one', ['admin']],
    ['another', ['admin', 'customer']],
  ] as const) {
    const { sql: text, parameters } = query(db, id, roles);
    const { sql: usual, parameters: values } = build(db, sql`${id}`, sql`${roles}`).compile();
    expect({ text, parameters }).toEqual({ text: usual, parameters: values });
  }
  // Twice beside it, above.
  expect(build).toHaveBeenCalledTimes(3);
});
