/** How far an order is paid: a status with what belongs to it. */
import type { OrderBody } from '#contract/ordering.ts';
import { currencyOf } from '#domain/money.ts';
import { CopyText } from '#web/ui/copy-text.tsx';
import { Moment, Money } from '#web/ui/numbers.tsx';
import { Status } from '#web/ui/status.tsx';
import { useNow } from '#web/use-now.ts';
import styles from './payment-state.module.css';
import { timeLeft } from './time-left.ts';

/** As the buyer reads it: time left, transaction id, or when the order was closed. */
export function PaymentState({ order }: { readonly order: OrderBody }) {
  switch (order.status) {
    case 'unpaid':
      return <Unpaid expiresAt={order.expiresAt} />;
    case 'paid':
    case 'shipped':
      return (
        <div className={styles.state}>
          <Status tone="good">Paid</Status>
          <GivenBack order={order} />
          {order.transactionId !== null && <Transaction id={order.transactionId} />}
        </div>
      );
    case 'refunded':
      return (
        <div className={styles.state}>
          <Status tone="off">Refunded</Status>
          {order.transactionId !== null && <Transaction id={order.transactionId} />}
        </div>
      );
    case 'cancelled':
    case 'expired':
      return (
        <div className={styles.state}>
          <Status tone="off">{order.status === 'cancelled' ? 'Cancelled' : 'Expired'}</Status>
          {order.closedAt !== null && (
            <small>
              <Moment at={order.closedAt} />
            </small>
          )}
        </div>
      );
  }
}

/** What has gone back of a paid order, and what is on its way; nothing where nothing is. */
export function GivenBack({ order }: { readonly order: OrderBody }) {
  if (order.refunded === 0 && order.refunding === 0) return null;
  const amount = order.refunded > 0 ? order.refunded : order.refunding;
  return (
    <small>
      <Money amount={amount} currency={currencyOf(order.currency)} />{' '}
      {order.refunded > 0 ? 'refunded' : 'on its way back'}
    </small>
  );
}

function Unpaid({ expiresAt }: { readonly expiresAt: string | null }) {
  const now = useNow();
  if (expiresAt === null) return <Status tone="off">Unpaid</Status>;
  const left = timeLeft(expiresAt, now);
  return (
    <div className={styles.state}>
      <Status tone={left.isSoon ? 'warn' : 'off'}>Unpaid</Status>
      <small>{left.isOver ? 'time is up' : `expires in ${left.text}`}</small>
    </div>
  );
}

function Transaction({ id }: { readonly id: string }) {
  return (
    <small>
      <CopyText text={id} what="transaction id" />
    </small>
  );
}

/** The state by its own name, beside what the lists call it; how long it may still be paid where it may. */
export function PreciseState({ order }: { readonly order: OrderBody }) {
  const now = useNow();
  const words = preciseWords(order, now);
  return words === undefined ? null : <span className={styles.precise}>{words}</span>;
}

function preciseWords({ status, expiresAt }: OrderBody, now: number): string | undefined {
  switch (status) {
    case 'unpaid': {
      if (expiresAt === null) return 'unpaid';
      const left = timeLeft(expiresAt, now);
      return left.isOver ? 'unpaid, about to expire' : `unpaid, expires in ${left.text}`;
    }
    case 'paid':
      return 'paid';
    case 'shipped':
      return 'paid and shipped';
    case 'cancelled':
    case 'expired':
      return 'it was not paid';
    case 'refunded':
      return undefined;
  }
}

/** As an admin reads it: red "Pending" without a transaction id, green "Shipped" with one. */
export function FulfilmentState({ order }: { readonly order: OrderBody }) {
  if (order.status === 'cancelled') return <Status tone="off">Cancelled</Status>;
  if (order.status === 'expired') return <Status tone="off">Expired</Status>;
  if (order.status === 'refunded') return <Status tone="off">Refunded</Status>;
  return order.transactionId === null ? (
    <Status tone="bad">Pending</Status>
  ) : (
    <Status tone="good">Shipped</Status>
  );
}
