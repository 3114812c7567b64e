/** The identity library, set up as the shop uses it: email and password, a session in a cookie, proofs as JWTs. */
import { betterAuth } from 'better-auth';
import { jwt } from 'better-auth/plugins/jwt';
import type { Db } from '#server/platform/db/database.ts';
import { sqlState } from '#server/platform/db/sql-state.ts';
import type { Log } from '#server/platform/log.ts';
import { PROOF_ALGORITHM, PROOF_AUDIENCE, PROOF_ISSUER } from './names.ts';
import { signInAs } from './sign-in-as.ts';

export type LibrarySettings = {
  readonly db: Db;
  readonly secret: string;
  readonly secureCookies: boolean;
  readonly log: Log;
};

/** The library itself; its endpoints are called as functions and never mounted as they are. */
export type IdentityLibrary = ReturnType<typeof openLibrary>;

const SESSION_SECONDS = 30 * 24 * 60 * 60;
const SESSION_RENEWED_AFTER_SECONDS = 24 * 60 * 60;

/** Opens the library on our pool and our tables. */
export function openLibrary({ db, secret, secureCookies, log }: LibrarySettings) {
  return betterAuth({
    // Only for links that the library would send, and it sends none.
    baseURL: 'http://localhost',
    basePath: '/api/auth',
    // As a list, so that no variable of the environment can put another secret in its place.
    secrets: [{ version: 1, value: secret }],
    database: { db, type: 'postgres', transaction: true },
    emailAndPassword: { enabled: false },
    session: {
      modelName: 'identity_session',
      fields: {
        userId: 'user_id',
        expiresAt: 'expires_at',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
      },
      additionalFields: {
        secondFactorAt: { type: 'date', required: false, input: false, fieldName: 'second_factor_at' },
      },
      expiresIn: SESSION_SECONDS,
      updateAge: SESSION_RENEWED_AFTER_SECONDS,
    },
    user: {
      modelName: 'identity_user',
      fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
    },
    account: {
      modelName: 'identity_account',
      fields: {
        userId: 'user_id',
        providerId: 'provider_id',
        accountId: 'account_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    verification: {
      modelName: 'identity_verification',
      fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
    },
    plugins: [
      signInAs(),
      jwt({
        jwt: { issuer: PROOF_ISSUER, audience: PROOF_AUDIENCE, expirationTime: '15m' },
        jwks: { keyPairConfig: { alg: PROOF_ALGORITHM } },
        disableSettingJwtHeader: true,
        schema: {
          jwks: {
            modelName: 'identity_jwks',
            fields: {
              publicKey: 'public_key',
              privateKey: 'private_key',
              createdAt: 'created_at',
              expiresAt: 'expires_at',
            },
          },
        },
      }),
    ],
    advanced: {
      // Browsers take a cookie of that name from this very host over https alone, and for the whole of it: no other host
      // below the same domain can put one of its own in its place. The library's own prefix would not say so much.
      cookiePrefix: secureCookies ? '__Host-mainshaft' : 'mainshaft',
      useSecureCookies: false,
      // Only calls of the shop's own pages have it, never one that another site's page makes or leads to.
      defaultCookieAttributes: secureCookies
        ? { secure: true, path: '/', sameSite: 'strict' }
        : { path: '/api/auth', sameSite: 'strict' },
      database: { generateId: 'uuid', validateSchema: false },
      ipAddress: { disableIpTracking: true },
    },
    // Limits are the door's work: it knows the address, and counts by account too.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: {
      level: 'error',
      // Its texts are fixed; what comes with them may have an address in it, so only an error's code is kept.
      log: (_level, message, ...details) =>
        log.error(
          { sqlState: details.map(sqlState).find((one) => one !== undefined) },
          `identity: ${message}`,
        ),
    },
  });
}
