/** The counts that matter to whoever runs the shop, and the newest orders. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { problemOf } from '#contract/kernel/api-error.ts';
import type { OrderBody } from '#contract/ordering.ts';
import type { ShopBody } from '#contract/shop.ts';
import { formatMoney, fromDecimal } from '#domain/money.ts';
import { AllOrdersTable } from '#web/features/ordering/all-orders-table.tsx';
import { CancelOrderDialog } from '#web/features/ordering/cancel-order-dialog.tsx';
import { newestOrdersQuery } from '#web/features/ordering/order-queries.ts';
import { StrayPayments } from '#web/features/payments/stray-payments.tsx';
import { useShop } from '#web/features/shop/shop-query.ts';
import { usersQuery } from '#web/features/users/user-queries.ts';
import { Figure, Figures } from '#web/ui/figures.tsx';
import { SectionHead } from '#web/ui/headings.tsx';
import { EmptyState, ErrorNotice } from '#web/ui/notices.tsx';
import { Quantity } from '#web/ui/numbers.tsx';
import { useNow } from '#web/use-now.ts';
import styles from './welcome.module.css';

/** As many as one answer holds: enough for the days of most shops; more is said to be more. */
const LOOKED_AT = 100;
const SHOWN = 6;
const HOUR_MS = 3_600_000;

export function OwnerWelcome() {
  const shop = useShop();
  const [asked, setAsked] = useState<OrderBody>();
  const now = useNow(60_000);
  const newest = useQuery(newestOrdersQuery('all', LOOKED_AT));
  const pending = useQuery(newestOrdersQuery('unpaid', LOOKED_AT));
  const people = useInfiniteQuery(usersQuery).data?.pages[0];
  const day = newest.data && summariseDay(newest.data.rows, now, shop);
  const isSome = newest.data !== undefined && newest.data.rows.length >= LOOKED_AT && day?.isAllToday;
  const soon = pending.data?.rows.filter(
    ({ expiresAt }) => expiresAt !== null && Date.parse(expiresAt) - now < HOUR_MS,
  ).length;

  if (newest.isError && newest.data === undefined) {
    return <ErrorNotice problem={problemOf(newest.error) ?? undefined} onRetry={() => newest.refetch()} />;
  }
  return (
    <div className={styles.stack}>
      <div>
        <StrayPayments />
        <Figures>
          <Figure name="Orders today" note={day && `${day.yesterdayCount} yesterday`}>
            {day && (
              <>
                <Quantity value={day.todayCount} />
                {isSome && '+'}
              </>
            )}
          </Figure>
          <Figure
            name={
              <Link to="/dashboard/allOrders" search={{ show: 'pending' }}>
                Pending
              </Link>
            }
            note={soon === undefined ? undefined : `${soon} expire within the hour`}
          >
            {pending.data && <Quantity value={pending.data.count} />}
          </Figure>
          <Figure name="Taken today" note={day && `${day.paidCount} paid`}>
            {day && formatMoney(day.takenMinor, shop.settlementCurrency)}
          </Figure>
          <Figure
            name={<Link to="/dashboard/allUsers">Users</Link>}
            note={people !== undefined && people.next === undefined && countAdmins(people.rows)}
          >
            {people && <Quantity value={people.count} />}
          </Figure>
        </Figures>
      </div>
      <section>
        <SectionHead title="Newest orders" end={<Link to="/dashboard/allOrders">All orders</Link>} />
        <AllOrdersTable
          orders={newest.data?.rows.slice(0, SHOWN)}
          onCancel={setAsked}
          skeletonRows={SHOWN}
          empty={
            <EmptyState title="No orders yet">
              An order stands here as soon as a buyer has placed it.
            </EmptyState>
          }
        />
        <CancelOrderDialog order={asked} onClose={() => setAsked(undefined)} />
      </section>
    </div>
  );
}

function countAdmins(users: readonly { readonly role: string }[]): string {
  const count = users.filter(({ role }) => role === 'admin').length;
  return count === 1 ? '1 admin' : `${count} admins`;
}

/** Today and yesterday by the reader's calendar. */
function summariseDay(orders: readonly OrderBody[], nowMs: number, { settlementCurrency }: ShopBody) {
  const midnight = new Date(nowMs).setHours(0, 0, 0, 0);
  const before = new Date(midnight - 1).setHours(0, 0, 0, 0);
  const placed = orders.map(({ placedAt }) => Date.parse(placedAt));
  const paid = orders.filter(
    ({ paidAt, currency }) =>
      paidAt !== null && Date.parse(paidAt) >= midnight && currency === settlementCurrency.code,
  );
  return {
    todayCount: placed.filter((at) => at >= midnight).length,
    yesterdayCount: placed.filter((at) => at >= before && at < midnight).length,
    isAllToday: placed.every((at) => at >= midnight),
    paidCount: paid.length,
    takenMinor: paid.reduce((sum, { amount }) => sum + (fromDecimal(amount, settlementCurrency) ?? 0), 0),
  };
}
