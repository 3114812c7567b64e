/** The table with many rows, with one, with the longest words, on its way, and with none. */
import { EmptyState } from '#web/ui/notices.tsx';
import { Money, PartNumber, Quantity } from '#web/ui/numbers.tsx';
import { Status } from '#web/ui/status.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
import { LONGEST, USD } from './examples.ts';
import { Component, State } from './states.tsx';

type Line = {
  readonly number: string;
  readonly customer: string;
  readonly quantity: number;
  readonly amount: number;
  readonly isPaid: boolean;
};

const COLUMNS: readonly Column<Line>[] = [
  {
    key: 'number',
    head: 'Order',
    rowHeader: true,
    cell: ({ number }) => <PartNumber number={number} />,
  },
  { key: 'customer', head: 'Customer Name', cell: ({ customer }) => customer },
  {
    key: 'quantity',
    head: 'Order Quantity',
    align: 'end',
    cell: ({ quantity }) => <Quantity value={quantity} />,
  },
  {
    key: 'amount',
    head: 'Amount',
    align: 'end',
    cell: ({ amount }) => <Money amount={amount} currency={USD} />,
  },
  {
    key: 'status',
    head: 'Status',
    cell: ({ isPaid }) =>
      isPaid ? <Status tone="good">Shipped</Status> : <Status tone="bad">Pending</Status>,
  },
];

const MANY: readonly Line[] = Array.from({ length: 8 }, (_, index) => ({
  number: `MS-2026-${String(index + 41).padStart(6, '0')}`,
  customer: index % 2 === 0 ? 'Dockside Garage' : 'Delta Fleet',
  quantity: 12 * (index + 1),
  amount: 38.4 * (index + 1),
  isPaid: index % 3 !== 0,
}));
const LONG: Line = {
  number: 'MS-2026-999999',
  customer: LONGEST.email,
  quantity: 9_999_999,
  amount: 9_999_999.99,
  isPaid: true,
};

export function TableStates() {
  const show = (rows: readonly Line[] | undefined) => (
    <Table
      caption="Orders"
      columns={COLUMNS}
      rows={rows}
      rowKey={({ number }) => number}
      skeletonRows={3}
      empty={<EmptyState title="No orders yet">They stand here as soon as somebody orders.</EmptyState>}
    />
  );
  return (
    <Component name="Table">
      <State name="many rows" wide>
        {show(MANY)}
      </State>
      <State name="the longest words" wide>
        {show([LONG])}
      </State>
      <State name="on its way" wide>
        {show(undefined)}
      </State>
      <State name="none" wide>
        {show([])}
      </State>
    </Component>
  );
}
