/** The only SQL on refunds and on what has been claimed back of payments. */
import { sql } from 'kysely';
import type { MomentCursor } from '#domain/paging.ts';
import {
  type RefundablePayment,
  type RefundCause,
  type RefundStatus,
  statusesBefore,
} from '#domain/payments/refund.ts';
import type { Querier, Tx } from '#server/platform/db/database.ts';
import { COUNTED_TO } from '#server/platform/page-headers.ts';

/** A payment that something may be given back of. */
export type BookedPayment = {
  readonly intentId: string;
  /** The order that it paid, or was meant for. */
  readonly orderId: string | null;
  readonly amountMinor: number;
  readonly currency: string;
};

export type Refund = BookedPayment & {
  readonly id: string;
  /** Of the refund, not of its payment. */
  readonly amountMinor: number;
  readonly status: RefundStatus;
  readonly cause: RefundCause;
  readonly reason: string;
  readonly actorId: string | null;
  readonly providerId: string | null;
  readonly failure: string | null;
  readonly requestedAt: Date;
  readonly settledAt: Date | null;
};

/** A refund as people see it. */
export type ListedRefund = Refund & {
  readonly orderNumber: string | null;
  readonly actorEmail: string | null;
};

/**
 * Begins to keep what is claimed back of a payment, where that has not begun, and locks it as `lockClaims` does. Lock its
 * order first.
 */
export async function openClaims(tx: Tx, payment: BookedPayment): Promise<RefundablePayment> {
  const [, claims] = await Promise.all([
    tx
      .insertInto('refunded_payment')
      .values({
        intent_id: payment.intentId,
        order_id: payment.orderId,
        amount_minor: payment.amountMinor,
        currency: payment.currency,
      })
      .onConflict((conflict) => conflict.column('intent_id').doNothing())
      .execute(),
    lockClaims(tx, payment.intentId),
  ]);
  return claims;
}

/**
 * What a payment was, and what has been claimed back of it; locked until the transaction ends. Lock its order first. Its
 * claims are open, as those of every payment that has a refund.
 */
export async function lockClaims(tx: Tx, intentId: string): Promise<RefundablePayment> {
  const row = await tx
    .selectFrom('refunded_payment')
    .select(['amount_minor', 'claimed_minor'])
    .where('intent_id', '=', intentId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { amountMinor: row.amount_minor, claimedMinor: row.claimed_minor };
}

/** Claims a part of a payment; false, and nothing changed, when that much is not left of it. */
export async function claim(tx: Tx, intentId: string, amountMinor: number): Promise<boolean> {
  const row = await tx
    .updateTable('refunded_payment')
    .set((eb) => ({ claimed_minor: eb('claimed_minor', '+', amountMinor) }))
    .where('intent_id', '=', intentId)
    .where((eb) => eb(eb('claimed_minor', '+', amountMinor), '<=', eb.ref('amount_minor')))
    .returning('intent_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Lets go of the claim of a refund that failed. */
export async function releaseClaim(tx: Tx, intentId: string, amountMinor: number): Promise<void> {
  await tx
    .updateTable('refunded_payment')
    .set((eb) => ({ claimed_minor: eb('claimed_minor', '-', amountMinor) }))
    .where('intent_id', '=', intentId)
    .execute();
}

export type NewRefund = Pick<Refund, 'id' | 'intentId' | 'amountMinor' | 'cause' | 'reason' | 'actorId'> & {
  readonly status: RefundStatus;
  readonly providerId: string | null;
  readonly failure: string | null;
  readonly now: Date;
};

/** Writes a refund down. Its amount has been claimed before, in the same transaction, unless it failed. */
export async function insertRefund(tx: Tx, refund: NewRefund): Promise<void> {
  await tx
    .insertInto('refund')
    .values({
      id: refund.id,
      intent_id: refund.intentId,
      amount_minor: refund.amountMinor,
      status: refund.status,
      cause: refund.cause,
      reason: refund.reason,
      actor_id: refund.actorId,
      provider_id: refund.providerId,
      failure: refund.failure,
      requested_at: refund.now,
      settled_at: refund.status === 'requested' ? null : refund.now,
    })
    .execute();
}

export type RefundMove = {
  readonly status: Exclude<RefundStatus, 'requested'>;
  readonly providerId: string | null;
  readonly failure: string | null;
};

/** Moves a refund on and answers what it was and is; undefined, and nothing changed, when it is past that. */
export async function moveRefund(
  tx: Tx,
  refund: Refund,
  to: RefundMove,
  now: Date,
): Promise<{ readonly was: RefundStatus; readonly moved: Refund } | undefined> {
  const { rows } = await sql<
    Pick<Refund, 'status' | 'providerId' | 'failure' | 'settledAt'> & { readonly was: RefundStatus }
  >`
    WITH before AS (SELECT id, status FROM refund WHERE id = ${refund.id}::uuid FOR UPDATE)
    UPDATE refund
    SET status = ${to.status}, provider_id = coalesce(${to.providerId}, provider_id), failure = ${to.failure},
        settled_at = ${now}::timestamptz
    FROM before
    WHERE refund.id = before.id AND before.status = ANY(${statusesBefore(to.status)}::text[])
    RETURNING before.status AS was, refund.status, refund.provider_id AS "providerId", refund.failure,
              refund.settled_at AS "settledAt"`.execute(tx);
  const [row] = rows;
  if (row === undefined) return undefined;
  const { was, ...moved } = row;
  return { was, moved: { ...refund, ...moved } };
}

function refunds(db: Querier) {
  return db
    .selectFrom('refund')
    .innerJoin('refunded_payment as payment', 'payment.intent_id', 'refund.intent_id')
    .selectAll('refund')
    .select(['payment.order_id', 'payment.currency']);
}

type Row = Awaited<ReturnType<ReturnType<typeof refunds>['executeTakeFirstOrThrow']>>;

function toRefund(row: Row): Refund {
  return {
    id: row.id,
    intentId: row.intent_id,
    orderId: row.order_id,
    amountMinor: row.amount_minor,
    currency: row.currency,
    status: row.status,
    cause: row.cause,
    reason: row.reason,
    actorId: row.actor_id,
    providerId: row.provider_id,
    failure: row.failure,
    requestedAt: row.requested_at,
    settledAt: row.settled_at,
  };
}

export async function findRefund(db: Querier, id: string): Promise<Refund | undefined> {
  const row = await refunds(db).where('refund.id', '=', id).executeTakeFirst();
  return row && toRefund(row);
}

/**
 * The refund that the provider tells of: the one with its id; where none has it, ours, if it still waits to be asked for. Where
 * ours has another id already, or was given up, this is another refund that bears our mark.
 */
export async function findRefundTold(
  db: Querier,
  providerId: string,
  refundId: string | null,
): Promise<Refund | undefined> {
  const row = await refunds(db)
    .where(
      sql<boolean>`
        (refund.provider_id = ${providerId} OR refund.id = ${refundId}::uuid AND refund.status = 'requested')`,
    )
    .orderBy(sql`refund.provider_id IS NULL`)
    .executeTakeFirst();
  return row && toRefund(row);
}

/** What has arrived of all refunds of a payment. */
export async function succeededMinor(tx: Tx, intentId: string): Promise<number> {
  const { rows } = await sql<{ minor: number }>`
    SELECT coalesce(sum(amount_minor), 0)::bigint AS minor FROM refund
    WHERE intent_id = ${intentId} AND status = 'succeeded'`.execute(tx);
  return rows[0]?.minor ?? 0;
}

/**
 * Refunds that a comparison asks about, by id from behind its cursor: those that are not at their end and were asked for by
 * a moment, and those of its time that it has not met at the provider.
 */
export async function refundsToCompare(
  db: Querier,
  run: {
    readonly id: string;
    readonly from: Date;
    readonly to: Date;
    readonly cursor: string | null;
  },
  askedBy: Date,
  limit: number,
): Promise<Refund[]> {
  const rows = await refunds(db)
    .where('refund.id', '>', run.cursor ?? NO_ID)
    .where(
      sql<boolean>`
        (status IN ('requested', 'pending') AND requested_at <= ${askedBy}::timestamptz
         OR status = 'succeeded' AND requested_at BETWEEN ${run.from}::timestamptz AND ${run.to}::timestamptz
            AND NOT EXISTS (SELECT FROM reconciliation_seen AS seen
                            WHERE seen.run_id = ${run.id}::uuid AND seen.subject = refund.provider_id))`,
    )
    .orderBy('refund.id')
    .limit(sql.lit(limit))
    .execute();
  return rows.map(toRefund);
}

const NO_ID = '00000000-0000-0000-0000-000000000000';

function listed(db: Querier) {
  return refunds(db)
    .leftJoin('shop_order', 'shop_order.id', 'payment.order_id')
    .leftJoin('shop_user', 'shop_user.id', 'refund.actor_id')
    .select(['shop_order.number as order_number', 'shop_user.email as actor_email']);
}

type ListedRow = Awaited<ReturnType<ReturnType<typeof listed>['executeTakeFirstOrThrow']>>;

const toListed = (row: ListedRow): ListedRefund => ({
  ...toRefund(row),
  orderNumber: row.order_number,
  actorEmail: row.actor_email,
});

/** One refund as people see it. */
export async function readRefund(db: Querier, id: string): Promise<ListedRefund | undefined> {
  const row = await listed(db).where('refund.id', '=', id).executeTakeFirst();
  return row && toListed(row);
}

/** All refunds about an order: of the payment that paid it, and of those that came too late for it. */
export async function refundsOfOrder(db: Querier, orderId: string): Promise<ListedRefund[]> {
  const rows = await listed(db)
    .where('payment.order_id', '=', orderId)
    .orderBy('refund.requested_at')
    .orderBy('refund.id')
    .execute();
  return rows.map(toListed);
}

/** All refunds of these payments. */
export async function refundsOfPayments(
  db: Querier,
  intentIds: readonly string[],
): Promise<Map<string, ListedRefund[]>> {
  const rows = await listed(db)
    .where('refund.intent_id', '=', sql<string>`any(${intentIds})`)
    .orderBy('refund.requested_at')
    .orderBy('refund.id')
    .execute();
  return Map.groupBy(rows.map(toListed), (refund) => refund.intentId);
}

/** A page of all refunds, newest first, and how many there are, counted to one more than 10,000. */
export async function pageOfRefunds(
  db: Querier,
  page: { readonly limit: number; readonly after?: MomentCursor | undefined },
): Promise<{ rows: ListedRefund[]; total: number }> {
  let query = listed(db)
    .orderBy('refund.requested_at', 'desc')
    .orderBy('refund.id', 'desc')
    .limit(sql.lit(page.limit));
  if (page.after !== undefined) {
    query = query.where(
      sql<boolean>`(refund.requested_at, refund.id) < (${page.after.moment}::timestamptz, ${page.after.id}::uuid)`,
    );
  }
  const [rows, counted] = await Promise.all([
    query.execute(),
    db
      .selectFrom(
        db
          .selectFrom('refund')
          .select('id')
          .limit(sql.lit(COUNTED_TO + 1))
          .as('counted'),
      )
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  ]);
  return { rows: rows.map(toListed), total: counted.count };
}

/** Units of an order's parts that have come back with its refunds, by part. */
export async function returnedUnits(db: Querier, orderId: string): Promise<Map<number, number>> {
  const { rows } = await sql<{ part_id: number; units: number }>`
    SELECT part_id, sum(units)::bigint AS units
    FROM refund_return JOIN refund ON refund.id = refund_id JOIN refunded_payment USING (intent_id)
    WHERE order_id = ${orderId}::uuid GROUP BY part_id`.execute(db);
  return new Map(rows.map((row) => [row.part_id, row.units]));
}

export async function insertReturns(
  tx: Tx,
  refundId: string,
  returns: readonly { readonly partId: number; readonly units: number }[],
): Promise<void> {
  if (returns.length === 0) return;
  await tx
    .insertInto('refund_return')
    .values(returns.map(({ partId, units }) => ({ refund_id: refundId, part_id: partId, units })))
    .execute();
}
