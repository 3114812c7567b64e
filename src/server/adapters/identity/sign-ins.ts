/** The end of every way of signing in: a session, or the question for the second factor where the account has one. */
import { refuseWith } from '#domain/refusal.ts';
import type { Audit } from '#server/audit/audit.ts';
import type { Db } from '#server/platform/db/database.ts';
import { actOfOwner } from './account-acts.ts';
import type { Challenge, Challenges } from './challenges.ts';
import { answer, userBody } from './door.ts';
import type { IdentityLibrary } from './library.ts';
import { orOutage } from './library-error.ts';
import type { IdentityPeople } from './people.ts';
import { passwordMarkOf } from './reset-tokens.ts';
import type { SecondFactors } from './second-factor.ts';

export type SignInsDeps = {
  readonly db: Db;
  readonly secret: string;
  readonly library: () => Promise<IdentityLibrary>;
  readonly people: Pick<IdentityPeople, 'userIdOf'>;
  readonly factors: Pick<SecondFactors, 'stateOf'>;
  readonly challenges: Challenges;
  readonly now: () => Date;
};

/** Somebody who has shown that an account is theirs. */
export type Shown = {
  readonly userId: string;
  readonly email: string;
  readonly first: Challenge['first'];
  /** By what: the hash of the password, or the id of the Google account. */
  readonly shown: string;
  /** What their browser says of itself. */
  readonly userAgent: string | undefined;
};

export type SignIns = ReturnType<typeof createSignIns>;

export function createSignIns(deps: SignInsDeps) {
  const { db, factors, challenges, now } = deps;
  const hasFactor = async (userId: string) => (await factors.stateOf(db, userId)).since !== null;

  const ask = async ({ userId, email, first, shown }: Shown, audit: Audit) => {
    const isPassword = first === 'password';
    const kept = {
      passwordMark: isPassword ? passwordMarkOf(deps.secret, userId, shown) : null,
      googleAccount: isPassword ? null : shown,
    };
    const challenge = await challenges.begin({ userId, email, first, ...kept }, now());
    await audit.write(db, {
      ...(await actOfOwner(db, deps.people, userId)),
      act: 'sign-in.asked-for-second-factor',
      after: { with: first },
    });
    return refuseWith('SECOND_FACTOR_ASKED', { challenge }, 'Give a code of your app, or a recovery code.');
  };

  /** Makes the session; null where the account is gone, or what was shown is no way into it any more. */
  const open = async ({ userId, first, shown, userAgent }: Shown, secondFactorAt: Date | undefined) => {
    const library = await deps.library();
    const body = { userId, by: { first, shown }, secondFactorAt, userAgent };
    const signedIn = await orOutage(() => library.api.signInAs({ body, returnHeaders: true }));
    return signedIn.response === null
      ? null
      : await answer(library, { user: userBody(signedIn.response) }, signedIn.headers);
  };
  // Where this fails, so does the call, and nobody gets the cookie of the session.
  const note = async (audit: Audit, userId: string, ways: string) =>
    audit.write(db, { ...(await actOfOwner(db, deps.people, userId)), after: { with: ways } });

  return {
    /**
     * Signs in whoever has shown the first factor, or asks for the second. Null where the account is gone, has another
     * password by now, or is not linked with this Google account any more.
     */
    async enter(shown: Shown, audit: Audit) {
      if (await hasFactor(shown.userId)) return ask(shown, audit);
      const opened = await open(shown, undefined);
      if (opened === null) return null;
      // Turned on since: it locks the account, so what it did not end is seen here.
      if (await hasFactor(shown.userId)) {
        await db
          .deleteFrom('identity_session')
          .where('user_id', '=', shown.userId)
          .where('second_factor_at', 'is', null)
          .execute();
        return ask(shown, audit);
      }
      await note(audit, shown.userId, shown.first);
      return opened;
    },

    /** Signs in whoever has shown both. Null as above. */
    async enterWithBoth(shown: Shown, second: string, audit: Audit) {
      const opened = await open(shown, now());
      if (opened !== null) await note(audit, shown.userId, `${shown.first} and ${second}`);
      return opened;
    },
  };
}
