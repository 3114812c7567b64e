/**
 * Whether the books agree with each other: stock with its ledger, what is reserved with the orders that wait, orders
 * with their lines and with what was paid. Each is kept by a transaction of its own kind; together they must always hold.
 */
import { sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';

/** What does not agree, in words, with the ids to look for. At most 20 of a kind. */
export async function wrongBooks(db: Db): Promise<string[]> {
  return inTransaction(db, async (tx) => {
    // All of them at one moment, though the shop goes on selling.
    await sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY`.execute(tx);
    await sql`SET LOCAL statement_timeout = '10min'`.execute(tx);
    const { rows } = await sql<{ wrong: string }>`
      (SELECT format('part %s: the level says %s on hand and %s reserved, the ledger %s and %s',
                     coalesce(level.part_id, ledger.part_id), level.on_hand_units, level.reserved_units,
                     ledger.on_hand, ledger.reserved) AS wrong
       FROM stock_level level
       FULL JOIN (SELECT part_id, sum(on_hand_change)::int AS on_hand, sum(reserved_change)::int AS reserved
                  FROM stock_movement GROUP BY part_id) ledger ON ledger.part_id = level.part_id
       WHERE (coalesce(level.on_hand_units, -1), coalesce(level.reserved_units, -1))
             <> (coalesce(ledger.on_hand, 0), coalesce(ledger.reserved, 0))
       LIMIT 20)
      UNION ALL
      (SELECT format('part %s: %s are reserved, unpaid orders want %s', level.part_id, level.reserved_units,
                     coalesce(wanted.units, 0))
       FROM stock_level level
       LEFT JOIN (SELECT line.part_id, sum(line.quantity)::int AS units
                  FROM order_line line JOIN shop_order o ON o.id = line.order_id
                  WHERE o.status = 'unpaid' GROUP BY line.part_id) wanted ON wanted.part_id = level.part_id
       WHERE level.reserved_units <> coalesce(wanted.units, 0)
       LIMIT 20)
      UNION ALL
      (SELECT format('order %s is %s, but its %s of part %s were not %s', o.number, o.status, line.quantity,
                     line.part_id, due.kind)
       FROM shop_order o
       JOIN order_line line ON line.order_id = o.id
       CROSS JOIN LATERAL (SELECT unnest(CASE
           WHEN o.status = 'unpaid' THEN ARRAY['reserved']
           WHEN o.status IN ('cancelled', 'expired') THEN ARRAY['reserved', 'released']
           ELSE ARRAY['reserved', 'shipped'] END) AS kind) due
       WHERE NOT EXISTS (SELECT FROM stock_movement moved
                         WHERE moved.order_id = o.id AND moved.part_id = line.part_id AND moved.kind = due.kind
                           AND abs(moved.reserved_change) = line.quantity)
       LIMIT 20)
      UNION ALL
      (SELECT format('order %s: its total is %s, its lines make %s', o.number, o.total_minor, coalesce(lines.amount, 0))
       FROM shop_order o
       LEFT JOIN (SELECT order_id, sum(amount_minor)::bigint AS amount FROM order_line GROUP BY order_id) lines
         ON lines.order_id = o.id
       WHERE o.total_minor <> coalesce(lines.amount, 0)
       LIMIT 20)
      UNION ALL
      (SELECT format('order %s is %s by payment %s, of which no attempt with its amount is known', o.number, o.status,
                     o.transaction_id)
       FROM shop_order o
       WHERE o.transaction_id IS NOT NULL
         AND NOT EXISTS (SELECT FROM payment_attempt a
                         WHERE a.order_id = o.id AND a.intent_id = o.transaction_id
                           AND a.amount_minor = o.total_minor AND a.currency = o.settlement_currency)
       LIMIT 20)`.execute(tx);
    return rows.map(({ wrong }) => wrong);
  });
}
