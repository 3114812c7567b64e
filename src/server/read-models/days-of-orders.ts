/** What was ordered, paid and given back on a day, and what waits: counted where the rows are, however many there are. */
import { sql } from 'kysely';
import type { Querier } from '#server/platform/db/database.ts';

/** The moments between which it is counted, and the currency whose amounts are added up (ISO 4217, upper case). */
export type CountedDays = {
  readonly today: Date;
  readonly yesterday: Date;
  /** What is unpaid and expires before then, expires soon. */
  readonly soon: Date;
  /** What was placed before can't have been paid today. */
  readonly placedSince: Date;
  readonly currency: string;
};

export type DaysOfOrders = {
  readonly placedToday: number;
  readonly placedYesterday: number;
  readonly paidToday: number;
  readonly takenMinor: number;
  readonly givenBackMinor: number;
  readonly unpaid: number;
  readonly expiringSoon: number;
};

export async function readDaysOfOrders(
  db: Querier,
  { today, yesterday, soon, placedSince, currency }: CountedDays,
): Promise<DaysOfOrders> {
  const { rows } = await sql<DaysOfOrders>`
    SELECT placed.today::integer AS "placedToday", placed.yesterday::integer AS "placedYesterday",
           paid.orders::integer AS "paidToday", paid.minor::bigint AS "takenMinor", back.minor::bigint AS "givenBackMinor",
           waiting.orders::integer AS unpaid, waiting.soon::integer AS "expiringSoon"
    FROM (SELECT count(*) FILTER (WHERE placed_at >= ${today}::timestamptz) AS today,
                 count(*) FILTER (WHERE placed_at < ${today}::timestamptz) AS yesterday
          FROM shop_order WHERE placed_at >= ${yesterday}::timestamptz) AS placed,
         (SELECT count(*) AS orders, coalesce(sum(total_minor) FILTER (WHERE settlement_currency = ${currency}), 0) AS minor
          FROM shop_order WHERE placed_at >= ${placedSince}::timestamptz AND paid_at >= ${today}::timestamptz) AS paid,
         (SELECT coalesce(sum(refund.amount_minor), 0) AS minor
          FROM refund JOIN refunded_payment USING (intent_id)
          WHERE status = 'succeeded' AND settled_at >= ${today}::timestamptz AND currency = ${currency}) AS back,
         (SELECT count(*) AS orders, count(*) FILTER (WHERE expires_at < ${soon}::timestamptz) AS soon
          FROM shop_order WHERE status = 'unpaid') AS waiting`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('counting gives one row');
  return row;
}
