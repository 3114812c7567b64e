/** The only SQL on attempts to pay and on stray payments. */
import { type Expression, sql } from 'kysely';
import { compiledOnce } from '#server/platform/db/compiled-once.ts';
import type { Querier, Tx } from '#server/platform/db/database.ts';

export type Attempt = {
  readonly orderId: string;
  readonly attempt: number;
  /** Null until the provider has answered. */
  readonly intentId: string | null;
  readonly amountMinor: number;
  readonly currency: string;
};

const COLUMNS = ['order_id', 'attempt', 'intent_id', 'amount_minor', 'currency'] as const;
type Row = {
  order_id: string;
  attempt: number;
  intent_id: string | null;
  amount_minor: number;
  currency: string;
};
const toAttempt = (row: Row): Attempt => ({
  orderId: row.order_id,
  attempt: row.attempt,
  intentId: row.intent_id,
  amountMinor: row.amount_minor,
  currency: row.currency,
});

/** The open attempt of an order; there is at most one. */
export async function findOpenAttempt(db: Querier, orderId: string): Promise<Attempt | undefined> {
  const row = await db
    .selectFrom('payment_attempt')
    .select(COLUMNS)
    .where('order_id', '=', orderId)
    .where('status', '=', 'open')
    .executeTakeFirst();
  return row && toAttempt(row);
}

/** Opens the next attempt of an order. The caller holds the order's lock. */
export async function openAttempt(
  tx: Tx,
  order: { readonly id: string; readonly totalMinor: number; readonly currency: string; readonly now: Date },
): Promise<Attempt> {
  const row = await tx
    .insertInto('payment_attempt')
    .values({
      order_id: order.id,
      attempt: sql<number>`(SELECT coalesce(max(attempt), 0) + 1 FROM payment_attempt WHERE order_id = ${order.id}::uuid)`,
      amount_minor: order.totalMinor,
      currency: order.currency,
      status: 'open',
      created_at: order.now,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
  return toAttempt(row);
}

/** Notes which intent the provider made for an attempt. */
export async function noteIntent(db: Querier, attempt: Attempt, intentId: string): Promise<void> {
  await db
    .updateTable('payment_attempt')
    .set({ intent_id: intentId })
    .where('order_id', '=', attempt.orderId)
    .where('attempt', '=', attempt.attempt)
    .where('intent_id', 'is', null)
    .execute();
}

/** Ends the open attempt of an order, if there is one. */
export async function endAttempt(
  db: Querier,
  orderId: string,
  status: 'succeeded' | 'cancelled',
  now: Date,
): Promise<void> {
  await db.executeQuery(endingAttempt(db, orderId, status, now));
}

/** Ends this attempt and no other: the order may have another one by now. */
export async function cancelAttempt(db: Querier, { orderId, attempt }: Attempt, now: Date): Promise<void> {
  await updateOpen(db)
    .set({ status: 'cancelled', ended_at: now })
    .where('order_id', '=', orderId)
    .where('attempt', '=', attempt)
    .execute();
}

/** The query that ends the open one. */
export const endingAttempt = compiledOnce(
  (
    db,
    orderId: Expression<string>,
    status: Expression<'succeeded' | 'cancelled'>,
    endedAt: Expression<Date>,
  ) => updateOpen(db).set({ status, ended_at: endedAt }).where('order_id', '=', orderId),
);

const updateOpen = (db: Querier) => db.updateTable('payment_attempt').where('status', '=', 'open');

export type StrayPayment = {
  readonly intentId: string;
  readonly orderId: string | null;
  readonly amountMinor: number;
  readonly currency: string;
  readonly reason: string;
};

/** Keeps a payment that found no payable order, once; true when it was not kept before. */
export async function noteStray(tx: Tx, payment: StrayPayment, now: Date): Promise<boolean> {
  const row = await tx
    .insertInto('stray_payment')
    .values({
      intent_id: payment.intentId,
      order_id: payment.orderId,
      amount_minor: payment.amountMinor,
      currency: payment.currency,
      reason: payment.reason,
      noticed_at: now,
    })
    .onConflict((conflict) => conflict.column('intent_id').doNothing())
    .returning('intent_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** A payment that found no payable order, by the provider's id. */
export async function findStray(db: Querier, intentId: string): Promise<StrayPayment | undefined> {
  const row = await db
    .selectFrom('stray_payment')
    .select(['intent_id', 'order_id', 'amount_minor', 'currency', 'reason'])
    .where('intent_id', '=', intentId)
    .executeTakeFirst();
  return (
    row && {
      intentId: row.intent_id,
      orderId: row.order_id,
      amountMinor: row.amount_minor,
      currency: row.currency,
      reason: row.reason,
    }
  );
}

/** The newest 500 stray payments, with the number of the order that they name. */
export async function listStray(db: Querier) {
  return db
    .selectFrom('stray_payment as stray')
    .leftJoin('shop_order', 'shop_order.id', 'stray.order_id')
    .select(['stray.intent_id', 'stray.amount_minor', 'stray.currency', 'stray.reason', 'stray.noticed_at'])
    .select('shop_order.number as order_number')
    .orderBy('stray.noticed_at', 'desc')
    .limit(sql.lit(500))
    .execute();
}
