/** What orders and payments have about the provider's payments: read together, to be compared with what it says itself. */
import { sql } from 'kysely';
import type { OrderStatus } from '#domain/ordering/order.ts';
import type { MomentCursor } from '#domain/paging.ts';
import type { PaymentInBooks } from '#domain/payments/reconciliation.ts';
import type { Querier } from '#server/platform/db/database.ts';

export type AskedPayment = { readonly intentId: string /** A UUID. */; readonly orderId: string | null };
export type BookedAbout = PaymentInBooks & {
  /** The order that it paid, or names. */
  readonly orderId: string | null;
};

/** By intent. */
export async function readPaymentBooks(
  db: Querier,
  asked: readonly AskedPayment[],
): Promise<Map<string, BookedAbout>> {
  const { rows } = await sql<{
    intent_id: string;
    paid_id: string | null;
    total_minor: number | null;
    settlement_currency: string | null;
    named_id: string | null;
    named_status: OrderStatus | null;
    is_stray: boolean;
  }>`
    SELECT asked.intent_id, paid.id AS paid_id, paid.total_minor, paid.settlement_currency,
           named.id AS named_id, named.status AS named_status, stray.intent_id IS NOT NULL AS is_stray
    FROM unnest(${asked.map(({ intentId }) => intentId)}::text[], ${asked.map(({ orderId }) => orderId)}::uuid[])
           AS asked (intent_id, order_id)
    LEFT JOIN shop_order AS paid ON paid.transaction_id = asked.intent_id
    LEFT JOIN shop_order AS named ON named.id = asked.order_id
    LEFT JOIN stray_payment AS stray ON stray.intent_id = asked.intent_id`.execute(db);
  return new Map(
    rows.map((row) => [
      row.intent_id,
      {
        paid:
          row.total_minor === null || row.settlement_currency === null
            ? null
            : { totalMinor: row.total_minor, currency: row.settlement_currency },
        namedStatus: row.named_status,
        isStray: row.is_stray,
        orderId: row.paid_id ?? row.named_id,
      },
    ]),
  );
}

export type PaidOrder = { readonly id: string; readonly placedAt: Date; readonly intentId: string };

/**
 * Orders placed within a time whose payment a comparison has not met at the provider, newest first, from behind one; and
 * the last order that was looked at, undefined when there are no more.
 */
export async function paidOrdersUnseen(
  db: Querier,
  run: { readonly id: string; readonly from: Date; readonly to: Date },
  after: MomentCursor | undefined,
  limit: number,
): Promise<{ unseen: PaidOrder[]; last: { readonly id: string; readonly placedAt: Date } | undefined }> {
  const { rows } = await sql<{ id: string; placed_at: Date; intent_id: string; is_seen: boolean }>`
    SELECT o.id, o.placed_at, o.transaction_id AS intent_id, seen.subject IS NOT NULL AS is_seen
    FROM shop_order AS o
    LEFT JOIN reconciliation_seen AS seen ON seen.run_id = ${run.id}::uuid AND seen.subject = o.transaction_id
    WHERE o.placed_at BETWEEN ${run.from}::timestamptz AND ${run.to}::timestamptz
      AND (o.placed_at, o.id) < (coalesce(${after?.moment ?? null}::timestamptz, 'infinity'),
                                 ${after?.id ?? 'ffffffff-ffff-ffff-ffff-ffffffffffff'}::uuid)
      AND o.transaction_id IS NOT NULL
    ORDER BY o.placed_at DESC, o.id DESC
    LIMIT ${sql.lit(limit)}`.execute(db);
  const last = rows.length === limit ? rows.at(-1) : undefined;
  return {
    unseen: rows
      .filter((row) => !row.is_seen)
      .map((row) => ({ id: row.id, placedAt: row.placed_at, intentId: row.intent_id })),
    last: last && { id: last.id, placedAt: last.placed_at },
  };
}
