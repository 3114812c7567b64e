/** What the orders of both sides must leave behind: the same rows, and a stock that the ledger explains. */
import type pg from 'pg';

/** The tables that an order adds rows to. */
const TABLES = ['shop_order', 'order_line', 'stock_movement', 'idempotent_answer', 'job_queue.job'] as const;

async function countRows(pool: pg.Pool): Promise<number[]> {
  const counts = TABLES.map((table) => `(SELECT count(*)::int FROM ${table})`);
  const { rows } = await pool.query<{ counts: number[] }>(`SELECT ARRAY[${counts.join(', ')}] AS counts`);
  return rows[0]?.counts ?? [];
}

/**
 * Holds the two ways to place orders to the same effect.
 * @throws Error that says how many rows each of them added
 */
export async function requireSameEffect(
  pool: pg.Pool,
  ours: () => Promise<unknown>,
  bare: () => Promise<unknown>,
): Promise<void> {
  const before = await countRows(pool);
  await ours();
  const between = await countRows(pool);
  await bare();
  const after = await countRows(pool);
  TABLES.forEach((table, at) => {
    const added = [(between[at] ?? 0) - (before[at] ?? 0), (after[at] ?? 0) - (between[at] ?? 0)];
    if (added[0] !== added[1] || added[0] === 0) {
      throw new Error(`The shop added ${added[0]} rows to ${table}, the bare transaction ${added[1]}`);
    }
  });
}

/**
 * After all the load: every stock level is what its movements add up to, and every order has its three lines.
 * @throws Error that says what doesn't fit
 */
export async function requireBalancedBooks(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ unbalanced: number; incomplete: number }>(`
    SELECT
      (SELECT count(*)::int
       FROM stock_level AS level
       JOIN (SELECT part_id, sum(on_hand_change) AS on_hand, sum(reserved_change) AS reserved
             FROM stock_movement GROUP BY part_id) AS ledger USING (part_id)
       WHERE (level.on_hand_units, level.reserved_units) <> (ledger.on_hand, ledger.reserved)) AS unbalanced,
      (SELECT count(*)::int
       FROM shop_order
       WHERE (SELECT count(*) FROM order_line WHERE order_id = shop_order.id) <> 3) AS incomplete`);
  const [{ unbalanced, incomplete } = { unbalanced: -1, incomplete: -1 }] = rows;
  if (unbalanced !== 0) throw new Error(`The stock of ${unbalanced} parts is not what the ledger says`);
  if (incomplete !== 0) throw new Error(`${incomplete} orders have not got three lines`);
}
