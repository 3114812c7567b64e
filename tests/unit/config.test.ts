import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import { ConfigError, Environment, isLoopback, readConfig } from '#server/platform/config.ts';

type Variables = Readonly<Record<string, string>>;
const STRIPE: Variables = {
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
};

/** What a start says that was refused. */
function refusalOf(variables: Variables): string {
  try {
    readConfig(variables);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error('this configuration was taken');
}

describe('a wrong value', () => {
  it.each<[string, ...string[]]>([
    ['PORT', '0', '65536', 'http', '-1', '80.5', '8e1'],
    ['PUBLIC_URL', 'shop.example', 'ftp://shop.example', '//shop.example', 'javascript:alert(1)'],
    ['DATABASE_URL', 'localhost:5432', 'mysql://db/shop', 'postgres//db'],
    ['DATABASE_READ_URL', 'replica', 'http://replica'],
    ['DATABASE_MAX_CONNECTIONS', '1', '501', 'many'],
    ['SHOP_NAME', 'x'.repeat(61)],
    ['SHOP_LOCALE', 'english', 'EN', 'en_GB', 'en-gb'],
    ['LIST_CURRENCY', 'usd', 'US', '$', 'USDT'],
    ['SETTLEMENT_CURRENCY', 'taka', 'bdt', 'IRR', 'IQD', 'LYD', 'XXX'],
    ['EXCHANGE_RATE', '0', '-1', '1,5', 'one', '1e3', '.5'],
    ['EXCHANGE_RATE_DATE', 'today', '2026-13-01', '2026-02-30', '01.11.2026', '2026-11-01T00:00:00Z'],
    ['ORDER_EXPIRY_MINUTES', '0', '43201', '2h'],
    ['MAX_UNPAID_ORDERS', '0', '10001', 'ten'],
    ['STRIPE_SECRET_KEY', 'pk_live_1', 'whsec_1', 'sk_1', 'sk_sandbox_1', 'sk_live_', 'sk_live_a b'],
    ['STRIPE_PUBLISHABLE_KEY', 'sk_live_1', 'rk_live_1', 'pk_sandbox_1', 'pk_1'],
    ['STRIPE_WEBHOOK_SECRET', 'secret', 'sk_live_1', 'whsec_'],
    ['SANDBOX_PAYMENTS', 'yes', '1', 'TRUE'],
    ['DEMO', 'off', '0', 'False'],
    ['DEMO_ADMIN_PASSWORD', 'short', 'x'.repeat(129)],
    ['DEMO_BUYER_PASSWORD', 'short'],
    ['STRIPE_API_URL', 'stripe', 'ftp://stripe.example', 'https://stripe.example/v1'],
    ['SHOP_SECRET', 'too short'],
    ['MAX_REQUESTS_IN_FLIGHT', '9', '100001', 'many'],
    ['RATE_LIMITS', 'no'],
    ['TRUST_PROXY', '1'],
    ['STRICT_TRANSPORT', 'true', 'on'],
    ['LOG_LEVEL', 'verbose', 'INFO'],
  ])('of %s stops the start and is named', (name, ...values) => {
    for (const value of values) {
      // Every line says which variable it is about.
      const lines = refusalOf({ ...STRIPE, [name]: value }).split('\n');
      expect(lines.every((line) => line.startsWith(`${name} `))).toBe(true);
    }
  });

  it('is not the only one that is named', () => {
    const lines = refusalOf({ PORT: 'x', LOG_LEVEL: 'loud', DEMO: 'maybe' }).split('\n');
    expect(lines.map((line) => line.split(' ')[0]).sort()).toEqual(['DEMO', 'LOG_LEVEL', 'PORT']);
  });

  it('that no order could be paid by is told with what would do', () => {
    expect(refusalOf({ SETTLEMENT_CURRENCY: 'IRR', LIST_CURRENCY: 'IRR' })).toBe(
      'SETTLEMENT_CURRENCY must be a currency that Stripe takes payments in, such as USD ' +
        '(https://docs.stripe.com/currencies): no order could ever be paid in IRR',
    );
    // Nothing is paid in it: parts may be priced in any.
    expect(readConfig({ LIST_CURRENCY: 'IRR' })).toMatchObject({ LIST_CURRENCY: 'IRR' });
  });

  it('is not repeated in the message: it may be a secret', () => {
    expect(refusalOf({ DATABASE_URL: 'user:hunter2@db' })).not.toContain('hunter2');
    expect(refusalOf({ STRIPE_SECRET_KEY: 'hunter2' })).not.toContain('hunter2');
    expect(refusalOf({ DEMO_ADMIN_PASSWORD: 'hunt2' })).not.toContain('hunt2');
  });
});

describe('a value', () => {
  it('is read as what it means', () => {
    const config = readConfig({
      PORT: '8080',
      TRUST_PROXY: 'true',
      ORDER_EXPIRY_MINUTES: '30',
      EXCHANGE_RATE: '1.0005',
      PUBLIC_URL: 'https://parts.example',
    });
    expect(config).toMatchObject({
      PORT: 8080,
      TRUST_PROXY: true,
      ORDER_EXPIRY_MINUTES: 30,
      EXCHANGE_RATE: '1.0005',
      PUBLIC_URL: 'https://parts.example',
    });
  });

  it('that is empty counts as not set', () => {
    const empty = Object.fromEntries(Object.keys(Environment.shape).map((name) => [name, '']));
    expect(readConfig(empty)).toEqual(readConfig({}));
  });

  it('of a variable that is none of ours is ignored', () => {
    expect(readConfig({ HOME: '/root', PORTS: '1' })).toEqual(readConfig({}));
  });
});

describe('.env.example', () => {
  it('has every variable once, with the value that the shop has without it', async () => {
    const text = await readFile(join(import.meta.dirname, '../../.env.example'), 'utf8');
    const names = [...text.matchAll(/^([A-Z0-9_]+)=/gm)].map(([, name]) => name);
    expect(names.toSorted()).toEqual(Object.keys(Environment.shape).toSorted());
    expect(readConfig(parseEnv(text))).toEqual(readConfig({}));
    // A variable is left empty there only where it has no value of its own.
    const defaults: Readonly<Record<string, unknown>> = readConfig({});
    for (const [name, value] of Object.entries(parseEnv(text))) {
      expect([name, value]).toEqual([name, String(defaults[name] ?? '')]);
    }
  });
});

describe('the demo', () => {
  it('is what a fresh machine gets, with sandbox payments', () => {
    expect(readConfig({})).toMatchObject({ isDemo: true, stripe: undefined, HOST: '127.0.0.1' });
  });

  it.each(['127.0.0.1', '127.0.0.2', 'localhost', '::1'])('is there for a shop on %s', (HOST) => {
    expect(readConfig({ HOST }).isDemo).toBe(true);
  });

  it.each<[string, Variables]>([
    ['DEMO=false', { DEMO: 'false' }],
    ['a host that others reach', { HOST: '0.0.0.0' }],
    ['a host of IPv6 that others reach', { HOST: '::' }],
    ['a name that others may reach', { HOST: 'parts.example' }],
    ['a database server', { DATABASE_URL: 'postgres://db/shop' }],
  ])('is off with %s, and payments are not a sandbox by accident', (_, variables) => {
    expect(refusalOf(variables)).toContain('SANDBOX_PAYMENTS=true');
    expect(refusalOf(variables)).toContain('STRIPE_SECRET_KEY');
    expect(readConfig({ ...variables, SANDBOX_PAYMENTS: 'true' })).toMatchObject({
      isDemo: false,
      stripe: undefined,
    });
    expect(readConfig({ ...variables, ...STRIPE })).toMatchObject({
      isDemo: false,
      stripe: { secretKey: 'sk_live_1', publishableKey: 'pk_live_1', webhookSecret: 'whsec_1' },
    });
  });

  it('takes real payments where there are keys', () => {
    expect(readConfig(STRIPE)).toMatchObject({ isDemo: true, stripe: { secretKey: 'sk_live_1' } });
  });
});

describe("Stripe's keys", () => {
  it.each(Object.keys(STRIPE))('are all needed: not without %s', (name) => {
    const some = Object.fromEntries(Object.entries(STRIPE).filter(([key]) => key !== name));
    expect(refusalOf(some)).toContain(name);
    // Half a set of keys is a mistake, not a wish for the sandbox.
    expect(refusalOf({ ...some, SANDBOX_PAYMENTS: 'true' })).toContain('set all three');
  });

  it('are told apart: one in the place of another is named', () => {
    const { STRIPE_SECRET_KEY: secret = '', STRIPE_PUBLISHABLE_KEY: publishable = '' } = STRIPE;
    const told = refusalOf({
      ...STRIPE,
      STRIPE_SECRET_KEY: publishable,
      STRIPE_PUBLISHABLE_KEY: secret,
      STRIPE_WEBHOOK_SECRET: secret,
    });
    expect(told.split('\n')).toEqual([
      'STRIPE_SECRET_KEY must begin with sk_test_ or sk_live_ or rk_test_ or rk_live_; this is a publishable key',
      'STRIPE_PUBLISHABLE_KEY must begin with pk_test_ or pk_live_; this is a secret key',
      'STRIPE_WEBHOOK_SECRET must begin with whsec_; this is a secret key',
    ]);
  });

  it('are all of one mode: no money moves with half of them', () => {
    for (const [secret = '', publishable = ''] of [
      ['sk_test_1', 'pk_live_1'],
      ['sk_live_1', 'pk_test_1'],
      ['rk_live_1', 'pk_test_1'],
    ]) {
      const told = refusalOf({ ...STRIPE, STRIPE_SECRET_KEY: secret, STRIPE_PUBLISHABLE_KEY: publishable });
      expect(told).toMatch(
        /STRIPE_SECRET_KEY is of (?:test|live) mode and STRIPE_PUBLISHABLE_KEY of (?:live|test)/,
      );
    }
    const test = { ...STRIPE, STRIPE_SECRET_KEY: 'rk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' };
    expect(readConfig(test).stripe).toMatchObject({ secretKey: 'rk_test_1' });
  });
});

describe('a loopback host', () => {
  it.each(['127.0.0.1', '127.255.255.254', 'localhost', '::1'])('is %s', (host) => {
    expect(isLoopback(host)).toBe(true);
  });

  it.each(['', '0.0.0.0', '::', '192.168.1.2', '127.0.0.1.example', 'localhost.example', '1127.0.0.1'])(
    'is not "%s"',
    (host) => {
      expect(isLoopback(host)).toBe(false);
    },
  );
});
