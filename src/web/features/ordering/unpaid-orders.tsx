/** Orders that wait to be paid, the one that expires first at the top. */
import type { OrderBody } from '#contract/ordering.ts';
import { currencyOf } from '#domain/money.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Money, Quantity } from '#web/ui/numbers.tsx';
import { Status } from '#web/ui/status.tsx';
import { useNow } from '#web/use-now.ts';
import { timeLeft } from './time-left.ts';
import styles from './unpaid-orders.module.css';

export function UnpaidOrders({ orders }: { readonly orders: readonly OrderBody[] }) {
  const now = useNow();
  const byExpiry = orders.toSorted((a, b) => (a.expiresAt ?? '').localeCompare(b.expiresAt ?? ''));
  return (
    <ul className={styles.sheet}>
      {byExpiry.map((order, index) => {
        const left = timeLeft(order.expiresAt ?? '', now);
        return (
          <li key={order._id} className={styles.order}>
            <div className={styles.what}>
              <p className={styles.name}>{order.partsName}</p>
              <p className={styles.number}>
                {order.orderId} · <Quantity value={order.orderQuantity} unit="units" />
              </p>
            </div>
            <Status tone={left.isSoon ? 'warn' : 'off'}>
              {left.isOver ? 'time is up' : `${left.text} left`}
            </Status>
            <ButtonLink
              to="/dashboard/payment/$id"
              params={{ id: order._id }}
              tone={index === 0 ? 'signal' : 'quiet'}
            >
              <span>
                Pay <Money amount={order.amount} currency={currencyOf(order.currency)} />
              </span>
            </ButtonLink>
          </li>
        );
      })}
    </ul>
  );
}
