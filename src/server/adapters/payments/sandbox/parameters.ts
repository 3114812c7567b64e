/** What each call takes. A parameter that is not named here is refused, as Stripe refuses what it doesn't know. */
import * as z from 'zod';
import type { FormTree } from './form-body.ts';
import { invalidRequest, type StripeRefusal } from './stripe-refusal.ts';

/** Stripe's code and text for a value that doesn't fit; read back from zod's issue by `refusalOf`. */
function fits<T>(
  schema: z.ZodType<T>,
  test: (value: T) => boolean,
  code: string,
  message: string,
): z.ZodType<T> {
  return schema.refine(test, { error: message, params: { code } });
}

const text = (charactersMax: number) =>
  fits(
    z.string(),
    (value) => value.length <= charactersMax,
    'parameter_invalid_string_too_long',
    `Invalid string: must be at most ${charactersMax} characters`,
  );
const filled = (charactersMax: number) =>
  fits(
    text(charactersMax),
    (value) => value !== '',
    'parameter_invalid_empty',
    'You passed an empty string. We assume empty values are an attempt to unset a parameter; however this parameter cannot be unset.',
  );
const integer = fits(
  z.string(),
  (value) => /^-?\d{1,15}$/u.test(value),
  'parameter_invalid_integer',
  'Invalid integer',
).transform(Number);
const positive = fits(
  z.string(),
  (value) => /^-?\d{1,15}$/u.test(value),
  'parameter_invalid_integer',
  'Invalid positive integer',
)
  .transform(Number)
  .refine((value) => value >= 1, {
    error: 'This value must be greater than or equal to 1.',
    params: { code: 'parameter_invalid_integer' },
  });
const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values, { error: () => `Invalid value: must be one of ${values.join(', ')}` });

const email = fits(
  text(800),
  (value) => /^[^\s@]+@[^\s@]+$/u.test(value),
  'email_invalid',
  'Invalid email address',
);

/** Up to 50 pairs. An empty value leaves its key out. */
const metadata = z
  .record(
    fits(
      z.string(),
      (key) => key.length <= 40,
      'metadata_invalid',
      'Metadata keys have at most 40 characters',
    ),
    text(500),
  )
  .refine((pairs) => Object.keys(pairs).length <= 50, { error: 'Metadata has at most 50 keys' })
  .transform((pairs) => Object.fromEntries(Object.entries(pairs).filter(([, value]) => value !== '')));

// A list arrives as an object whose keys are its indexes.
const list = <T>(item: z.ZodType<T>) =>
  z.preprocess(
    (value) => (typeof value === 'object' && value !== null ? Object.values(value) : value),
    z.array(item),
  );

/** What a browser adds to each of its calls. */
const browserCall = { client_secret: text(200).optional() };

export const NoParameters = z.strictObject({});

export const IntentCreate = z.strictObject({
  amount: positive,
  currency: filled(3).transform((code) => code.toLowerCase()),
  allowed_payment_method_types: list(z.literal('card')).optional(),
  description: text(1_000).optional(),
  metadata: metadata.optional(),
  receipt_email: email.optional(),
});
export type IntentCreateParameters = z.output<typeof IntentCreate>;

export const IntentRetrieve = z.strictObject(browserCall);

const moment = fits(
  z.string(),
  (value) => /^\d{1,12}$/u.test(value),
  'parameter_invalid_integer',
  'Invalid integer',
).transform(Number);

const listPage = {
  created: z.strictObject({ gte: moment.optional(), lte: moment.optional() }).optional(),
  limit: fits(
    integer,
    (value) => value >= 1 && value <= 100,
    'parameter_invalid_integer',
    'This value must be from 1 to 100',
  ).default(10),
  starting_after: filled(200).optional(),
};

export const IntentList = z.strictObject(listPage);

export const IntentConfirm = z.strictObject({
  ...browserCall,
  payment_method: filled(200).optional(),
  return_url: text(5_000).optional(),
  use_stripe_sdk: oneOf(['true', 'false']).optional(),
});
export type IntentConfirmParameters = z.output<typeof IntentConfirm>;

export const IntentCancel = z.strictObject({
  cancellation_reason: oneOf(['duplicate', 'fraudulent', 'requested_by_customer', 'abandoned']).optional(),
});
export type IntentCancelParameters = z.output<typeof IntentCancel>;

export const ChallengeComplete = z.strictObject({
  client_secret: filled(200),
  source: filled(200),
  outcome: oneOf(['succeeded', 'failed']),
});
export type ChallengeCompleteParameters = z.output<typeof ChallengeComplete>;

const billingText = text(5_000)
  .transform((value) => (value === '' ? null : value))
  .default(null);

export const PaymentMethodCreate = z.strictObject({
  type: oneOf(['card']),
  card: z.strictObject({
    number: filled(40),
    exp_month: integer,
    exp_year: integer,
    cvc: text(10).optional(),
  }),
  billing_details: z
    .strictObject({
      name: billingText,
      email: billingText,
      phone: billingText,
      address: z
        .strictObject({
          city: billingText,
          country: billingText,
          line1: billingText,
          line2: billingText,
          postal_code: billingText,
          state: billingText,
        })
        .nullable()
        .default(null),
    })
    .default({ name: null, email: null, phone: null, address: null }),
});
export type PaymentMethodCreateParameters = z.output<typeof PaymentMethodCreate>;

export const RefundCreate = z.strictObject({
  payment_intent: filled(200).optional(),
  charge: filled(200).optional(),
  amount: positive.optional(),
  reason: oneOf(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  metadata: metadata.optional(),
});
export type RefundCreateParameters = z.output<typeof RefundCreate>;

export const RefundList = z.strictObject({
  ...listPage,
  payment_intent: filled(200).optional(),
  charge: filled(200).optional(),
});

/**
 * Checks the parameters of a call.
 *
 * @throws StripeRefusal 400 that names the first parameter that doesn't fit.
 */
export function checked<T>(schema: z.ZodType<T>, form: FormTree): T {
  const result = schema.safeParse(form);
  if (result.success) return result.data;
  throw refusalOf(result.error, form);
}

function refusalOf(error: z.ZodError, form: FormTree): StripeRefusal {
  const issue = error.issues[0];
  if (issue === undefined) return invalidRequest('Invalid parameters');
  const param = nameOf(
    issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : issue.path,
  );
  if (issue.code === 'unrecognized_keys') {
    return invalidRequest(`Received unknown parameter: ${param}`, 'parameter_unknown', param);
  }
  if (valueAt(form, issue.path) === undefined) {
    return invalidRequest(`Missing required param: ${param}.`, 'parameter_missing', param);
  }
  if (issue.code === 'custom') {
    const code: unknown = issue.params?.code;
    return invalidRequest(issue.message, typeof code === 'string' ? code : undefined, param);
  }
  return invalidRequest(
    issue.code === 'invalid_value' ? issue.message : `Invalid value for ${param}`,
    undefined,
    param,
  );
}

/** `['card', 'number']` → `card[number]`. */
function nameOf(path: readonly PropertyKey[]): string {
  const [head = '', ...rest] = path.map((key) => String(key).slice(0, 80));
  return head + rest.map((key) => `[${key}]`).join('');
}

function valueAt(form: FormTree, path: readonly PropertyKey[]): unknown {
  let value: FormTree | string | undefined = form;
  for (const key of path) {
    if (typeof value !== 'object') return undefined;
    value = value[String(key)];
  }
  return value;
}
