/** All orders of one buyer, for an admin who came from one of them. */
import { useState } from 'react';
import { problemOf } from '#contract/kernel/api-error.ts';
import type { OrderBody } from '#contract/ordering.ts';
import { AllOrdersTable } from '#web/features/ordering/all-orders-table.tsx';
import { CancelOrderDialog } from '#web/features/ordering/cancel-order-dialog.tsx';
import { myOrdersQuery } from '#web/features/ordering/order-queries.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { PageTitle } from '#web/ui/headings.tsx';
import { EmptyState, ErrorNotice } from '#web/ui/notices.tsx';
import { Quantity } from '#web/ui/numbers.tsx';
import { RestOfList } from '#web/ui/rest-of-list.tsx';
import { useWholeList } from '#web/whole-list.ts';

export function OrdersOfBuyer({ email }: { readonly email: string }) {
  const list = useWholeList(myOrdersQuery(email, 'all'));
  const [asked, setAsked] = useState<OrderBody>();
  return (
    <>
      <PageTitle
        aside={`of ${email}, cancelled and expired ones too`}
        actions={
          <ButtonLink to="/dashboard/allOrders" search={{}} size="small">
            Orders of everybody
          </ButtonLink>
        }
      >
        Orders
        {list.count !== undefined && (
          <>
            : <Quantity value={list.count} />
            {list.isLowerBound && '+'}
          </>
        )}
      </PageTitle>
      {list.error !== null && list.rows === undefined ? (
        <ErrorNotice problem={problemOf(list.error) ?? undefined} onRetry={list.retry} />
      ) : (
        <>
          <AllOrdersTable
            orders={list.rows}
            empty={<EmptyState title="No orders">Nobody with this email has ordered anything.</EmptyState>}
            onCancel={setAsked}
          />
          <RestOfList list={list} what="orders" />
        </>
      )}
      <CancelOrderDialog order={asked} onClose={() => setAsked(undefined)} />
    </>
  );
}
