/** Orders that wait for their payment: made in bulk, as many as a slice may want. */
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Facts } from '../limits/recorded-transaction.ts';
import { type OrderMix, partsOfOrder } from '../order-mix.ts';

export type UnpaidOrder = {
  readonly orderId: string;
  readonly intentId: string;
  readonly buyerId: string;
  readonly partIds: readonly number[];
};

export type UnpaidSource = {
  /** Its lines stay as they are but for their parts. */
  readonly likeOrderId: string;
  readonly mix: OrderMix;
  readonly buyerIds: readonly string[];
};

const NUMBER_MARK = `W${process.pid.toString(36)}-`;
let running = 0;

/**
 * Makes so many, each as the order `likeOrderId` is: its row, its lines and its event, the stock that it holds with the
 * movements that say so, and an attempt to pay it whose intent the provider has, unless nobody has tried.
 */
export async function makeUnpaidOrders(
  pool: pg.Pool,
  source: UnpaidSource,
  count: number,
  { isTried = true } = {},
): Promise<UnpaidOrder[]> {
  const orders = Array.from({ length: count }, () => {
    running += 1;
    return {
      orderId: randomUUID(),
      number: `MS-${NUMBER_MARK}${running}`,
      intentId: `pi_bench${randomUUID().replaceAll('-', '')}`,
      buyerId: source.buyerIds[running % source.buyerIds.length] ?? '',
      partIds: partsOfOrder(source.mix, running).map((part) => part.id),
    };
  });
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query(
      `CREATE TEMP TABLE wanted ON COMMIT DROP AS
       SELECT * FROM json_to_recordset($1) AS w ("orderId" uuid, number text, "intentId" text, "buyerId" uuid, "partIds" bigint[])`,
      [JSON.stringify(orders)],
    );
    for (const text of isTried ? [...STATEMENTS, ATTEMPT] : STATEMENTS)
      await client.query(text, text.includes('$1') ? [source.likeOrderId] : []);
    await client.query('COMMIT');
  } finally {
    // With its transaction, where that failed.
    client.release(true);
  }
  await pool.query('ANALYZE shop_order, order_line, stock_movement, payment_attempt');
  return orders;
}

/** Rows like those of one order, with other values in the columns that tell orders apart. */
const STATEMENTS = [
  `INSERT INTO shop_order
   SELECT (jsonb_populate_record(o, jsonb_build_object('id', "orderId", 'number', w.number, 'user_id', "buyerId"))).*
   FROM shop_order AS o, wanted AS w WHERE o.id = $1`,
  `INSERT INTO order_line
   SELECT (jsonb_populate_record(l, jsonb_build_object('order_id', "orderId", 'part_id', "partIds"[l.line_number]))).*
   FROM order_line AS l, wanted WHERE l.order_id = $1`,
  `INSERT INTO order_event
   SELECT (jsonb_populate_record(e, jsonb_build_object('order_id', "orderId", 'actor_id', "buyerId"))).*
   FROM order_event AS e, wanted WHERE e.order_id = $1`,
  `INSERT INTO stock_movement (part_id, kind, on_hand_change, reserved_change, order_id, moved_at)
   SELECT line.part_id, 'reserved', 0, quantity, order_id, placed_at
   FROM order_line AS line JOIN wanted ON "orderId" = order_id JOIN shop_order ON shop_order.id = order_id`,
  `UPDATE stock_level AS level SET reserved_units = reserved_units + held.units
   FROM (SELECT part_id, sum(quantity) AS units FROM order_line JOIN wanted ON "orderId" = order_id GROUP BY part_id) AS held
   WHERE level.part_id = held.part_id`,
];
const ATTEMPT = `
  INSERT INTO payment_attempt (order_id, attempt, intent_id, amount_minor, currency, status, created_at)
  SELECT id, 1, "intentId", total_minor, settlement_currency, 'open', placed_at
  FROM shop_order JOIN wanted ON "orderId" = id`;

/** What is particular to its payment. */
export const factsOfPayment = ({ orderId, intentId, partIds }: UnpaidOrder): Facts => ({
  texts: { id: orderId, intentId },
  partIds,
  at: new Date(),
});
