/** What the orders of both sides must leave behind: the same rows, and a stock that the ledger explains. */
import type pg from 'pg';
import { openDatabases } from '#server/platform/db/database.ts';
import { wrongBooks } from '#server/read-models/books.ts';
import type { Slice } from '../slice.ts';

async function countRows(pool: pg.Pool, tables: readonly string[]): Promise<number[]> {
  const counts = tables.map((table) => `(SELECT count(*)::int FROM ${table})`);
  const { rows } = await pool.query<{ counts: number[] }>(`SELECT ARRAY[${counts.join(', ')}] AS counts`);
  return rows[0]?.counts ?? [];
}

/**
 * Holds the two ways to do something to the same effect.
 * @param tables those that it adds rows to
 * @throws Error that says how many rows each of them added
 */
export async function requireSameEffect(
  pool: pg.Pool,
  tables: readonly string[],
  ours: () => Promise<unknown>,
  bare: () => Promise<unknown>,
): Promise<void> {
  const before = await countRows(pool, tables);
  await ours();
  const between = await countRows(pool, tables);
  await bare();
  const after = await countRows(pool, tables);
  tables.forEach((table, at) => {
    const added = [(between[at] ?? 0) - (before[at] ?? 0), (after[at] ?? 0) - (between[at] ?? 0)];
    if (added[0] !== added[1] || added[0] === 0) {
      throw new Error(`The shop added ${added[0]} rows to ${table}, the bare transaction ${added[1]}`);
    }
  });
}

/**
 * Holds a load to its word: what was acknowledged has happened.
 * @param counted says how much has, as a query of one number
 * @throws Error where less has than was acknowledged
 */
export async function requireDone(
  pool: pg.Pool,
  counted: { readonly text: string; readonly values?: unknown[] },
  load: () => Promise<Slice>,
): Promise<Slice> {
  const count = async () => {
    const { rows } = await pool.query<{ count: number }>(counted);
    return rows[0]?.count ?? 0;
  };
  const before = await count();
  const slice = await load();
  const done = (await count()) - before;
  const acknowledged = slice.latenciesMs.length;
  if (done < acknowledged) throw new Error(`${acknowledged} were acknowledged, and ${done} happened`);
  return slice;
}

/** Long enough to look at every order and movement of a long run. */
const LOOK_WITHIN_MS = 600_000;

/**
 * After all the load: the shop's own rules of its books hold, and every order has its three lines.
 * @throws Error that says what doesn't fit
 */
export async function requireBalancedBooks(databaseUrl: string, pool: pg.Pool): Promise<void> {
  const opened = {
    url: databaseUrl,
    maxConnections: 1,
    statementWithinMs: LOOK_WITHIN_MS,
    onIdleError: () => {},
  };
  const databases = openDatabases(opened);
  try {
    const wrong = await wrongBooks(databases.write);
    if (wrong.length > 0) throw new Error(`The books are wrong:\n${wrong.join('\n')}`);
  } finally {
    await databases.close();
  }
  const { rows } = await pool.query<{ incomplete: number }>(`
    SELECT count(*)::int AS incomplete FROM shop_order
    WHERE (SELECT count(*) FROM order_line WHERE order_id = shop_order.id) <> 3`);
  if (rows[0]?.incomplete !== 0) throw new Error(`${rows[0]?.incomplete} orders have not got three lines`);
}
