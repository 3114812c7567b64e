/** What the calls of a sign-in with Google do. */
import type { IdentityTable } from '#contract/identity.ts';
import type { Handlers } from '#contract/kernel/operation.ts';
import { refuse, refuseWith } from '#domain/refusal.ts';
import type { Log } from '#server/platform/log.ts';
import type { ShopCallers } from '#server/users/caller.ts';
import type { Door } from './door.ts';
import type { GoogleCall } from './endpoints.ts';
import { GOOGLE_RETURN_PATH, type GooglePerson, type GoogleSettings } from './google.ts';
import type { GoogleAccount, SigningIn } from './google-accounts.ts';
import type { GoogleAttempts } from './google-attempts.ts';
import type { GoogleClient } from './google-client.ts';
import type { SignIns } from './sign-ins.ts';

export type GoogleEndpointDeps = {
  readonly door: Door;
  readonly signIns: SignIns;
  /** Undefined where the shop has no sign-in with Google. */
  readonly google:
    | {
        readonly origins: GoogleSettings['origins'];
        readonly attempts: GoogleAttempts;
        readonly client: () => Promise<GoogleClient>;
        readonly accountOf: (person: GooglePerson, at: SigningIn) => Promise<GoogleAccount>;
      }
    | undefined;
  readonly offerResend: (userId: string) => Promise<string | null>;
  readonly now: () => Date;
  readonly log: Log;
};

const NONE = 'This shop has no sign-in with Google';
const NOT_BELIEVED = 'Google did not confirm who you are. Please try again.';

/** Shown for a moment, until the page that opened the window has read its address and closes it. */
const RETURN_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Signing in</title>
</head>
<body>
<h1>Signing in</h1>
<p>This window closes by itself. If it stays, close it and try again at the shop.</p>
</body>
</html>
`;

export function googleEndpoints(
  deps: GoogleEndpointDeps,
): Pick<Handlers<IdentityTable, ShopCallers>, GoogleCall> {
  const { door, google, now, log } = deps;

  /** Asks Google; undefined where it does not answer. */
  const orUnavailable = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work();
    } catch (error) {
      // By its name, so that the client need not be loaded for it.
      if (!(error instanceof Error) || error.name !== 'GoogleUnavailable') throw error;
      log.warn({ err: error }, 'identity: Google does not answer');
      return undefined;
    }
  };
  const unavailable = () =>
    refuse('GOOGLE_UNAVAILABLE', 'Google does not answer just now. Please try again.');

  return {
    identityGoogleStart: async ({ headers }) => {
      if (google === undefined) return refuse('NOT_FOUND', NONE);
      const { origin = '' } = headers;
      // Google sends its window back to where the page is, so that has to be an address of the shop's own, whatever
      // the call says of itself.
      if (door.refuseForeign(headers, true) !== null || !google.origins.includes(origin)) {
        return refuse('FOREIGN_ORIGIN', `Signing in with Google works at ${google.origins[0]} only`);
      }
      const { attempt, secrets } = await google.attempts.begin(`${origin}${GOOGLE_RETURN_PATH}`, now());
      const client = await google.client();
      const url = await orUnavailable(() => client.authorizationUrl(secrets));
      return url === undefined ? unavailable() : { url, attempt };
    },

    identityGoogleReturn: () => ({
      contentType: 'text/html; charset=utf-8',
      bytes: new TextEncoder().encode(RETURN_PAGE),
    }),

    identityGoogleFinish: async ({ headers, body, audit }) => {
      const refused = door.refuseForeign(headers, true);
      if (refused !== null) return refused;
      if (google === undefined) return refuse('NOT_FOUND', NONE);
      const secrets = await google.attempts.take(body.attempt, now());
      if (secrets === null || secrets.state !== body.state) {
        return refuse('SIGN_IN_OVER', 'That took too long, or was done before. Please try again.');
      }
      const { code, error } = body;
      if (error !== undefined || code === undefined) {
        return refuse(
          'GOOGLE_REFUSED',
          error === 'access_denied'
            ? 'You did not let Google sign you in.'
            : `Google ended the sign-in${error === undefined ? '' : ` (${error})`}. Please try again.`,
        );
      }
      const client = await google.client();
      const person = await orUnavailable(() => client.personOf(code, secrets));
      if (person === undefined) return unavailable();
      if (person === null) return refuse('GOOGLE_REFUSED', NOT_BELIEVED);

      const account = await google.accountOf(person, { cookie: headers.cookie, audit });
      if (account.kind === 'not-for-emulated') {
        return refuse(
          'NOT_FOR_EMULATED',
          `${person.email} has an account of its own here, and the emulated Google signs in to none of those. Sign in with your password.`,
        );
      }
      if (account.kind === 'unverified') {
        const { unverifiedUserId } = account;
        return refuseWith(
          'LINK_NEEDS_VERIFIED_EMAIL',
          { resendToken: unverifiedUserId === null ? null : await deps.offerResend(unverifiedUserId) },
          unverifiedUserId === null
            ? `Verify your email first: Google has not verified ${person.email} yet. Until then, sign in with your password.`
            : `Verify your email first: ${person.email} has an account with a password. Open the link in the mail that we sent there, or choose a new password.`,
        );
      }
      const { userId, email } = account;
      const { 'user-agent': userAgent } = headers;
      const shown = { userId, email, first: 'Google', shown: account.googleAccount, userAgent } as const;
      return (await deps.signIns.enter(shown, audit)) ?? refuse('GOOGLE_REFUSED', NOT_BELIEVED);
    },
  };
}
