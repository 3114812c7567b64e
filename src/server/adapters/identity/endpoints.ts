/**
 * What the calls of the identity provider do: the library's endpoints behind the shop's own door.
 *
 * The kernel has read and checked the request before anything here runs, so the library never sees a body, a header or a
 * query beyond the fields that are declared. Refusals carry its texts. A failure of its store is an outage, which the
 * library by itself would show as "signed out".
 */
import type { IdentityTable } from '#contract/identity.ts';
import type { Handlers } from '#contract/kernel/operation.ts';
import { refuse, refuseWith } from '#domain/refusal.ts';
import type { ShopCallers } from '#server/users/caller.ts';
import type { EmailVerification } from './email-verification.ts';
import { isForeign, type OriginHeaders } from './foreign-origin.ts';
import type { IdentityLibrary } from './library.ts';
import { orOutage } from './library-error.ts';
import type { Tries } from './tries.ts';

export type EndpointDeps = {
  readonly library: () => Promise<IdentityLibrary>;
  readonly readKeys: () => ReturnType<IdentityLibrary['api']['getJwks']>;
  /** Null where tries aren't counted. */
  readonly signInTries: Tries | null;
  readonly signUpTries: Tries | null;
  /** How often somebody may ask for a verification mail; null where that isn't counted. */
  readonly verificationMails: Tries | null;
  readonly verifyEmail: EmailVerification['verify'];
  readonly sendVerificationMail: (userId: string) => Promise<void>;
  readonly allowedOrigins: readonly string[];
  readonly now: () => Date;
};

type LibraryUser = {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly emailVerified: boolean;
};
const userBody = ({ id, email, name, emailVerified }: LibraryUser) => ({ id, email, name, emailVerified });

// The library reads nothing of a request but its cookie: neither address nor browser are kept.
const cookieOf = ({ cookie }: OriginHeaders) => new Headers(cookie === undefined ? {} : { cookie });

/** The handlers of `identityTable`. */
export function identityEndpoints(deps: EndpointDeps): Handlers<IdentityTable, ShopCallers> {
  const refuseForeign = (headers: OriginHeaders, changesSomething: boolean) =>
    isForeign(headers, changesSomething, deps.allowedOrigins)
      ? refuse('FOREIGN_ORIGIN', 'Only pages of this shop may make this call')
      : null;

  // The session's cookie among those that the library sets; it sets no other to a value.
  const answer = async <T>(library: IdentityLibrary, body: T, headers: Headers) => {
    const { name } = (await library.$context).authCookies.sessionToken;
    const cookie = headers.getSetCookie().find((one) => one.startsWith(`${name}=`));
    return { body, headers: cookie === undefined ? {} : { 'set-cookie': cookie } };
  };
  const sessionOf = async (library: IdentityLibrary, headers: OriginHeaders) =>
    orOutage(() => library.api.getSession({ headers: cookieOf(headers), returnHeaders: true }));

  const refuseOften = async (tries: Tries | null, email: string) => {
    const wait = (await tries?.take(email, deps.now())) ?? null;
    return wait === null
      ? null
      : refuseWith('TOO_MANY_TRIES', wait, 'Too many tries with this email. Please wait a little.');
  };

  return {
    identitySignUp: async ({ headers, body }) => {
      const refused = refuseForeign(headers, true) ?? (await refuseOften(deps.signUpTries, body.email));
      if (refused !== null) return refused;
      const library = await deps.library();
      const made = await orOutage(() => library.api.signUpWithPassword({ body, returnHeaders: true }));
      if (made.response === null)
        return refuse(
          'USER_ALREADY_EXISTS',
          library.$ERROR_CODES.USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL.message,
        );
      await deps.signUpTries?.restore(body.email);
      return answer(library, { user: userBody(made.response) }, made.headers);
    },

    identitySignIn: async ({ headers, body }) => {
      const refused = refuseForeign(headers, true) ?? (await refuseOften(deps.signInTries, body.email));
      if (refused !== null) return refused;
      const library = await deps.library();
      const signedIn = await orOutage(() => library.api.signInWithPassword({ body, returnHeaders: true }));
      if (signedIn.response === null)
        return refuse('WRONG_CREDENTIALS', library.$ERROR_CODES.INVALID_EMAIL_OR_PASSWORD.message);
      await deps.signInTries?.restore(body.email);
      return answer(library, { user: userBody(signedIn.response) }, signedIn.headers);
    },

    identitySignOut: async ({ headers }) => {
      const refused = refuseForeign(headers, true);
      if (refused !== null) return refused;
      const library = await deps.library();
      const ended = await orOutage(() =>
        library.api.signOut({ headers: cookieOf(headers), returnHeaders: true }),
      );
      return answer(library, { success: true as const }, ended.headers);
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
      const payload = {
        sub: id,
        iat: Math.floor(deps.now().getTime() / 1000),
        email,
        email_verified: emailVerified,
        name,
      };
      const { token } = await orOutage(() => library.api.signJWT({ body: { payload } }));
      return answer(library, { token }, found.headers);
    },

    identityKeys: deps.readKeys,

    identityUpdateUser: async ({ headers, body }) => {
      const refused = refuseForeign(headers, true);
      if (refused !== null) return refused;
      const library = await deps.library();
      // Asked first, since the library would call a store that does not answer "signed out".
      const found = await sessionOf(library, headers);
      if (found.response === null) return refuse('SIGNED_OUT');
      const updated = await orOutage(() =>
        library.api.updateUser({ body, headers: cookieOf(headers), returnHeaders: true }),
      );
      return answer(library, { status: true as const }, updated.headers);
    },

    identityVerifyEmail: async ({ headers, body }) => {
      const refused = refuseForeign(headers, true);
      if (refused !== null) return refused;
      const verified = await deps.verifyEmail(body.token);
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
        const wait = (await deps.verificationMails?.take(email, deps.now())) ?? null;
        if (wait !== null) {
          return refuseWith('TOO_MANY_TRIES', wait, 'We sent it a moment ago. Please wait a little.');
        }
        await deps.sendVerificationMail(id);
      }
      return answer(library, { status: true as const, emailVerified }, found.headers);
    },
  };
}
