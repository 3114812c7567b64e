/** The question before an unpaid order is cancelled. */
import { isApiError, problemOf } from '#contract/kernel/api-error.ts';
import type { OrderBody } from '#contract/ordering.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { ErrorNotice } from '#web/ui/notices.tsx';
import { Quantity } from '#web/ui/numbers.tsx';
import { notify } from '#web/ui/toasts.ts';
import { useLastAsked } from '#web/use-last-asked.ts';
import styles from './cancel-order-dialog.module.css';
import { useCancelOrder } from './order-queries.ts';

/** Open while there is an `order` to ask about. */
export function CancelOrderDialog({
  order,
  onClose,
}: {
  readonly order: OrderBody | undefined;
  readonly onClose: () => void;
}) {
  const cancel = useCancelOrder();
  const shown = useLastAsked(order, cancel.reset);

  // Paid or closed meanwhile: asking again would give the same answer.
  const isDecided = isApiError(cancel.error) && [404, 409].includes(cancel.error.status);
  const onConfirm = () => {
    if (order === undefined) return;
    cancel.mutate(order, {
      onSuccess: () => {
        notify.success(`Order ${order.orderId} is cancelled.`);
        onClose();
      },
    });
  };

  return (
    <Dialog
      open={order !== undefined}
      onClose={() => !cancel.isPending && onClose()}
      title="Are you sure?"
      description={
        shown !== undefined && (
          <>
            Order {shown.orderId}, <Quantity value={shown.orderQuantity} /> × {shown.partsName}, will be
            cancelled. Nothing was charged, and its stock is free for others again.
          </>
        )
      }
      actions={
        isDecided ? (
          <Button onClick={onClose}>Close</Button>
        ) : (
          <>
            <Button onClick={onClose} disabled={cancel.isPending}>
              Keep order
            </Button>
            <Button tone="danger" onClick={onConfirm} busy={cancel.isPending}>
              Cancel order
            </Button>
          </>
        )
      }
    >
      {cancel.isError && (
        <div className={styles.notice}>
          <ErrorNotice
            problem={problemOf(cancel.error) ?? undefined}
            kept="The page behind this shows how the order stands now."
          />
        </div>
      )}
    </Dialog>
  );
}
