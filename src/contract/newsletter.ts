/** Calls of the newsletter: asking for it, confirming, leaving and coming back; and who reads it. */
import * as z from 'zod';
import { SUBSCRIPTION_STATUSES } from '#domain/newsletter/subscription.ts';
import { Email, Moment, PageHeaders, PageQuery } from './fields.ts';
import { operations } from './kernel/operation.ts';
import { INVALID_TOKEN, NOT_ON_THE_LIST, TOKEN_EXPIRED } from './refusals.ts';

const Token = z
  .string({ error: 'Token is Required' })
  .min(1, 'Token is Required')
  .max(2_000, 'Token is too long');
const TokenBody = z.object({ token: Token });
const OfAddress = z.object({ email: z.string() });

export const SubscriptionBody = z
  .object({
    email: z.string(),
    status: z.enum(SUBSCRIPTION_STATUSES),
    requestedAt: Moment,
    confirmedAt: Moment.nullable(),
    leftAt: Moment.nullable(),
  })
  .meta({ id: 'Subscription' });
export type SubscriptionBody = z.output<typeof SubscriptionBody>;

/** What a form without script does. */
export const NEWSLETTER_STEPS = ['subscribe', 'confirm', 'leave', 'stay'] as const;

export const newsletter = operations({
  newsletterSubscribe: {
    method: 'POST',
    path: '/newsletter',
    access: 'anonymous',
    noun: 'newsletter',
    summary: 'Ask for the newsletter',
    description:
      'The answer is the same for every address, known or not. A mail with a link is sent there, at most one an hour for each address, and nothing else until the link has been confirmed within 7 days. Who gets the newsletter already is told so by mail.',
    body: z.object({ email: Email }),
    status: 202,
    output: z.object({ accepted: z.literal(true) }),
    rateClass: 'mail',
    audit: { none: "A reader's own subscription." },
  },
  newsletterConfirm: {
    method: 'POST',
    path: '/newsletter/confirm',
    access: 'anonymous',
    noun: 'newsletter',
    summary: 'Confirm that one asked for the newsletter, with the token of the link in the mail',
    description: 'Safe to repeat. A token is good for 7 days, and for the one request that it was made for.',
    body: TokenBody,
    output: OfAddress,
    refusals: { INVALID_TOKEN, TOKEN_EXPIRED },
    rateClass: 'token',
    audit: { none: "A reader's own subscription." },
  },
  newsletterLeave: {
    method: 'POST',
    path: '/newsletter/leave',
    access: 'anonymous',
    noun: 'newsletter',
    summary: 'Leave the newsletter, with the token that every newsletter mail carries',
    description:
      'Safe to repeat, and the same for an address that is not on the list. The token never expires.',
    body: TokenBody,
    output: OfAddress,
    refusals: { INVALID_TOKEN },
    rateClass: 'token',
    audit: { none: "A reader's own subscription." },
  },
  newsletterStay: {
    method: 'POST',
    path: '/newsletter/stay',
    access: 'anonymous',
    noun: 'newsletter',
    summary: 'Undo leaving, with the token that one left by',
    description: 'Within 30 days of leaving; then the address is forgotten. Safe to repeat.',
    body: TokenBody,
    output: OfAddress,
    refusals: { INVALID_TOKEN, NOT_ON_THE_LIST },
    rateClass: 'token',
    audit: { none: "A reader's own subscription." },
  },
  newsletterOneClick: {
    method: 'POST',
    path: '/newsletter/one-click',
    access: 'anonymous',
    noun: 'newsletter',
    summary: 'Leave the newsletter from a mail program (RFC 8058)',
    description:
      'The address of `List-Unsubscribe`. Mail programs post `List-Unsubscribe=One-Click` to it when the reader unsubscribes; needs nothing but the token in it.',
    query: TokenBody,
    rawBody: ['application/x-www-form-urlencoded', 'multipart/form-data'],
    bodyLimitBytes: 10_000,
    output: z.object({ left: z.literal(true) }),
    refusals: { INVALID_TOKEN },
    rateClass: 'webhook',
    audit: { none: "A reader's own subscription." },
  },
  newsletterForm: {
    method: 'POST',
    path: '/newsletter/form/{step}',
    access: 'anonymous',
    noun: 'newsletter',
    summary: 'The same steps for forms of pages without script',
    description: 'Leads to the page that says how it ended, also where a field is wrong.',
    params: z.object({ step: z.enum(NEWSLETTER_STEPS) }),
    form: z.object({ address: z.string().max(1_000).default(''), token: z.string().max(2_000).default('') }),
    bodyLimitBytes: 10_000,
    redirect: true,
    rateClass: 'mail',
    audit: { none: "A reader's own subscription." },
  },
  newsletterList: {
    method: 'GET',
    path: '/newsletter',
    access: 'admin',
    noun: 'newsletter',
    summary: 'Who asked for the newsletter, newest first',
    query: z.object({ ...PageQuery.shape, status: z.enum(SUBSCRIPTION_STATUSES).optional() }),
    output: z.array(SubscriptionBody),
    outputHeaders: PageHeaders,
  },
  newsletterCounts: {
    method: 'GET',
    path: '/newsletter/counts',
    access: 'admin',
    noun: 'newsletter',
    summary: 'How many addresses there are of each status',
    output: z.object({
      unconfirmed: z.number().int(),
      subscribed: z.number().int(),
      left: z.number().int(),
    }),
  },
  newsletterExport: {
    method: 'GET',
    path: '/newsletter/export',
    access: 'admin',
    noun: 'newsletter',
    summary: 'The addresses of the newsletter as a CSV file, newest first',
    description:
      'A line for each address of those that the list shows for the same `status`, however many there are. Subscribers alone have a link to leave, theirs alone, and the address for `List-Unsubscribe`: every mail to them needs both. Nothing in it is a formula to a spreadsheet. Who takes it is in the audit log.',
    query: z.object({ status: z.enum(SUBSCRIPTION_STATUSES).optional() }),
    file: ['text/csv'],
    rateClass: 'document',
    audit: 'file.exported',
  },
});
