/** An order as one query gives it: with its lines and what was given back of it, all of the same moment. */
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { currencyOf } from '#domain/money.ts';
import type { Order, OrderLine } from '#domain/ordering/order.ts';
import type { Querier } from '#server/platform/db/database.ts';

/** Begins the query; the caller says of which orders. */
export function selectOrders(db: Querier) {
  return db
    .selectFrom('shop_order')
    .selectAll('shop_order')
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('order_line')
          .select([
            'part_id as partId',
            'part_name as partName',
            'sku',
            'quantity',
            'list_price_minor as listPriceMinor',
            'price_per_unit_minor as pricePerUnitMinor',
            'amount_minor as amountMinor',
            'vehicle_id as vehicleId',
            'vehicle_name as vehicleName',
            'fit',
            'fit_condition as condition',
          ])
          .whereRef('order_line.order_id', '=', 'shop_order.id')
          .orderBy('line_number'),
      ).as('lines'),
    )
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('refund')
          .select(['amount_minor as amountMinor', 'status', 'requested_at', 'settled_at'])
          .whereRef('refund.intent_id', '=', 'shop_order.transaction_id')
          .where('refund.status', '<>', 'failed')
          .orderBy('requested_at')
          .orderBy('refund.id'),
      ).as('refunds'),
    );
}

type OrderRow = Awaited<ReturnType<ReturnType<typeof selectOrders>['executeTakeFirstOrThrow']>>;

/** What one row of it says. */
export function toOrder(row: OrderRow): Order {
  return {
    id: row.id,
    number: row.number,
    userId: row.user_id,
    userName: row.user_name,
    userEmail: row.user_email,
    address: row.address,
    phone: row.phone,
    status: row.status,
    closingAs: row.closing_as,
    listCurrency: currencyOf(row.list_currency),
    settlementCurrency: currencyOf(row.settlement_currency),
    rate: row.rate,
    rateDate: row.rate_date,
    listTotalMinor: row.list_total_minor,
    totalMinor: row.total_minor,
    transactionId: row.transaction_id,
    placedAt: row.placed_at,
    expiresAt: row.expires_at,
    paidAt: row.paid_at,
    closedAt: row.closed_at,
    lines: row.lines.map(toLine),
    refunds: row.refunds.map((refund) => ({
      amountMinor: refund.amountMinor,
      isDone: refund.status === 'succeeded',
      at: new Date(refund.settled_at ?? refund.requested_at),
    })),
  };
}

function toLine({ vehicleId, vehicleName, fit, condition, ...line }: OrderRow['lines'][number]): OrderLine {
  // The four are null together: a CHECK says so.
  const isForVehicle = vehicleId !== null && vehicleName !== null && fit !== null && condition !== null;
  return { ...line, orderedFit: isForVehicle ? { vehicleId, vehicleName, fit, condition } : null };
}
