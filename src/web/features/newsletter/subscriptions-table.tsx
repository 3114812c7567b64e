/** Addresses of the newsletter, and when each asked, confirmed and left. */
import type { ReactNode } from 'react';
import type { SubscriptionBody } from '#contract/newsletter.ts';
import type { SubscriptionStatus } from '#domain/newsletter/subscription.ts';
import { classNames } from '#web/ui/class-names.ts';
import { Moment } from '#web/ui/numbers.tsx';
import { type Column, indexColumn, Table } from '#web/ui/table.tsx';
import styles from './subscriptions-table.module.css';

export function SubscriptionsTable({
  status,
  subscriptions,
  empty,
}: {
  /** That of all of them. */
  readonly status: SubscriptionStatus;
  readonly subscriptions: readonly SubscriptionBody[] | undefined;
  readonly empty: ReactNode;
}) {
  return (
    <Table
      caption="Newsletter"
      className={classNames(styles.table, status === 'left' && styles.threeMoments)}
      columns={COLUMNS[status]}
      rows={subscriptions}
      rowKey={({ email }) => email}
      empty={empty}
      skeletonRows={10}
    />
  );
}

const EMAIL: Column<SubscriptionBody> = {
  key: 'email',
  head: 'Email',
  rowHeader: true,
  className: styles.email,
  cell: ({ email }) => email,
};
const ASKED = since('asked', 'Asked for', ({ requestedAt }) => requestedAt);
const CONFIRMED = since('confirmed', 'Confirmed', ({ confirmedAt }) => confirmedAt);
const LEFT = since('left', 'Left', ({ leftAt }) => leftAt);

/** What nobody of a status can have has no column. */
const COLUMNS: Readonly<Record<SubscriptionStatus, readonly Column<SubscriptionBody>[]>> = {
  subscribed: [indexColumn, EMAIL, ASKED, CONFIRMED],
  unconfirmed: [indexColumn, EMAIL, ASKED],
  left: [indexColumn, EMAIL, ASKED, CONFIRMED, LEFT],
};

function since(
  key: string,
  head: string,
  at: (subscription: SubscriptionBody) => string | null,
): Column<SubscriptionBody> {
  return {
    key,
    head,
    className: styles.since,
    cell: (subscription) => {
      const moment = at(subscription);
      return moment === null ? '–' : <Moment at={moment} time />;
    },
  };
}
