/**
 * Every way in which the shop says no: code → status and title. Operations pick from here, so that one code always has
 * one status and one title. What one may not know of is `NOT_FOUND`, never a 403.
 */
import * as z from 'zod';
import { PartSettings } from './part-settings.ts';

export const NOT_FOUND = { status: 404, title: 'Not found' } as const;
export const NOT_YOURS = { status: 403, title: 'This is not your account' } as const;
export const EMAIL_MISMATCH = { status: 422, title: 'The emails differ' } as const;
export const DEACTIVATED = { status: 403, title: 'This account is deactivated' } as const;
export const EMAIL_NOT_VERIFIED = { status: 409, title: 'Verify your email first' } as const;
export const LAST_ADMIN = { status: 409, title: 'The shop needs one admin' } as const;
// The identity provider's own. Their `detail` is its text, which login and sign-up show as it is.
export const WRONG_CREDENTIALS = { status: 401, title: 'Signing in failed' } as const;
export const USER_ALREADY_EXISTS = { status: 422, title: 'Signing up failed' } as const;
export const INVALID_TOKEN = { status: 422, title: 'This link is not good' } as const;
export const TOKEN_EXPIRED = { status: 410, title: 'This link has expired' } as const;
export const SIGN_IN_OVER = { status: 410, title: 'This sign-in is over' } as const;
export const GOOGLE_REFUSED = { status: 409, title: 'Google did not sign you in' } as const;
export const GOOGLE_UNAVAILABLE = { status: 503, title: 'Google does not answer just now' } as const;
export const LINK_NEEDS_VERIFIED_EMAIL = {
  status: 409,
  title: 'Verify your email first',
  // Has the account's verification mail sent again; null where that would not help.
  data: z.object({ resendToken: z.string().nullable() }),
} as const;
export const SECOND_FACTOR_ASKED = {
  status: 401,
  title: 'Your second factor, please',
  // Ends the sign-in together with a code.
  data: z.object({ challenge: z.string() }),
} as const;
export const WRONG_CODE = { status: 422, title: 'This code is not right' } as const;
export const WRONG_PASSWORD = { status: 422, title: 'The password is not right' } as const;
export const SIGN_IN_AGAIN = { status: 409, title: 'Sign in again first' } as const;
export const SECOND_FACTOR_ON = { status: 409, title: 'The second factor is on already' } as const;
export const SECOND_FACTOR_OFF = { status: 409, title: 'There is no second factor' } as const;
export const KEPT_ELSEWHERE = { status: 409, title: 'This is kept elsewhere' } as const;
export const YOUR_OWN = { status: 409, title: 'This is your own' } as const;
export const NOT_FOR_EMULATED = {
  status: 409,
  title: 'The emulated Google may not sign in to this account',
} as const;
export const NOT_ON_THE_LIST = { status: 409, title: 'This address is not on the list any more' } as const;
export const SIGNED_OUT = { status: 401, title: 'No user is logged in' } as const;
export const FOREIGN_ORIGIN = { status: 403, title: 'This call came from another site' } as const;
export const TOO_MANY_TRIES = {
  status: 429,
  title: 'Too many tries',
  data: z.object({ retryAfterSeconds: z.number().int() }),
} as const;

export const USER_EXISTS = {
  status: 409,
  title: 'user exists',
  data: z.object({ success: z.literal(false) }),
} as const;

export const PRICE_CHANGED = {
  status: 409,
  title: 'The price has changed',
  data: z.object({ partId: z.string(), price: z.number(), pricePerUnit: z.number() }),
} as const;
export const BELOW_MINIMUM = {
  status: 409,
  title: 'Please type minimum Order',
  data: z.object({ partId: z.string(), minOrder: z.number().int(), stock: z.number().int() }),
} as const;
export const NOT_A_MULTIPLE = {
  status: 409,
  title: 'Sold in multiples',
  data: z.object({
    partId: z.string(),
    orderMultiple: z.number().int(),
    lower: z.number().int(),
    higher: z.number().int(),
  }),
} as const;
export const OUT_OF_STOCK = {
  status: 409,
  title: 'Not available',
  data: z.object({ partId: z.string(), minOrder: z.number().int(), stock: z.number().int() }),
} as const;
export const PART_NOT_FOUND = {
  status: 404,
  title: 'No such part',
  data: z.object({ partId: z.string() }),
} as const;
export const TOO_MANY_UNPAID = {
  status: 409,
  title: 'Too many unpaid orders',
  data: z.object({ limit: z.number().int() }),
} as const;
export const UNKNOWN_VEHICLE = { status: 422, title: 'There is no such vehicle' } as const;
export const GARAGE_FULL = {
  status: 409,
  title: 'The garage is full',
  data: z.object({ limit: z.number().int() }),
} as const;
export const AMOUNT_TOO_LARGE = { status: 422, title: 'The amount is too large' } as const;
export const AMOUNT_NOT_PAYABLE = { status: 422, title: 'The amount cannot be paid' } as const;
export const IDEMPOTENCY_MISMATCH = {
  status: 422,
  title: 'This Idempotency-Key was used for something else',
} as const;

export const ORDER_PAID = { status: 409, title: 'This order is paid' } as const;
export const ORDER_CLOSED = { status: 409, title: 'This order is closed' } as const;
export const PAYMENT_NOT_CONFIRMED = { status: 409, title: 'The payment is not confirmed' } as const;
export const PAYMENT_UNAVAILABLE = { status: 503, title: 'Payments are not available just now' } as const;
export const PAYMENT_REFUSED = {
  status: 409,
  title: 'The payment provider does not take this payment',
} as const;
export const NOTHING_TO_REFUND = { status: 409, title: 'There is nothing to give back' } as const;
export const REFUND_TOO_LARGE = {
  status: 409,
  title: 'That is more than is left of this payment',
  // What may still be given back.
  data: z.object({ refundable: z.number(), currency: z.string() }),
} as const;
export const TOO_MANY_RETURNED = {
  status: 409,
  title: 'That is more than was ordered',
  data: z.object({ partId: z.string(), left: z.number().int() }),
} as const;
export const BAD_SIGNATURE = { status: 400, title: 'The signature is not right' } as const;

export const PART_NUMBER_TAKEN = { status: 409, title: 'This part number is taken' } as const;
export const PART_REPLACED = {
  status: 404,
  title: 'No part has this number any more',
  // Those that replace it: one as a rule, several where it was divided, or where it is not clear which is the newest.
  data: z.object({
    replacedBy: z.array(
      z.object({
        _id: z.string(),
        brand: z.string(),
        brandSlug: z.string(),
        partNumber: z.string(),
        partNumberSlug: z.string(),
      }),
    ),
  }),
} as const;
export const CHANGED_MEANWHILE = {
  status: 409,
  title: 'This part was changed meanwhile',
  // What is not as the change started from it, as it is now.
  data: z.object({ now: PartSettings.partial() }),
} as const;
export const UNKNOWN_PART_TYPE = { status: 422, title: 'There is no such part type' } as const;
export const PRICE_NOT_IN_CURRENCY = { status: 422, title: 'The currency has no such small units' } as const;
export const MINIMUM_NOT_A_MULTIPLE = {
  status: 422,
  title: 'The minimum order must be a multiple of the order multiple',
} as const;
export const STOCK_LIMIT = { status: 409, title: 'That is more stock than a part can have' } as const;
export const STOCK_WOULD_BE_NEGATIVE = {
  status: 409,
  title: 'There is not that much stock',
  data: z.object({ stock: z.number().int() }),
} as const;
export const IMAGE_REFUSED = { status: 422, title: 'This picture cannot be used' } as const;

export const IMPORT_NOT_RECOGNISED = {
  status: 422,
  title: 'This is none of the files that can be imported',
} as const;
export const IMPORT_UNDER_WAY = {
  status: 409,
  title: 'Another import of this kind is under way',
  data: z.object({ importId: z.string() }),
} as const;
export const IMPORT_NOT_CHECKED = { status: 409, title: 'This import is not waiting to be applied' } as const;
export const IMPORT_HAS_ERRORS = {
  status: 409,
  title: 'This import has rows with errors',
  data: z.object({ badRows: z.number().int() }),
} as const;
export const IMPORT_OVER = { status: 409, title: 'This import is over' } as const;
