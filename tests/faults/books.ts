/** Holds the shop's books to themselves, to what it has acknowledged, and to what the payment provider says. */
import type pg from 'pg';
import type { Databases } from '#server/platform/db/database.ts';
import { faultsOfBooks } from '../factories/books.ts';
import type { Facts } from './people.ts';
import type { Payment } from './provider.ts';

type OrderRow = {
  readonly id: string;
  readonly status: string;
  readonly total: number;
  readonly transactionId: string | null;
  readonly lines: number;
};

/** Every sentence is a finding; none: the books are right. */
export async function checkBooks(
  databases: Databases,
  facts: Facts,
  payments: readonly Payment[],
  startedWith: ReadonlyMap<string, number>,
): Promise<readonly string[]> {
  const pool = databases.writePool;
  const orders = await readOrders(pool);
  const strays = new Set(
    (await pool.query<{ intent_id: string }>('SELECT intent_id FROM stray_payment')).rows.map(
      (row) => row.intent_id,
    ),
  );
  return [
    ...(await faultsOfBooks(databases)),
    ...(await stockFindings(pool, facts, startedWith)),
    ...orderFindings(orders, facts),
    ...moneyFindings(orders, payments, strays),
  ];
}

async function readOrders(pool: pg.Pool): Promise<ReadonlyMap<string, OrderRow>> {
  const { rows } = await pool.query<OrderRow>(`
    SELECT o.id, o.status, o.total_minor AS total, o.transaction_id AS "transactionId",
           (SELECT count(*)::int FROM order_line WHERE order_id = o.id) AS lines
    FROM shop_order AS o`);
  return new Map(rows.map((row) => [row.id, row]));
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
