/**
 * Tokens of links and offers: a JWT bound to one account and to one purpose, good for nothing else.
 *
 * The library's own are signed with its secret as it is, name no purpose and no account, and know only the machine's
 * clock.
 */
import { hkdfSync } from 'node:crypto';
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { PROOF_ISSUER } from './names.ts';

const ALGORITHM = 'HS256';
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What a token is about. The email is in lower case. */
export type AccountClaims = { readonly userId: string; readonly email: string };

export type ReadToken<Claims> =
  | ({ readonly ok: true } & Claims)
  | { readonly ok: false; readonly reason: 'expired' | 'invalid' };

export type PurposeTokens<Claims> = {
  /** A token that is good from `now` for its purpose's time; made of letters that an address may hold. */
  issue(claims: Claims, now: Date): Promise<string>;
  /** What a token says at the moment `now`, or why it is not good. */
  read(token: string, now: Date): Promise<ReadToken<Claims>>;
};

export type Purpose<Claims extends AccountClaims> = {
  /** Its name, in a token's audience and type; another name is another key. */
  readonly name: string;
  readonly lifetimeSeconds: number;
  /** The claims beside account and email, out of a token that is ours; null where they are not there. */
  readonly readRest: (payload: JWTPayload) => Omit<Claims, keyof AccountClaims> | null;
};

/** Opens the tokens of one secret and one purpose. They have a key of their own, derived from it. */
export function createPurposeTokens<Claims extends AccountClaims>(
  secret: string,
  { name, lifetimeSeconds, readRest }: Purpose<Claims>,
): PurposeTokens<AccountClaims & Omit<Claims, keyof AccountClaims>> {
  const audience = `mainshaft-${name}`;
  const typ = `${name}+jwt`;
  const key = new Uint8Array(hkdfSync('sha256', secret, '', audience, 32));
  return {
    issue({ userId, ...claims }, now) {
      const issuedAt = Math.floor(now.getTime() / 1000);
      return new SignJWT(claims)
        .setProtectedHeader({ alg: ALGORITHM, typ })
        .setIssuer(PROOF_ISSUER)
        .setAudience(audience)
        .setSubject(userId)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + lifetimeSeconds)
        .sign(key);
    },
    async read(token, now) {
      try {
        const { payload } = await jwtVerify(token, key, {
          issuer: PROOF_ISSUER,
          audience,
          algorithms: [ALGORITHM],
          typ,
          currentDate: now,
          requiredClaims: ['sub', 'exp'],
        });
        const { sub: userId, email } = payload;
        const rest = readRest(payload);
        if (userId === undefined || !UUID.test(userId) || typeof email !== 'string' || rest === null)
          return INVALID;
        return { ok: true, userId, email, ...rest };
      } catch (error) {
        if (error instanceof errors.JWTExpired) return { ok: false, reason: 'expired' };
        if (error instanceof errors.JOSEError) return INVALID;
        throw error;
      }
    },
  };
}

const INVALID = { ok: false, reason: 'invalid' } as const;
