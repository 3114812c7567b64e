/** What happened to an order, from the first to the last, and what is still to come. */
import type { OrderDetailBody, OrderEventBody } from '#contract/ordering.ts';
import type { RefundBody } from '#contract/payments.ts';
import { currencyOf } from '#domain/money.ts';
import { classNames } from '#web/ui/class-names.ts';
import { useLocale } from '#web/ui/locale.tsx';
import { Moment, Money } from '#web/ui/numbers.tsx';
import { relativeTime } from '#web/ui/relative-time.ts';
import { useNow } from '#web/use-now.ts';
import styles from './order-timeline.module.css';

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
      {happenings(order).map((happening) =>
        'event' in happening ? (
          <li key={happening.event} className={MARKS[happening.event]}>
            <p className={styles.what}>
              {WORDS[happening.event]}
              {happening.by !== null && <span className={styles.who}>{whose(happening, isOwn)}</span>}
            </p>
            <At moment={happening.at} />
          </li>
        ) : (
          <Refund key={happening._id} refund={happening} isOwn={isOwn} />
        ),
      )}
      {order.status === 'unpaid' && (
        <li className={styles.ahead}>
          <p className={styles.what}>Reserved until</p>
          <At moment={order.reservedUntil} />
        </li>
      )}
    </ol>
  );
}

/** Events and refunds together, from the first to the last; a refund stands where it was asked for. */
function happenings({ events, refunds }: OrderDetailBody): readonly (OrderEventBody | RefundBody)[] {
  const at = (one: OrderEventBody | RefundBody) => ('event' in one ? one.at : one.requestedAt);
  return [...events, ...refunds].toSorted((a, b) => Date.parse(at(a)) - Date.parse(at(b)));
}

const REFUND_WORDS: Readonly<Record<RefundBody['status'], string>> = {
  requested: 'Refund asked for',
  pending: 'Refund on its way',
  succeeded: 'Refunded',
  failed: 'Refund failed',
};

function Refund({ refund, isOwn }: { readonly refund: RefundBody; readonly isOwn: boolean }) {
  return (
    <li className={refund.status === 'succeeded' ? styles.good : styles.ended}>
      <p className={styles.what}>
        {REFUND_WORDS[refund.status]}: <Money amount={refund.amount} currency={currencyOf(refund.currency)} />
        {refund.byEmail !== null && <span className={styles.who}> by {refund.byEmail}</span>}
      </p>
      <p className={styles.why}>
        {refund.reason}
        {refund.failure !== null && ` (${refund.failure})`}
      </p>
      {isOwn && refund.status === 'succeeded' && (
        <p className={styles.why}>Banks take five to ten days to show it.</p>
      )}
      <At moment={refund.settledAt ?? refund.requestedAt} />
    </li>
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
