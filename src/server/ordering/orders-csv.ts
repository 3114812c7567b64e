/** Everybody's orders as a file for a spreadsheet. */
import type { OrderBody } from '#contract/ordering.ts';
import { batchesByMoment } from '#server/platform/batches-by-moment.ts';
import { type CsvRow, csvBytes } from '#server/platform/csv-bytes.ts';
import type { Db } from '#server/platform/db/database.ts';
import { orderBody } from './order-body.ts';
import { listOrders, type OrderFilter } from './order-list-store.ts';

/** The columns by their heads. */
const CELLS = {
  Order: (order) => order.orderId,
  Placed: (order) => order.placedAt,
  'Customer Name': (order) => order.userName,
  Email: (order) => order.userEmail,
  'Product Name': (order) => order.partsName,
  Quantity: (order) => order.orderQuantity,
  Amount: (order) => order.amount,
  Currency: (order) => order.currency,
  Refunded: (order) => order.refunded,
  Status: (order) => order.status,
  'Transaction id': (order) => order.transactionId,
  Address: (order) => order.address,
  Phone: (order) => order.phone,
} satisfies Readonly<Record<string, (order: OrderBody) => string | number | null>>;

/** All orders that the list shows for a filter, newest first, a line each; read while they are sent. */
export function ordersCsv(db: Db, filter: OrderFilter): AsyncIterable<Uint8Array> {
  return csvBytes(Object.keys(CELLS), batches(db, filter));
}

async function* batches(db: Db, filter: OrderFilter): AsyncGenerator<readonly CsvRow[]> {
  const read = (page: Parameters<typeof listOrders>[2]) => listOrders(db, filter, page);
  for await (const orders of batchesByMoment(read, ({ placedAt, id }) => ({ moment: placedAt, id })))
    yield orders.map((order) => csvRow(orderBody(order)));
}

const csvRow = (order: OrderBody): CsvRow =>
  Object.fromEntries(Object.entries(CELLS).map(([head, cell]) => [head, cell(order)]));
