/** Sends what the newsletter has to say to one person. */
import type { Mailer } from '#server/mail/mailer.ts';
import type { MailingShop } from '#server/mail/write-mail.ts';
import type { Db } from '#server/platform/db/database.ts';
import type { JobHandlers } from '#server/platform/queue.ts';
import {
  newsletterAlreadyMail,
  newsletterConfirmationMail,
  newsletterWelcomeMail,
} from './newsletter-mail.ts';
import { findByRequest } from './newsletter-store.ts';
import type { NewsletterTokens } from './newsletter-tokens.ts';

export type NewsletterJobDeps = {
  readonly db: Db;
  readonly tokens: NewsletterTokens;
  readonly mailer: Mailer;
  readonly shop: MailingShop;
};

export function newsletterJobs({
  db,
  tokens,
  mailer,
  shop,
}: NewsletterJobDeps): Pick<JobHandlers, 'mail-about-newsletter'> {
  return {
    // Tokens are made here and not when the mail was asked for, so that none lies in the queue, nor ages there.
    async 'mail-about-newsletter'({ requestId, about, noticeId }) {
      const subscription = await findByRequest(db, requestId);
      // What has become different meanwhile is not worth a mail any more.
      if (subscription?.status !== (about === 'confirmation' ? 'unconfirmed' : 'subscribed')) return;
      const { email, mailed_at: mailedAt } = subscription;
      const written = {
        confirmation: () =>
          newsletterConfirmationMail(shop, tokens.confirm.seal({ requestId, issuedAt: mailedAt })),
        welcome: () => newsletterWelcomeMail(shop, tokens.leave.seal({ email })),
        already: () => newsletterAlreadyMail(shop, tokens.leave.seal({ email })),
      }[about]();
      await mailer.send({
        to: email,
        ...written,
        messageId: `${noticeId}.newsletter-${about}@${new URL(shop.url).hostname}`,
      });
    },
  };
}
