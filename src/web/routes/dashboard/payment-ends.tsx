/** What the payment page shows where there is nothing (more) to pay. */
import { Ban, Check } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { OrderBody } from '#contract/ordering.ts';
import { OrderAgainLink } from '#web/features/ordering/reorder-links.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { CopyText } from '#web/ui/copy-text.tsx';
import { Note } from '#web/ui/notices.tsx';
import { Moment } from '#web/ui/numbers.tsx';
import styles from './payment.module.css';
import type { PaidState } from './use-paying.ts';

/** Paid just now, on this page. */
export function PaymentReceived({
  order,
  state,
  onReport,
}: {
  readonly order: OrderBody;
  readonly state: PaidState;
  readonly onReport: () => void;
}) {
  const result = useRef<HTMLDivElement>(null);
  useEffect(() => result.current?.focus(), []);
  // The provider's own notice may have been faster than this page.
  const isMarked = state.order === 'marked' || order.transactionId === state.transactionId;
  const isSure = !state.isProcessing || isMarked;
  return (
    <div ref={result} className={styles.result} tabIndex={-1} role="status">
      <span className={styles.mark} aria-hidden="true">
        <Check className="icon" />
      </span>
      <h1>{isSure ? 'Congrates! your payment is complete' : 'Your payment is being processed'}</h1>
      <Transaction id={state.transactionId} />
      {isMarked ? (
        <p>Order {order.orderId} is paid. It ships now.</p>
      ) : state.order === 'marking' ? (
        <p>The order is being marked as paid …</p>
      ) : state.order === 'closed' ? (
        <Note tone="warn">
          <p>
            The order had been closed before the payment arrived, so the money goes back to your card by
            itself. A mail tells you when it is on its way. Name the transaction id if you ask about it.
          </p>
        </Note>
      ) : (
        <Note tone="warn">
          <p>
            {state.isProcessing
              ? 'The card’s bank has not answered yet. The order is marked as paid by itself as soon as it has.'
              : 'The payment has been received, but the shop could not be told just now. The order will be marked as paid by itself.'}{' '}
            Don’t pay again.
          </p>
          <p>
            <Button size="small" onClick={onReport}>
              Look again
            </Button>
          </p>
        </Note>
      )}
      <WaysOn />
    </div>
  );
}

/** Paid before this page was opened. */
export function PaidOrder({ order }: { readonly order: OrderBody }) {
  return (
    <div className={styles.result}>
      <span className={styles.mark} aria-hidden="true">
        <Check className="icon" />
      </span>
      <h1>{order.status === 'refunded' ? 'This order was refunded' : 'This order is paid'}</h1>
      {order.transactionId !== null && <Transaction id={order.transactionId} />}
      {order.paidAt !== null && (
        <p>
          Paid <Moment at={order.paidAt} time />. There is nothing to pay.
        </p>
      )}
      <WaysOn />
    </div>
  );
}

/** Cancelled or expired. */
export function ClosedOrder({ order }: { readonly order: OrderBody }) {
  return (
    <div className={styles.result}>
      <span className={classNames(styles.mark, styles.ended)} aria-hidden="true">
        <Ban className="icon" />
      </span>
      <h1>{order.status === 'expired' ? 'This order has expired' : 'This order was cancelled'}</h1>
      <p>
        {order.closedAt !== null && (
          <>
            {order.status === 'expired' ? 'It was not paid by ' : 'Cancelled '}
            <Moment at={order.closedAt} time />.{' '}
          </>
        )}
        Its stock is free again; a payment that comes later goes back by itself.
      </p>
      <WaysOn>
        <OrderAgainLink order={order} tone="signal" />
      </WaysOn>
    </div>
  );
}

function Transaction({ id }: { readonly id: string }) {
  return (
    <dl className={styles.transaction}>
      <dt>Transaction id</dt>
      <dd>
        <CopyText text={id} what="transaction id" whole />
      </dd>
    </dl>
  );
}

function WaysOn({ children }: { readonly children?: ReactNode }) {
  return (
    <div className={styles.actions}>
      {children}
      <ButtonLink to="/dashboard/myorder">To your orders</ButtonLink>
      <ButtonLink to="/catalogue" tone="bare">
        Find parts
      </ButtonLink>
    </div>
  );
}
