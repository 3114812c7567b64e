/** The settings of payments: Stripe's keys, of which each has its place, and the currency that orders are paid in. */
import * as z from 'zod';
import { STRIPE_CURRENCIES } from './stripe-currencies.ts';

/** What a key of Stripe says about itself by how it begins. */
const KINDS: readonly (readonly [prefix: string, what: string])[] = [
  ['sk_', 'a secret key'],
  ['rk_', 'a restricted key'],
  ['pk_', 'a publishable key'],
  ['whsec_', 'a webhook’s secret'],
];

/** A key that must begin in one of these ways. The refusal says what it is instead, and never repeats it. */
function key(...beginnings: readonly string[]) {
  const error = ({ input }: { readonly input?: unknown }) => {
    const kind = KINDS.find(([prefix]) => String(input).startsWith(prefix));
    const isMixedUp = kind !== undefined && !beginnings.some((beginning) => beginning.startsWith(kind[0]));
    return `must begin with ${beginnings.join(' or ')}${isMixedUp ? `; this is ${kind[1]}` : ''}`;
  };
  const hasBeginning = (value: string) =>
    beginnings.some(
      (beginning) => value.startsWith(beginning) && /^\w+$/.test(value.slice(beginning.length)),
    );
  return z.string().refine(hasBeginning, { error }).optional();
}

/** A code of a currency in which orders can be paid. */
export const payable = (code: z.ZodString) =>
  code.refine((value) => STRIPE_CURRENCIES.has(value.toLowerCase()), {
    error: ({ input }) =>
      'must be a currency that Stripe takes payments in, such as USD (https://docs.stripe.com/currencies): ' +
      `no order could ever be paid in ${String(input)}`,
  });

function isPlainAddress(value: string): boolean {
  const url = URL.parse(value);
  return url !== null && ['http:', 'https:'].includes(url.protocol) && url.href === `${url.origin}/`;
}

/** The variables, as part of the environment. */
export const paymentVariables = {
  STRIPE_SECRET_KEY: key('sk_test_', 'sk_live_', 'rk_test_', 'rk_live_'),
  STRIPE_PUBLISHABLE_KEY: key('pk_test_', 'pk_live_'),
  STRIPE_WEBHOOK_SECRET: key('whsec_'),
  STRIPE_API_URL: z
    .string()
    .refine(isPlainAddress, 'must be an address such as http://127.0.0.1:12111, without a path')
    .optional(),
} as const;

const Variables = z.object(paymentVariables);

export type StripeKeys = {
  readonly secretKey: string;
  readonly publishableKey: string;
  readonly webhookSecret: string;
  /** Where Stripe's API is spoken instead of at Stripe. */
  readonly apiBase: URL | undefined;
};

/** The three keys, undefined where none is set; or what does not go together in them, as a sentence. */
export function stripeKeys(
  variables: z.output<typeof Variables>,
): StripeKeys | undefined | { readonly problem: string } {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey } = variables;
  const { STRIPE_WEBHOOK_SECRET: webhookSecret } = variables;
  if (secretKey === undefined && publishableKey === undefined && webhookSecret === undefined)
    return undefined;
  if (secretKey === undefined || publishableKey === undefined || webhookSecret === undefined) {
    return {
      problem:
        'STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET go together: set all three',
    };
  }
  const [secretMode, publishableMode] = [secretKey, publishableKey].map((one) => one.split('_')[1]);
  if (secretMode !== publishableMode) {
    return {
      problem: `STRIPE_SECRET_KEY is of ${secretMode} mode and STRIPE_PUBLISHABLE_KEY of ${publishableMode} mode: both must be of one`,
    };
  }
  const { STRIPE_API_URL: apiUrl } = variables;
  if (apiUrl !== undefined && secretMode !== 'test')
    return { problem: 'STRIPE_API_URL is for test keys: a live key is told to Stripe alone' };
  return {
    secretKey,
    publishableKey,
    webhookSecret,
    apiBase: apiUrl === undefined ? undefined : new URL(apiUrl),
  };
}
