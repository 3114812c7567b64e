/** Money at the provider that wants a person's decision, said where an owner looks. Nothing where there is none. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Note } from '#web/ui/notices.tsx';
import { strayPaymentsQuery } from './payment-queries.ts';
import styles from './stray-payments.module.css';

export function StrayPayments() {
  const { data: strays } = useQuery(strayPaymentsQuery);
  // What has gone back, or is on its way, wants nobody.
  const waiting = strays?.filter(({ refundable }) => refundable > 0) ?? [];
  if (waiting.length === 0) return null;
  return (
    <div className={styles.place}>
      <Note tone="warn">
        <p>
          {waiting.length === 1
            ? 'One payment has found no order that it could pay.'
            : `${waiting.length} payments have found no order that they could pay.`}{' '}
          The money is at the payment provider: give it back, or settle it with the buyer.{' '}
          <Link to="/dashboard/payments">{waiting.length === 1 ? 'See it' : 'See them'}</Link>
        </p>
      </Note>
    </div>
  );
}
