import type { OrderLine } from '#domain/ordering/order.ts';

/** What an order wants of the stock: units of each part. */
export function unitsOf(lines: readonly Pick<OrderLine, 'partId' | 'quantity'>[]) {
  return lines.map((line) => ({ partId: line.partId, units: line.quantity }));
}
