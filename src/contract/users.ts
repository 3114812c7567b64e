/** Calls of users: the access token, the list of users, roles. */
import * as z from 'zod';
import { Email, EmailParams, Moment, PageHeaders, PageQuery, text } from './fields.ts';
import { operations } from './kernel/operation.ts';
import {
  DEACTIVATED,
  EMAIL_MISMATCH,
  EMAIL_NOT_VERIFIED,
  KEPT_ELSEWHERE,
  LAST_ADMIN,
  NOT_FOUND,
  NOT_YOURS,
  SIGNED_OUT,
  YOUR_OWN,
} from './refusals.ts';

export const UserBody = z
  .object({
    _id: z.uuid(),
    email: z.string(),
    name: z.string(),
    role: z.enum(['admin', 'customer']),
    emailVerified: z.boolean(),
    deactivated: z.boolean(),
    /** Whether they have a second factor, as far as this shop keeps it. */
    secondFactor: z.boolean(),
    createdAt: Moment,
  })
  .meta({ id: 'User' });

export const users = operations({
  tokenIssue: {
    method: 'PUT',
    path: '/user/{email}',
    access: 'identity',
    noun: 'users',
    summary: 'Exchange a proof of identity for an access token',
    description:
      "The proof is the identity provider's JWT in `Authorization: Bearer`. The body's email, the path's and the proof's must be the same. The token lasts `expiresInSeconds`. A proof of the shop's own provider is good as long as the session that it was made in.",
    params: EmailParams,
    body: z.object({ email: Email }),
    output: z.object({
      token: z.string(),
      expiresInSeconds: z.number().int(),
      role: z.enum(['admin', 'customer']),
    }),
    refusals: { EMAIL_MISMATCH, NOT_YOURS, SIGNED_OUT, EMAIL_NOT_VERIFIED, DEACTIVATED },
    rateClass: 'token',
    audit: { none: 'Renews a sign-in that is kept where it was made.' },
  },
  usersList: {
    method: 'GET',
    path: '/user',
    access: 'admin',
    noun: 'users',
    summary: 'All users, newest first',
    description:
      '`find` narrows them to those who have each of its words, or parts of words, in name or email.',
    query: PageQuery.extend({ find: text(200).optional() }),
    output: z.array(UserBody),
    outputHeaders: PageHeaders,
    // With words it searches.
    rateClass: 'search',
  },
  userMakeAdmin: {
    method: 'PUT',
    path: '/user/admin/{email}',
    access: 'admin',
    noun: 'users',
    summary: 'Make a user an admin',
    description: 'Their email must be verified. `modifiedCount` is 0 when they already were.',
    params: EmailParams,
    output: z.object({ modifiedCount: z.number().int() }),
    refusals: { NOT_FOUND, EMAIL_NOT_VERIFIED, DEACTIVATED },
    audit: 'user.made-admin',
  },
  userTakeAdminAway: {
    method: 'DELETE',
    path: '/user/admin/{email}',
    access: 'admin',
    noun: 'users',
    summary: "Take an admin's role away",
    description:
      'They are a customer from this moment on: their tokens stop working at once, their sessions stay. Never from the last admin. `modifiedCount` is 0 when they were none.',
    params: EmailParams,
    output: z.object({ modifiedCount: z.number().int() }),
    refusals: { NOT_FOUND, LAST_ADMIN },
    audit: 'user.made-customer',
  },
  userDeactivate: {
    method: 'DELETE',
    path: '/user/{email}',
    access: 'admin',
    noun: 'users',
    summary: 'Deactivate a user',
    description:
      'Their tokens stop working at once; their orders stay. An admin loses the role. Never the last admin.',
    params: EmailParams,
    output: z.object({ modifiedCount: z.number().int() }),
    refusals: { NOT_FOUND, LAST_ADMIN },
    audit: 'user.deactivated',
  },
  userLetBackIn: {
    method: 'PUT',
    path: '/user/active/{email}',
    access: 'admin',
    noun: 'users',
    summary: 'Let a deactivated user back in',
    description:
      'As a customer, who signs in anew: sessions from before end. Password and second factor are as they were. `modifiedCount` is 0 when they were not deactivated.',
    params: EmailParams,
    output: z.object({ modifiedCount: z.number().int() }),
    refusals: { NOT_FOUND },
    audit: 'user.let-back-in',
  },
  userResetSecondFactor: {
    method: 'DELETE',
    path: '/second-factor/{email}',
    access: 'admin',
    noun: 'users',
    summary: "Take away another's second factor",
    description:
      'For somebody who has lost both app and recovery codes. Ends their sessions and tokens, and tells them by mail. `modifiedCount` is 0 where there was none.',
    params: EmailParams,
    output: z.object({ modifiedCount: z.number().int() }),
    refusals: { NOT_FOUND, YOUR_OWN, KEPT_ELSEWHERE },
    audit: 'user.second-factor-reset',
  },
  userIsAdmin: {
    method: 'GET',
    path: '/admin/{email}',
    access: 'customer',
    noun: 'users',
    summary: 'Whether a user is an admin',
    description: "One's own address, or any for an admin.",
    params: EmailParams,
    output: z.object({
      admin: z.boolean(),
      /** They are one, and may do nothing of it before they have shown their second factor. */
      needsSecondFactor: z.literal(true).optional(),
    }),
    refusals: { NOT_YOURS },
  },
});
