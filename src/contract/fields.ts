/** Fields that several operations share: ids, paging, money, texts. */

import * as z from 'zod';
import { CURSOR_MAX_LENGTH } from '#domain/paging.ts';
import { EMAIL_MAX_LENGTH, EMAIL_PATTERN } from '#domain/users/email.ts';

/** A part's id: a positive integer as text. */
export const PartId = z.string().regex(/^[1-9]\d{0,14}$/);
/** An id of everything else: a UUID. */
export const Id = z.uuid();
/** An order is named by its id or by its number (`MS-2026-000042`). */
export const OrderRef = z.union([z.uuid(), z.string().regex(/^MS-\d{4}-\d{6,}$/)]);

/**
 * Every address that HTML's `type=email` accepts, with a dotted domain; compared and stored in lower case.
 * The messages are the specified ones.
 */
export const Email = z
  .string({ error: 'Email is Required' })
  .trim()
  .min(1, 'Email is Required')
  .max(EMAIL_MAX_LENGTH, 'Provide a valid Email')
  .regex(EMAIL_PATTERN, 'Provide a valid Email')
  .toLowerCase();
export const EmailParams = z.object({ email: Email });

/** Control characters (tabs and line breaks aside) and lone surrogates, which a database would refuse. */
const UNKEEPABLE = /(?![\t\n\r])\p{Cc}|\p{Cs}/u;

/** Text of people: trimmed, at most `max` characters; where a message is given, it is required. */
export function text(max: number, requiredMessage?: string) {
  const base = requiredMessage === undefined ? z.string() : z.string({ error: requiredMessage });
  const limited = base
    .trim()
    .max(max, `At most ${max} characters`)
    .refine((value) => !UNKEEPABLE.test(value), { error: 'This text has characters that cannot be kept' });
  return requiredMessage === undefined ? limited : limited.min(1, requiredMessage);
}

/** An amount as a decimal number with at most two places, as the API's specified fields carry it. */
export const Amount = z
  .number()
  .nonnegative()
  .max(10_000_000)
  .refine(hasTwoPlaces, 'At most two decimal places');

/** Whether a number is written with at most two decimal places: 93.1 is, 93.10000000000001 is not. */
export function hasTwoPlaces(amount: number): boolean {
  return Number(amount.toFixed(2)) === amount;
}

/** A quantity of a part. */
export const Quantity = z.number().int().min(1).max(1_000_000);

/** Page size: 24 unless told, at most 100. */
export const PageQuery = z.object({
  limit: z.coerce.number<string | number>().int().min(1).max(100).default(24),
  cursor: z.string().max(CURSOR_MAX_LENGTH).optional(),
});
/** Headers of a page: the next one's address, how many there are in all and whether that is exact. */
export const PageHeaders = z.object({
  link: z.string().optional(),
  'x-total-count': z.string(),
  'x-total-count-relation': z.enum(['eq', 'gte']),
});

/** A moment, ISO 8601 with zone. */
export const Moment = z.iso.datetime();

/** A moment that somebody asks about. Calendars have no year 0, and the database reads no endless fractions of a second. */
export const AskedMoment = Moment.max(40).refine(
  (moment) => !moment.startsWith('0000'),
  'There is no year 0',
);
