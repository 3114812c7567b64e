/** Sets a new password for whoever reads the mail of an account's address. */
import { randomUUID } from 'node:crypto';
import { type Audit, auditOfShop } from '#server/audit/audit.ts';
import type { Mailer } from '#server/mail/mailer.ts';
import type { MailingShop } from '#server/mail/write-mail.ts';
import type { Db, Querier } from '#server/platform/db/database.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import type { Enqueue, JobHandlers } from '#server/platform/queue.ts';
import { accountObject, actOfOwner } from './account-acts.ts';
import { PASSWORD_PROVIDER, PROOF_ISSUER } from './names.ts';
import { passwordResetMail } from './password-reset-mail.ts';
import { keepPassword } from './passwords.ts';
import type { IdentityPeople } from './people.ts';
import type { ReadToken } from './purpose-tokens.ts';
import { createResetTokens, passwordMarkOf } from './reset-tokens.ts';
import type { SecondFactors } from './second-factor.ts';

export type PasswordResetDeps = {
  readonly db: Db;
  readonly secret: string;
  readonly enqueue: Enqueue;
  readonly people: Pick<IdentityPeople, 'noteVerified' | 'endAccess' | 'userIdOf'>;
  readonly factors: Pick<SecondFactors, 'turnOff'>;
  /** Hashes a password as signing in expects it. */
  readonly hash: (password: string) => Promise<string>;
  readonly now: () => Date;
};

/** Whose password a link sets, or why it sets none. */
export type ResetLink = ReadToken<{ readonly email: string }>;
export type ResetJobs = Pick<JobHandlers, 'mail-password-reset'>;

export type PasswordReset = {
  /** Asks for a mail. Does the same for every address: whether anyone has it, only the job finds out. */
  askForMail(email: string): Promise<void>;
  /** Whose password a link would set now. */
  read(token: string): Promise<ResetLink>;
  /**
   * Sets the password: then the link is used up, all sessions and access tokens of the account have ended, and so has
   * every Google account's link that has not proven its email, which is verified. A second factor stays, but one that was set
   * up before anybody had verified the email. Of several links that are used at once, one works.
   */
  setPassword(token: string, password: string, audit: Audit): Promise<ResetLink>;
  /** What sends the mails. The links begin with `shop.url`. */
  jobs(mail: { readonly mailer: Mailer; readonly shop: MailingShop }): ResetJobs;
};

const INVALID: ResetLink = { ok: false, reason: 'invalid' };

/** Opens the resets of one provider's accounts. */
export function createPasswordReset(deps: PasswordResetDeps): PasswordReset {
  const { db, secret, enqueue, people, now } = deps;
  const tokens = createResetTokens(secret);
  const markOf = (account: Account) => passwordMarkOf(secret, account.id, account.hash);

  return {
    askForMail: (email) =>
      inTransaction(db, (tx) => enqueue(tx, 'mail-password-reset', { email, mailId: randomUUID() })),

    async read(token) {
      const read = await tokens.read(token, now());
      if (!read.ok) return read;
      const account = await accountOf(db, read.email);
      const isGood = account?.id === read.userId && markOf(account) === read.passwordMark;
      return isGood ? { ok: true, email: read.email } : INVALID;
    },

    async setPassword(token, password, audit) {
      const read = await tokens.read(token, now());
      if (!read.ok) return read;
      const { userId, email, passwordMark } = read;
      const hash = await deps.hash(password);
      return inTransaction(db, async (tx): Promise<ResetLink> => {
        // Who comes second waits here, and then finds another password than their link is of. So does a sign-in that
        // has just checked the old one: see `signInWithPassword`.
        const before = await tx
          .selectFrom('identity_user')
          .select('email_verified')
          .where('id', '=', userId)
          .forUpdate()
          .executeTakeFirst();
        const account = await accountOf(tx, email);
        if (account === undefined || account.id !== userId || markOf(account) !== passwordMark)
          return INVALID;
        await keepPassword(tx, userId, hash, now());
        // Whoever has set a factor up before may be somebody else, who would shut the owner out by it.
        if (before?.email_verified === false) await deps.factors.turnOff(tx, userId, audit);
        await tx
          .updateTable('identity_user')
          .set({ email_verified: true, updated_at: now() })
          .where('id', '=', userId)
          .execute();
        await tx.deleteFrom('identity_session').where('user_id', '=', userId).execute();
        // Whoever linked a Google account that has not proven this address may be somebody else than who reads its mail.
        // The emulated Google proves none: an account with a password is none of its any more.
        await tx
          .deleteFrom('identity_account')
          .where('user_id', '=', userId)
          .where('provider_id', '<>', PASSWORD_PROVIDER)
          .where('proven_email', 'is distinct from', email)
          .execute();
        const person = { issuer: PROOF_ISSUER, subject: userId };
        await people.noteVerified(tx, { ...person, email });
        await people.endAccess(tx, person);
        await audit.write(tx, await actOfOwner(tx, people, userId));
        return { ok: true, email };
      });
    },

    jobs: ({ mailer, shop }) => ({
      // The link is made here and not when it was asked for, so that no token lies in the queue, nor ages there.
      async 'mail-password-reset'({ email, mailId }) {
        const account = await accountOf(db, email);
        if (account === undefined) return;
        await auditOfShop('password.link-mailed', now).write(db, { object: accountObject(account.id) });
        const token = await tokens.issue({ userId: account.id, email, passwordMark: markOf(account) }, now());
        await mailer.send({
          to: email,
          ...passwordResetMail(shop, { token, hasPassword: account.hash !== null }),
          messageId: `${mailId}.reset-password@${new URL(shop.url).hostname}`,
        });
      },
    }),
  };
}

type Account = { readonly id: string; readonly hash: string | null };

/** The account with this email and its password's hash. */
function accountOf(db: Querier, email: string): Promise<Account | undefined> {
  return db
    .selectFrom('identity_user')
    .leftJoin('identity_account', (join) =>
      join
        .onRef('identity_account.user_id', '=', 'identity_user.id')
        .on('identity_account.provider_id', '=', PASSWORD_PROVIDER),
    )
    .select(['identity_user.id', 'identity_account.password as hash'])
    .where('identity_user.email', '=', email)
    .executeTakeFirst();
}
