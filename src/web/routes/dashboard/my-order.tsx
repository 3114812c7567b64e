/** A buyer's own orders. */
import { createFileRoute } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { memo, useMemo, useState } from 'react';
import { problemOf } from '#contract/kernel/api-error.ts';
import type { OrderBody } from '#contract/ordering.ts';
import { isClosed } from '#domain/ordering/order.ts';
import { searchWord } from '#web/addresses/search-params.ts';
import { pageHead } from '#web/document/head.ts';
import { downloadCsv } from '#web/download-csv.ts';
import { useUser } from '#web/features/identity/guards.tsx';
import { CancelOrderDialog } from '#web/features/ordering/cancel-order-dialog.tsx';
import { MyOrdersTable } from '#web/features/ordering/my-orders-table.tsx';
import { myOrdersQuery } from '#web/features/ordering/order-queries.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { PageTitle } from '#web/ui/headings.tsx';
import { EmptyState, ErrorNotice } from '#web/ui/notices.tsx';
import { RestOfList } from '#web/ui/rest-of-list.tsx';
import { Segment, Segments } from '#web/ui/segmented.tsx';
import { useWholeList } from '#web/whole-list.ts';

type Show = 'unpaid' | 'paid' | 'closed';

export const Route = createFileRoute('/dashboard/myorder')({
  validateSearch: (search: Record<string, unknown>): { show?: Show } => {
    const show = searchWord(search.show, ['unpaid', 'paid', 'closed']);
    return show === undefined ? {} : { show };
  },
  head: ({ match }) => pageHead(match.context, { title: 'My Order', noIndex: true }),
  component: MyOrder,
});

const BELONGS: Readonly<Record<Show | 'current', (order: OrderBody) => boolean>> = {
  current: () => true,
  unpaid: (order) => order.status === 'unpaid',
  paid: (order) => order.transactionId !== null,
  closed: isClosed,
};

function MyOrder() {
  const [asked, setAsked] = useState<OrderBody>();
  return (
    <>
      <MyOrders onCancel={setAsked} />
      <CancelOrderDialog order={asked} onClose={() => setAsked(undefined)} />
    </>
  );
}

/** Apart from the question, which so opens without the list being gone through. */
const MyOrders = memo(function MyOrders({ onCancel }: { readonly onCancel: (order: OrderBody) => void }) {
  const { show } = Route.useSearch();
  const user = useUser();
  const current = useWholeList(myOrdersQuery(user.email, 'current'));
  const all = useWholeList(myOrdersQuery(user.email, 'all'), { enabled: show === 'closed' });
  const list = show === 'closed' ? all : current;
  const { rows } = list;
  const orders = useMemo(() => rows?.filter(BELONGS[show ?? 'current']), [rows, show]);
  const countOf = (view: Show) => (current.isWhole ? current.rows?.filter(BELONGS[view]).length : undefined);

  return (
    <>
      <PageTitle
        actions={
          <>
            <Segments label="Show">
              <Segment to="/dashboard/myorder" search={{}} chosen={show === undefined}>
                Current
              </Segment>
              <Segment
                to="/dashboard/myorder"
                search={{ show: 'unpaid' }}
                chosen={show === 'unpaid'}
                count={countOf('unpaid')}
              >
                Unpaid
              </Segment>
              <Segment
                to="/dashboard/myorder"
                search={{ show: 'paid' }}
                chosen={show === 'paid'}
                count={countOf('paid')}
              >
                Paid
              </Segment>
              <Segment to="/dashboard/myorder" search={{ show: 'closed' }} chosen={show === 'closed'}>
                Closed
              </Segment>
            </Segments>
            <Button
              size="small"
              disabled={orders === undefined || orders.length === 0}
              onClick={() => exportOrders(orders ?? [])}
            >
              <Download className="icon" aria-hidden="true" />
              CSV
            </Button>
          </>
        }
      >
        My Orders
        {orders !== undefined && `: ${show === undefined ? list.count : orders.length}`}
        {orders !== undefined && (show === undefined ? list.isLowerBound : !list.isWhole) && '+'}
      </PageTitle>
      {list.error !== null && orders === undefined ? (
        <ErrorNotice problem={problemOf(list.error) ?? undefined} onRetry={list.retry} />
      ) : (
        <>
          <MyOrdersTable
            // Those that belong here may be among those that have not come yet.
            orders={orders?.length === 0 && !list.isWhole && list.error === null ? undefined : orders}
            empty={<NoOrders show={show} />}
            onCancel={onCancel}
          />
          <RestOfList list={list} what="orders" />
        </>
      )}
    </>
  );
});

function NoOrders({ show }: { readonly show: Show | undefined }) {
  if (show === 'closed') {
    return (
      <EmptyState title="No cancelled or expired orders">
        An unpaid order that you cancel, or that is not paid in time, is kept here.
      </EmptyState>
    );
  }
  if (show !== undefined) {
    return (
      <EmptyState
        title={show === 'unpaid' ? 'Nothing to pay' : 'No paid orders yet'}
        action={
          <ButtonLink to="/dashboard/myorder" search={{}}>
            Show current orders
          </ButtonLink>
        }
      />
    );
  }
  return (
    <EmptyState
      title="No orders yet"
      action={
        <ButtonLink to="/catalogue" tone="signal">
          Find a part
        </ButtonLink>
      }
    >
      What you order is listed here, to be paid, cancelled while it is unpaid, and ordered again.
    </EmptyState>
  );
}

function exportOrders(orders: readonly OrderBody[]): void {
  downloadCsv(
    'my-orders.csv',
    [
      'Order',
      'Placed',
      'Customer Name',
      'Email',
      'Product Name',
      'Order Quantity',
      'Price/unit',
      'Amount',
      'Currency',
      'Refunded',
      'Status',
      'Transaction id',
    ],
    orders.map((order) => [
      order.orderId,
      order.placedAt,
      order.userName,
      order.userEmail,
      order.partsName,
      order.orderQuantity,
      order.pricePerUnit,
      order.amount,
      order.currency,
      order.refunded,
      order.status,
      order.transactionId,
    ]),
  );
}
