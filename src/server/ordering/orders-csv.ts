/** Everybody's orders as a file for a spreadsheet. */
import type { OrderBody } from '#contract/ordering.ts';
import { type CsvRow, csvBytes } from '#server/catalogue/export/csv-bytes.ts';
import type { Db } from '#server/platform/db/database.ts';
import { orderBody } from './order-body.ts';
import { listOrders, type StatusFilter } from './order-store.ts';

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

const BATCH_ROWS = 1_000;

/** All orders that the list shows for a status, newest first, a line each; read while they are sent. */
export function ordersCsv(db: Db, status: StatusFilter): AsyncIterable<Uint8Array> {
  return csvBytes(Object.keys(CELLS), batches(db, status));
}

async function* batches(db: Db, status: StatusFilter): AsyncGenerator<readonly CsvRow[]> {
  for (let after: { readonly moment: string; readonly id: string } | undefined; ; ) {
    const orders = await listOrders(db, { status }, { limit: BATCH_ROWS, after });
    yield orders.map((order) => csvRow(orderBody(order)));
    const last = orders.at(-1);
    if (last === undefined || orders.length < BATCH_ROWS) return;
    after = { moment: last.placedAt.toISOString(), id: last.id };
  }
}

const csvRow = (order: OrderBody): CsvRow =>
  Object.fromEntries(Object.entries(CELLS).map(([head, cell]) => [head, cell(order)]));
