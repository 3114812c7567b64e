/**
 * The configuration: environment variables, read and checked once, here. `.env.example` documents the same list for
 * people; a test holds the two together.
 */
import * as z from 'zod';
import { isRate } from '#domain/pricing/exchange.ts';
import { type GoogleKeys, googleKeys, googleVariables } from './config-google.ts';
import { type IdentitySettings, identitySettings, identityVariables } from './config-identity.ts';
import { type ImageSettings, imageSettings, imageVariables } from './config-images.ts';
import { payable, paymentVariables, type StripeKeys, stripeKeys } from './config-payments.ts';
import { type TelemetryChoice, telemetrySettings, telemetryVariables } from './config-telemetry.ts';
import { MailFromText, SmtpUrl } from './mail-settings.ts';
import { SetupError } from './setup-error.ts';

const flag = z.enum(['true', 'false']).transform((value) => value === 'true');
const whole = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be from ${min} to ${max}`);
const url = (...protocols: string[]) =>
  z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), {
    error: `must be a URL that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
  });
const currencyCode = z
  .string()
  .regex(/^[A-Z]{3}$/, { error: 'must be an ISO 4217 code such as USD', abort: true });
const password = z
  .string()
  .min(6, 'must be 6 characters or longer')
  .max(128, 'must be at most 128 characters');

export const Environment = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: whole(1, 65_535).optional(),
  PUBLIC_URL: url('http:', 'https:').optional(),
  DATA_DIR: z.string().optional(),
  DATABASE_URL: url('postgres:', 'postgresql:').optional(),
  DATABASE_READ_URL: url('postgres:', 'postgresql:').optional(),
  DATABASE_MAX_CONNECTIONS: whole(2, 500).default(20),
  SHOP_SECRET: z.string().min(32, 'must be 32 characters or longer').optional(),
  SHOP_NAME: z.string().max(60).default('Mainshaft'),
  SHOP_LOCALE: z
    .string()
    .regex(/^[a-z]{2}(-[A-Z]{2})?$/, 'must look like en or en-GB')
    .default('en'),
  BUSINESS_CLIENTS: z.string().max(20).default('1000+'),
  BUSINESS_COUNTRIES: z.string().max(20).default('50+'),
  BUSINESS_PRODUCTS: z.string().max(20).default('10000+'),
  LIST_CURRENCY: currencyCode.default('USD'),
  SETTLEMENT_CURRENCY: payable(currencyCode).default('BDT'),
  EXCHANGE_RATE: z
    .string()
    .refine(isRate, 'must be a decimal number above 0, such as 121.50')
    .default('121.50'),
  EXCHANGE_RATE_DATE: z.iso.date('must be a date such as 2026-11-01').default('2026-11-01'),
  ORDER_EXPIRY_MINUTES: whole(1, 43_200).default(120),
  MAX_UNPAID_ORDERS: whole(1, 10_000).default(10),
  ...paymentVariables,
  ...identityVariables,
  ...googleVariables,
  SANDBOX_PAYMENTS: flag.default(false),
  SMTP_URL: SmtpUrl.optional(),
  MAIL_FROM: MailFromText.optional(),
  ...imageVariables,
  DEMO: flag.default(true),
  DEMO_ADMIN_PASSWORD: password.optional(),
  DEMO_BUYER_PASSWORD: password.optional(),
  ANSWER_CACHE_MB: whole(0, 4_000).default(16),
  RATE_LIMITS: flag.default(true),
  MAX_REQUESTS_IN_FLIGHT: whole(10, 100_000).default(500),
  TRUST_PROXY: flag.default(false),
  STRICT_TRANSPORT: z.enum(['off', 'host', 'subdomains']).default('subdomains'),
  ...telemetryVariables,
  LOG_LEVEL: z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug']).default('info'),
});
export type Environment = z.output<typeof Environment>;

/** A wrong setting. The message names every variable that is wrong, one a line. */
export class ConfigError extends SetupError {}

/** Whether a host name means this machine alone. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

/**
 * Reads the configuration.
 * @throws ConfigError when a value is wrong, or values do not go together. An empty variable counts as not set.
 */
export function readConfig(variables: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = Environment.safeParse(given);
  if (!parsed.success) {
    throw new ConfigError(
      parsed.error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}`).join('\n'),
    );
  }
  const environment = parsed.data;
  const isDemo = environment.DEMO && isLoopback(environment.HOST) && environment.DATABASE_URL === undefined;
  const stripe = stripeKeys(environment);
  if (stripe !== undefined && 'problem' in stripe) throw new ConfigError(stripe.problem);
  const google = googleKeys(environment);
  if (google !== undefined && 'problem' in google) throw new ConfigError(google.problem);
  if (stripe === undefined && !isDemo && !environment.SANDBOX_PAYMENTS) {
    throw new ConfigError(
      'STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET are needed to take payments. ' +
        'To run with sandbox payments, where no money moves, set SANDBOX_PAYMENTS=true',
    );
  }
  const identity = identitySettings(environment);
  if ('problem' in identity) throw new ConfigError(identity.problem);
  const images = imageSettings(environment);
  if ('problem' in images) throw new ConfigError(images.problem);
  if (environment.SMTP_URL !== undefined && environment.MAIL_FROM === undefined)
    throw new ConfigError('MAIL_FROM is needed with SMTP_URL: the address that mail is from');
  return {
    ...environment,
    isDemo,
    stripe,
    google,
    identity,
    images,
    telemetry: telemetrySettings(environment),
  };
}

export type Config = Environment & {
  /** Sample catalogue, demo people and orders: only with the embedded database, on this machine alone. */
  readonly isDemo: boolean;
  /** Undefined: an emulated Google in the demo, none elsewhere. */
  readonly google: GoogleKeys | undefined;
  /** Undefined: the sandbox. */
  readonly stripe: StripeKeys | undefined;
  readonly identity: IdentitySettings;
  readonly images: ImageSettings;
  /** Undefined: nothing is measured for others. */
  readonly telemetry: TelemetryChoice | undefined;
};
