/** The figures of a day that an owner begins with. */
import type { OrdersTodayBody } from '#contract/orders-today.ts';
import { toDecimal } from '#domain/money.ts';
import { readDaysOfOrders } from '#server/read-models/days-of-orders.ts';
import type { ShopDeps } from '#server/shop-deps.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** An order is paid within its hold, which lasts thirty days at most (`ORDER_EXPIRY_MINUTES`), or soon after. */
const PAID_WITHIN_MS = 45 * DAY_MS;

/** Counted since these moments; what waits, by the shop's clock. */
export async function ordersToday(
  deps: Pick<ShopDeps, 'databases' | 'exchange' | 'now'>,
  days: { readonly since: string; readonly sinceYesterday: string },
): Promise<OrdersTodayBody> {
  const today = new Date(days.since);
  const currency = deps.exchange.settlement;
  const counted = await readDaysOfOrders(deps.databases.write, {
    today,
    yesterday: new Date(days.sinceYesterday),
    soon: new Date(deps.now().getTime() + HOUR_MS),
    placedSince: new Date(today.getTime() - PAID_WITHIN_MS),
    currency: currency.code,
  });
  const { takenMinor, givenBackMinor, ...counts } = counted;
  return {
    ...counts,
    taken: toDecimal(takenMinor, currency),
    givenBack: toDecimal(givenBackMinor, currency),
    currency: currency.code,
  };
}
