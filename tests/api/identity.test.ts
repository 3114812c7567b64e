import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { issueToken } from '#server/users/issue-token.ts';
import { type Browser, openUsersShop, PASSWORD, type UsersShop, untilWaiting } from './identity-fixture.ts';
import { mailedLink } from './mailed-link.ts';

let shop: UsersShop;
beforeAll(async () => {
  shop = await openUsersShop();
});
afterAll(() => shop.close());

/** How often each of two is timed, in turns. */
const TURNS = 12;

/**
 * Expects that nobody can tell two calls apart by their time: none of them is the slower one nearly each time, and by much.
 * A machine that is busy with something else may say otherwise once, so it is asked three times.
 */
async function expectSameTime(one: () => Promise<unknown>, other: () => Promise<unknown>): Promise<void> {
  const timed = async (call: () => Promise<unknown>) => {
    const beganAtMs = performance.now();
    await call();
    return performance.now() - beganAtMs;
  };
  const median = (times: readonly number[]) => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0;
  const found: string[] = [];
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const ones: number[] = [];
    const others: number[] = [];
    for (let turn = 0; turn < TURNS; turn += 1) {
      ones.push(await timed(one));
      others.push(await timed(other));
    }
    const slower = others.filter((time, turn) => time > (ones[turn] ?? 0)).length;
    const ratio = median(others) / median(ones);
    const isEitherSlower = slower > 1 && slower < TURNS - 1;
    if (isEitherSlower || (ratio > 0.8 && ratio < 1.25)) return;
    found.push(`slower in ${slower} of ${TURNS} turns, ${ratio.toFixed(2)} times as long`);
  }
  throw new Error(`The two can be told apart: ${found.join('; ')}`);
}

const SIGN_UP = { email: 'someone@example.com', password: PASSWORD, name: 'Someone' };

describe('signing up', () => {
  test('makes an account, signs it in by a cookie that no script and no other address sees', async () => {
    const browser = shop.browser();
    const answer = await browser.signUp('ada@example.com', PASSWORD, '  Ada Buyer ');

    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      user: { id: expect.any(String), email: 'ada@example.com', name: 'Ada Buyer', emailVerified: false },
    });
    const [cookie] = answer.headers.getSetCookie();
    expect(cookie).toMatch(
      /^mainshaft\.session_token=[^;]+; Max-Age=2592000; Path=\/api\/auth; HttpOnly; SameSite=Strict$/,
    );
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const session = await browser.call('GET', '/auth/get-session');
    expect(session.body.user).toEqual(answer.body.user);
  });

  test('over https gives a cookie that goes nowhere else', async () => {
    const secure = await openUsersShop({ secureCookies: true });
    try {
      const browser = secure.browser();
      const [cookie = ''] = (await browser.signUp('ada@example.com')).headers.getSetCookie();
      expect(cookie).toMatch(/^__Host-mainshaft\.session_token=/);
      expect(cookie.split('; ')).toEqual(
        expect.arrayContaining(['Secure', 'HttpOnly', 'SameSite=Strict', 'Path=/']),
      );
      expect(cookie).not.toMatch(/domain=/i);
      expect((await browser.call('GET', '/auth/get-session')).body.user.email).toBe('ada@example.com');
    } finally {
      await secure.close();
    }
  });

  test('keeps the email in lower case, so another spelling is the same account', async () => {
    const browser = shop.browser();
    const made = await browser.signUp('  Grace@Example.COM ');
    expect(made.body.user.email).toBe('grace@example.com');
    expect((await shop.browser().signUp('gRACE@example.com')).status).toBe(422);
    expect((await shop.browser().signIn('GRACE@EXAMPLE.com')).status).toBe(200);
  });

  test("shows the provider's text where the email is taken", async () => {
    await shop.browser().signUp('taken@example.com');
    const answer = await shop.browser().signUp('taken@example.com');
    expect(answer.status).toBe(422);
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect(answer.body).toMatchObject({
      code: 'USER_ALREADY_EXISTS',
      detail: 'User already exists. Use another email.',
    });
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  test('lets one of many sign-ups with one email at once succeed and refuses the others cleanly', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => shop.browser().signUp('race@example.com')),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array(7).fill(422)]);
    const refused = answers.filter((answer) => answer.status === 422);
    expect(new Set(refused.map((answer) => answer.body.detail))).toEqual(
      new Set(['User already exists. Use another email.']),
    );
    expect((await shop.browser().signIn('race@example.com')).status).toBe(200);
  });

  test.each([
    [{ ...SIGN_UP, email: undefined }, 'body.email', 'Email is Required'],
    [{ ...SIGN_UP, email: '' }, 'body.email', 'Email is Required'],
    [{ ...SIGN_UP, email: 'someone' }, 'body.email', 'Provide a valid Email'],
    [{ ...SIGN_UP, email: 'someone@localhost' }, 'body.email', 'Provide a valid Email'],
    [{ ...SIGN_UP, password: undefined }, 'body.password', 'Password is Required'],
    [{ ...SIGN_UP, password: '' }, 'body.password', 'Password is Required'],
    [{ ...SIGN_UP, password: '12345' }, 'body.password', 'Must be 6 characters or longer'],
    [{ ...SIGN_UP, name: undefined }, 'body.name', 'Name is Required'],
    [{ ...SIGN_UP, name: '   ' }, 'body.name', 'Name is Required'],
  ])('says what is wrong with %j', async (body, path, message) => {
    const answer = await shop.browser().call('POST', '/auth/sign-up/email', { body });
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toContainEqual({ path, message });
  });

  test.each([
    'first.last+tag@sub.some-company.example.com',
    "o'neil@example.co",
    'a_b-c@x9.example.industries',
    'r&d/parts=all!@example.com',
    '.dots..anywhere.@example.com',
    'parts@example.123',
  ])('takes the address %s', async (email) => {
    expect((await shop.browser().signUp(email)).status).toBe(200);
  });

  test('takes a password of 6 and one of 128 characters, none of them changed', async () => {
    const long = ` ${'ß'.repeat(126)} `;
    expect((await shop.browser().signUp('six@example.com', '123456')).status).toBe(200);
    expect((await shop.browser().signUp('long@example.com', long)).status).toBe(200);
    expect((await shop.browser().signIn('long@example.com', long)).status).toBe(200);
    expect((await shop.browser().signIn('long@example.com', long.trim())).status).toBe(401);
  });

  test('keeps no address of anyone, and of the browser what its owner sees among their devices', async () => {
    await shop.browser().call('POST', '/auth/sign-up/email', {
      body: { ...SIGN_UP, email: 'private@example.com' },
      headers: { 'user-agent': 'TellTale/1.0', 'x-forwarded-for': '203.0.113.9' },
    });
    const rows = await shop.databases.write
      .selectFrom('identity_session')
      .select(['ip_address', 'user_agent'])
      .execute();
    expect(rows.every((row) => !row.ip_address)).toBe(true);
    expect(rows.map((row) => row.user_agent)).toContain('TellTale/1.0');
  });
});

describe('signing in', () => {
  test('answers a wrong password and an unknown address alike', async () => {
    await shop.browser().signUp('known@example.com');
    const wrong = await shop.browser().signIn('known@example.com', 'not the password');
    const unknown = await shop.browser().signIn('unknown@example.com', 'not the password');
    for (const answer of [wrong, unknown]) {
      expect(answer.status).toBe(401);
      expect(answer.headers.get('content-type')).toBe('application/problem+json');
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
    const { requestId: _, ...wrongBody } = wrong.body;
    const { requestId: __, ...unknownBody } = unknown.body;
    expect(unknownBody).toEqual(wrongBody);
    expect(wrongBody.detail).toBe('Invalid email or password');
  });

  test('asking for a new password takes as long whether anyone has the address or not', async () => {
    await shop.browser().signUp('asked@example.com');
    const ask = (email: string) => shop.call('POST', '/auth/request-password-reset', { body: { email } });
    await expectSameTime(
      () => ask('asked@example.com'),
      () => ask(`${randomUUID()}@example.com`),
    );
  });

  test('takes as long for an unknown address as for a wrong password', async () => {
    await shop.browser().signUp('timed@example.com');
    await expectSameTime(
      () => shop.browser().signIn('timed@example.com', 'not the password'),
      () => shop.browser().signIn(`${randomUUID()}@example.com`, 'not the password'),
    );
  }, 90_000);

  test('ends at signing out with the access tokens that it gave, at once', async () => {
    const browser = shop.browser();
    const elsewhere = shop.browser();
    await browser.signUp('leaving@example.com');
    await elsewhere.signIn('leaving@example.com');
    const token = await browser.accessToken('leaving@example.com');
    const check = (bearer: string) => shop.call('GET', '/admin/leaving@example.com', { token: bearer });
    expect((await check(token)).status).toBe(200);
    await browser.call('POST', '/auth/sign-out');
    expect((await check(token)).status).toBe(401);
    // Another browser is still signed in, and gets a new one by itself.
    expect((await check(await elsewhere.accessToken('leaving@example.com'))).status).toBe(200);
  });

  test('ends at signing out, for the cookie that is kept elsewhere too', async () => {
    const browser = shop.browser();
    await browser.signUp('leaving@example.com');
    const kept = browser.cookie() ?? '';
    const answer = await browser.call('POST', '/auth/sign-out');
    expect(answer.body).toEqual({ success: true });
    expect(browser.cookie()).toBeUndefined();
    expect((await shop.call('GET', '/auth/get-session', { headers: { cookie: kept } })).body).toBeNull();
    expect((await shop.call('GET', '/auth/token', { headers: { cookie: kept } })).status).toBe(401);
    expect((await browser.call('POST', '/auth/sign-out')).status).toBe(200);
  });

  test('is needed for a proof and for a change of name', async () => {
    const browser = shop.browser();
    const proof = await browser.call('GET', '/auth/token');
    const update = await browser.call('POST', '/auth/update-user', { body: { name: 'Nobody' } });
    for (const answer of [proof, update]) {
      expect(answer.status).toBe(401);
      expect(answer.body).toMatchObject({ code: 'SIGNED_OUT', title: 'No user is logged in' });
    }
  });

  test('outlives the cookie only where its signature is right', async () => {
    const browser = shop.browser();
    await browser.signUp('signed@example.com');
    const cookie = browser.cookie() ?? '';
    const forged = `${cookie.slice(0, cookie.indexOf('.', cookie.indexOf('=')))}.${'A'.repeat(43)}%3D`;
    expect((await shop.call('GET', '/auth/get-session', { headers: { cookie: forged } })).body).toBeNull();
  });

  test('with a changed display name shows it at once, in session and proof', async () => {
    const browser = shop.browser();
    await browser.signUp('renamed@example.com', PASSWORD, 'Before');
    const answer = await browser.call('POST', '/auth/update-user', {
      body: { name: 'After', email: 'x@y.zz' },
    });
    expect(answer.body).toEqual({ status: true });
    const session = await browser.call('GET', '/auth/get-session');
    expect(session.body.user).toMatchObject({ name: 'After', email: 'renamed@example.com' });
    const [, claims = ''] = (await browser.proof()).split('.');
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
      iss: 'mainshaft-identity',
      aud: 'mainshaft-shop',
      email: 'renamed@example.com',
      email_verified: false,
      name: 'After',
    });
  });
});

describe('a proof of identity', () => {
  const NEW_PASSWORD = 'a brand new secret';
  let people = 0;
  /** Somebody who is signed in in two browsers, and has a proof of the first. */
  async function inTwoBrowsers() {
    people += 1;
    const email = `two.browsers.${people}@example.com`;
    const browser = shop.browser();
    await browser.signUp(email);
    await browser.accessToken(email);
    const other = shop.browser();
    await other.signIn(email);
    return { email, browser, other, proof: await browser.proof() };
  }
  const exchange = (email: string, token: string) =>
    shop.call('PUT', `/user/${email}`, { body: { email }, token });
  const post = async (browser: Browser, path: string, body?: object) => {
    const answer = await browser.call('POST', `/auth/${path}`, { body });
    expect([answer.status, answer.body.code]).toEqual([200, undefined]);
    return answer;
  };
  const expireSessionOf = (email: string) =>
    sql`UPDATE identity_session SET expires_at = now() - interval '1 second'
        WHERE user_id = (SELECT id FROM identity_user WHERE email = ${email})`.execute(shop.databases.write);

  test.each<[string, (of: Awaited<ReturnType<typeof inTwoBrowsers>>) => Promise<unknown>]>([
    ['was signed out', ({ browser }) => post(browser, 'sign-out')],
    ['was signed out from elsewhere', ({ other }) => post(other, 'sessions/end', { which: 'others' })],
    [
      'ended with its password',
      ({ other }) => post(other, 'change-password', { password: PASSWORD, newPassword: NEW_PASSWORD }),
    ],
    [
      'ended with a password by mail',
      async ({ email, other }) => {
        await post(other, 'request-password-reset', { email });
        const token = await mailedLink(shop, email, 'reset-password');
        await post(other, 'reset-password', { token, password: NEW_PASSWORD });
      },
    ],
    ['has expired', ({ email }) => expireSessionOf(email)],
  ])('is no good once the session that it was made in %s', async (_, end) => {
    const somebody = await inTwoBrowsers();
    expect((await exchange(somebody.email, somebody.proof)).status).toBe(200);
    await end(somebody);
    const answer = await exchange(somebody.email, somebody.proof);
    expect([answer.status, answer.body.token]).toEqual([401, undefined]);
    expect(answer.headers.get('www-authenticate')).toContain('Bearer');
  });

  test('stays good where another session ends, or the access tokens of its own do', async () => {
    const { email, browser, other, proof } = await inTwoBrowsers();
    await post(other, 'sign-out');
    expect((await exchange(email, proof)).status).toBe(200);
    await post(browser, 'change-password', { password: PASSWORD, newPassword: NEW_PASSWORD });
    const { status, body } = await exchange(email, proof);
    expect(status).toBe(200);
    expect((await shop.call('GET', `/admin/${email}`, { token: body.token })).status).toBe(200);
  });

  test('whose session ends in the same moment gives no token that outlives it, and changes nothing', async () => {
    const { email, browser } = await inTwoBrowsers();
    await post(browser, 'update-user', { name: 'Somebody Newer' });
    const proof = await browser.proof();
    const held = await shop.databases.writePool.connect();
    try {
      await held.query('BEGIN');
      await held.query('UPDATE shop_user SET token_epoch = token_epoch + 1 WHERE email = $1', [email]);
      await held.query(
        'DELETE FROM identity_session WHERE user_id = (SELECT id FROM identity_user WHERE email = $1)',
        [email],
      );
      const exchanged = exchange(email, proof);
      await untilWaiting(shop, 1);
      await held.query('COMMIT');
      expect((await exchanged).status).toBe(401);
    } finally {
      held.release();
    }
    const { display_name } = await shop.databases.write
      .selectFrom('shop_user')
      .select('display_name')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    expect(display_name).toBe('Ada Buyer');
  });

  test('that names no session, or another’s, is none', async () => {
    const mine = await inTwoBrowsers();
    const theirs = await inTwoBrowsers();
    const sessionIn = (proof: string): string =>
      JSON.parse(Buffer.from(proof.split('.')[1] ?? '', 'base64url').toString()).sid;
    const { id } = await shop.databases.write
      .selectFrom('identity_user')
      .select('id')
      .where('email', '=', mine.email)
      .executeTakeFirstOrThrow();
    const issue = (sessionId: string | undefined) =>
      issueToken(
        shop.deps,
        {
          issuer: shop.deps.issuer,
          subject: id,
          email: mine.email,
          emailVerified: false,
          name: 'Ada Buyer',
          sessionId,
        },
        { path: mine.email, body: mine.email },
      );
    expect(await issue(sessionIn(mine.proof))).toMatchObject({ token: expect.any(String) });
    for (const none of [undefined, sessionIn(theirs.proof), randomUUID()])
      expect(await issue(none)).toMatchObject({ kind: 'refusal', code: 'SIGNED_OUT' });
  });
});

describe('the door of the identity provider', () => {
  const changing = [
    ['/auth/sign-up/email', { ...SIGN_UP, email: 'foreign@example.com' }],
    ['/auth/sign-in/email', { email: 'home@example.com', password: PASSWORD }],
    ['/auth/sign-out', undefined],
    ['/auth/update-user', { name: 'Mallory' }],
  ] as const;

  test.each(changing)('refuses %s from a page of another site', async (path, body) => {
    const browser = shop.browser();
    await browser.signUp('home@example.com');
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: `${shop.url}.evil.example` },
      { origin: shop.url.replace(/\d+$/, '1') },
    ]) {
      const answer = await browser.call('POST', path, { body, headers });
      expect(answer.status, JSON.stringify(headers)).toBe(403);
      expect(answer.body.code).toBe('FOREIGN_ORIGIN');
    }
  });

  test('refuses a change with a cookie that names no origin', async () => {
    const browser = shop.browser();
    await browser.signUp('no-origin@example.com');
    const headers = { cookie: browser.cookie() ?? '' };
    expect((await shop.call('POST', '/auth/sign-out', { headers })).status).toBe(403);
    expect((await browser.call('GET', '/auth/get-session')).body.user.email).toBe('no-origin@example.com');
  });

  test('takes a sign-in without a cookie from a program that has no origin', async () => {
    await shop.browser().signUp('program@example.com');
    const answer = await shop.call('POST', '/auth/sign-in/email', {
      body: { email: 'program@example.com', password: PASSWORD },
    });
    expect(answer.status).toBe(200);
  });

  test('refuses a proof to a page of another site', async () => {
    const browser = shop.browser();
    await browser.signUp('proof@example.com');
    const foreign = { origin: 'https://evil.example' };
    expect((await browser.call('GET', '/auth/token', { headers: foreign })).status).toBe(403);
    const headers = { cookie: browser.cookie() ?? '', 'sec-fetch-site': 'cross-site' };
    expect((await shop.call('GET', '/auth/token', { headers })).status).toBe(403);
  });

  test.each([
    'ok',
    'error',
    'sign-in/social',
    'list-sessions',
    'change-email',
    'delete-user',
    'verify-password',
    'reset-password/a-token',
    'forget-password',
    'revoke-sessions',
    'callback/github',
    'oauth2/callback/google',
    'oauth-popup/start',
    'sign-in/oauth2',
    'link-social',
    'sign-in-as',
    'sign-in',
    'sign-in/email/',
  ])('has no address %s', async (path) => {
    for (const method of ['GET', 'POST']) {
      const answer = await shop.call(method, `/auth/${path}`);
      expect(answer.status).toBe(404);
      expect(answer.headers.get('content-type')).toBe('application/problem+json');
    }
  });

  test.each([
    ['GET', '/auth/sign-in/email', 'POST'],
    ['DELETE', '/auth/sign-up/email', 'POST'],
    ['POST', '/auth/get-session', 'GET, HEAD'],
    ['POST', '/auth/token', 'GET, HEAD'],
    ['PUT', '/auth/jwks', 'GET, HEAD'],
  ])('answers %s %s with what it has', async (method, path, allow) => {
    const answer = await shop.call(method, path);
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toContain(allow.split(',')[0]);
    expect(answer.body.code).toBe('METHOD_NOT_ALLOWED');
  });

  test.each([
    ['text/plain', JSON.stringify(SIGN_UP), 415],
    ['application/x-www-form-urlencoded', 'email=a%40b.cc&password=123456&name=x', 415],
    ['application/json; charset=utf-16', JSON.stringify(SIGN_UP), 415],
    ['application/json', '{"email":', 400],
    ['application/json', '', 422],
    ['application/json', 'null', 422],
    ['application/json', '[]', 422],
    ['application/json', JSON.stringify({ ...SIGN_UP, name: 'a\0b' }), 422],
    ['application/json', '{"email":"s@example.com","password":"123456","name":"\\ud800"}', 422],
    ['application/json', '{"email":"s@example.com","password":"12345\\u0000","name":"n"}', 422],
    ['application/json', JSON.stringify({ ...SIGN_UP, name: 'x'.repeat(200_000) }), 413],
  ])('refuses a body of type %s: %s', async (contentType, body, status) => {
    const response = await fetch(`${shop.url}/api/auth/sign-up/email`, {
      method: 'POST',
      headers: { 'content-type': contentType },
      body,
    });
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
  });

  test('logged no fault in all of this', () => {
    expect(shop.logged).toEqual([]);
  });
});

describe('tries', () => {
  test('end for one address alone, known or not, and come back with time or at once with the password', async () => {
    const limited = await openUsersShop({ tries: { tries: 3, secondsPerTry: 60 } });
    try {
      await limited.browser().signUp('guessed@example.com');
      await limited.browser().signUp('other@example.com');
      for (const email of ['guessed@example.com', 'nobody@example.com']) {
        const answers = await Promise.all(
          Array.from({ length: 6 }, () => limited.browser().signIn(email, 'a wrong guess')),
        );
        expect(answers.map((answer) => answer.status).sort()).toEqual([401, 401, 401, 429, 429, 429]);
        const often = answers.find((answer) => answer.status === 429);
        expect(often?.body).toMatchObject({ code: 'TOO_MANY_TRIES', retryAfterSeconds: expect.any(Number) });
        expect(often?.body.retryAfterSeconds).toBeGreaterThan(50);
        expect(Number(often?.headers.get('retry-after'))).toBe(often?.body.retryAfterSeconds);
      }
      expect((await limited.browser().signIn('guessed@example.com')).status).toBe(429);
      expect((await limited.browser().signIn('other@example.com')).status).toBe(200);

      limited.wait(61_000);
      expect((await limited.browser().signIn('guessed@example.com')).status).toBe(200);
      for (let guess = 0; guess < 3; guess += 1) {
        expect((await limited.browser().signIn('guessed@example.com', 'a wrong guess')).status).toBe(401);
      }
      expect((await limited.browser().signIn('guessed@example.com')).status).toBe(429);

      limited.wait(25 * 60 * 60 * 1000);
      await limited.identity.forgetExpired();
      expect(
        await limited.databases.write.selectFrom('identity_attempt').select('account').execute(),
      ).toEqual([]);
    } finally {
      await limited.close();
    }
  });
});

describe('keeping somebody out', () => {
  const GUESS = 'a wrong guess';
  const from = (address: string) => ({ 'x-forwarded-for': address });
  const guess = (limited: UsersShop, email: string, address: string) =>
    limited.call('POST', '/auth/sign-in/email', { body: { email, password: GUESS }, headers: from(address) });

  test('does not work from one address: the owner signs in at any other', async () => {
    const limited = await openUsersShop({ tries: { tries: 1, secondsPerTry: 600 } });
    try {
      await limited.browser().signUp('owner@example.com');
      for (let count = 0; count < 9; count += 1) await guess(limited, 'owner@example.com', '203.0.113.7');
      expect((await guess(limited, 'owner@example.com', '203.0.113.7')).status).toBe(429);
      expect((await limited.browser().signIn('owner@example.com')).status).toBe(200);
      expect((await guess(limited, 'owner@example.com', '2001:db8:1:1::1')).status).toBe(401);
    } finally {
      await limited.close();
    }
  });

  test('does not work from many addresses either, in a browser that was signed in before', async () => {
    const limited = await openUsersShop({ tries: { tries: 1, secondsPerTry: 600 } });
    try {
      const own = limited.browser();
      await own.signUp('owner@example.com');
      await own.accessToken('owner@example.com');
      await own.call('POST', '/auth/sign-out');
      for (let host = 1; host <= 5; host += 1)
        await guess(limited, 'owner@example.com', `198.51.100.${host}`);
      // All addresses together have their budget, too, so that the account is not guessed at from everywhere.
      expect((await guess(limited, 'owner@example.com', '198.51.100.99')).status).toBe(429);
      expect((await limited.browser().signIn('owner@example.com')).status).toBe(429);
      expect((await own.signIn('owner@example.com')).status).toBe(200);
    } finally {
      await limited.close();
    }
  });

  test('a known browser has no more tries than any other, and its mark is good for its account alone', async () => {
    const limited = await openUsersShop({ tries: { tries: 1, secondsPerTry: 600 } });
    try {
      const own = limited.browser();
      await own.signUp('owner@example.com');
      await own.accessToken('owner@example.com');
      await limited.browser().signUp('other@example.com');
      const statuses = async (email: string) => {
        const answers: number[] = [];
        for (let count = 0; count < 2; count += 1) answers.push((await own.signIn(email, GUESS)).status);
        return answers;
      };
      expect(await statuses('owner@example.com')).toEqual([401, 429]);
      for (let host = 1; host <= 5; host += 1)
        await guess(limited, 'other@example.com', `198.51.100.${host}`);
      expect((await own.signIn('other@example.com')).status).toBe(429);
    } finally {
      await limited.close();
    }
  });

  /** The mark that a browser gets for its session where it shows none. */
  const markOf = async (browser: Browser) => {
    const cookie = browser.cookie() ?? '';
    const answer = await browser.call('GET', '/auth/token', { headers: { cookie } });
    return answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  };
  const guessWith = async (limited: UsersShop, email: string, address: string, mark: string) => {
    const headers = { ...from(address), origin: limited.url, cookie: mark };
    return (await limited.call('POST', '/auth/sign-in/email', { body: { email, password: GUESS }, headers }))
      .status;
  };

  test('a session is one known browser, however often it asks for a mark', async () => {
    const limited = await openUsersShop({ tries: { tries: 1, secondsPerTry: 600 } });
    try {
      const thief = limited.browser();
      await thief.signUp('collected@example.com');
      const seen: number[] = [];
      for (let count = 0; count < 3; count += 1) {
        const mark = await markOf(thief);
        expect(mark).toMatch(/^mainshaft\.device=./);
        seen.push(await guessWith(limited, 'collected@example.com', '203.0.113.7', mark));
        limited.wait(1_000);
      }
      expect(seen).toEqual([401, 429, 429]);
    } finally {
      await limited.close();
    }
  });

  test.each([
    [
      'a new password by mail',
      async (limited: UsersShop, email: string, own: Browser) => {
        await limited.call('POST', '/auth/request-password-reset', { body: { email } });
        const token = await mailedLink(limited, email, 'reset-password');
        const body = { token, password: PASSWORD };
        expect((await limited.call('POST', '/auth/reset-password', { body })).status).toBe(200);
        expect((await own.signIn(email)).status).toBe(200);
      },
    ],
    [
      'a changed password, though it be the same',
      async (_limited: UsersShop, _email: string, own: Browser) => {
        const body = { password: PASSWORD, newPassword: PASSWORD };
        expect((await own.call('POST', '/auth/change-password', { body })).status).toBe(200);
      },
    ],
    [
      'an end of other sessions',
      async (_limited: UsersShop, _email: string, own: Browser) => {
        const body = { which: 'others' };
        expect((await own.call('POST', '/auth/sessions/end', { body })).body).toEqual({ ended: 1 });
      },
    ],
  ])('a mark is none any more after %s, and the browser that did it has a new one', async (_what, act) => {
    const limited = await openUsersShop({ tries: { tries: 1, secondsPerTry: 600 } });
    const email = 'given-back@example.com';
    const address = '203.0.113.7';
    try {
      const thief = limited.browser();
      await thief.signUp(email);
      const mark = await markOf(thief);
      const own = limited.browser();
      await own.signIn(email);
      await own.accessToken(email);
      // Clocks of sessions and passwords tell milliseconds.
      limited.wait(1_000);
      await act(limited, email, own);

      await own.accessToken(email);
      await own.call('POST', '/auth/sign-out');
      expect((await guess(limited, email, address)).status).toBe(401);
      expect(await guessWith(limited, email, address, mark)).toBe(429);
      const signIn = { body: { email, password: PASSWORD }, headers: from(address) };
      expect((await own.call('POST', '/auth/sign-in/email', signIn)).status).toBe(200);
    } finally {
      await limited.close();
    }
  });

  test('a mark is good for the account that has it, not for a later one of the same address', async () => {
    const limited = await openUsersShop({ tries: { tries: 1, secondsPerTry: 600 } });
    const email = 'handed-on@example.com';
    try {
      const before = limited.browser();
      await before.signUp(email);
      const mark = await markOf(before);
      await limited.databases.write.deleteFrom('identity_user').where('email', '=', email).execute();
      await limited.browser().signUp(email);
      expect((await guess(limited, email, '203.0.113.7')).status).toBe(401);
      expect(await guessWith(limited, email, '203.0.113.7', mark)).toBe(429);
    } finally {
      await limited.close();
    }
  });

  test('nobody can use up another’s tries of signing up', async () => {
    const limited = await openUsersShop({ tries: { tries: 3, secondsPerTry: 600 } });
    try {
      const signUp = (address: string) =>
        limited.call('POST', '/auth/sign-up/email', {
          body: { email: 'timed@example.com', password: PASSWORD, name: 'Taken' },
          headers: from(address),
        });
      await limited.browser().signUp('timed@example.com');
      for (let count = 0; count < 3; count += 1) expect((await signUp('203.0.113.7')).status).toBe(422);
      expect((await signUp('203.0.113.7')).status).toBe(429);
      expect((await signUp('203.0.113.8')).status).toBe(422);
    } finally {
      await limited.close();
    }
  });
});

describe('an outage of its store', () => {
  test('is told as one, never as "signed out"', async () => {
    const broken = await openUsersShop();
    try {
      const browser = broken.browser();
      await browser.signUp('still@example.com');
      await broken.databases.write.schema
        .alterTable('identity_session')
        .renameTo('identity_session_away')
        .execute();
      for (const [method, path, body] of [
        ['GET', '/auth/get-session', undefined],
        ['GET', '/auth/token', undefined],
        ['POST', '/auth/update-user', { name: 'New' }],
      ] as const) {
        const answer = await browser.call(method, path, { body });
        expect(answer.status, path).toBe(503);
        expect(answer.headers.get('retry-after')).not.toBeNull();
      }
      expect(browser.cookie()).toBeDefined();
    } finally {
      await broken.close();
    }
  });

  test('leaves somebody signed in whose session it could not end, and no word that it has', async () => {
    const broken = await openUsersShop();
    try {
      const browser = broken.browser();
      await browser.signUp('still@example.com');
      const db = broken.databases.write;
      await sql`CREATE FUNCTION stay() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE disk_full; END $$`.execute(
        db,
      );
      await sql`CREATE TRIGGER stay BEFORE DELETE ON identity_session EXECUTE FUNCTION stay()`.execute(db);
      expect((await browser.call('POST', '/auth/sign-out')).status).toBe(503);
      expect((await browser.call('GET', '/auth/get-session')).body.user.email).toBe('still@example.com');
      const kept = await db.selectFrom('audit_entry').select('act').execute();
      expect(kept).not.toContainEqual({ act: 'sign-in.ended' });
    } finally {
      await broken.close();
    }
  });
});

describe('seeding', () => {
  test('makes a verified account once, and brings its password up to date', async () => {
    const account = { email: 'seeded@example.com', name: 'Seeded', password: 'first secret' };
    const first = await shop.identity.seedIdentity(account);
    expect(first).toEqual({
      issuer: 'mainshaft-identity',
      subject: expect.any(String),
      email: 'seeded@example.com',
      emailVerified: true,
      name: 'Seeded',
    });
    expect(await shop.identity.seedIdentity(account)).toEqual(first);
    expect(await shop.identity.seedIdentity({ ...account, password: 'other secret' })).toEqual(first);
    const browser = shop.browser();
    expect((await browser.signIn(account.email, 'first secret')).status).toBe(401);
    const signedIn = await browser.signIn(account.email, 'other secret');
    expect(signedIn.body.user).toMatchObject({ id: first.subject, emailVerified: true });
  });
});
