/**
 * The OpenID Connect client for Google: authorization code with PKCE, and an ID token that is believed for its signature,
 * issuer, audience and nonce alone.
 *
 * Built on the identity library's requests. Its own plugin reads Google's configuration once, when the library starts,
 * and goes without Google until the next start where that fails; here it is read at the first use that succeeds.
 */
import { authorizationCodeRequest, createAuthorizationURL } from 'better-auth/oauth2';
import { createRemoteJWKSet, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import * as z from 'zod';
import { Email } from '#contract/fields.ts';
import type { Log } from '#server/platform/log.ts';
import type { GoogleConnection, GooglePerson, GoogleSettings } from './google.ts';

/** Google, or what stands between, does not answer as it should; it may in a moment. */
export class GoogleUnavailable extends Error {
  override readonly name = 'GoogleUnavailable';
}

/** What ties the steps of one sign-in together. */
export type SignInSecrets = {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
  readonly redirectUri: string;
};

export type GoogleClient = {
  /**
   * Where the window begins.
   *
   * @throws GoogleUnavailable
   */
  authorizationUrl(secrets: SignInSecrets): Promise<string>;
  /**
   * Whom a code stands for; null where Google does not take it or its answer is not to be believed.
   *
   * @throws GoogleUnavailable
   */
  personOf(code: string, secrets: SignInSecrets): Promise<GooglePerson | null>;
};

const TIMEOUT_MS = 10_000;
const KEYS_TIMEOUT_MS = 5_000;
// Google's clock and ours may differ by so much.
const CLOCK_TOLERANCE_SECONDS = 60;
const SUBJECT_MAX_CHARACTERS = 255;
const NAME_MAX_CHARACTERS = 100;
const UNKEEPABLE = /[\p{Cc}\p{Cs}]/u;

const Discovery = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
});
const Tokens = z.object({ id_token: z.string() });

type Endpoints = {
  readonly connection: GoogleConnection;
  readonly authorization: string;
  readonly token: string;
  readonly keys: JWTVerifyGetKey;
};

/** Makes the client. Nothing is asked of Google before it is used. */
export function createGoogleClient(
  { connect, isEmulated }: Pick<GoogleSettings, 'connect' | 'isEmulated'>,
  { now, log }: { readonly now: () => Date; readonly log: Log },
): GoogleClient {
  let found: Promise<Endpoints> | undefined;
  const endpoints = (): Promise<Endpoints> => {
    const finding = found ?? discover(connect);
    found = finding;
    finding.catch(() => {
      if (found === finding) found = undefined;
    });
    return finding;
  };

  return {
    async authorizationUrl({ state, nonce, codeVerifier, redirectUri }) {
      const { connection, authorization } = await endpoints();
      const url = await createAuthorizationURL({
        id: 'google',
        options: { clientId: connection.clientId },
        authorizationEndpoint: authorization,
        state,
        nonce,
        codeVerifier,
        redirectURI: redirectUri,
        scopes: ['openid', 'email', 'profile'],
        // Somebody with several accounts is asked which one.
        prompt: 'select_account',
      });
      return url.href;
    },

    async personOf(code, { nonce, codeVerifier, redirectUri }) {
      const { connection, token, keys } = await endpoints();
      const { clientId, clientSecret } = connection;
      const { body, headers } = await authorizationCodeRequest({
        code,
        codeVerifier,
        redirectURI: redirectUri,
        options: { clientId, clientSecret },
        tokenEndpoint: token,
        authentication: 'post',
      });
      const answer = await ask(token, { method: 'POST', body, headers });
      if (answer.status >= 400 && answer.status < 500) {
        log.warn({ status: answer.status }, 'identity: Google does not take the code of a sign-in');
        return null;
      }
      const tokens = Tokens.safeParse(await jsonOf(answer));
      if (!tokens.success) throw new GoogleUnavailable('The token endpoint answered no ID token');
      try {
        const { payload } = await jwtVerify(tokens.data.id_token, keys, {
          issuer: connection.issuer,
          audience: clientId,
          algorithms: ['RS256'],
          currentDate: now(),
          clockTolerance: CLOCK_TOLERANCE_SECONDS,
          requiredClaims: ['sub', 'exp', 'iat', 'nonce'],
        });
        if (payload.nonce !== nonce || !isForUs(payload, clientId)) {
          log.warn('identity: an ID token is of another sign-in or for another client');
          return null;
        }
        return personOfClaims(payload, isEmulated);
      } catch (error) {
        const isKeysFault =
          !(error instanceof errors.JOSEError) ||
          error instanceof errors.JWKSTimeout ||
          error instanceof errors.JWKSInvalid ||
          error.code === 'ERR_JOSE_GENERIC';
        if (isKeysFault) throw new GoogleUnavailable('The keys of Google cannot be read', { cause: error });
        log.warn({ reason: error.code }, 'identity: an ID token is not to be believed');
        return null;
      }
    },
  };
}

async function discover(connect: GoogleSettings['connect']): Promise<Endpoints> {
  const connection = await connect().catch((cause: unknown) => {
    throw new GoogleUnavailable('Google cannot be reached', { cause });
  });
  const answer = await ask(`${connection.issuer}/.well-known/openid-configuration`, { method: 'GET' });
  const discovery = Discovery.safeParse(await jsonOf(answer));
  if (!discovery.success || discovery.data.issuer !== connection.issuer) {
    throw new GoogleUnavailable('The OpenID configuration is not that of Google');
  }
  const { authorization_endpoint, token_endpoint, jwks_uri } = discovery.data;
  return {
    connection,
    authorization: authorization_endpoint,
    token: token_endpoint,
    keys: createRemoteJWKSet(new URL(jwks_uri), { timeoutDuration: KEYS_TIMEOUT_MS }),
  };
}

// A redirect is not followed: no endpoint of Google's has moved to where only an answer says.
async function ask(url: string, init: RequestInit): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
  } catch (cause) {
    throw new GoogleUnavailable('Google cannot be reached', { cause });
  }
  if (answer.status >= 500) throw new GoogleUnavailable(`Google answered ${answer.status}`);
  return answer;
}

async function jsonOf(answer: Response): Promise<unknown> {
  try {
    return await answer.json();
  } catch (cause) {
    throw new GoogleUnavailable('Google answered something unreadable', { cause });
  }
}

// Where a token is for several, it says who asked for it.
function isForUs({ aud, azp }: JWTPayload, clientId: string): boolean {
  return azp === undefined ? !Array.isArray(aud) || aud.length === 1 : azp === clientId;
}

function personOfClaims(claims: JWTPayload, isEmulated: boolean): GooglePerson | null {
  const { sub: subject = '', email, email_verified: emailVerified, name } = claims;
  const address = Email.safeParse(email);
  if (!address.success || subject === '') return null;
  if (subject.length > SUBJECT_MAX_CHARACTERS || UNKEEPABLE.test(subject)) return null;
  return {
    // The emulated one names its people anew at each start.
    subject: isEmulated ? address.data : subject,
    email: address.data,
    emailVerified: emailVerified === true,
    name: keepableName(typeof name === 'string' ? name : '') || address.data.replace(/@.*/, ''),
  };
}

// Whatever Google lets into a name, the shop keeps a line of text.
function keepableName(name: string): string {
  return [...name.replaceAll(/[\p{Cc}\p{Cs}]+/gu, ' ').trim()].slice(0, NAME_MAX_CHARACTERS).join('');
}
