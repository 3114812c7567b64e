/** All refunds; one that the provider has not answered can be asked for again, one that failed says why. */
import { Link } from '@tanstack/react-router';
import type { RefundBody } from '#contract/payments.ts';
import { currencyOf } from '#domain/money.ts';
import { Button } from '#web/ui/button.tsx';
import { CopyText } from '#web/ui/copy-text.tsx';
import { EmptyState } from '#web/ui/notices.tsx';
import { Moment, Money } from '#web/ui/numbers.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
import { notify } from '#web/ui/toasts.ts';
import { useRetryRefund } from './refund-queries.ts';
import { causeOf, RefundState } from './refund-state.tsx';
import styles from './refunds-table.module.css';

const COLUMNS: readonly Column<RefundBody>[] = [
  {
    key: 'order',
    head: 'Order',
    rowHeader: true,
    cell: (refund) => (
      <>
        {refund.orderId === null ? (
          'No order'
        ) : (
          <Link to="/dashboard/order/$id" params={{ id: refund.orderId }}>
            {refund.orderId}
          </Link>
        )}
        <small>
          <CopyText text={refund.transactionId} what="transaction id" />
        </small>
      </>
    ),
  },
  {
    key: 'amount',
    head: 'Amount',
    align: 'end',
    cell: (refund) => <Money amount={refund.amount} currency={currencyOf(refund.currency)} />,
  },
  {
    key: 'reason',
    head: 'Why',
    className: styles.reason,
    cell: (refund) => (
      <>
        {refund.reason}
        {refund.failure !== null && <small>{refund.failure}</small>}
      </>
    ),
  },
  { key: 'by', head: 'By', className: styles.by, cell: causeOf },
  {
    key: 'when',
    head: 'When',
    className: styles.when,
    cell: (refund) => <Moment at={refund.requestedAt} time />,
  },
  { key: 'state', head: 'State', cell: (refund) => <State refund={refund} /> },
];

function State({ refund }: { readonly refund: RefundBody }) {
  const retry = useRetryRefund();
  return (
    <span className={styles.state}>
      <RefundState refund={refund} />
      {refund.status === 'requested' && (
        <Button
          size="small"
          busy={retry.isPending}
          onClick={() =>
            retry.mutate(refund._id, {
              onSuccess: ({ status }) =>
                status === 'requested' && notify.error('The payment provider does not answer yet.'),
              onError: () => notify.error('The payment provider could not be asked. The list says why.'),
            })
          }
        >
          Ask again
        </Button>
      )}
    </span>
  );
}

export function RefundsTable({ refunds }: { readonly refunds: readonly RefundBody[] | undefined }) {
  return (
    <Table
      caption="Refunds"
      className={styles.table}
      columns={COLUMNS}
      rows={refunds}
      rowKey={({ _id }) => _id}
      skeletonRows={3}
      empty={
        <EmptyState title="No refunds yet">
          Money is given back on the page of its order. Payments that come too late go back by themselves.
        </EmptyState>
      }
    />
  );
}
