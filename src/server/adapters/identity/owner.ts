/** Judging again, within a session, that it is the account's owner who acts: before what could take the account away. */
import { refuse } from '#domain/refusal.ts';
import type { Audit } from '#server/audit/audit.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { actOfOwner } from './account-acts.ts';
import { refuseOften } from './door.ts';
import type { IdentityLibrary } from './library.ts';
import { hashingOf, passwordHashOf } from './passwords.ts';
import type { IdentityPeople } from './people.ts';
import type { SecondFactors, ShownBy } from './second-factor.ts';
import type { SecurityNotices } from './security-notices.ts';
import type { Tries } from './tries.ts';

export type OwnerDeps = {
  readonly db: Db;
  readonly people: Pick<IdentityPeople, 'userIdOf'>;
  readonly factors: Pick<SecondFactors, 'show'>;
  readonly notices: Pick<SecurityNotices, 'tell'>;
  /** Null where tries aren't counted. */
  readonly signInTries: Tries | null;
  readonly codeTries: Tries | null;
  /** How often somebody is told that codes of theirs were wrong. */
  readonly alarms: Tries | null;
  readonly now: () => Date;
};

/** A session's account, and when the session began. */
export type InSession = {
  readonly userId: string;
  readonly email: string;
  readonly sessionId: string;
  readonly signedInAt: Date;
};

export type OwnerJudge = ReturnType<typeof createOwnerJudge>;

/** How long a sign-in counts for an account that has no password to ask for again. */
const FRESH_MS = 10 * 60 * 1000;
const OFTEN = 'Too many tries. Please wait a little.';
const WRONG = 'This code is not right, or it was used before. The app shows a new one every 30 seconds.';

export function createOwnerJudge(deps: OwnerDeps) {
  const { db, now } = deps;

  /** Takes a try; when there is none left, the owner is told, since only who knows the password comes this far. */
  const takeCodeTry = async (userId: string, email: string) => {
    const refused = await refuseOften(deps.codeTries, email, now(), OFTEN);
    if (refused !== null && (await deps.alarms?.take(email, now())) === null)
      await inTransaction(db, (tx) => deps.notices.tell(tx, userId, 'wrong-codes'));
    return refused;
  };

  /** The refusal of a wrong code, which is kept in the audit log. */
  const refuseCode = async (userId: string, audit: Audit) => {
    await audit.write(db, { ...(await actOfOwner(db, deps.people, userId)), act: 'second-factor.failed' });
    return refuse('WRONG_CODE', WRONG);
  };

  /** The refusal of a password that is not the account's; null where it is. */
  const refuseWrongPassword = async (
    library: IdentityLibrary,
    { email }: InSession,
    hash: string,
    password: string | undefined,
  ) => {
    if (password === undefined) return refuse('WRONG_PASSWORD', 'Password is Required');
    const often = await refuseOften(deps.signInTries, email, now(), OFTEN);
    if (often !== null) return often;
    if (!(await (await hashingOf(library)).verify({ hash, password })))
      return refuse('WRONG_PASSWORD', 'This is not your password.');
    await deps.signInTries?.restore(email);
    return null;
  };

  return {
    refuseWrongPassword,

    /** The refusal of somebody who does not know the account's password, or can't be asked for one; else null. */
    async refuseStranger(library: IdentityLibrary, session: InSession, password: string | undefined) {
      const hash = await passwordHashOf(db, session.userId);
      if (hash === null) {
        const isFresh = now().getTime() - session.signedInAt.getTime() <= FRESH_MS;
        return isFresh
          ? null
          : refuse(
              'SIGN_IN_AGAIN',
              'Your account has no password. Sign in again, then you have ten minutes.',
            );
      }
      return refuseWrongPassword(library, session, hash, password);
    },

    /**
     * Does `work` if a code is right, in the transaction that uses the code up. A wrong one is kept in the audit log and
     * refused; a refusal of `work` leaves the code good.
     */
    async ifCodeIsRight<T extends object>(
      { userId, email }: Pick<InSession, 'userId' | 'email'>,
      code: string,
      audit: Audit,
      work: (tx: Tx, by: ShownBy) => Promise<T>,
    ) {
      const often = await takeCodeTry(userId, email);
      if (often !== null) return often;
      const done = await inTransaction(db, async (tx) => {
        const by = await deps.factors.show(tx, userId, code);
        return by === null ? null : work(tx, by);
      });
      if (done === null) return refuseCode(userId, audit);
      await deps.codeTries?.restore(email);
      return done;
    },

    takeCodeTry,
    refuseCode,
    restoreCodeTries: async (email: string) => deps.codeTries?.restore(email),
  };
}
