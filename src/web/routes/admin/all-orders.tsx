/** Everybody's orders, or those of one buyer for an admin who came from one of them. */
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { createFileRoute, Link, useNavigate } from '@tanstack/react-router';
import { memo, useState } from 'react';
import type { OrderBody } from '#contract/ordering.ts';
import { pageHead } from '#web/document/head.ts';
import { AllOrdersTable } from '#web/features/ordering/all-orders-table.tsx';
import { CancelOrderDialog } from '#web/features/ordering/cancel-order-dialog.tsx';
import { allOrdersQuery, orderCountQuery } from '#web/features/ordering/order-queries.ts';
import { useOrdersExport } from '#web/features/ordering/orders-export.ts';
import {
  type OrdersSearch,
  type OrdersView,
  ordersSought,
  ordersView,
  ordersViews,
  readOrdersSearch,
  searchOfView,
} from '#web/features/ordering/orders-search.ts';
import { StrayPayments } from '#web/features/payments/stray-payments.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { PageTitle } from '#web/ui/headings.tsx';
import { EmptyState } from '#web/ui/notices.tsx';
import { Segment, Segments } from '#web/ui/segmented.tsx';
import { CsvButton, CsvProblem } from './csv-download.tsx';
import { RowCount, RowList, useRows } from './row-list.tsx';
import { SearchField } from './search-field.tsx';

export const Route = createFileRoute('/dashboard/_admin/allOrders')({
  validateSearch: (search: Record<string, unknown>): { [K in keyof OrdersSearch]?: unknown } => search,
  head: ({ match }) => pageHead(match.context, { title: 'Manage All Orders', noIndex: true }),
  component: AllOrders,
});

function AllOrders() {
  const { buyer } = readOrdersSearch(Route.useSearch());
  const [asked, setAsked] = useState<OrderBody>();
  return (
    <>
      {buyer === undefined && <StrayPayments />}
      <OrderList onCancel={setAsked} />
      <CancelOrderDialog order={asked} onClose={() => setAsked(undefined)} />
    </>
  );
}

/** Apart from the question, which so opens without the list being gone through. */
const OrderList = memo(function OrderList({ onCancel }: { readonly onCancel: (order: OrderBody) => void }) {
  // Read here and not at the door, which every page of the shop has.
  const search = readOrdersSearch(Route.useSearch());
  const { buyer, find } = search;
  const navigate = useNavigate({ from: '/dashboard/allOrders' });
  const sought = ordersSought(search);
  const list = useInfiniteQuery({ ...allOrdersQuery(sought), placeholderData: keepPreviousData });
  const download = useOrdersExport();
  const orders = useRows(list);

  return (
    <>
      <PageTitle
        aside={buyer === undefined ? undefined : <OfBuyer email={buyer} />}
        actions={
          <>
            <SearchField
              sought={find ?? ''}
              label="Find an order"
              placeholder={buyer === undefined ? 'Number, buyer or part number' : 'Number or part number'}
              onSeek={(words) => void navigate({ search: { ...search, find: words }, replace: true })}
            />
            <Views search={search} />
            <CsvButton
              download={download}
              isEmpty={orders === undefined || orders.length === 0}
              onClick={() => download.mutate(sought)}
            />
          </>
        }
      >
        {buyer === undefined ? 'All Orders' : 'Orders'}
        <RowCount list={list} />
      </PageTitle>
      <CsvProblem download={download} />
      <RowList list={list} called="orders">
        <AllOrdersTable orders={orders} empty={<NoOrders search={search} />} onCancel={onCancel} />
      </RowList>
    </>
  );
});

function OfBuyer({ email }: { readonly email: string }) {
  return (
    <>
      of {email} ·{' '}
      <Link to="/dashboard/allOrders" search={{}}>
        Orders of everybody
      </Link>
    </>
  );
}

/** How many there are is said of the states in which something is to be done. */
function Views({ search }: { readonly search: OrdersSearch }) {
  const shown = ordersView(search);
  const [, pending, shipped] = ordersViews(search);
  const counts = [useOrderCount(search, pending), useOrderCount(search, shipped)];
  return (
    <Segments label="Show">
      {ordersViews(search).map((view, at) => (
        <Segment
          key={view.label}
          to="/dashboard/allOrders"
          search={searchOfView(search, view)}
          chosen={view === shown}
          count={counts[at - 1]}
        >
          {view.label}
        </Segment>
      ))}
    </Segments>
  );
}

function useOrderCount(search: OrdersSearch, view: OrdersView | undefined): number | undefined {
  return useQuery({
    ...orderCountQuery(ordersSought(search, view)),
    placeholderData: keepPreviousData,
  }).data;
}

function NoOrders({ search }: { readonly search: OrdersSearch }) {
  const { buyer, find, show } = search;
  if (find !== undefined) return <NothingFound search={search} sought={find} />;
  if (ordersView(search) !== ordersViews(search)[0] && show !== 'all')
    return <EmptyState title="No such orders">There are none in this state just now.</EmptyState>;
  return buyer === undefined ? (
    <EmptyState title="No orders yet">An order stands here as soon as a buyer has placed it.</EmptyState>
  ) : (
    <EmptyState title="No orders">Nobody with this email has ordered anything.</EmptyState>
  );
}

function NothingFound({ search, sought }: { readonly search: OrdersSearch; readonly sought: string }) {
  const { status, label } = ordersView(search);
  const title = `Nothing found for “${sought}”`;
  if (status === 'all') {
    return (
      <EmptyState
        title={title}
        action={
          <ButtonLink to="/dashboard/allOrders" search={{ ...search, find: undefined }}>
            Show all orders
          </ButtonLink>
        }
      >
        Numbers are found however they are typed: spaces, dots and dashes don’t matter.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={title}
      action={
        <ButtonLink to="/dashboard/allOrders" search={{ ...search, show: 'all' }}>
          Look in all orders
        </ButtonLink>
      }
    >
      {label === 'Current'
        ? 'Cancelled and expired orders have not been looked through.'
        : `Only orders under ${label} have been looked through.`}
    </EmptyState>
  );
}
