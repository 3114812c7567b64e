/** What is done about money behind people's backs. */
import type { Mailer } from '#server/mail/mailer.ts';
import type { MailingShop } from '#server/mail/write-mail.ts';
import { readOrder } from '#server/ordering/settle-order.ts';
import type { JobHandlers } from '#server/platform/queue.ts';
import { workOnReconciliation } from './reconcile.ts';
import { refundMail } from './refund-mail.ts';
import { findRefund } from './refund-store.ts';
import { sendRefund } from './send-refund.ts';
import type { SettleDeps } from './settle-payment.ts';

export type PaymentJobDeps = SettleDeps & { readonly mailer: Mailer; readonly shop: MailingShop };
type PaymentJobs = Pick<JobHandlers, 'send-refund' | 'mail-about-refund' | 'reconcile-payments'>;

/** A comparison stops between two pages when `stopping` aborts. */
export function paymentJobs(deps: PaymentJobDeps, stopping: AbortSignal): PaymentJobs {
  return {
    async 'send-refund'({ refundId }) {
      await sendRefund(deps, refundId);
    },

    async 'mail-about-refund'({ refundId }) {
      const refund = await findRefund(deps.databases.write, refundId);
      const order =
        refund?.orderId == null ? undefined : await readOrder(deps.databases.write, refund.orderId);
      // Who paid is known by the order alone.
      if (refund === undefined || order === undefined) return;
      await deps.mailer.send({
        to: order.userEmail,
        ...refundMail(refund, order, deps.shop),
        messageId: `${refund.id}.refund@${new URL(deps.shop.url).hostname}`,
      });
    },

    'reconcile-payments': ({ runId }) => workOnReconciliation(deps, runId, stopping),
  };
}
