/**
 * A check of the shop's books, on its database: what must hold whenever no transaction is under way, whatever was killed,
 * raced or repeated before. Where payments go through the sandbox, its side is in the same database and is looked at, too.
 */
import { sql } from 'kysely';
import type { Databases } from '#server/platform/db/database.ts';

export type BooksOptions = {
  /**
   * The books have been compared with the provider since the last fault: then no money at the provider is unknown to them,
   * and no refund.
   */
  readonly reconciled?: boolean;
};

/** Fails with a line for each thing that is wrong. */
export async function expectBooksToBalance(databases: Databases, options: BooksOptions = {}): Promise<void> {
  const faults = await faultsOfBooks(databases, options);
  if (faults.length > 0) throw new Error(`The books do not balance:\n${faults.join('\n')}`);
}

/** What is wrong in the books, a line each; nothing where they balance. All of it is of one moment. */
export async function faultsOfBooks(
  databases: Databases,
  { reconciled = false }: BooksOptions = {},
): Promise<string[]> {
  const checks = [...ALWAYS, ...(reconciled ? RECONCILED : [])];
  return databases.write
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const faults: string[] = [];
      for (const [rule, query] of checks) {
        const { rows } = await sql.raw<Record<string, unknown>>(query).execute(tx);
        for (const row of rows) faults.push(`${rule}: ${JSON.stringify(row)}`);
      }
      return faults;
    });
}

type Check = readonly [rule: string, query: string];

/** Each query finds what breaks its rule. */
const ALWAYS: readonly Check[] = [
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
  // The sandbox's side, where the shop has one. It counts as the shop does in the currencies of its tests.
  [
    'a paid order has the money of its payment at the provider',
    `SELECT number, transaction_id, total_minor, intent.status, intent.amount
     FROM shop_order LEFT JOIN sandbox.payment_intent AS intent ON intent.id = transaction_id
     WHERE transaction_id IS NOT NULL AND EXISTS (SELECT FROM sandbox.payment_intent)
       AND (intent.status, intent.amount, upper(intent.currency))
           IS DISTINCT FROM ('succeeded', total_minor, settlement_currency)`,
  ],
  [
    'what the books say went back did at the provider',
    `SELECT refund.id, refund.provider_id, refund.amount_minor, kept.amount
     FROM refund LEFT JOIN sandbox.refund AS kept ON kept.id = provider_id
     WHERE provider_id IS NOT NULL AND EXISTS (SELECT FROM sandbox.payment_intent)
       AND (kept.amount, kept.payment_intent_id) IS DISTINCT FROM (refund.amount_minor, refund.intent_id)`,
  ],
  [
    'no refund was made twice at the provider',
    `SELECT metadata->>'refundId' AS refund, count(*) FROM sandbox.refund
     WHERE metadata ? 'refundId' GROUP BY 1 HAVING count(*) > 1`,
  ],
];

/** What holds once the books have been compared with the provider. */
const RECONCILED: readonly Check[] = [
  [
    'the books know all money at the provider',
    `SELECT intent.id, metadata FROM sandbox.payment_intent AS intent
     WHERE status = 'succeeded'
       AND NOT EXISTS (SELECT FROM shop_order WHERE transaction_id = intent.id)
       AND NOT EXISTS (SELECT FROM stray_payment WHERE intent_id = intent.id)`,
  ],
  [
    'the books know all refunds at the provider',
    `SELECT kept.id, kept.payment_intent_id FROM sandbox.refund AS kept
     WHERE NOT EXISTS (SELECT FROM refund WHERE provider_id = kept.id)`,
  ],
  [
    'a closed order can not be paid any more',
    `SELECT number, intent.id FROM shop_order
     JOIN sandbox.payment_intent AS intent ON metadata->>'orderId' = shop_order.id::text
     WHERE shop_order.status <> 'unpaid' AND intent.status IN ('requires_payment_method', 'requires_action')`,
  ],
];
