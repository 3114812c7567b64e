/** Holds the shop's books to themselves, to what it has acknowledged, and to what the payment provider says. */
import type pg from 'pg';
import type { Facts } from './people.ts';
import type { Payment } from './provider.ts';

type OrderRow = {
  readonly id: string;
  readonly status: string;
  readonly total: number;
  readonly transactionId: string | null;
  readonly lines: number;
  readonly lineTotal: number;
  readonly events: readonly string[];
};

/** Every sentence is a finding; none: the books are right. */
export async function checkBooks(
  pool: pg.Pool,
  facts: Facts,
  payments: readonly Payment[],
  startedWith: ReadonlyMap<string, number>,
): Promise<readonly string[]> {
  const orders = await readOrders(pool);
  const strays = new Set(
    (await pool.query<{ intent_id: string }>('SELECT intent_id FROM stray_payment')).rows.map(
      (row) => row.intent_id,
    ),
  );
  return [
    ...(await ledgerFindings(pool)),
    ...(await stockFindings(pool, facts, startedWith)),
    ...orderFindings(orders, facts),
    ...moneyFindings(orders, payments, strays),
  ];
}

async function readOrders(pool: pg.Pool): Promise<ReadonlyMap<string, OrderRow>> {
  const { rows } = await pool.query<OrderRow>(`
    SELECT o.id, o.status, o.total_minor AS total, o.transaction_id AS "transactionId",
           (SELECT count(*)::int FROM order_line WHERE order_id = o.id) AS lines,
           (SELECT coalesce(sum(amount_minor), 0)::bigint FROM order_line WHERE order_id = o.id) AS "lineTotal",
           (SELECT array_agg(kind ORDER BY kind) FROM order_event WHERE order_id = o.id) AS events
    FROM shop_order AS o`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Stock is what its ledger says, never below nothing, and each order has moved what it should. */
async function ledgerFindings(pool: pg.Pool): Promise<string[]> {
  const { rows: levels } = await pool.query<{ text: string }>(`
    SELECT format('part %s: level %s/%s, ledger %s/%s', level.part_id, on_hand_units, reserved_units, on_hand, reserved)
      AS text
    FROM stock_level AS level
    JOIN (SELECT part_id, sum(on_hand_change) AS on_hand, sum(reserved_change) AS reserved
          FROM stock_movement GROUP BY part_id) AS ledger USING (part_id)
    WHERE on_hand_units <> on_hand OR reserved_units <> reserved OR on_hand_units < reserved_units OR reserved_units < 0`);
  const { rows: moves } = await pool.query<{ text: string }>(`
    SELECT format('order %s is %s, and of part %s it ordered %s, reserved %s, released %s, shipped %s',
                  o.id, o.status, line.part_id, line.quantity, moved.reserved, moved.released, moved.shipped) AS text
    FROM shop_order AS o JOIN order_line AS line ON line.order_id = o.id
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(reserved_change) FILTER (WHERE kind = 'reserved'), 0) AS reserved,
             coalesce(-sum(reserved_change) FILTER (WHERE kind = 'released'), 0) AS released,
             coalesce(-sum(on_hand_change) FILTER (WHERE kind = 'shipped'), 0) AS shipped
      FROM stock_movement WHERE order_id = o.id AND part_id = line.part_id) AS moved
    WHERE moved.reserved <> line.quantity
       OR moved.released <> CASE WHEN o.status IN ('cancelled', 'expired') THEN line.quantity ELSE 0 END
       OR moved.shipped <> CASE WHEN o.status IN ('paid', 'shipped', 'refunded') THEN line.quantity ELSE 0 END`);
  return [...levels, ...moves].map((row) => row.text);
}

/** Owners' acknowledged counts and paid orders explain every unit on the shelves. */
async function stockFindings(
  pool: pg.Pool,
  facts: Facts,
  startedWith: ReadonlyMap<string, number>,
): Promise<string[]> {
  const { rows } = await pool.query<{ partId: string; onHand: number; shipped: number }>(`
    SELECT part_id::text AS "partId", on_hand_units AS "onHand",
           (SELECT coalesce(sum(quantity), 0)::int FROM order_line JOIN shop_order ON shop_order.id = order_id
            WHERE order_line.part_id = level.part_id AND status IN ('paid', 'shipped', 'refunded')) AS shipped
    FROM stock_level AS level`);
  return rows.flatMap(({ partId, onHand, shipped }) => {
    const started = startedWith.get(partId);
    if (started === undefined) return [];
    const expected = started + (facts.adjusted.get(partId) ?? 0) - shipped;
    return expected === onHand ? [] : [`part ${partId} has ${onHand} on hand instead of ${expected}`];
  });
}

/** What was acknowledged is there, once, whole, and as it was acknowledged. */
function orderFindings(orders: ReadonlyMap<string, OrderRow>, facts: Facts): string[] {
  const findings: string[] = [];
  for (const [id, { lines, amount }] of facts.placed) {
    const order = orders.get(id);
    if (order === undefined) findings.push(`order ${id} was acknowledged and is lost`);
    else if (order.lines !== lines.length)
      findings.push(`order ${id} has ${order.lines} of ${lines.length} lines`);
    else if (Math.round(amount * 100) !== order.total)
      findings.push(`order ${id} costs ${order.total} instead of ${amount}`);
  }
  const unacknowledged = orders.size - facts.placed.size;
  if (unacknowledged > facts.unknownOrders)
    findings.push(`${unacknowledged} orders that nobody knows of, of ${facts.unknownOrders} unknown wishes`);
  for (const order of orders.values()) {
    if (order.lines === 0 || order.lineTotal !== order.total)
      findings.push(`order ${order.id} is half an order`);
    const told = { unpaid: ['placed'], cancelled: ['cancelled', 'placed'], expired: ['expired', 'placed'] };
    const expected = told[order.status as keyof typeof told] ?? ['paid', 'placed', 'shipped'];
    if (String(order.events.filter((kind) => kind !== 'refunded')) !== String(expected))
      findings.push(`order ${order.id} is ${order.status} and tells ${order.events}`);
  }
  for (const [id, transactionId] of facts.paid) {
    if (orders.get(id)?.transactionId !== transactionId)
      findings.push(`the payment ${transactionId} of order ${id} was acknowledged and is lost`);
  }
  for (const id of facts.cancelled) {
    const status = orders.get(id)?.status;
    if (status !== 'cancelled' && status !== 'expired')
      findings.push(`order ${id} was acknowledged as closed and is ${status}`);
  }
  return findings;
}

/** Every payment has its order or is known as one without, and no order is paid by nobody. */
function moneyFindings(
  orders: ReadonlyMap<string, OrderRow>,
  payments: readonly Payment[],
  strays: ReadonlySet<string>,
): string[] {
  const findings: string[] = [];
  const byIntent = new Map(payments.map((payment) => [payment.intentId, payment]));
  if (byIntent.size !== payments.length) findings.push('a payment was taken twice');
  for (const { intentId, orderId, amount, refunded } of payments) {
    const order = orders.get(orderId);
    const hasPaid = order?.transactionId === intentId && order.total === amount;
    if (!hasPaid && !strays.has(intentId) && refunded !== amount)
      findings.push(`${intentId} paid order ${orderId}, which is ${order?.status ?? 'not there'}`);
  }
  for (const order of orders.values()) {
    if (order.transactionId !== null && !byIntent.has(order.transactionId))
      findings.push(`order ${order.id} is paid by ${order.transactionId}, which nobody has paid`);
  }
  return findings;
}
