/** Paying one order by card. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { problemOf } from '#contract/kernel/api-error.ts';
import type { OrderBody } from '#contract/ordering.ts';
import { isNotFound } from '#web/api.ts';
import { pageHead } from '#web/document/head.ts';
import { partQuery } from '#web/features/catalogue/queries.ts';
import { useUser } from '#web/features/identity/guards.tsx';
import { orderQuery } from '#web/features/ordering/order-queries.ts';
import { OrderSummary } from '#web/features/ordering/order-summary.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Breadcrumbs } from '#web/ui/headings.tsx';
import { EmptyState, ErrorNotice } from '#web/ui/notices.tsx';
import { PartNumber } from '#web/ui/numbers.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { Skeleton } from '#web/ui/spinner.tsx';
import styles from './payment.module.css';
import { ClosedOrder, PaidOrder, PaymentReceived } from './payment-ends.tsx';
import { OpenOrder } from './payment-open.tsx';
import { usePaying } from './use-paying.ts';

export const Route = createFileRoute('/dashboard/payment/$id')({
  head: ({ match }) => pageHead(match.context, { title: 'Payment', noIndex: true }),
  component: PaymentPage,
});

/** How often an order that waits for money is looked at: another tab or the provider's notice may have paid it. */
const LOOK_AGAIN_MS = 20_000;

function PaymentPage() {
  const { id } = Route.useParams();
  const user = useUser();
  const order = useQuery({
    ...orderQuery(user.email, id),
    refetchInterval: ({ state }) => (state.data?.status === 'unpaid' ? LOOK_AGAIN_MS : false),
  });
  return (
    <>
      <Breadcrumbs>
        <Link to="/dashboard/myorder">My Order</Link>
        <PartNumber number={order.data?.orderId ?? 'Payment'} />
      </Breadcrumbs>
      {order.data === undefined && <h1 className="sr">Payment</h1>}
      {order.data !== undefined ? (
        <Payment key={order.data._id} order={order.data} />
      ) : isNotFound(order.error) ? (
        <EmptyState
          title="There is no such order"
          action={<ButtonLink to="/dashboard/myorder">To your orders</ButtonLink>}
        >
          Nothing was charged. The address may have lost a letter, or the order belongs to another account.
        </EmptyState>
      ) : order.isError ? (
        <ErrorNotice
          problem={problemOf(order.error) ?? undefined}
          kept="Nothing was charged."
          onRetry={() => order.refetch()}
        />
      ) : (
        <PaymentSkeleton />
      )}
    </>
  );
}

function Payment({ order }: { readonly order: OrderBody }) {
  const queryClient = useQueryClient();
  const paying = usePaying(order);
  const partId = order.lines[0]?.partId ?? '';
  const part = useQuery({ ...partQuery(partId), enabled: partId !== '' });
  const { status } = order;
  useEffect(() => {
    // Whatever became of the order is to be seen in the lists, too.
    if (status !== 'unpaid') void queryClient.invalidateQueries({ queryKey: ['orders', 'of'] });
  }, [queryClient, status]);
  return (
    <div className={styles.columns}>
      <div className={styles.main}>
        {paying.state.phase === 'paid' ? (
          <PaymentReceived order={order} state={paying.state} onReport={paying.report} />
        ) : order.paid || order.status === 'refunded' ? (
          <PaidOrder order={order} />
        ) : order.status === 'unpaid' || paying.state.phase === 'paying' ? (
          <OpenOrder order={order} paying={paying} />
        ) : (
          <ClosedOrder order={order} />
        )}
      </div>
      <OrderSummary
        order={order}
        {...(!isNotFound(part.error) && {
          picture: <Picture src={part.data?.img ?? ''} alt="" small />,
        })}
      />
    </div>
  );
}

function PaymentSkeleton() {
  return (
    <div className={styles.columns} role="status" aria-label="Loading the order">
      <div className={styles.main}>
        <Skeleton width="most" />
        <Skeleton width="half" />
        <div className={styles.block} />
        <div className={styles.block} />
      </div>
      <div className={styles.tall} />
    </div>
  );
}
