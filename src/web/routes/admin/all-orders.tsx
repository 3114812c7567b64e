/** Everybody's orders. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { memo, useMemo, useState } from 'react';
import { problemOf } from '#contract/kernel/api-error.ts';
import type { OrderBody } from '#contract/ordering.ts';
import { EMAIL_MAX_LENGTH } from '#domain/users/email.ts';
import { searchText, searchWord } from '#web/addresses/search-params.ts';
import { pageHead } from '#web/document/head.ts';
import { AllOrdersTable } from '#web/features/ordering/all-orders-table.tsx';
import { CancelOrderDialog } from '#web/features/ordering/cancel-order-dialog.tsx';
import { allOrdersQuery, orderCountQuery } from '#web/features/ordering/order-queries.ts';
import { useOrdersExport } from '#web/features/ordering/orders-export.ts';
import { StrayPayments } from '#web/features/payments/stray-payments.tsx';
import { Button } from '#web/ui/button.tsx';
import { PageTitle } from '#web/ui/headings.tsx';
import { EmptyState, ErrorNotice } from '#web/ui/notices.tsx';
import { Quantity } from '#web/ui/numbers.tsx';
import { LoadMore } from '#web/ui/pagination.tsx';
import { Segment, Segments } from '#web/ui/segmented.tsx';
import styles from './lists.module.css';
import { OrdersOfBuyer } from './orders-of-buyer.tsx';

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
  const orders = useMemo(() => list.data?.pages.flatMap((page) => page.rows), [list.data]);
  const last = list.data?.pages.at(-1);

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
            <Button
              size="small"
              busy={download.isPending}
              disabled={orders === undefined || orders.length === 0}
              onClick={() => download.mutate(view.status)}
            >
              <Download className="icon" aria-hidden="true" />
              CSV
            </Button>
          </>
        }
      >
        All Orders
        {last !== undefined && (
          <>
            : <Quantity value={last.count} />
            {last.isLowerBound && '+'}
          </>
        )}
      </PageTitle>
      {download.isError && (
        <div className={styles.notice}>
          <ErrorNotice problem={problemOf(download.error) ?? undefined} kept="No file was saved." />
        </div>
      )}
      {list.isError && orders === undefined ? (
        <ErrorNotice problem={problemOf(list.error) ?? undefined} onRetry={() => list.refetch()} />
      ) : (
        <>
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
          {list.isFetchNextPageError && (
            <ErrorNotice
              problem={problemOf(list.error) ?? undefined}
              kept="The orders above stay."
              onRetry={() => list.fetchNextPage()}
            />
          )}
          {orders !== undefined && last !== undefined && orders.length > 0 && (
            <LoadMore
              summary={
                <>
                  <Quantity value={orders.length} /> of <Quantity value={last.count} />
                  {last.isLowerBound && '+'}
                </>
              }
              busy={list.isFetchingNextPage}
              onMore={list.hasNextPage ? () => void list.fetchNextPage() : undefined}
            />
          )}
        </>
      )}
    </>
  );
});
