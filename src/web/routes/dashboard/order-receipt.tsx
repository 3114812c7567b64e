/** The document about one order, to read, to print and to keep. */
import { useQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { Printer } from 'lucide-react';
import { problemOf } from '#contract/kernel/api-error.ts';
import { isNotFound } from '#web/api.ts';
import { pageHead } from '#web/document/head.ts';
import { useUser } from '#web/features/identity/guards.tsx';
import { receiptQuery } from '#web/features/ordering/order-queries.ts';
import { ReceiptDocument } from '#web/features/ordering/receipt-document.tsx';
import {
  DownloadFailure,
  DownloadReceiptButton,
  useReceiptDownload,
} from '#web/features/ordering/receipt-download.tsx';
import { Button } from '#web/ui/button.tsx';
import { Breadcrumbs } from '#web/ui/headings.tsx';
import { ErrorNotice } from '#web/ui/notices.tsx';
import { PartNumber } from '#web/ui/numbers.tsx';
import { Skeleton } from '#web/ui/spinner.tsx';
import styles from './order.module.css';
import { NoSuchOrder, OrdersLink } from './order-missing.tsx';

export const Route = createFileRoute('/dashboard/order/$id/receipt')({
  // What a browser offers as the name of a file when it prints into one.
  head: ({ match, params }) =>
    pageHead(match.context, {
      title: params.id.startsWith('MS-') ? `${params.id} receipt` : 'Receipt',
      noIndex: true,
    }),
  component: ReceiptPage,
});

function ReceiptPage() {
  const { id } = Route.useParams();
  const user = useUser();
  const receipt = useQuery(receiptQuery(user.email, id));
  const download = useReceiptDownload(id);
  return (
    <>
      <div className={styles.screenOnly}>
        <Breadcrumbs>
          <OrdersLink isAdmin={user.role === 'admin'} />
          <Link to="/dashboard/order/$id" params={{ id }}>
            <PartNumber number={receipt.data?.orderNumber ?? 'Order'} />
          </Link>
          {receipt.data?.title ?? 'Receipt'}
        </Breadcrumbs>
        {receipt.data !== undefined && (
          <div className={styles.printing}>
            <Button onClick={() => window.print()}>
              <Printer className="icon" aria-hidden="true" />
              Print
            </Button>
            <DownloadReceiptButton download={download} />
          </div>
        )}
        <DownloadFailure download={download} />
      </div>
      {receipt.data === undefined && <h1 className="sr">Receipt</h1>}
      {receipt.data !== undefined ? (
        <ReceiptDocument receipt={receipt.data} />
      ) : isNotFound(receipt.error) ? (
        <NoSuchOrder isAdmin={user.role === 'admin'} />
      ) : receipt.isError ? (
        <ErrorNotice problem={problemOf(receipt.error) ?? undefined} onRetry={() => receipt.refetch()} />
      ) : (
        <div className={styles.waiting} role="status" aria-label="Loading the receipt">
          <Skeleton width="half" />
          <Skeleton width="most" />
        </div>
      )}
    </>
  );
}
