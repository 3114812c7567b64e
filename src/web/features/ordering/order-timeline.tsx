/** What happened to an order, from the first to the last, and what is still to come. */
import type { OrderDetailBody, OrderEventBody } from '#contract/ordering.ts';
import { classNames } from '#web/ui/class-names.ts';
import { Moment, useLocale } from '#web/ui/numbers.tsx';
import { useNow } from '#web/use-now.ts';
import styles from './order-timeline.module.css';
import { relativeTime } from './relative-time.ts';

const WORDS: Readonly<Record<OrderEventBody['event'], string>> = {
  placed: 'Order placed',
  paid: 'Paid',
  shipped: 'Shipped',
  cancelled: 'Cancelled',
  expired: 'Expired: not paid in time',
  refunded: 'Refunded',
};
const MARKS: Readonly<Record<OrderEventBody['event'], string | undefined>> = {
  placed: styles.done,
  paid: styles.good,
  shipped: styles.good,
  cancelled: styles.ended,
  expired: styles.ended,
  refunded: styles.ended,
};

/** `isOwn`: the reader is the buyer. */
export function OrderTimeline({
  order,
  isOwn,
}: {
  readonly order: OrderDetailBody;
  readonly isOwn: boolean;
}) {
  return (
    <ol className={styles.timeline}>
      {order.events.map((event) => (
        <li key={event.event} className={MARKS[event.event]}>
          <p className={styles.what}>
            {WORDS[event.event]}
            {event.by !== null && <span className={styles.who}>{whose(event, isOwn)}</span>}
          </p>
          <At moment={event.at} />
        </li>
      ))}
      {order.status === 'unpaid' && (
        <li className={styles.ahead}>
          <p className={styles.what}>Reserved until</p>
          <At moment={order.reservedUntil} />
        </li>
      )}
    </ol>
  );
}

function whose({ by, byEmail }: OrderEventBody, isOwn: boolean): string {
  if (byEmail !== null) return ` by ${byEmail}`;
  if (by === 'shop') return ' by the shop';
  return isOwn ? ' by you' : ' by the buyer';
}

/** The time as the reader writes it; how long ago it is behind the pointer. */
function At({ moment }: { readonly moment: string }) {
  const now = useNow();
  const locale = useLocale();
  return (
    <p className={classNames(styles.at)} title={relativeTime(moment, now, locale)}>
      <Moment at={moment} time />
    </p>
  );
}
