/** Everybody's orders. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { memo, useState } from 'react';
import type { OrderBody } from '#contract/ordering.ts';
import { EMAIL_MAX_LENGTH } from '#domain/users/email.ts';
import { searchText, searchWord } from '#web/addresses/search-params.ts';
import { pageHead } from '#web/document/head.ts';
import { AllOrdersTable } from '#web/features/ordering/all-orders-table.tsx';
import { CancelOrderDialog } from '#web/features/ordering/cancel-order-dialog.tsx';
import { allOrdersQuery, orderCountQuery } from '#web/features/ordering/order-queries.ts';
import { useOrdersExport } from '#web/features/ordering/orders-export.ts';
import { StrayPayments } from '#web/features/payments/stray-payments.tsx';
import { PageTitle } from '#web/ui/headings.tsx';
import { EmptyState } from '#web/ui/notices.tsx';
import { Segment, Segments } from '#web/ui/segmented.tsx';
import { CsvButton, CsvProblem } from './csv-download.tsx';
import { OrdersOfBuyer } from './orders-of-buyer.tsx';
import { RowCount, RowList, useRows } from './row-list.tsx';

const VIEWS = [
  { show: undefined, status: undefined, label: 'Current' },
  { show: 'pending', status: 'unpaid', label: 'Pending' },
  // What is paid ships at once, and stays in that state.
  { show: 'shipped', status: 'paid', label: 'Shipped' },
  { show: 'cancelled', status: 'cancelled', label: 'Cancelled' },
  { show: 'expired', status: 'expired', label: 'Expired' },
  { show: 'refunded', status: 'refunded', label: 'Refunded' },
] as const;
type Show = Exclude<(typeof VIEWS)[number]['show'], undefined>;

export const Route = createFileRoute('/dashboard/_admin/allOrders')({
  validateSearch: (search: Record<string, unknown>): { show?: Show; buyer?: string } => {
    const show = searchWord(search.show, ['pending', 'shipped', 'cancelled', 'expired', 'refunded']);
    const buyer = searchText(search.buyer, EMAIL_MAX_LENGTH);
    return { ...(show !== undefined && { show }), ...(buyer !== undefined && { buyer }) };
  },
  head: ({ match }) => pageHead(match.context, { title: 'Manage All Orders', noIndex: true }),
  component: Orders,
});

function Orders() {
  const { buyer } = Route.useSearch();
  return buyer === undefined ? <AllOrders /> : <OrdersOfBuyer email={buyer} />;
}

function AllOrders() {
  const [asked, setAsked] = useState<OrderBody>();
  return (
    <>
      <StrayPayments />
      <OrderList onCancel={setAsked} />
      <CancelOrderDialog order={asked} onClose={() => setAsked(undefined)} />
    </>
  );
}

/** Apart from the question, which so opens without the list being gone through. */
const OrderList = memo(function OrderList({ onCancel }: { readonly onCancel: (order: OrderBody) => void }) {
  const { show } = Route.useSearch();
  const view = VIEWS.find((candidate) => candidate.show === show) ?? VIEWS[0];
  const list = useInfiniteQuery(allOrdersQuery(view.status));
  const counts = {
    pending: useQuery(orderCountQuery('unpaid')).data,
    shipped: useQuery(orderCountQuery('paid')).data,
  };
  const download = useOrdersExport();
  const orders = useRows(list);

  return (
    <>
      <PageTitle
        actions={
          <>
            <Segments label="Show">
              {VIEWS.map(({ show: of, label }) => (
                <Segment
                  key={label}
                  to="/dashboard/allOrders"
                  search={of === undefined ? {} : { show: of }}
                  chosen={of === show}
                  count={of === 'pending' || of === 'shipped' ? counts[of] : undefined}
                >
                  {label}
                </Segment>
              ))}
            </Segments>
            <CsvButton
              download={download}
              isEmpty={orders === undefined || orders.length === 0}
              onClick={() => download.mutate(view.status)}
            />
          </>
        }
      >
        All Orders
        <RowCount list={list} />
      </PageTitle>
      <CsvProblem download={download} />
      <RowList list={list} called="orders">
        <AllOrdersTable
          orders={orders}
          empty={
            <EmptyState title={show === undefined ? 'No orders yet' : 'No such orders'}>
              {show === undefined
                ? 'An order stands here as soon as a buyer has placed it.'
                : 'There are none in this state just now.'}
            </EmptyState>
          }
          onCancel={onCancel}
        />
      </RowList>
    </>
  );
});
