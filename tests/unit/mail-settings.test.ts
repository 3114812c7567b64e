/** The settings of mail: what they mean, and that a wrong one is named without its secrets. */
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '#server/platform/config.ts';

const MAIL_FROM = 'orders@parts.example';

/** What a start says that was refused. */
function refusalOf(variables: Readonly<Record<string, string>>): string {
  try {
    readConfig(variables);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error('this configuration was taken');
}

it('goes into a folder unless a server is named', () => {
  expect(readConfig({}).SMTP_URL).toBeUndefined();
  expect(readConfig({ MAIL_FROM }).MAIL_FROM).toEqual({ name: undefined, address: MAIL_FROM });
});

it('by a server needs to know whom it is from', () => {
  expect(refusalOf({ SMTP_URL: 'smtp://mail.example' })).toContain('MAIL_FROM');
});

describe('SMTP_URL', () => {
  it.each([
    ['smtp://mail.example', { host: 'mail.example', port: 587, implicitTls: false, user: undefined }],
    ['smtps://mail.example/', { port: 465, implicitTls: true, maxConnections: 2, timeoutMs: 20_000 }],
    ['smtp://[::1]:2525', { host: '::1', port: 2525 }],
    [
      'smtp://shop%40parts.example:p%40ss%2F%25@10.0.0.7:25?connections=5&timeoutSeconds=60',
      {
        host: '10.0.0.7',
        port: 25,
        user: { name: 'shop@parts.example', password: 'p@ss/%' },
        maxConnections: 5,
        timeoutMs: 60_000,
      },
    ],
  ])('%s', (SMTP_URL, server) => {
    expect(readConfig({ SMTP_URL, MAIL_FROM }).SMTP_URL).toMatchObject(server);
  });

  it.each([
    ...['mail.example', 'http://mail.example', 'smtp://', 'smtp://ma il', 'smtp://mail.example/box'],
    ...['smtp://me@mail.example', 'smtp://:word@mail.example', 'smtp://me:%zz@mail.example'],
    ...['smtp://a:b/c@mail.example', 'smtp://a:b#c@mail.example', 'smtp://mail.example:99999'],
    ...[
      'smtp://mail.example?connections=0',
      'smtp://mail.example?timeoutSeconds=x',
      'smtp://mail.example?tls=no',
    ],
  ])('is not %s', (SMTP_URL) => {
    expect(refusalOf({ SMTP_URL, MAIL_FROM })).toMatch(/^SMTP_URL [a-z].+$/);
  });

  it.each([
    'smtp://me:hunter2@mail.example/x',
    'smtp://me:hunter2@',
    'smtp://me:hunter2%zz@mail.example',
    'smtp://me:hunter2@mail.example?connections=0',
    'me:hunter2@mail.example',
    'smtp://me:hunter2@mail.example',
  ])('is not repeated where it is refused: %s', (SMTP_URL) => {
    expect(refusalOf({ SMTP_URL })).not.toContain('hunter2');
  });
});

describe('MAIL_FROM', () => {
  it.each([
    ['orders@parts.example', undefined],
    ['<orders@parts.example>', undefined],
    ['Parts Shop <orders@parts.example>', 'Parts Shop'],
    ['"Teile, Öl & mehr" <orders@parts.example>', 'Teile, Öl & mehr'],
  ])('%s', (text, name) => {
    expect(readConfig({ MAIL_FROM: text }).MAIL_FROM).toEqual({ name, address: MAIL_FROM });
  });

  it.each([
    'orders',
    'orders@parts',
    'a@b.example, c@d.example',
    'A\nB <a@b.example>',
    '<a@b.example',
    'x <y>',
  ])('is not %j', (text) => {
    expect(refusalOf({ MAIL_FROM: text })).toMatch(/^MAIL_FROM must be an email address/);
  });
});
