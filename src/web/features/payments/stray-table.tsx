/** Payments that found no payable order, with what became of their money. */
import { Link } from '@tanstack/react-router';
import type { StrayPaymentBody } from '#contract/payments.ts';
import { currencyOf } from '#domain/money.ts';
import { Button } from '#web/ui/button.tsx';
import { CopyText } from '#web/ui/copy-text.tsx';
import { Moment, Money } from '#web/ui/numbers.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
import type { RefundSubject } from './refund-queries.ts';
import { RefundState } from './refund-state.tsx';
import styles from './refunds-table.module.css';
import { strayReason } from './stray-reason.ts';

export function StrayTable({
  strays,
  onRefund,
}: {
  readonly strays: readonly StrayPaymentBody[] | undefined;
  readonly onRefund: (subject: RefundSubject) => void;
}) {
  return (
    <Table
      caption="Payments without an order"
      className={styles.table}
      columns={columnsWith(onRefund)}
      rows={strays}
      rowKey={({ transactionId }) => transactionId}
      skeletonRows={2}
      empty={<p className="small quiet">Every payment has found its order.</p>}
    />
  );
}

function columnsWith(onRefund: (subject: RefundSubject) => void): readonly Column<StrayPaymentBody>[] {
  return [
    {
      key: 'payment',
      head: 'Payment',
      rowHeader: true,
      cell: (stray) => (
        <>
          <CopyText text={stray.transactionId} what="transaction id" />
          <small>
            {stray.orderId === null ? (
              'no order named'
            ) : (
              <Link to="/dashboard/order/$id" params={{ id: stray.orderId }}>
                {stray.orderId}
              </Link>
            )}
          </small>
        </>
      ),
    },
    {
      key: 'amount',
      head: 'Amount',
      align: 'end',
      cell: (stray) => <Money amount={stray.amount} currency={currencyOf(stray.currency)} />,
    },
    { key: 'why', head: 'Why', className: styles.reason, cell: ({ reason }) => strayReason(reason) },
    { key: 'when', head: 'When', cell: ({ at }) => <Moment at={at} time /> },
    {
      key: 'state',
      head: 'Its money',
      cell: (stray) => <MoneyState stray={stray} onRefund={onRefund} />,
    },
  ];
}

function MoneyState({
  stray,
  onRefund,
}: {
  readonly stray: StrayPaymentBody;
  readonly onRefund: (subject: RefundSubject) => void;
}) {
  const last = stray.refunds.at(-1);
  return (
    <span className={styles.state}>
      {last !== undefined && <RefundState refund={last} />}
      {last?.failure != null && <small>{last.failure}</small>}
      {stray.refundable > 0 && (
        <Button size="small" onClick={() => onRefund({ ...stray, orderId: null, returnable: [] })}>
          Refund<span className="sr"> {stray.transactionId}</span>
        </Button>
      )}
    </span>
  );
}
