/** What is done about orders behind their buyers' backs. */
import type { Mailer } from '#server/mail/mailer.ts';
import type { MailingShop } from '#server/mail/write-mail.ts';
import type { SettleDeps } from '#server/payments/stop-payment.ts';
import type { JobHandlers } from '#server/platform/queue.ts';
import { expireOrder } from './close-order.ts';
import { orderMail } from './order-mail.ts';
import { findOrder } from './order-store.ts';

export type OrderJobDeps = SettleDeps & { readonly mailer: Mailer; readonly shop: MailingShop };

export function orderJobs(deps: OrderJobDeps): Pick<JobHandlers, 'expire-order' | 'mail-about-order'> {
  return {
    'expire-order': ({ orderId }) => expireOrder(deps, orderId),

    async 'mail-about-order'({ orderId, event }) {
      // From where it was written: a copy for reading may not have it yet.
      const order = await findOrder(deps.databases.write, orderId);
      // Orders are never deleted by the shop; somebody who did it by hand wants no mail about it.
      if (order === undefined) return;
      await deps.mailer.send({
        to: order.userEmail,
        ...orderMail(event, order, deps.shop),
        messageId: `${order.id}.${event}@${new URL(deps.shop.url).hostname}`,
      });
    },
  };
}
