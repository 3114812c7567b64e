/** Calls of the embedded identity provider about the safety of an account: second factor, password, devices. */
import * as z from 'zod';
import { Moment } from './fields.ts';
import {
  handedThrough,
  NewSessionHeaders,
  Password,
  SessionCookie,
  SessionHeaders,
  SignedInBody,
} from './identity-fields.ts';
import { operations } from './kernel/operation.ts';
import {
  FOREIGN_ORIGIN,
  NOT_FOUND,
  SECOND_FACTOR_OFF,
  SECOND_FACTOR_ON,
  SIGN_IN_AGAIN,
  SIGN_IN_OVER,
  SIGNED_OUT,
  TOO_MANY_TRIES,
  WRONG_CODE,
  WRONG_PASSWORD,
} from './refusals.ts';

/** A code of the app, or a recovery code, however it is typed. */
const Code = z
  .string({ error: 'Code is Required' })
  .trim()
  .min(1, 'Code is Required')
  .max(40, 'Code is too long');
/** What the dangerous acts ask for again: the password, of an account that has one. */
const Again = z.object({ password: Password.optional() });
const JudgedAgain = { SIGNED_OUT, FOREIGN_ORIGIN, WRONG_PASSWORD, SIGN_IN_AGAIN, TOO_MANY_TRIES } as const;

export const identitySecurity = operations({
  identityFinishSignIn: {
    method: 'POST',
    path: '/auth/sign-in/second-factor',
    access: 'anonymous',
    noun: 'identity',
    summary: 'End a sign-in that asked for the second factor, with a code',
    description:
      'The challenge is good for ten minutes. Each code is good once. Ten tries, and then one every five minutes, which only who knows the password can use up; a right code gives them back, and a new password does not.',
    headers: NewSessionHeaders,
    body: z.object({ challenge: handedThrough(200), code: Code }),
    output: SignedInBody,
    outputHeaders: SessionCookie,
    refusals: { WRONG_CODE, SIGN_IN_OVER, FOREIGN_ORIGIN, TOO_MANY_TRIES },
    rateClass: 'credentials',
    audit: 'sign-in.done',
  },
  identitySecurity: {
    method: 'GET',
    path: '/auth/security',
    access: 'anonymous',
    noun: 'identity',
    summary: 'How the signed-in account is kept safe, and where it is signed in',
    headers: SessionHeaders,
    output: z.object({
      hasPassword: z.boolean(),
      secondFactor: z.object({
        /** Null where it is off. */
        since: Moment.nullable(),
        recoveryCodesLeft: z.number().int(),
        /** When it was last shown in this session. */
        shownAt: Moment.nullable(),
      }),
      sessions: z.array(
        z.object({
          id: z.uuid(),
          isThis: z.boolean(),
          /** What the browser said of itself when it signed in; empty where it said nothing. */
          userAgent: z.string(),
          signedInAt: Moment,
          /** To the day: sessions are renewed once a day. */
          seenAt: Moment,
        }),
      ),
    }),
    outputHeaders: SessionCookie,
    refusals: { SIGNED_OUT, FOREIGN_ORIGIN },
  },
  identityBeginSecondFactor: {
    method: 'POST',
    path: '/auth/second-factor/begin',
    access: 'anonymous',
    noun: 'identity',
    summary: 'Begin to set up a second factor: the secret for an app',
    description:
      'Asks for the password again; an account without one has to have signed in within ten minutes. Counts for nothing until `turn-on`.',
    headers: SessionHeaders,
    body: Again,
    output: z.object({ secret: z.string(), uri: z.string() }),
    refusals: { ...JudgedAgain, SECOND_FACTOR_ON },
    rateClass: 'credentials',
    audit: { none: 'It counts for nothing until it is turned on, which is kept.' },
  },
  identityTurnOnSecondFactor: {
    method: 'POST',
    path: '/auth/second-factor/turn-on',
    access: 'anonymous',
    noun: 'identity',
    summary: 'Turn on the second factor that was begun, by a code of the app',
    description:
      'Answers the recovery codes, which cannot be read again. Ends all other sessions and all access tokens of the account.',
    headers: SessionHeaders,
    body: z.object({ code: Code }),
    output: z.object({ recoveryCodes: z.array(z.string()) }),
    refusals: { SIGNED_OUT, FOREIGN_ORIGIN, WRONG_CODE, TOO_MANY_TRIES },
    rateClass: 'credentials',
    audit: 'second-factor.turned-on',
  },
  identityShowSecondFactor: {
    method: 'POST',
    path: '/auth/second-factor/show',
    access: 'anonymous',
    noun: 'identity',
    summary: 'Show the second factor again in this session',
    description:
      'Proofs that are made from now on say when. A shop may ask its admins for it every twelve hours.',
    headers: SessionHeaders,
    body: z.object({ code: Code }),
    output: z.object({ status: z.literal(true) }),
    refusals: { SIGNED_OUT, FOREIGN_ORIGIN, WRONG_CODE, SECOND_FACTOR_OFF, TOO_MANY_TRIES },
    rateClass: 'credentials',
    audit: 'second-factor.shown',
  },
  identityTurnOffSecondFactor: {
    method: 'POST',
    path: '/auth/second-factor/turn-off',
    access: 'anonymous',
    noun: 'identity',
    summary: 'Turn off the second factor, with the password and a code',
    headers: SessionHeaders,
    body: Again.extend({ code: Code }),
    output: z.object({ status: z.literal(true) }),
    refusals: { ...JudgedAgain, WRONG_CODE, SECOND_FACTOR_OFF },
    rateClass: 'credentials',
    audit: 'second-factor.turned-off',
  },
  identityRenewRecoveryCodes: {
    method: 'POST',
    path: '/auth/second-factor/recovery-codes',
    access: 'anonymous',
    noun: 'identity',
    summary: 'Make new recovery codes, with the password and a code',
    description: 'The old ones are no longer good. The new ones cannot be read again.',
    headers: SessionHeaders,
    body: Again.extend({ code: Code }),
    output: z.object({ recoveryCodes: z.array(z.string()) }),
    refusals: { ...JudgedAgain, WRONG_CODE, SECOND_FACTOR_OFF },
    rateClass: 'credentials',
    audit: 'second-factor.codes-made',
  },
  identityChangePassword: {
    method: 'POST',
    path: '/auth/change-password',
    access: 'anonymous',
    noun: 'identity',
    summary: 'Change the password of the signed-in account',
    description:
      'Asks for the present one, and for a code where the second factor is on. Ends all other sessions and all access tokens of the account.',
    headers: SessionHeaders,
    body: z.object({ password: Password, newPassword: Password, code: Code.optional() }),
    output: z.object({ status: z.literal(true) }),
    refusals: { ...JudgedAgain, WRONG_CODE },
    rateClass: 'credentials',
    audit: 'password.changed',
  },
  identityEndSession: {
    method: 'POST',
    path: '/auth/sessions/end',
    access: 'anonymous',
    noun: 'identity',
    summary: 'Sign out another device of the signed-in account, or all others',
    description:
      'Access tokens of the account end with it, and so do the marks of browsers that know it; this device gets new ones by itself.',
    headers: SessionHeaders,
    body: z.object({ which: z.union([z.uuid(), z.literal('others')]) }),
    output: z.object({ ended: z.number().int() }),
    refusals: { SIGNED_OUT, FOREIGN_ORIGIN, NOT_FOUND },
    audit: 'sign-in.ended-elsewhere',
  },
});
