/**
 * Calls of the embedded identity provider: the few of the identity library's endpoints that the shop uses, under the
 * library's own addresses. Served only where the embedded provider is the active one.
 *
 * They are told from the shop's other calls by what carries the session: a cookie that only these addresses see. So
 * each refuses a call that another site's page makes.
 */
import * as z from 'zod';
import { Email, Moment, text } from './fields.ts';
import {
  handedThrough,
  IdentityUserBody,
  NewSessionHeaders,
  Password,
  SessionCookie,
  SessionHeaders,
  SignedInBody,
} from './identity-fields.ts';
import { identitySecurity } from './identity-security.ts';
import { operations } from './kernel/operation.ts';
import {
  FOREIGN_ORIGIN,
  GOOGLE_REFUSED,
  GOOGLE_UNAVAILABLE,
  INVALID_TOKEN,
  LINK_NEEDS_VERIFIED_EMAIL,
  NOT_FOR_EMULATED,
  NOT_FOUND,
  SECOND_FACTOR_ASKED,
  SIGN_IN_OVER,
  SIGNED_OUT,
  TOKEN_EXPIRED,
  TOO_MANY_TRIES,
  USER_ALREADY_EXISTS,
  WRONG_CREDENTIALS,
} from './refusals.ts';

export const DisplayName = text(100, 'Name is Required');

export const SignInBody = z.object({ email: Email, password: Password });
export const SignUpBody = SignInBody.extend({ name: DisplayName });

/** The token of a link that was mailed, or of an offer to mail one. */
const LinkToken = z
  .string({ error: 'Token is Required' })
  .min(1, 'Token is Required')
  .max(2_000, 'Token is too long');
const Jwk = z.object({
  kty: z.string().optional(),
  kid: z.string().optional(),
  alg: z.string().optional(),
  crv: z.string().optional(),
  x: z.string().optional(),
  y: z.string().optional(),
});

const accounts = operations({
  identitySignUp: {
    method: 'POST',
    path: '/auth/sign-up/email',
    access: 'anonymous',
    noun: 'identity',
    summary: 'Make an account and sign in to it',
    description:
      'Sets the session cookie (HttpOnly, SameSite=Strict). A link that verifies the address is sent there; most of the shop needs no verified address.',
    headers: NewSessionHeaders,
    body: SignUpBody,
    output: SignedInBody,
    outputHeaders: SessionCookie,
    refusals: { USER_ALREADY_EXISTS, FOREIGN_ORIGIN, TOO_MANY_TRIES },
    rateClass: 'signUp',
    audit: 'account.made',
  },
  identitySignIn: {
    method: 'POST',
    path: '/auth/sign-in/email',
    access: 'anonymous',
    noun: 'identity',
    summary: 'Sign in with email and password',
    description:
      'Sets the session cookie. The answer is the same for a wrong password and for an address that nobody has. Where the account has a second factor, it is `SECOND_FACTOR_ASKED`, whose `challenge` ends the sign-in with a code.',
    headers: NewSessionHeaders,
    body: SignInBody,
    output: SignedInBody,
    outputHeaders: SessionCookie,
    refusals: { WRONG_CREDENTIALS, SECOND_FACTOR_ASKED, FOREIGN_ORIGIN, TOO_MANY_TRIES },
    rateClass: 'credentials',
    audit: 'sign-in.done',
  },
  identitySignOut: {
    method: 'POST',
    path: '/auth/sign-out',
    access: 'anonymous',
    noun: 'identity',
    summary: 'End the session',
    description: 'Safe to repeat. Access tokens that were given out end by themselves within minutes.',
    headers: SessionHeaders,
    output: z.object({ success: z.literal(true) }),
    outputHeaders: SessionCookie,
    refusals: { FOREIGN_ORIGIN },
    audit: 'sign-in.ended',
  },
  identitySession: {
    method: 'GET',
    path: '/auth/get-session',
    access: 'anonymous',
    noun: 'identity',
    summary: 'Who is signed in here, if anyone',
    headers: SessionHeaders,
    output: z.object({ session: z.object({ expiresAt: Moment }), user: IdentityUserBody }).nullable(),
    outputHeaders: SessionCookie,
    refusals: { FOREIGN_ORIGIN },
  },
  identityProof: {
    method: 'GET',
    path: '/auth/token',
    access: 'anonymous',
    noun: 'identity',
    summary: 'A proof of identity: the JWT that `PUT /user/{email}` exchanges for an access token',
    description:
      'Signed with ES256 by a key of `/auth/jwks`; issuer `mainshaft-identity`, audience `mainshaft-shop`, good for 15 minutes, and no longer than its session, `sid`; claims `sub`, `email`, `email_verified`, `name`.',
    headers: SessionHeaders,
    output: z.object({ token: z.string() }),
    outputHeaders: SessionCookie,
    refusals: { SIGNED_OUT, FOREIGN_ORIGIN },
    rateClass: 'token',
  },
  identityKeys: {
    method: 'GET',
    path: '/auth/jwks',
    access: 'anonymous',
    noun: 'identity',
    summary: 'The public keys of proofs of identity (RFC 7517)',
    output: z.object({ keys: z.array(Jwk) }),
    cache: { maxAgeSeconds: 300 },
  },
  identityUpdateUser: {
    method: 'POST',
    path: '/auth/update-user',
    access: 'anonymous',
    noun: 'identity',
    summary: 'Change the display name of the signed-in account',
    headers: SessionHeaders,
    body: z.object({ name: DisplayName }),
    output: z.object({ status: z.literal(true) }),
    outputHeaders: SessionCookie,
    refusals: { SIGNED_OUT, FOREIGN_ORIGIN },
    audit: 'account.renamed',
  },
  identityVerifyEmail: {
    method: 'POST',
    path: '/auth/verify-email',
    access: 'anonymous',
    noun: 'identity',
    summary: 'Verify an email address with the token of the link that was sent there',
    description:
      'Needs no session. The token is good for 24 hours and for the account and address that it was made for. Counts at once; repeating it changes nothing. A second factor that was set up before falls, unless it was shown in this session.',
    headers: SessionHeaders,
    body: z.object({ token: LinkToken }),
    output: z.object({ status: z.literal(true), email: z.string() }),
    refusals: { INVALID_TOKEN, TOKEN_EXPIRED, FOREIGN_ORIGIN },
    rateClass: 'token',
    audit: 'account.email-verified',
  },
  identitySendVerificationEmail: {
    method: 'POST',
    path: '/auth/send-verification-email',
    access: 'anonymous',
    noun: 'identity',
    summary: 'Send the verification mail of the signed-in account again',
    description:
      'Three mails, and then one every ten minutes. Sends nothing where the address is verified, which `emailVerified` says.',
    headers: SessionHeaders,
    output: z.object({ status: z.literal(true), emailVerified: z.boolean() }),
    outputHeaders: SessionCookie,
    refusals: { SIGNED_OUT, FOREIGN_ORIGIN, TOO_MANY_TRIES },
    rateClass: 'credentials',
    audit: { none: 'A mail to oneself; opening its link is kept.' },
  },
  identityResendVerificationEmail: {
    method: 'POST',
    path: '/auth/send-verification-email/by-token',
    access: 'anonymous',
    noun: 'identity',
    summary: 'Send the verification mail of an account that a sign-in with Google was not linked with',
    description:
      'Needs no session: the `resendToken` of that refusal, good for an hour, says whose mail it is. Limited like the other.',
    headers: SessionHeaders,
    body: z.object({ token: LinkToken }),
    output: z.object({ status: z.literal(true) }),
    refusals: { INVALID_TOKEN, TOKEN_EXPIRED, FOREIGN_ORIGIN, TOO_MANY_TRIES },
    rateClass: 'credentials',
    audit: { none: 'A mail to oneself; opening its link is kept.' },
  },
  identityGoogleStart: {
    method: 'POST',
    path: '/auth/google/start',
    access: 'anonymous',
    noun: 'identity',
    summary: 'Begin a sign-in with Google: the address for its window',
    description:
      'The window comes back to `/auth/callback/google`. `attempt` stays with the page, which ends the sign-in with it; it is good for ten minutes and once. Not found where the shop has no Google.',
    headers: SessionHeaders,
    output: z.object({ url: z.url(), attempt: z.string() }),
    refusals: { NOT_FOUND, FOREIGN_ORIGIN, GOOGLE_UNAVAILABLE },
    rateClass: 'credentials',
    audit: { none: 'Nothing has happened yet; how it ends is kept.' },
  },
  identityGoogleReturn: {
    method: 'GET',
    path: '/auth/callback/google',
    access: 'anonymous',
    noun: 'identity',
    summary: 'Where Google sends its window back to',
    description:
      'A page without script that does nothing: the page that opened the window reads `state` and `code`, or `error`, from its address and closes it.',
    file: ['text/html'],
  },
  identityGoogleFinish: {
    method: 'POST',
    path: '/auth/google/finish',
    access: 'anonymous',
    noun: 'identity',
    summary: 'End a sign-in with Google with what its window came back with',
    description:
      'Sets the session cookie. Makes the account where neither Google account nor email are known. An account that has this email otherwise is linked only where its email is verified, and Google says so too; in a browser that was not signed in to it before, its password and its sessions end.',
    headers: NewSessionHeaders,
    body: z.object({
      attempt: handedThrough(200),
      state: handedThrough(200),
      code: handedThrough(4_000).optional(),
      error: handedThrough(200).optional(),
    }),
    output: SignedInBody,
    outputHeaders: SessionCookie,
    refusals: {
      NOT_FOUND,
      FOREIGN_ORIGIN,
      SIGN_IN_OVER,
      GOOGLE_REFUSED,
      GOOGLE_UNAVAILABLE,
      LINK_NEEDS_VERIFIED_EMAIL,
      NOT_FOR_EMULATED,
      SECOND_FACTOR_ASKED,
    },
    rateClass: 'credentials',
    audit: 'sign-in.done',
  },
  identityAskForPasswordReset: {
    method: 'POST',
    path: '/auth/request-password-reset',
    access: 'anonymous',
    noun: 'identity',
    summary: 'Have a link mailed that sets a new password',
    description:
      'The same answer, after the same time, whether anyone has this address or not. Three mails, and then one every ten minutes.',
    headers: SessionHeaders,
    body: z.object({ email: Email }),
    output: z.object({ status: z.literal(true) }),
    refusals: { FOREIGN_ORIGIN, TOO_MANY_TRIES },
    rateClass: 'credentials',
    audit: {
      none: 'The mail is kept when it is sent: only then it is known whether anyone has this address.',
    },
  },
  identityReadPasswordLink: {
    method: 'POST',
    path: '/auth/reset-password/read',
    access: 'anonymous',
    noun: 'identity',
    summary: 'Whose password a link would set, without using it',
    headers: SessionHeaders,
    body: z.object({ token: LinkToken }),
    output: z.object({ email: z.string() }),
    refusals: { INVALID_TOKEN, TOKEN_EXPIRED, FOREIGN_ORIGIN },
    rateClass: 'token',
    audit: { none: 'Reads only.' },
  },
  identityResetPassword: {
    method: 'POST',
    path: '/auth/reset-password',
    access: 'anonymous',
    noun: 'identity',
    summary: 'Set a new password with the token of the link that was mailed',
    description:
      'The token is good for an hour and once: for the account, address and password that it was made for. Ends all sessions and access tokens of the account, and its links with Google accounts that have not proven this email; verifies the email. A second factor stays, unless the email was not verified before.',
    headers: SessionHeaders,
    body: z.object({ token: LinkToken, password: Password }),
    output: z.object({ status: z.literal(true), email: z.string() }),
    refusals: { INVALID_TOKEN, TOKEN_EXPIRED, FOREIGN_ORIGIN },
    rateClass: 'credentials',
    audit: 'password.reset',
  },
});
export const identityTable = { ...accounts, ...identitySecurity };
export type IdentityTable = typeof identityTable;
