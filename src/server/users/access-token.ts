/**
 * The shop's own access token: a short-lived JWT that says which user calls, and when they showed their second factor. Role,
 * email and name are read from the database at each call, so a token never tells something stale.
 */
import { errors, jwtVerify, SignJWT } from 'jose';

/** How long a token is good for. Its epoch ends it at once; this bounds how long a stolen one lasts unnoticed. */
export const ACCESS_TOKEN_LIFETIME_SECONDS = 15 * 60;

const ISSUER = 'mainshaft';
const AUDIENCE = 'mainshaft-api';
const ALGORITHM = 'HS256';
const SECRET_MIN_BYTES = 32;
/** Of so many good tokens it is remembered that they are; some 0.5 kB each. */
const REMEMBERED = 2_000;

/**
 * What a token says: the user, the epoch that the user's row had when it was issued, and when they had shown a second
 * factor, if they had.
 */
export type AccessClaims = {
  readonly userId: string;
  readonly epoch: number;
  readonly secondFactorAt?: Date | undefined;
};

export type VerifiedToken =
  | ({ readonly ok: true } & AccessClaims)
  | { readonly ok: false; readonly reason: string };

export type AccessTokens = {
  /** Signs a token that is good for `ACCESS_TOKEN_LIFETIME_SECONDS` from `now`. */
  issue(claims: AccessClaims, now: Date): Promise<string>;
  /** What a token says at the moment `now`, or why it is not good, in words that may be told to its bearer. */
  verify(token: string, now: Date): Promise<VerifiedToken>;
};

/**
 * Opens the tokens of one secret.
 *
 * @throws Error where the secret is shorter than 32 bytes.
 */
export async function createAccessTokens(secret: string): Promise<AccessTokens> {
  const bytes = new TextEncoder().encode(secret);
  if (bytes.length < SECRET_MIN_BYTES) {
    throw new Error(`The secret of access tokens needs at least ${SECRET_MIN_BYTES} bytes`);
  }
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
    'verify',
  ]);
  // What was signed stays signed, so a session's next call need not compute it again; only time ends it.
  const good = new Map<string, GoodToken>();
  const remember = (token: string, found: GoodToken) => {
    const [oldest] = good.keys();
    if (good.size >= REMEMBERED && oldest !== undefined) good.delete(oldest);
    good.set(token, found);
  };
  return {
    issue(claims, now) {
      const issuedAt = Math.floor(now.getTime() / 1000);
      const { epoch, secondFactorAt } = claims;
      const shownAt = secondFactorAt && Math.floor(secondFactorAt.getTime() / 1000);
      return new SignJWT({ epoch, ...(shownAt !== undefined && { second_factor_at: shownAt }) })
        .setProtectedHeader({ alg: ALGORITHM, typ: 'at+jwt' })
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setSubject(claims.userId)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + ACCESS_TOKEN_LIFETIME_SECONDS)
        .sign(key);
    },
    async verify(token, now) {
      const known = good.get(token);
      if (known !== undefined && now < known.until) return known.verified;
      good.delete(token);
      try {
        const { payload } = await jwtVerify(token, key, {
          issuer: ISSUER,
          audience: AUDIENCE,
          algorithms: [ALGORITHM],
          typ: 'at+jwt',
          currentDate: now,
          requiredClaims: ['sub', 'exp'],
        });
        const { sub: userId, epoch, second_factor_at: shownAt, exp = 0 } = payload;
        if (userId === undefined || !UUID.test(userId) || typeof epoch !== 'number') return NOT_OURS;
        const secondFactorAt = typeof shownAt === 'number' ? new Date(shownAt * 1000) : undefined;
        const verified = { ok: true, userId, epoch, secondFactorAt } as const;
        remember(token, { verified, until: new Date(exp * 1000) });
        return verified;
      } catch (error) {
        if (error instanceof errors.JWTExpired) return { ok: false, reason: 'The access token has expired' };
        if (error instanceof errors.JOSEError) return NOT_OURS;
        throw error;
      }
    },
  };
}

type GoodToken = { readonly verified: VerifiedToken; readonly until: Date };

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const NOT_OURS: VerifiedToken = { ok: false, reason: 'This is not an access token of this shop' };
