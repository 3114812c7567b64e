/** Verifies email addresses: sends a link to the address, and believes whoever comes back with it. */
import { randomUUID } from 'node:crypto';
import type { Audit } from '#server/audit/audit.ts';
import type { Mailer } from '#server/mail/mailer.ts';
import type { MailingShop } from '#server/mail/write-mail.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import type { Enqueue, JobHandlers } from '#server/platform/queue.ts';
import { actOfOwner } from './account-acts.ts';
import { PROOF_ISSUER } from './names.ts';
import type { IdentityPeople } from './people.ts';
import type { SecondFactors } from './second-factor.ts';
import { verificationMail, welcomeMail } from './verification-mail.ts';
import {
  createResendTokens,
  createVerificationTokens,
  type ReadVerification,
} from './verification-tokens.ts';

export type EmailVerificationDeps = {
  readonly db: Db;
  readonly secret: string;
  readonly enqueue: Enqueue;
  readonly people: Pick<IdentityPeople, 'noteVerified' | 'userIdOf'>;
  readonly factors: Pick<SecondFactors, 'turnOff'>;
  readonly now: () => Date;
};

export type VerificationJobs = Pick<JobHandlers, 'mail-email-verification'>;

export type EmailVerification = {
  /** Asks for the first mail to a new account, which welcomes and has the link. */
  welcome(tx: Tx, userId: string): Promise<void>;
  /** Asks for a mail with a link, which is sent once the transaction is committed. */
  askForMail(tx: Tx, userId: string): Promise<void>;
  /**
   * Marks the address of a token's account as verified; harmless where it is. A second factor that was set up before falls, but
   * where whoever opens the link has shown it.
   *
   * @param factorShownBy the account whose second factor was shown in the session of this browser; null where there is none
   */
  verify(token: string, factorShownBy: string | null, audit: Audit): Promise<ReadVerification>;
  /** A token with which somebody who can't sign in to this account may ask for its mail again. */
  offerResend(userId: string): Promise<string | null>;
  /** Whose mail such a token asks for. */
  readResend(token: string): Promise<ReadVerification>;
  /** What sends the mails. The links begin with `shop.url`. */
  jobs(mail: { readonly mailer: Mailer; readonly shop: MailingShop }): VerificationJobs;
};

/** Opens the verification of one provider's accounts. */
export function createEmailVerification(deps: EmailVerificationDeps): EmailVerification {
  const { db, enqueue, people, now } = deps;
  const tokens = createVerificationTokens(deps.secret);
  const resends = createResendTokens(deps.secret);
  const accountOf = (userId: string) =>
    db
      .selectFrom('identity_user')
      .select(['email', 'email_verified'])
      .where('id', '=', userId)
      .executeTakeFirst();
  return {
    welcome: (tx, userId) =>
      enqueue(tx, 'mail-email-verification', { userId, mailId: randomUUID(), isNew: true }),
    askForMail: (tx, userId) => enqueue(tx, 'mail-email-verification', { userId, mailId: randomUUID() }),

    async verify(token, factorShownBy, audit) {
      const read = await tokens.read(token, now());
      if (!read.ok) return read;
      const { userId, email } = read;
      const isKnown = await inTransaction(db, async (tx) => {
        const before = await tx
          .selectFrom('identity_user')
          .select('email_verified')
          .where('id', '=', userId)
          .where('email', '=', email)
          .forUpdate()
          .executeTakeFirst();
        if (before === undefined) return false;
        await tx
          .updateTable('identity_user')
          .set({ email_verified: true, updated_at: now() })
          .where('id', '=', userId)
          .execute();
        // Somebody else may have signed up with this address and guarded it, to shut out whoever reads its mail.
        if (!before.email_verified && factorShownBy !== userId) await deps.factors.turnOff(tx, userId, audit);
        await people.noteVerified(tx, { issuer: PROOF_ISSUER, subject: userId, email });
        await audit.write(tx, await actOfOwner(tx, people, userId));
        return true;
      });
      return isKnown ? read : { ok: false, reason: 'invalid' };
    },

    async offerResend(userId) {
      const account = await accountOf(userId);
      return account === undefined ? null : resends.issue({ userId, email: account.email }, now());
    },
    readResend: (token) => resends.read(token, now()),

    jobs: ({ mailer, shop }) => ({
      // The link is made here and not when it was asked for, so that no token lies in the queue, nor ages there.
      async 'mail-email-verification'({ userId, mailId, isNew = false }) {
        const account = await accountOf(userId);
        if (account === undefined || account.email_verified) return;
        const token = await tokens.issue({ userId, email: account.email }, now());
        await mailer.send({
          to: account.email,
          ...(isNew ? welcomeMail : verificationMail)(shop, token),
          messageId: `${mailId}.verify-email@${new URL(shop.url).hostname}`,
        });
      },
    }),
  };
}
