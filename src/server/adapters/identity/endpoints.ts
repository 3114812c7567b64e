/**
 * What the calls of the identity provider do: the library's endpoints behind the shop's own door.
 *
 * The kernel has read and checked the request before anything here runs, so the library never sees a body, a header or a
 * query beyond the fields that are declared. Refusals carry its texts. A failure of its store is an outage, which the
 * library by itself would show as "signed out".
 */
import type { IdentityTable } from '#contract/identity.ts';
import type { Handlers } from '#contract/kernel/operation.ts';
import { refuse } from '#domain/refusal.ts';
import type { Db } from '#server/platform/db/database.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import type { ShopCallers } from '#server/users/caller.ts';
import { accountObject, actOfOwner } from './account-acts.ts';
import { answer, type Door, refuseOften, userBody } from './door.ts';
import type { EmailVerification } from './email-verification.ts';
import type { KnownDevices } from './known-devices.ts';
import type { IdentityLibrary } from './library.ts';
import { orOutage } from './library-error.ts';
import { PROOF_ISSUER } from './names.ts';
import { judgePassword, makeAccount, passwordAccountOf, passwordOf } from './passwords.ts';
import type { IdentityPeople } from './people.ts';
import type { SecurityCall } from './security-endpoints.ts';
import { atAddress, type SignInTries } from './sign-in-tries.ts';
import type { SignIns } from './sign-ins.ts';
import type { Tries } from './tries.ts';

/** Answered by `google-endpoints.ts`. */
export type GoogleCall = 'identityGoogleStart' | 'identityGoogleReturn' | 'identityGoogleFinish';
/** Answered by `password-endpoints.ts`. */
export type PasswordCall =
  | 'identityAskForPasswordReset'
  | 'identityReadPasswordLink'
  | 'identityResetPassword';

export type EndpointDeps = {
  readonly db: Db;
  readonly people: Pick<IdentityPeople, 'userIdOf' | 'endAccess'>;
  readonly door: Door;
  readonly library: () => Promise<IdentityLibrary>;
  readonly readKeys: () => ReturnType<IdentityLibrary['api']['getJwks']>;
  /** Null where tries aren't counted. */
  readonly signInTries: SignInTries | null;
  /** For an email at a network address: nobody can use up another's elsewhere. */
  readonly signUpTries: Tries | null;
  readonly devices: KnownDevices;
  /** How often somebody may ask for a verification mail; null where that isn't counted. */
  readonly verificationMails: Tries | null;
  readonly signIns: SignIns;
  readonly verification: Pick<EmailVerification, 'welcome' | 'verify' | 'readResend'>;
  readonly sendVerificationMail: (userId: string) => Promise<void>;
  readonly now: () => Date;
};

const OFTEN = 'Too many tries with this email. Please wait a little.';
const MAILED_OFTEN = 'We sent it a moment ago. Please wait a little.';

/** The handlers of `identityTable` that are neither Google's nor about a password or the safety of an account. */
export function accountEndpoints(
  deps: EndpointDeps,
): Omit<Handlers<IdentityTable, ShopCallers>, GoogleCall | PasswordCall | SecurityCall> {
  const { db, people } = deps;
  const { refuseForeign, sessionOf } = deps.door;
  return {
    identitySignUp: async ({ headers, body, address, audit }) => {
      const here = atAddress({ email: body.email, address });
      const refused =
        refuseForeign(headers, true) ?? (await refuseOften(deps.signUpTries, here, deps.now(), OFTEN));
      if (refused !== null) return refused;
      const library = await deps.library();
      const userId = await makeAccount(db, library, body, async (tx, accountId) => {
        await deps.verification.welcome(tx, accountId);
        await audit.write(tx, { object: accountObject(accountId) });
      });
      const made =
        userId === null
          ? null
          : await orOutage(() =>
              library.api.signInAs({
                body: { userId, userAgent: headers['user-agent'] },
                returnHeaders: true,
              }),
            );
      if (made === null || made.response === null)
        return refuse(
          'USER_ALREADY_EXISTS',
          library.$ERROR_CODES.USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL.message,
        );
      await deps.signUpTries?.restore(here);
      return answer(library, { user: userBody(made.response) }, made.headers);
    },

    identitySignIn: async ({ headers, body, address, audit }) => {
      let account: ReturnType<typeof passwordAccountOf> | undefined;
      const read = () => {
        account ??= passwordAccountOf(db, body.email);
        return account;
      };
      const trying = { email: body.email, address, cookie: headers.cookie, read };
      const refused =
        refuseForeign(headers, true) ?? (await refuseOften(deps.signInTries, trying, deps.now(), OFTEN));
      if (refused !== null) return refused;
      const library = await deps.library();
      const judged = await judgePassword(library, await read(), body.password);
      const by = { email: body.email, first: 'password' as const, userAgent: headers['user-agent'] };
      const entered = judged.isRight
        ? await deps.signIns.enter({ ...by, userId: judged.userId, shown: judged.passwordHash }, audit)
        : null;
      if (entered === null) {
        const object = judged.userId === undefined ? {} : { object: accountObject(judged.userId) };
        await audit.write(db, { act: 'sign-in.failed', ...object });
        return refuse('WRONG_CREDENTIALS', library.$ERROR_CODES.INVALID_EMAIL_OR_PASSWORD.message);
      }
      await deps.signInTries?.restore(trying, deps.now());
      return entered;
    },

    identitySignOut: async ({ headers, audit }) => {
      const refused = refuseForeign(headers, true);
      if (refused !== null) return refused;
      const library = await deps.library();
      const { response: found } = await sessionOf(library, headers);
      if (found === null) audit.nothingToKeep();
      else
        await inTransaction(db, async (tx) => {
          const act = await actOfOwner(tx, people, found.user.id);
          await Promise.all([
            tx.deleteFrom('identity_session').where('id', '=', found.session.id).execute(),
            // Browsers in which the account is signed in still get new ones by their session, without a word.
            people.endAccess(tx, { issuer: PROOF_ISSUER, subject: found.user.id }),
            audit.write(tx, act),
          ]);
        });
      // The library's own way says of a session that could not be ended, too, that it has been. Given no cookie, all that it
      // does is to take it from the browser.
      const left = await orOutage(() => library.api.signOut({ headers: new Headers(), returnHeaders: true }));
      return answer(library, { success: true as const }, left.headers);
    },

    identitySession: async ({ headers }) => {
      const refused = refuseForeign(headers, false);
      if (refused !== null) return refused;
      const library = await deps.library();
      const found = await sessionOf(library, headers);
      const { response } = found;
      const body =
        response === null
          ? null
          : {
              session: { expiresAt: response.session.expiresAt.toISOString() },
              user: userBody(response.user),
            };
      return answer(library, body, found.headers);
    },

    identityProof: async ({ headers }) => {
      const refused = refuseForeign(headers, false);
      if (refused !== null) return refused;
      const library = await deps.library();
      const found = await sessionOf(library, headers);
      if (found.response === null) return refuse('SIGNED_OUT');
      const { id, email, emailVerified, name } = found.response.user;
      const { id: sessionId, secondFactorAt } = found.response.session;
      const payload = {
        sub: id,
        // It is no good any longer than that is.
        sid: sessionId,
        iat: Math.floor(deps.now().getTime() / 1000),
        email,
        email_verified: emailVerified,
        name,
        ...(secondFactorAt && { second_factor_at: Math.floor(secondFactorAt.getTime() / 1000) }),
      };
      const [{ token }, password] = await Promise.all([
        orOutage(() => library.api.signJWT({ body: { payload } })),
        passwordOf(db, id),
      ]);
      const signedIn = await answer(library, { token }, found.headers);
      // Every sign-in comes by here, and so does a browser whose mark has ended. An answer has one cookie; the session's own
      // goes first where it is renewed.
      const mark =
        signedIn.headers['set-cookie'] === undefined
          ? await deps.devices.cookieFor(
              { userId: id, email, sessionId, password },
              headers.cookie,
              deps.now(),
            )
          : null;
      return mark === null ? signedIn : { ...signedIn, headers: { 'set-cookie': mark } };
    },

    identityKeys: deps.readKeys,

    identityUpdateUser: async ({ headers, body, audit }) => {
      const refused = refuseForeign(headers, true);
      if (refused !== null) return refused;
      const library = await deps.library();
      const found = await sessionOf(library, headers);
      if (found.response === null) return refuse('SIGNED_OUT');
      const { id } = found.response.user;
      await inTransaction(db, async (tx) => {
        const act = await actOfOwner(tx, people, id);
        await Promise.all([
          tx
            .updateTable('identity_user')
            .set({ name: body.name, updated_at: deps.now() })
            .where('id', '=', id)
            .execute(),
          audit.write(tx, act),
        ]);
      });
      return answer(library, { status: true as const }, found.headers);
    },

    identityVerifyEmail: async ({ headers, body, audit }) => {
      const refused = refuseForeign(headers, true);
      if (refused !== null) return refused;
      const library = await deps.library();
      const { response: here } = await sessionOf(library, headers);
      const hasShownFactor = here !== null && Boolean(here.session.secondFactorAt);
      const verified = await deps.verification.verify(
        body.token,
        hasShownFactor ? here.user.id : null,
        audit,
      );
      if (verified.ok) return { status: true as const, email: verified.email };
      return verified.reason === 'expired' ? refuse('TOKEN_EXPIRED') : refuse('INVALID_TOKEN');
    },

    identitySendVerificationEmail: async ({ headers }) => {
      const refused = refuseForeign(headers, true);
      if (refused !== null) return refused;
      const library = await deps.library();
      const found = await sessionOf(library, headers);
      if (found.response === null) return refuse('SIGNED_OUT');
      const { id, email, emailVerified } = found.response.user;
      if (!emailVerified) {
        const often = await refuseOften(deps.verificationMails, email, deps.now(), MAILED_OFTEN);
        if (often !== null) return often;
        await deps.sendVerificationMail(id);
      }
      return answer(library, { status: true as const, emailVerified }, found.headers);
    },

    identityResendVerificationEmail: async ({ headers, body }) => {
      const refused = refuseForeign(headers, true);
      if (refused !== null) return refused;
      const read = await deps.verification.readResend(body.token);
      if (!read.ok) return read.reason === 'expired' ? refuse('TOKEN_EXPIRED') : refuse('INVALID_TOKEN');
      const often = await refuseOften(deps.verificationMails, read.email, deps.now(), MAILED_OFTEN);
      if (often !== null) return often;
      await deps.sendVerificationMail(read.userId);
      return { status: true as const };
    },
  };
}
