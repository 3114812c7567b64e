/**
 * Whether the books agree with each other: stock with its ledger, what is reserved with the orders that wait, orders
 * with their lines, with what was paid and with what went back. Each is kept by a transaction of its own kind; together
 * they hold whenever none is under way, whatever was killed, raced or repeated before.
 */
import { sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';

/** What must hold, and the query that finds what breaks it. */
export type RuleOfBooks = readonly [rule: string, query: string];

const FINDINGS_OF_A_RULE = 20;

/** What does not agree: the rule, and what breaks it. At most 20 of a rule, all of one moment, though the shop goes on. */
export async function wrongBooks(db: Db, rules: readonly RuleOfBooks[] = RULES_OF_BOOKS): Promise<string[]> {
  return inTransaction(db, async (tx) => {
    await sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY`.execute(tx);
    await sql`SET LOCAL statement_timeout = '10min'`.execute(tx);
    const wrong: string[] = [];
    for (const [rule, query] of rules) {
      const { rows } = await sql
        .raw<Record<string, unknown>>(`${query} LIMIT ${FINDINGS_OF_A_RULE}`)
        .execute(tx);
      for (const row of rows) wrong.push(`${rule}: ${JSON.stringify(row)}`);
    }
    return wrong;
  });
}

/** The rules of the shop's own tables. */
export const RULES_OF_BOOKS: readonly RuleOfBooks[] = [
  [
    'the level of a part is the sum of its movements',
    `SELECT part_id, on_hand_units, reserved_units, moved.on_hand, moved.reserved
     FROM stock_level AS level FULL JOIN (
       SELECT part_id, sum(on_hand_change) AS on_hand, sum(reserved_change) AS reserved
       FROM stock_movement GROUP BY part_id
     ) AS moved USING (part_id)
     WHERE coalesce(on_hand_units, 0) <> coalesce(moved.on_hand, 0)
        OR coalesce(reserved_units, 0) <> coalesce(moved.reserved, 0)`,
  ],
  [
    'no level was ever below zero, nor more promised than there was',
    `SELECT part_id, on_hand, reserved FROM (
       SELECT part_id, sum(on_hand_change) OVER so_far AS on_hand, sum(reserved_change) OVER so_far AS reserved
       FROM stock_movement WINDOW so_far AS (PARTITION BY part_id ORDER BY id)
     ) AS ledger WHERE on_hand < 0 OR reserved < 0 OR reserved > on_hand`,
  ],
  [
    'what is promised is what unpaid orders hold',
    `SELECT part_id, reserved_units, held.units
     FROM stock_level LEFT JOIN (
       SELECT part_id, sum(quantity) AS units
       FROM order_line JOIN shop_order ON shop_order.id = order_id WHERE status = 'unpaid' GROUP BY part_id
     ) AS held USING (part_id)
     WHERE reserved_units <> coalesce(held.units, 0)`,
  ],
  [
    'each line of an order was reserved once, and then shipped or released as its order went',
    `SELECT number, status, line.part_id, quantity, moved
     FROM shop_order JOIN order_line AS line ON line.order_id = shop_order.id
     CROSS JOIN LATERAL (
       SELECT coalesce(jsonb_object_agg(kind, abs(reserved_change)), '{}') AS moved
       FROM stock_movement AS movement
       WHERE movement.order_id = shop_order.id AND movement.part_id = line.part_id
     ) AS movements
     WHERE moved <> jsonb_build_object('reserved', quantity) || CASE
       WHEN status IN ('paid', 'shipped', 'refunded') THEN jsonb_build_object('shipped', quantity)
       WHEN status IN ('cancelled', 'expired') THEN jsonb_build_object('released', quantity)
       ELSE '{}' END`,
  ],
  [
    'no stock moved for an order without a line of it',
    `SELECT order_id, part_id, kind FROM stock_movement AS movement
     WHERE order_id IS NOT NULL AND NOT EXISTS (
       SELECT FROM order_line AS line WHERE line.order_id = movement.order_id AND line.part_id = movement.part_id)`,
  ],
  [
    'an order is whole: lines that come to its total, and its events',
    `SELECT number, status, total_minor, lines.minor, events.kinds
     FROM shop_order
     CROSS JOIN LATERAL (
       SELECT sum(amount_minor) AS minor FROM order_line WHERE order_id = shop_order.id) AS lines
     CROSS JOIN LATERAL (
       SELECT array_agg(kind) AS kinds FROM order_event WHERE order_id = shop_order.id) AS events
     WHERE lines.minor IS DISTINCT FROM total_minor
        OR NOT coalesce(events.kinds, '{}') @> CASE
             WHEN status IN ('paid', 'shipped', 'refunded') THEN ARRAY['placed', 'paid', 'shipped']
             WHEN status IN ('cancelled', 'expired') THEN ARRAY['placed', status]
             ELSE ARRAY['placed'] END`,
  ],
  [
    'what a buyer was told to be their order is there',
    `SELECT key, answer FROM idempotent_answer
     WHERE operation = 'orderPlace'
       AND NOT EXISTS (SELECT FROM shop_order WHERE id = (answer->>'insertedId')::uuid)`,
  ],
  [
    'a paid order has a payment that ended',
    `SELECT number, transaction_id FROM shop_order
     WHERE status IN ('paid', 'shipped', 'refunded')
       AND (transaction_id IS NULL OR EXISTS (
         SELECT FROM payment_attempt WHERE order_id = shop_order.id AND status = 'open'))`,
  ],
  [
    'an order is paid by an attempt to pay it, with its amount',
    `SELECT number, status, transaction_id, total_minor FROM shop_order
     WHERE transaction_id IS NOT NULL AND NOT EXISTS (
       SELECT FROM payment_attempt AS attempt
       WHERE order_id = shop_order.id AND intent_id = transaction_id
         AND amount_minor = total_minor AND currency = settlement_currency)`,
  ],
  [
    'a closed order has no open attempt to pay',
    `SELECT number FROM shop_order JOIN payment_attempt AS attempt ON attempt.order_id = shop_order.id
     WHERE shop_order.status IN ('cancelled', 'expired') AND attempt.status = 'open'`,
  ],
  [
    'no payment counts twice',
    `SELECT intent_id FROM stray_payment JOIN shop_order ON transaction_id = intent_id`,
  ],
  [
    'no more goes back than was paid, and what is claimed is what goes back',
    `SELECT intent_id, amount_minor, claimed_minor, claims.minor
     FROM refunded_payment AS payment CROSS JOIN LATERAL (
       SELECT coalesce(sum(amount_minor), 0) AS minor FROM refund
       WHERE refund.intent_id = payment.intent_id AND status <> 'failed'
     ) AS claims
     WHERE claimed_minor <> claims.minor OR claims.minor > amount_minor`,
  ],
  [
    'what goes back was paid: by that payment, that amount, in that currency',
    `SELECT payment.*
     FROM refunded_payment AS payment
     LEFT JOIN shop_order AS paid ON paid.transaction_id = payment.intent_id
     LEFT JOIN stray_payment AS stray ON stray.intent_id = payment.intent_id
     WHERE (coalesce(paid.total_minor, stray.amount_minor), coalesce(paid.settlement_currency, stray.currency))
           IS DISTINCT FROM (payment.amount_minor, payment.currency)`,
  ],
  [
    'an order is refunded when all of its money has gone back, and only then',
    `SELECT number, status, total_minor, gone.minor
     FROM shop_order CROSS JOIN LATERAL (
       SELECT coalesce(sum(amount_minor), 0) AS minor FROM refund
       WHERE intent_id = transaction_id AND status = 'succeeded'
     ) AS gone
     WHERE transaction_id IS NOT NULL AND (status = 'refunded') <> (gone.minor = total_minor)`,
  ],
  [
    'no more units came back than were shipped',
    `SELECT order_id, part_id, sum(units), max(quantity)
     FROM refund_return JOIN refund ON refund.id = refund_id JOIN refunded_payment USING (intent_id)
     LEFT JOIN order_line USING (order_id, part_id)
     GROUP BY order_id, part_id HAVING sum(units) > coalesce(max(quantity), 0)`,
  ],
];
