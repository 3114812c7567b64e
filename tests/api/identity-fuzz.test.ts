import { request } from 'node:http';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestGoogle, startGoogle, type TestGoogle } from './google-fixture.ts';
import { openUsersShop, PASSWORD, type UsersShop } from './identity-fixture.ts';

let google: TestGoogle;
let shop: UsersShop;
let cookie: string;
beforeAll(async () => {
  google = await openTestGoogle();
  shop = await openUsersShop({ google: { isEmulated: false, connect: google.connect } });
  const browser = shop.browser();
  await browser.signUp('fuzzed@example.com');
  cookie = browser.cookie() ?? '';
});
afterAll(async () => {
  await shop.close();
  await google.close();
});

type RawAnswer = { readonly status: number; readonly contentType: string; readonly body: string };

/** Sends bytes as they are: `fetch` would mend some of what this test wants broken. */
function send(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body?: Uint8Array | string,
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const { port } = new URL(shop.url);
    const sending = request(
      { host: '127.0.0.1', port, method, path: `/api/auth${path}`, headers },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => {
          text += chunk;
        });
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            contentType: response.headers['content-type'] ?? '',
            body: text,
          }),
        );
      },
    );
    sending.on('error', reject);
    sending.end(body);
  });
}

function expectNoFault(answer: RawAnswer, expected: readonly number[]): void {
  expect(expected, answer.body).toContain(answer.status);
  if (answer.status >= 400) {
    expect(answer.contentType).toBe('application/problem+json');
    expect(JSON.parse(answer.body)).toMatchObject({ status: answer.status, code: expect.any(String) });
  }
}

const JSON_TYPE = { 'content-type': 'application/json' };
const oddText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('\0', '\ud800', 'a@b.cc\0', "' OR 1=1 --", '%00', '../..', '\u202e', 'ｆ@example.com'),
  fc.integer({ min: 1_000, max: 60_000 }).map((length) => 'x'.repeat(length)),
);
const oddEmail = fc.oneof(
  oddText,
  fc.emailAddress(),
  fc.constantFrom('fuzzed@example.com', 'FUZZED@EXAMPLE.COM'),
);
const anything = fc.oneof(
  oddText,
  fc.jsonValue(),
  fc.constantFrom(null, true, 0, -1, 1e308, [], {}, { toString: 'x' }, { $ne: null }, { __proto__: null }),
);
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 8 });
// JSON.stringify writes lone surrogates as escapes, as a client that means harm would.
const bodyOf = (value: unknown) => JSON.stringify(value);

// Stands for an attempt that was just begun.
const TRUE_ATTEMPT = 'an-attempt';
const withAttempt = async (value: unknown): Promise<unknown> =>
  typeof value === 'object' && value !== null && 'attempt' in value && value.attempt === TRUE_ATTEMPT
    ? { ...value, attempt: (await startGoogle(shop.browser())).attempt }
    : value;

const BODIES: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  '/sign-up/email': fc.record({
    email: maybe(fc.oneof(oddEmail, anything)),
    password: maybe(fc.oneof(anything, fc.constant(PASSWORD))),
    name: maybe(anything),
    image: maybe(anything),
    callbackURL: maybe(anything),
    rememberMe: maybe(anything),
  }),
  '/sign-in/email': fc.record({
    email: maybe(fc.oneof(oddEmail, anything)),
    password: maybe(fc.oneof(anything, fc.constant(PASSWORD))),
    callbackURL: maybe(anything),
  }),
  '/update-user': fc.record({ name: maybe(anything), email: maybe(anything), image: maybe(anything) }),
  '/google/start': fc.record({ callbackURL: maybe(anything), redirect_uri: maybe(fc.webUrl()) }),
  '/google/finish': fc.record({
    attempt: maybe(fc.oneof(anything, fc.constant(TRUE_ATTEMPT))),
    state: maybe(anything),
    code: maybe(anything),
    error: maybe(anything),
  }),
  '/request-password-reset': fc.record({
    email: maybe(fc.oneof(oddEmail, anything)),
    redirectTo: maybe(anything),
  }),
  '/reset-password/read': fc.record({ token: maybe(anything) }),
  '/reset-password': fc.record({
    token: maybe(anything),
    password: maybe(fc.oneof(anything, fc.constant(PASSWORD))),
  }),
  '/send-verification-email/by-token': fc.record({ token: maybe(anything) }),
  '/sign-out': fc.record({ callbackURL: maybe(anything), state: maybe(anything) }),
};

describe.each(Object.entries(BODIES))('%s', (path, fields) => {
  test('answers whatever the fields are without a fault', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fields, anything), async (value) => {
        expectNoFault(
          await send(
            'POST',
            path,
            { ...JSON_TYPE, cookie, origin: shop.url },
            bodyOf(await withAttempt(value)),
          ),
          [200, 401, 410, 413, 422],
        );
        if (path === '/sign-out') cookie = await signedInAgain();
      }),
      { numRuns: path === '/sign-out' ? 15 : 120 },
    );
  }, 120_000);

  test('answers bytes that are no JSON, in any encoding, without a fault', async () => {
    const types = fc.constantFrom(
      'application/json',
      'application/json; charset=utf-8',
      'application/json; charset=utf-16le',
      'application/json;charset=iso-8859-1',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'text/plain',
      'application/octet-stream',
      'APPLICATION/JSON',
      'nonsense',
      '',
    );
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 400 }),
      fc.constant(Buffer.from('{"email":"a@example.com","password":"123456"}', 'utf16le')),
      fc.constant(Buffer.from([0xef, 0xbb, 0xbf, 0x7b, 0x7d])),
      fc.constant(Buffer.from(`${'['.repeat(40_000)}${']'.repeat(40_000)}`)),
      fc.constant(Buffer.from('{"email":"\xff\xfe"}', 'latin1')),
      fc.constant(Buffer.alloc(150_000, 0x20)),
    );
    await fc.assert(
      fc.asyncProperty(types, bytes, async (contentType, body) => {
        expectNoFault(
          await send('POST', path, { 'content-type': contentType, origin: shop.url }, body),
          [200, 400, 401, 413, 415, 422],
        );
      }),
      { numRuns: 80 },
    );
  }, 120_000);
});

async function signedInAgain(): Promise<string> {
  const browser = shop.browser();
  await browser.signIn('fuzzed@example.com');
  return browser.cookie() ?? '';
}

test('whatever the cookie is, nobody is signed in by it and nothing breaks', async () => {
  const [name = ''] = cookie.split('=');
  const headerText = fc.string({
    unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
  });
  const cookies = fc.oneof(
    headerText,
    headerText.map((value) => `${name}=${value}`),
    fc.webUrl().map((value) => `${name}=${encodeURIComponent(value)}`),
    fc.constantFrom(
      `${name}=%`,
      `${name}=%ff%fe`,
      `${name}="`,
      `${name}=.`,
      `${name}=a.b; ${name}=c.d`,
      ';;;=',
      `${name}=%00.%00`,
    ),
  );
  await fc.assert(
    fc.asyncProperty(cookies, async (value) => {
      const headers = { cookie: value, origin: shop.url };
      const session = await send('GET', '/get-session', headers);
      expectNoFault(session, [200]);
      expect(session.body).toBe('null');
      expectNoFault(await send('GET', '/token', headers), [401]);
      expectNoFault(await send('POST', '/sign-out', headers), [200]);
    }),
    { numRuns: 60 },
  );
}, 60_000);

test('whatever the query and the origin are, nothing breaks', async () => {
  const text = fc.string({ unit: 'grapheme-ascii' }).map((value) => value.replaceAll(/[^\x20-\x7e]/g, ''));
  await fc.assert(
    fc.asyncProperty(
      text,
      text,
      fc.constantFrom('/get-session', '/token', '/jwks', '/callback/google'),
      async (query, origin, path) => {
        const answer = await send('GET', `${path}?${encodeURI(query)}`, { origin });
        expectNoFault(answer, [200, 401, 403]);
      },
    ),
    { numRuns: 60 },
  );
}, 60_000);

test('none of this was a fault', () => {
  expect(shop.logged).toEqual([]);
});
