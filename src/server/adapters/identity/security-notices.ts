/** Mails that tell somebody what has changed about the safety of their account, so that it is noticed if it was not them. */
import { randomUUID } from 'node:crypto';
import type { Mailer } from '#server/mail/mailer.ts';
import type { MailingShop } from '#server/mail/write-mail.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import type { Enqueue, JobHandlers } from '#server/platform/queue.ts';
import { type SecurityNotice, securityMail } from './security-mail.ts';

export type NoticeJobs = Pick<JobHandlers, 'mail-security-notice'>;

export type SecurityNotices = {
  /** Asks for a mail, which is sent once the transaction is committed. */
  tell(tx: Tx, userId: string, about: SecurityNotice): Promise<void>;
  /** What sends the mails. The links begin with `shop.url`. */
  jobs(mail: { readonly mailer: Mailer; readonly shop: MailingShop }): NoticeJobs;
};

/** Opens the notices of one provider's accounts. */
export function createSecurityNotices(db: Db, enqueue: Enqueue, now: () => Date): SecurityNotices {
  return {
    tell: (tx, userId, about) =>
      enqueue(tx, 'mail-security-notice', { userId, about, at: now().toISOString(), mailId: randomUUID() }),
    jobs: ({ mailer, shop }) => ({
      async 'mail-security-notice'({ userId, about, at, mailId }) {
        const account = await db
          .selectFrom('identity_user')
          .select('email')
          .where('id', '=', userId)
          .executeTakeFirst();
        if (account === undefined) return;
        await mailer.send({
          to: account.email,
          ...securityMail(shop, about, new Date(at)),
          messageId: `${mailId}.security@${new URL(shop.url).hostname}`,
        });
      },
    }),
  };
}
