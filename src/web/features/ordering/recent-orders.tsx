/** The newest orders at a glance. */
import type { OrderBody } from '#contract/ordering.ts';
import { currencyOf } from '#domain/money.ts';
import { EmptyState } from '#web/ui/notices.tsx';
import { Moment, Money } from '#web/ui/numbers.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
import { FulfilmentState } from './payment-state.tsx';

const COLUMNS: readonly Column<OrderBody>[] = [
  { key: 'number', head: 'Order', className: 'nowrap', cell: ({ orderId }) => orderId },
  { key: 'customer', head: 'Customer Name', rowHeader: true, cell: ({ userName }) => userName },
  { key: 'product', head: 'Product Name', cell: ({ partsName }) => partsName },
  {
    key: 'amount',
    head: 'Amount',
    align: 'end',
    cell: ({ amount, currency }) => <Money amount={amount} currency={currencyOf(currency)} />,
  },
  {
    key: 'placed',
    head: 'Placed',
    className: 'nowrap',
    cell: ({ placedAt }) => <Moment at={placedAt} time />,
  },
  { key: 'status', head: 'Status', cell: (order) => <FulfilmentState order={order} /> },
];

export function RecentOrders({ orders }: { readonly orders: readonly OrderBody[] | undefined }) {
  return (
    <Table
      caption="Newest orders"
      columns={COLUMNS}
      rows={orders}
      rowKey={(order) => order._id}
      empty={
        <EmptyState title="No orders yet">An order stands here as soon as a buyer has placed it.</EmptyState>
      }
    />
  );
}
