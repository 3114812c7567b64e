/**
 * Proofs of identity: JWTs that an identity provider signed, checked against its published keys.
 *
 * Nothing here knows a provider. Which one is trusted (its name, its audience, its algorithms, where its keys are) is
 * configuration, so a hosted provider needs no other code than the embedded one.
 */
import { setTimeout as wait } from 'node:timers/promises';
import {
  createLocalJWKSet,
  createRemoteJWKSet,
  errors,
  type JSONWebKeySet,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
} from 'jose';
import { Email } from '#contract/fields.ts';
import { Outage } from '#server/platform/outage.ts';
import type { Identity } from './caller.ts';

/** Where a provider's keys are: an address, or a function that reads them in this process. */
export type ProofKeys = URL | (() => Promise<JSONWebKeySet>);

export type ProofSettings = {
  /** The provider's fixed name, as its proofs say it; never the address of the day. */
  readonly issuer: string;
  /** Whom the proofs must be made for. */
  readonly audience: string;
  /** Algorithms that this provider signs with; any other is refused, whatever the proof says of itself. */
  readonly algorithms: readonly string[];
  /** Claims that this provider's proofs always have, beside `sub` and `exp`. */
  readonly requiredClaims?: readonly string[];
  readonly jwks: ProofKeys;
};

export type VerifiedProof =
  | { readonly ok: true; readonly identity: Identity }
  | { readonly ok: false; readonly reason: string };

export type ProofVerifier = {
  readonly issuer: string;
  /**
   * Whom a proof is of, at the moment `now`; or why it is not good, in words that may be told to its bearer.
   *
   * @throws Outage where the provider's keys can't be read.
   */
  verify(proof: string, now: Date): Promise<VerifiedProof>;
};

/** What a proof can be at fault for. Everything else that goes wrong is an outage of the provider's keys. */
const REASONS: Readonly<Record<string, string>> = {
  ERR_JWT_EXPIRED: 'The proof of identity has expired',
  ERR_JWT_CLAIM_VALIDATION_FAILED:
    'The proof of identity is not from a provider that this shop trusts, or not for this shop',
  ERR_JWT_INVALID: 'The proof of identity cannot be read',
  ERR_JWS_INVALID: 'The proof of identity cannot be read',
  ERR_JWS_SIGNATURE_VERIFICATION_FAILED: 'The proof of identity is not signed by its provider',
  ERR_JWKS_NO_MATCHING_KEY: 'The proof of identity is not signed by its provider',
  ERR_JWKS_MULTIPLE_MATCHING_KEYS: 'The proof of identity does not name its key',
  ERR_JOSE_ALG_NOT_ALLOWED: 'The proof of identity is not signed as this shop asks',
  ERR_JOSE_NOT_SUPPORTED: 'The proof of identity is not signed as this shop asks',
};

/** How long published keys are waited for. */
const KEYS_TIMEOUT_MS = 5_000;
/** How long published keys are believed without asking again: a key that the provider takes back is good until then. */
const KEYS_KEPT_MS = 6 * 60 * 60 * 1000;
/** The shortest time between two readings of a provider's keys, however many unknown keys are named. */
const KEYS_COOLDOWN_MS = 5_000;
/** How old the last reading must be before the next one; the first who names an unknown key waits for that. */
const OWN_KEYS_PAUSE_MS = 1_000;
/** How far a provider's clock may be ahead of ours. */
const CLOCKS_DIFFER_SECONDS = 60;

/** Makes a verifier of one provider's proofs. Its keys are kept, and read again when a proof names an unknown one. */
export function createProofVerifier(settings: ProofSettings): ProofVerifier {
  const { issuer, audience } = settings;
  const keys = settings.jwks instanceof URL ? publishedKeys(settings.jwks) : keptKeys(settings.jwks);
  return {
    issuer,
    async verify(proof, now) {
      try {
        const { payload } = await jwtVerify(proof, keys, {
          issuer,
          audience,
          algorithms: [...settings.algorithms],
          currentDate: now,
          requiredClaims: ['sub', 'exp', ...(settings.requiredClaims ?? [])],
        });
        if (isOfTheFuture(payload, now))
          return { ok: false, reason: 'The proof of identity is of the future' };
        return identityOf(issuer, payload);
      } catch (error) {
        const reason = error instanceof errors.JOSEError ? REASONS[error.code] : undefined;
        if (reason !== undefined) return { ok: false, reason };
        throw new Outage("The identity provider's keys cannot be read", { cause: error });
      }
    },
  };
}

const publishedKeys = (address: URL): JWTVerifyGetKey =>
  createRemoteJWKSet(address, {
    timeoutDuration: KEYS_TIMEOUT_MS,
    cooldownDuration: KEYS_COOLDOWN_MS,
    cacheMaxAge: KEYS_KEPT_MS,
  });

/** Whether a proof says that it was made, or its bearer signed in, at a time that is yet to come. */
function isOfTheFuture({ iat, auth_time: signedInAt }: JWTPayload, now: Date): boolean {
  const latest = now.getTime() / 1000 + CLOCKS_DIFFER_SECONDS;
  return [iat, signedInAt].some((seconds) => seconds !== undefined && !(Number(seconds) <= latest));
}

function keptKeys(read: () => Promise<JSONWebKeySet>): JWTVerifyGetKey {
  let keys: Promise<JWTVerifyGetKey> | undefined;
  let readAtMs = 0;
  let readAgainAtMs = Number.NEGATIVE_INFINITY;
  let reading: Promise<JWTVerifyGetKey> | undefined;
  const readKeys = (): Promise<JWTVerifyGetKey> => {
    const asked = read().then(createLocalJWKSet);
    readAtMs = performance.now();
    keys = asked;
    asked.catch(() => {
      if (keys === asked) keys = undefined;
    });
    return asked;
  };
  /** Once for all who name an unknown key, a moment after the last reading. */
  const readAgain = async (): Promise<JWTVerifyGetKey> => {
    await wait(Math.max(0, readAtMs + OWN_KEYS_PAUSE_MS - performance.now()));
    readAgainAtMs = performance.now();
    return readKeys();
  };
  return async (header, token) => {
    const known = await (keys ?? readKeys());
    try {
      return await known(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      if (reading === undefined && performance.now() - readAgainAtMs < KEYS_COOLDOWN_MS) throw error;
      // Another process may have made it just now.
      reading ??= readAgain().finally(() => {
        reading = undefined;
      });
      const fresh = await reading;
      return fresh(header, token);
    }
  };
}

const SUBJECT_MAX_CHARACTERS = 255;
const NAME_MAX_CHARACTERS = 100;
const UNKEEPABLE = /[\p{Cc}\p{Cs}]/u;

/** Whom the claims of a proof that is believed name; or why they name nobody. */
export function identityOf(issuer: string, claims: JWTPayload): VerifiedProof {
  const { sub: subject, sid: sessionId, email, name } = claims;
  if (
    subject === undefined ||
    subject === '' ||
    subject.length > SUBJECT_MAX_CHARACTERS ||
    UNKEEPABLE.test(subject)
  ) {
    return { ok: false, reason: 'The proof of identity names nobody' };
  }
  const address = Email.safeParse(email);
  if (!address.success) return { ok: false, reason: 'The proof of identity has no email address' };
  return {
    ok: true,
    identity: {
      issuer,
      subject,
      email: address.data,
      emailVerified: claims.email_verified === true,
      name: typeof name === 'string' ? keepableName(name) : '',
      secondFactorAt: secondFactorOf(claims),
      sessionId: typeof sessionId === 'string' ? sessionId : undefined,
    },
  };
}

/**
 * When a second factor was shown, as the embedded provider says it; or Firebase, which says that one was at the sign-in.
 * What is neither is none.
 */
function secondFactorOf(claims: JWTPayload): Date | undefined {
  const { second_factor_at: shownAt, auth_time: signedInAt, firebase } = claims;
  const isByFirebase =
    typeof firebase === 'object' && firebase !== null && 'sign_in_second_factor' in firebase;
  const seconds = shownAt ?? (isByFirebase ? signedInAt : undefined);
  return typeof seconds === 'number' && Number.isFinite(seconds) ? new Date(seconds * 1000) : undefined;
}

// Whatever a provider lets into a name, the shop keeps a line of text.
function keepableName(name: string): string {
  return [...name.replaceAll(/[\p{Cc}\p{Cs}]+/gu, ' ').trim()].slice(0, NAME_MAX_CHARACTERS).join('');
}
