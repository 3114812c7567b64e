/** A buyer's next steps: what waits to be paid first. */
import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import { problemOf } from '#contract/kernel/api-error.ts';
import { useUser } from '#web/features/identity/guards.tsx';
import { UnverifiedEmailNote } from '#web/features/identity/unverified-email-note.tsx';
import { myOrderCountQuery, myOrdersQuery } from '#web/features/ordering/order-queries.ts';
import { UnpaidOrders } from '#web/features/ordering/unpaid-orders.tsx';
import { ownProfileQuery } from '#web/features/profiles/profile-queries.ts';
import { SectionHead } from '#web/ui/headings.tsx';
import { ErrorNotice } from '#web/ui/notices.tsx';
import { RestOfList } from '#web/ui/rest-of-list.tsx';
import { Skeleton } from '#web/ui/spinner.tsx';
import { useWholeList } from '#web/whole-list.ts';
import styles from './welcome.module.css';

export function BuyerWelcome() {
  const user = useUser();
  const unpaid = useWholeList(myOrdersQuery(user.email, 'unpaid'));
  const { data: orderCount = 0 } = useQuery(myOrderCountQuery(user.email));
  const profile = useQuery(ownProfileQuery(user.email));
  const paidCount = orderCount - (unpaid.count ?? 0);
  return (
    <div className={styles.stack}>
      <p className={styles.text}>
        Here you pay and follow your orders, keep your profile and tell others how it went.
      </p>
      <UnverifiedEmailNote />
      <section>
        <SectionHead
          title={unpaid.count === undefined || unpaid.count === 0 ? 'To pay' : `To pay: ${unpaid.count}`}
        />
        {unpaid.error !== null && unpaid.rows === undefined ? (
          <ErrorNotice problem={problemOf(unpaid.error) ?? undefined} onRetry={unpaid.retry} />
        ) : unpaid.rows === undefined ? (
          <div className={styles.waiting} role="status" aria-label="Loading your orders">
            <Skeleton width="most" />
            <Skeleton width="half" />
          </div>
        ) : unpaid.rows.length === 0 ? (
          <p className={styles.none}>Nothing waits to be paid.</p>
        ) : (
          <UnpaidOrders orders={unpaid.rows} />
        )}
        <RestOfList list={unpaid} what="orders" />
      </section>
      <section>
        <SectionHead title="Next" />
        <ul className={styles.steps}>
          <Step to="/catalogue" title="Find parts">
            By any number, by name, or by make.
          </Step>
          <Step to="/dashboard/myorder" title="My Order">
            {unpaid.count === undefined || paidCount <= 0
              ? 'What you order is listed there.'
              : `${paidCount} paid, to be ordered again in a moment.`}
          </Step>
          {profile.data === null ? (
            <Step to="/dashboard/profile" title="Make your profile">
              Say who you are besides your name.
            </Step>
          ) : (
            <Step to="/dashboard/seeProfile" title="See Profile">
              How the shop knows you.
            </Step>
          )}
          <Step to="/dashboard/review" title="Write a review">
            Tell other buyers how it went.
          </Step>
        </ul>
      </section>
    </div>
  );
}

/** One way on, as a cell of a ruled sheet. */
export function Step({
  to,
  title,
  children,
}: {
  readonly to: NonNullable<LinkProps['to']>;
  readonly title: string;
  readonly children: string;
}) {
  return (
    <li className={styles.step}>
      <h3>
        <Link to={to}>{title}</Link>
      </h3>
      <p>{children}</p>
      <ArrowRight className="icon" aria-hidden="true" />
    </li>
  );
}
