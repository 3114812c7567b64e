/** What the calls about the safety of an account do: second factor, password, devices. */
import type { IdentityTable } from '#contract/identity.ts';
import type { identitySecurity } from '#contract/identity-security.ts';
import type { Handlers } from '#contract/kernel/operation.ts';
import { isRefusal, refuse } from '#domain/refusal.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import type { ShopCallers } from '#server/users/caller.ts';
import { actOfOwner } from './account-acts.ts';
import type { Challenges } from './challenges.ts';
import { answer, type Door } from './door.ts';
import type { OriginHeaders } from './foreign-origin.ts';
import type { IdentityLibrary } from './library.ts';
import { PROOF_ISSUER } from './names.ts';
import type { InSession, OwnerJudge } from './owner.ts';
import { forgetKnownDevices, hashingOf, keepPassword, passwordHashOf } from './passwords.ts';
import type { IdentityPeople } from './people.ts';
import { passwordMarkOf } from './reset-tokens.ts';
import type { SecondFactors, ShownBy } from './second-factor.ts';
import type { SecurityNotices } from './security-notices.ts';
import type { SignIns } from './sign-ins.ts';

/** Answered here. */
export type SecurityCall = keyof typeof identitySecurity;

export type SecurityEndpointDeps = {
  readonly db: Db;
  readonly secret: string;
  readonly door: Door;
  readonly library: () => Promise<IdentityLibrary>;
  readonly people: Pick<IdentityPeople, 'userIdOf' | 'endAccess'>;
  readonly factors: SecondFactors;
  readonly challenges: Challenges;
  readonly signIns: SignIns;
  readonly owner: OwnerJudge;
  readonly notices: Pick<SecurityNotices, 'tell'>;
  readonly now: () => Date;
};

const SHOWN_BY = { app: 'app', 'recovery-code': 'recovery code' } as const;
const OVER = 'That took too long, or your password has changed meanwhile. Please sign in again.';

export function securityEndpoints(
  deps: SecurityEndpointDeps,
): Pick<Handlers<IdentityTable, ShopCallers>, SecurityCall> {
  const { db, door, people, factors, challenges, owner, notices, now } = deps;

  /** The session of a call of our own pages; a refusal where it is none, or there is none. */
  const sessionOf = async (headers: OriginHeaders, changesSomething: boolean) => {
    const refused = door.refuseForeign(headers, changesSomething);
    if (refused !== null) return refused;
    const library = await deps.library();
    const found = await door.sessionOf(library, headers);
    if (found.response === null) return refuse('SIGNED_OUT');
    const { session, user } = found.response;
    const own: InSession = {
      userId: user.id,
      email: user.email,
      sessionId: session.id,
      signedInAt: session.createdAt,
    };
    return { library, session, own, headers: found.headers };
  };

  /** Who changes the second factor that they have, their password shown again. */
  const ownerWithFactor = async (headers: OriginHeaders, password: string | undefined) => {
    const found = await sessionOf(headers, true);
    if (isRefusal(found)) return found;
    const stranger = await owner.refuseStranger(found.library, found.own, password);
    if (stranger !== null) return stranger;
    const { since } = await factors.stateOf(db, found.own.userId);
    return since === null ? refuse('SECOND_FACTOR_OFF') : found.own;
  };

  /** Ends sessions of an account but this one; answers how many. */
  const endOthers = async (tx: Tx, { userId, sessionId }: InSession, only?: string): Promise<number> => {
    let others = tx
      .deleteFrom('identity_session')
      .where('user_id', '=', userId)
      .where('id', '<>', sessionId)
      .where('expires_at', '>', now());
    if (only !== undefined) others = others.where('id', '=', only);
    const { numDeletedRows } = await others.executeTakeFirst();
    return Number(numDeletedRows);
  };

  /** Work that is not done where the session has ended since it was asked for: by a new password, say. */
  const whileSignedIn =
    <T, Shown extends readonly unknown[]>(
      { sessionId }: InSession,
      work: (tx: Tx, ...shown: Shown) => Promise<T>,
    ) =>
    async (tx: Tx, ...shown: Shown) => {
      const session = await tx
        .selectFrom('identity_session')
        .select('id')
        .where('id', '=', sessionId)
        .executeTakeFirst();
      return session === undefined ? refuse('SIGNED_OUT') : work(tx, ...shown);
    };

  const endAccess = (tx: Tx, { userId }: InSession) =>
    people.endAccess(tx, { issuer: PROOF_ISSUER, subject: userId });

  return {
    identityFinishSignIn: async ({ headers, body, audit }) => {
      const refused = door.refuseForeign(headers, true);
      if (refused !== null) return refused;
      const challenge = await challenges.read(body.challenge, now());
      if (challenge === null) return refuse('SIGN_IN_OVER', OVER);
      const { userId, email, first, passwordMark, googleAccount } = challenge;
      const shown = await owner.ifCodeIsRight(challenge, body.code, audit, async (tx, by) => {
        // Of two who end it at once one does, and the other's code stays good.
        if (!(await challenges.end(tx, body.challenge))) return refuse('SIGN_IN_OVER', OVER);
        const hash = passwordMark === null ? null : await passwordHashOf(tx, userId);
        if (passwordMark !== null && passwordMarkOf(deps.secret, userId, hash) !== passwordMark)
          return refuse('SIGN_IN_OVER', OVER);
        const what = hash ?? googleAccount;
        return what === null ? refuse('SIGN_IN_OVER', OVER) : { by, what };
      });
      if (isRefusal(shown)) return shown;
      const { 'user-agent': userAgent } = headers;
      const person = { userId, email, first, shown: shown.what, userAgent };
      const entered = await deps.signIns.enterWithBoth(person, SHOWN_BY[shown.by], audit);
      return entered ?? refuse('SIGN_IN_OVER', OVER);
    },

    identitySecurity: async ({ headers }) => {
      const found = await sessionOf(headers, false);
      if (isRefusal(found)) return found;
      const { userId, sessionId } = found.own;
      const [hash, factor, sessions] = await Promise.all([
        passwordHashOf(db, userId),
        factors.stateOf(db, userId),
        db
          .selectFrom('identity_session')
          .select(['id', 'user_agent', 'created_at', 'updated_at'])
          .where('user_id', '=', userId)
          .where('expires_at', '>', now())
          .orderBy('updated_at', 'desc')
          .execute(),
      ]);
      const body = {
        hasPassword: hash !== null,
        secondFactor: {
          since: factor.since?.toISOString() ?? null,
          recoveryCodesLeft: factor.recoveryCodesLeft,
          shownAt: found.session.secondFactorAt?.toISOString() ?? null,
        },
        sessions: sessions.map((one) => ({
          id: one.id,
          isThis: one.id === sessionId,
          userAgent: one.user_agent ?? '',
          signedInAt: one.created_at.toISOString(),
          seenAt: one.updated_at.toISOString(),
        })),
      };
      return answer(found.library, body, found.headers);
    },

    identityBeginSecondFactor: async ({ headers, body }) => {
      const found = await sessionOf(headers, true);
      if (isRefusal(found)) return found;
      const stranger = await owner.refuseStranger(found.library, found.own, body.password);
      if (stranger !== null) return stranger;
      return (await factors.begin(found.own.userId, found.own.email)) ?? refuse('SECOND_FACTOR_ON');
    },

    identityTurnOnSecondFactor: async ({ headers, body, audit }) => {
      const found = await sessionOf(headers, true);
      if (isRefusal(found)) return found;
      const often = await owner.takeCodeTry(found.own.userId, found.own.email);
      if (often !== null) return often;
      const recoveryCodes = await factors.turnOn(found.own, body.code.replaceAll(/\s/g, ''), audit);
      if (recoveryCodes === null) return owner.refuseCode(found.own.userId, audit);
      if (isRefusal(recoveryCodes)) return recoveryCodes;
      await owner.restoreCodeTries(found.own.email);
      return { recoveryCodes: [...recoveryCodes] };
    },

    identityShowSecondFactor: async ({ headers, body, audit }) => {
      const found = await sessionOf(headers, true);
      if (isRefusal(found)) return found;
      const { own } = found;
      if ((await factors.stateOf(db, own.userId)).since === null) return refuse('SECOND_FACTOR_OFF');
      const show = async (tx: Tx, by: ShownBy) => {
        await tx
          .updateTable('identity_session')
          .set({ second_factor_at: now() })
          .where('id', '=', own.sessionId)
          .execute();
        await audit.write(tx, {
          ...(await actOfOwner(tx, people, own.userId)),
          after: { with: SHOWN_BY[by] },
        });
        return { status: true as const };
      };
      return owner.ifCodeIsRight(own, body.code, audit, whileSignedIn(own, show));
    },

    identityTurnOffSecondFactor: async ({ headers, body, audit }) => {
      const own = await ownerWithFactor(headers, body.password);
      if (isRefusal(own)) return own;
      const turnOff = async (tx: Tx) => {
        await factors.turnOff(tx, own.userId, audit);
        return { status: true as const };
      };
      return owner.ifCodeIsRight(own, body.code, audit, whileSignedIn(own, turnOff));
    },

    identityRenewRecoveryCodes: async ({ headers, body, audit }) => {
      const own = await ownerWithFactor(headers, body.password);
      if (isRefusal(own)) return own;
      const renew = async (tx: Tx) => {
        const recoveryCodes = [...(await factors.renewCodes(tx, own.userId))];
        await audit.write(tx, await actOfOwner(tx, people, own.userId));
        await notices.tell(tx, own.userId, 'recovery-codes-new');
        return { recoveryCodes };
      };
      return owner.ifCodeIsRight(own, body.code, audit, whileSignedIn(own, renew));
    },

    identityChangePassword: async ({ headers, body, audit }) => {
      const found = await sessionOf(headers, true);
      if (isRefusal(found)) return found;
      const { own, library } = found;
      const oldHash = await passwordHashOf(db, own.userId);
      if (oldHash === null)
        return refuse(
          'WRONG_PASSWORD',
          'Your account has no password yet. Have a link mailed that sets one.',
        );
      const stranger = await owner.refuseWrongPassword(library, own, oldHash, body.password);
      if (stranger !== null) return stranger;
      const hash = await (await hashingOf(library)).hash(body.newPassword);
      const change = whileSignedIn(own, async (tx) => {
        const [act] = await Promise.all([
          actOfOwner(tx, people, own.userId),
          // A sign-in that has just checked the old one waits here: see `signInAs`.
          tx.selectFrom('identity_user').select('id').where('id', '=', own.userId).forUpdate().execute(),
        ]);
        // Whoever was here first has the say: a link by mail, another change.
        if ((await passwordHashOf(tx, own.userId)) !== oldHash)
          return refuse('WRONG_PASSWORD', 'Your password has changed meanwhile.');
        await Promise.all([
          keepPassword(tx, own.userId, hash, now()),
          endOthers(tx, own),
          endAccess(tx, own),
          audit.write(tx, act),
          notices.tell(tx, own.userId, 'password-changed'),
        ]);
        return { status: true as const };
      });
      if ((await factors.stateOf(db, own.userId)).since === null) return inTransaction(db, change);
      return body.code === undefined
        ? refuse('WRONG_CODE', 'Code is Required')
        : owner.ifCodeIsRight(own, body.code, audit, change);
    },

    identityEndSession: async ({ headers, body, audit }) => {
      const found = await sessionOf(headers, true);
      if (isRefusal(found)) return found;
      const { own } = found;
      const only = body.which === 'others' ? undefined : body.which;
      return inTransaction(db, async (tx) => {
        // Those that stay signed in get a new mark with their next proof.
        await forgetKnownDevices(tx, own.userId, now());
        const ended = await endOthers(tx, own, only);
        if (ended === 0 && only !== undefined)
          return refuse('NOT_FOUND', 'This device is signed out already');
        if (ended === 0) audit.nothingToKeep();
        else {
          const act = await actOfOwner(tx, people, own.userId);
          await Promise.all([endAccess(tx, own), audit.write(tx, { ...act, after: { devices: ended } })]);
        }
        return { ended };
      });
    },
  };
}
