/** Tokens about the verification of an email: the link that does it, and the offer to send that link again. */
import {
  type AccountClaims,
  createPurposeTokens,
  type PurposeTokens,
  type ReadToken,
} from './purpose-tokens.ts';

/** How long a link is good for. */
export const VERIFICATION_LIFETIME_HOURS = 24;
const RESEND_LIFETIME_HOURS = 1;

export type ReadVerification = ReadToken<AccountClaims>;

const nothingElse = () => ({});

/** Tokens of the links that verify an email. */
export const createVerificationTokens = (secret: string): PurposeTokens<AccountClaims> =>
  createPurposeTokens(secret, {
    name: 'verify-email',
    lifetimeSeconds: VERIFICATION_LIFETIME_HOURS * 3_600,
    readRest: nothingElse,
  });

/** Tokens that have the link sent again to somebody who can't sign in to ask for it. They verify nothing. */
export const createResendTokens = (secret: string): PurposeTokens<AccountClaims> =>
  createPurposeTokens(secret, {
    name: 'resend-verification',
    lifetimeSeconds: RESEND_LIFETIME_HOURS * 3_600,
    readRest: nothingElse,
  });
