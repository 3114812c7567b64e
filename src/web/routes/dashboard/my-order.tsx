/** A buyer's own orders. */
import { useQuery } from '@tanstack/react-query';
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
import { Segment, Segments } from '#web/ui/segmented.tsx';

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
  const current = useQuery(myOrdersQuery(user.email, 'current'));
  const all = useQuery({ ...myOrdersQuery(user.email, 'all'), enabled: show === 'closed' });
  const { data, isError, error, refetch } = show === 'closed' ? all : current;
  const orders = useMemo(() => data?.filter(BELONGS[show ?? 'current']), [data, show]);
  const countOf = (view: Show) => current.data?.filter(BELONGS[view]).length;

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
        My Orders{orders !== undefined && `: ${orders.length}`}
      </PageTitle>
      {isError && data === undefined ? (
        <ErrorNotice problem={problemOf(error) ?? undefined} onRetry={() => refetch()} />
      ) : (
        <MyOrdersTable orders={orders} empty={<NoOrders show={show} />} onCancel={onCancel} />
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
