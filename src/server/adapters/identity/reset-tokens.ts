/** Tokens of the links that set a new password: bound to the password that an account has, so that each works once. */
import { createHmac } from 'node:crypto';
import { type AccountClaims, createPurposeTokens, type PurposeTokens } from './purpose-tokens.ts';

/** How long a link is good for. */
export const RESET_LIFETIME_MINUTES = 60;

/** `passwordMark` stands for the password that is to be replaced, and for having none. */
export type ResetClaims = AccountClaims & { readonly passwordMark: string };

export const createResetTokens = (secret: string): PurposeTokens<ResetClaims> =>
  createPurposeTokens<ResetClaims>(secret, {
    name: 'reset-password',
    lifetimeSeconds: RESET_LIFETIME_MINUTES * 60,
    readRest: ({ passwordMark }) => (typeof passwordMark === 'string' ? { passwordMark } : null),
  });

/** The mark of a password's hash, null for none. It tells nothing of the hash to whoever reads a token. */
export const passwordMarkOf = (secret: string, userId: string, hash: string | null): string =>
  createHmac('sha256', secret)
    .update(`password-mark:${userId}:${hash ?? ''}`)
    .digest('base64url')
    .slice(0, 22);
