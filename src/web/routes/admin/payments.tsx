/** Money beside orders: payments that found none, refunds, and the comparison of the books with the provider. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { problemOf } from '#contract/kernel/api-error.ts';
import { pageHead } from '#web/document/head.ts';
import { strayPaymentsQuery } from '#web/features/payments/payment-queries.ts';
import { Reconciliation } from '#web/features/payments/reconciliation.tsx';
import { RefundDialog } from '#web/features/payments/refund-dialog.tsx';
import { type RefundSubject, refundsQuery } from '#web/features/payments/refund-queries.ts';
import { RefundsTable } from '#web/features/payments/refunds-table.tsx';
import { StrayTable } from '#web/features/payments/stray-table.tsx';
import { PageTitle, SectionHead } from '#web/ui/headings.tsx';
import { ErrorNotice } from '#web/ui/notices.tsx';
import { Quantity } from '#web/ui/numbers.tsx';
import { LoadMore } from '#web/ui/pagination.tsx';
import styles from './payments.module.css';

export const Route = createFileRoute('/dashboard/_admin/payments')({
  head: ({ match }) => pageHead(match.context, { title: 'Payments', noIndex: true }),
  component: Payments,
});

function Payments() {
  const [subject, setSubject] = useState<RefundSubject>();
  return (
    <>
      <PageTitle>Payments</PageTitle>
      <div className={styles.page}>
        <Strays onRefund={setSubject} />
        <Refunds />
        <section aria-label="Books and provider">
          <SectionHead title="Books and provider" />
          <Reconciliation />
        </section>
      </div>
      <RefundDialog subject={subject} onClose={() => setSubject(undefined)} />
    </>
  );
}

function Strays({ onRefund }: { readonly onRefund: (subject: RefundSubject) => void }) {
  const strays = useQuery(strayPaymentsQuery);
  return (
    <section aria-label="Payments without an order">
      <SectionHead title="Payments without an order" />
      {strays.isError && strays.data === undefined ? (
        <ErrorNotice problem={problemOf(strays.error) ?? undefined} onRetry={() => strays.refetch()} />
      ) : (
        <StrayTable strays={strays.data} onRefund={onRefund} />
      )}
    </section>
  );
}

function Refunds() {
  const list = useInfiniteQuery(refundsQuery);
  const refunds = useMemo(() => list.data?.pages.flatMap((page) => page.rows), [list.data]);
  const last = list.data?.pages.at(-1);
  return (
    <section aria-label="Refunds">
      <SectionHead title="Refunds" />
      {list.isError && refunds === undefined ? (
        <ErrorNotice problem={problemOf(list.error) ?? undefined} onRetry={() => list.refetch()} />
      ) : (
        <>
          <RefundsTable refunds={refunds} />
          {refunds !== undefined && last !== undefined && list.hasNextPage && (
            <LoadMore
              summary={
                <>
                  <Quantity value={refunds.length} /> of <Quantity value={last.count} />
                </>
              }
              busy={list.isFetchingNextPage}
              onMore={() => void list.fetchNextPage()}
            />
          )}
        </>
      )}
    </section>
  );
}
