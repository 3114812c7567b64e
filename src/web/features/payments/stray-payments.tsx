/** Payments that found no payable order: money at the provider that wants a person's decision. Nothing where there are none. */
import { useQuery } from '@tanstack/react-query';
import { currencyOf } from '#domain/money.ts';
import { CopyText } from '#web/ui/copy-text.tsx';
import { Fold } from '#web/ui/fold.tsx';
import { Note } from '#web/ui/notices.tsx';
import { Moment, Money } from '#web/ui/numbers.tsx';
import { strayPaymentsQuery } from './payment-queries.ts';
import styles from './stray-payments.module.css';

export function StrayPayments() {
  const { data: strays } = useQuery(strayPaymentsQuery);
  if (strays === undefined || strays.length === 0) return null;
  return (
    <div className={styles.place}>
      <Note tone="warn">
        <p>
          {strays.length === 1
            ? 'One payment has found no order that it could pay.'
            : `${strays.length} payments have found no order that they could pay.`}{' '}
          The money is at the payment provider: give it back there, or settle it with the buyer.
        </p>
        <Fold summary={strays.length === 1 ? 'Show it' : 'Show them'} open={strays.length <= 3}>
          <ul className={styles.list}>
            {strays.map((stray) => (
              <li key={stray.transactionId}>
                <CopyText text={stray.transactionId} what="transaction id" />
                <Money amount={stray.amount} currency={currencyOf(stray.currency)} />
                <span>{stray.orderId ?? 'no order named'}</span>
                <span>{REASONS[stray.reason] ?? stray.reason}</span>
                <span>
                  <Moment at={stray.at} time />
                </span>
              </li>
            ))}
          </ul>
        </Fold>
      </Note>
    </div>
  );
}

const REASONS: Readonly<Record<string, string>> = {
  'order-closed': 'the order was closed',
  'already-paid': 'the order was paid before',
  'other-order': 'no such order',
  'wrong-amount': 'not the order’s amount',
  'wrong-currency': 'not the order’s currency',
};
