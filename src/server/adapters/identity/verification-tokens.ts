/**
 * Tokens of the links that verify an email: a JWT bound to one account and one address, good for nothing else.
 *
 * The library's own are signed with its secret as it is, name no purpose and no account, and know only the machine's
 * clock.
 */
import { hkdfSync } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import { PROOF_ISSUER } from './names.ts';

/** How long a link is good for. */
export const VERIFICATION_LIFETIME_HOURS = 24;

const AUDIENCE = 'mainshaft-verify-email';
const ALGORITHM = 'HS256';
const TYPE = 'verify-email+jwt';
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whose address a token verifies. The email is in lower case. */
export type VerificationClaims = { readonly userId: string; readonly email: string };

export type ReadVerification =
  | ({ readonly ok: true } & VerificationClaims)
  | { readonly ok: false; readonly reason: 'expired' | 'invalid' };

export type VerificationTokens = {
  /** A token that is good for `VERIFICATION_LIFETIME_HOURS` from `now`; made of letters that an address may hold. */
  issue(claims: VerificationClaims, now: Date): Promise<string>;
  /** What a token says at the moment `now`, or why it is not good. */
  read(token: string, now: Date): Promise<ReadVerification>;
};

/** Opens the tokens of one secret. They have a key of their own, derived from it. */
export function createVerificationTokens(secret: string): VerificationTokens {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', AUDIENCE, 32));
  return {
    issue({ userId, email }, now) {
      const issuedAt = Math.floor(now.getTime() / 1000);
      return new SignJWT({ email })
        .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
        .setIssuer(PROOF_ISSUER)
        .setAudience(AUDIENCE)
        .setSubject(userId)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + VERIFICATION_LIFETIME_HOURS * 3_600)
        .sign(key);
    },
    async read(token, now) {
      try {
        const { payload } = await jwtVerify(token, key, {
          issuer: PROOF_ISSUER,
          audience: AUDIENCE,
          algorithms: [ALGORITHM],
          typ: TYPE,
          currentDate: now,
          requiredClaims: ['sub', 'exp'],
        });
        const { sub: userId, email } = payload;
        if (userId === undefined || !UUID.test(userId) || typeof email !== 'string') return INVALID;
        return { ok: true, userId, email };
      } catch (error) {
        if (error instanceof errors.JWTExpired) return { ok: false, reason: 'expired' };
        if (error instanceof errors.JOSEError) return INVALID;
        throw error;
      }
    },
  };
}

const INVALID: ReadVerification = { ok: false, reason: 'invalid' };
