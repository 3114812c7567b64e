/** The counts that matter to whoever runs the shop, and the newest orders. */
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { problemOf } from '#contract/kernel/api-error.ts';
import type { OrderBody } from '#contract/ordering.ts';
import type { OrdersTodayBody } from '#contract/orders-today.ts';
import { type Currency, formatDecimalMoney } from '#domain/money.ts';
import { AllOrdersTable } from '#web/features/ordering/all-orders-table.tsx';
import { CancelOrderDialog } from '#web/features/ordering/cancel-order-dialog.tsx';
import { newestOrdersQuery, ordersTodayQuery } from '#web/features/ordering/order-queries.ts';
import { StrayPayments } from '#web/features/payments/stray-payments.tsx';
import { useShop } from '#web/features/shop/shop-query.ts';
import { usersQuery } from '#web/features/users/user-queries.ts';
import { Figure, Figures } from '#web/ui/figures.tsx';
import { SectionHead } from '#web/ui/headings.tsx';
import { EmptyState, ErrorNotice } from '#web/ui/notices.tsx';
import { Quantity } from '#web/ui/numbers.tsx';
import { useNow } from '#web/use-now.ts';
import styles from './welcome.module.css';

const SHOWN = 6;

export function OwnerWelcome() {
  const shop = useShop();
  const [asked, setAsked] = useState<OrderBody>();
  const { midnightMs, midnightBeforeMs } = calendarDay(useNow(60_000));
  const newest = useQuery(newestOrdersQuery(SHOWN));
  const day = useQuery({
    ...ordersTodayQuery(midnightMs, midnightBeforeMs),
    placeholderData: keepPreviousData,
  });
  const people = useInfiniteQuery(usersQuery()).data?.pages[0];
  const today = day.data;

  const failed = [newest, day].find(({ isError, data }) => isError && data === undefined);
  if (failed !== undefined) {
    return <ErrorNotice problem={problemOf(failed.error) ?? undefined} onRetry={() => failed.refetch()} />;
  }
  return (
    <div className={styles.stack}>
      <div>
        <StrayPayments />
        <Figures>
          <Figure name="Orders today" note={today && `${today.placedYesterday} yesterday`}>
            {today && <Quantity value={today.placedToday} />}
          </Figure>
          <Figure
            name={
              <Link to="/dashboard/allOrders" search={{ show: 'pending' }}>
                Pending
              </Link>
            }
            note={today && expiring(today.expiringSoon)}
          >
            {today && <Quantity value={today.unpaid} />}
          </Figure>
          <Figure name="Taken today" note={today && paidAndBack(today, shop.settlementCurrency)}>
            {today && formatDecimalMoney(today.taken, shop.settlementCurrency)}
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
          orders={newest.data}
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

function countAdmins(users: readonly { readonly role: string; readonly deactivated: boolean }[]): string {
  const count = users.filter(({ role, deactivated }) => role === 'admin' && !deactivated).length;
  return count === 1 ? '1 admin' : `${count} admins`;
}

const expiring = (count: number): string => `${count} ${count === 1 ? 'expires' : 'expire'} within the hour`;

const paidAndBack = ({ paidToday, givenBack }: OrdersTodayBody, currency: Currency): string =>
  givenBack === 0
    ? `${paidToday} paid`
    : `${paidToday} paid, ${formatDecimalMoney(givenBack, currency)} went back`;

/** When today and yesterday began by the reader's calendar: days are not all equally long. */
function calendarDay(nowMs: number) {
  const midnightMs = new Date(nowMs).setHours(0, 0, 0, 0);
  return { midnightMs, midnightBeforeMs: new Date(midnightMs - 1).setHours(0, 0, 0, 0) };
}
