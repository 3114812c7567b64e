/** One order: what was ordered, what happened to it, and what can be done with it. */
import { useQuery } from '@tanstack/react-query';
import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { ReceiptText } from 'lucide-react';
import { useState } from 'react';
import { problemOf } from '#contract/kernel/api-error.ts';
import type { OrderDetailBody } from '#contract/ordering.ts';
import { currencyOf } from '#domain/money.ts';
import { searchWord } from '#web/addresses/search-params.ts';
import { isNotFound } from '#web/api.ts';
import { pageHead } from '#web/document/head.ts';
import { useUser } from '#web/features/identity/guards.tsx';
import { CancelOrderDialog } from '#web/features/ordering/cancel-order-dialog.tsx';
import { OrderParts } from '#web/features/ordering/order-parts.tsx';
import { orderQuery } from '#web/features/ordering/order-queries.ts';
import { OrderTimeline } from '#web/features/ordering/order-timeline.tsx';
import { FulfilmentState, PreciseState } from '#web/features/ordering/payment-state.tsx';
import {
  DownloadFailure,
  DownloadReceiptButton,
  useReceiptDownload,
} from '#web/features/ordering/receipt-download.tsx';
import { OrderAgainLink, ReorderDialog } from '#web/features/ordering/reorder-links.tsx';
import { leftOf, RefundDialog } from '#web/features/payments/refund-dialog.tsx';
import type { RefundSubject } from '#web/features/payments/refund-queries.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { CopyText } from '#web/ui/copy-text.tsx';
import { Breadcrumbs } from '#web/ui/headings.tsx';
import { ErrorNotice } from '#web/ui/notices.tsx';
import { Money, PartNumber } from '#web/ui/numbers.tsx';
import { Skeleton } from '#web/ui/spinner.tsx';
import styles from './order.module.css';
import { OrderFacts } from './order-facts.tsx';
import { NoSuchOrder, OrdersLink } from './order-missing.tsx';

export const Route = createFileRoute('/dashboard/order/$id')({
  validateSearch: (search: Record<string, unknown>): { again?: 'choose' } =>
    searchWord(search.again, ['choose']) === undefined ? {} : { again: 'choose' },
  head: ({ match, params }) =>
    pageHead(match.context, {
      title: params.id.startsWith('MS-') ? `Order ${params.id}` : 'Order',
      noIndex: true,
    }),
  component: OrderPage,
});

/** How often an order that waits for money is looked at: another tab or the provider's notice may have paid it. */
const LOOK_AGAIN_MS = 20_000;

function OrderPage() {
  const { id } = Route.useParams();
  const user = useUser();
  const isAdmin = user.role === 'admin';
  const order = useQuery({
    ...orderQuery(user.email, id),
    refetchInterval: ({ state }) => (state.data?.status === 'unpaid' ? LOOK_AGAIN_MS : false),
  });
  return (
    <>
      <Breadcrumbs>
        <OrdersLink isAdmin={isAdmin} />
        <PartNumber number={order.data?.orderId ?? 'Order'} />
      </Breadcrumbs>
      {order.data === undefined && <h1 className="sr">Order</h1>}
      {order.data !== undefined ? (
        <Shown order={order.data} isAdmin={isAdmin} isOwn={!isAdmin || order.data.userEmail === user.email} />
      ) : isNotFound(order.error) ? (
        <NoSuchOrder isAdmin={isAdmin} />
      ) : order.isError ? (
        <ErrorNotice problem={problemOf(order.error) ?? undefined} onRetry={() => order.refetch()} />
      ) : (
        <Waiting />
      )}
    </>
  );
}

function Shown({
  order,
  isAdmin,
  isOwn,
}: {
  readonly order: OrderDetailBody;
  readonly isAdmin: boolean;
  /** The reader is the buyer. */
  readonly isOwn: boolean;
}) {
  const { again } = Route.useSearch();
  const navigate = useNavigate();
  const download = useReceiptDownload(order.orderId);
  const [isAsking, setIsAsking] = useState(false);
  const [isRefunding, setIsRefunding] = useState(false);
  const isUnpaid = order.status === 'unpaid';
  const subject = refundSubjectOf(order);
  return (
    <>
      <header className={styles.head}>
        <div className={styles.title}>
          <h1>
            <span className="sr">Order </span>
            <CopyText text={order.orderId} what="order number" whole />
          </h1>
          <p className={styles.state}>
            <FulfilmentState order={order} />
            {/* Of a closed order whose payment came late and went back, something was charged. */}
            {(order.transactionId !== null || order.refunds.length === 0) && <PreciseState order={order} />}
          </p>
        </div>
        <div className={styles.actions}>
          {isUnpaid && isOwn && (
            <ButtonLink to="/dashboard/payment/$id" params={{ id: order._id }} tone="signal">
              <span>
                Pay <Money amount={order.amount} currency={currencyOf(order.currency)} />
              </span>
            </ButtonLink>
          )}
          {isOwn && <OrderAgainLink order={order} />}
          <ButtonLink to="/dashboard/order/$id/receipt" params={{ id: order.orderId }}>
            <ReceiptText className="icon" aria-hidden="true" />
            Print / Receipt
          </ButtonLink>
          <DownloadReceiptButton download={download} />
          {isUnpaid && (
            <Button tone="danger" onClick={() => setIsAsking(true)}>
              Cancel
            </Button>
          )}
          {isAdmin && subject !== undefined && subject.refundable > 0 && (
            <Button tone="danger" onClick={() => setIsRefunding(true)}>
              Refund
            </Button>
          )}
        </div>
      </header>
      <DownloadFailure download={download} />
      <div className={styles.columns}>
        <div className={styles.main}>
          <OrderParts order={order} />
        </div>
        <div className={styles.side}>
          <section>
            <h2>Timeline</h2>
            <OrderTimeline order={order} isOwn={isOwn} />
          </section>
          <OrderFacts order={order} isAdmin={isAdmin} />
        </div>
      </div>
      <CancelOrderDialog order={isAsking ? order : undefined} onClose={() => setIsAsking(false)} />
      {isAdmin && (
        <RefundDialog subject={isRefunding ? subject : undefined} onClose={() => setIsRefunding(false)} />
      )}
      <ReorderDialog
        order={order}
        open={again === 'choose'}
        onClose={() =>
          void navigate({
            to: '/dashboard/order/$id',
            params: { id: order.orderId },
            search: {},
            replace: true,
          })
        }
      />
    </>
  );
}

/** What can be given back of a paid order. */
function refundSubjectOf(order: OrderDetailBody): RefundSubject | undefined {
  if (order.transactionId === null) return undefined;
  const names = new Map(order.lines.map(({ partId, partsName }) => [partId, partsName]));
  return {
    orderId: order.orderId,
    transactionId: order.transactionId,
    currency: order.currency,
    amount: order.amount,
    refundable: leftOf(order),
    returnable: order.returnable.map((part) => ({ ...part, name: names.get(part.partId) ?? part.partId })),
  };
}

function Waiting() {
  return (
    <div className={styles.waiting} role="status" aria-label="Loading the order">
      <Skeleton width="half" />
      <div className={styles.columns}>
        <div className={styles.block} />
        <div className={styles.block} />
      </div>
    </div>
  );
}
