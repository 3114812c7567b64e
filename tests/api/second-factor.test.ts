/** The second factor: set up, asked for, never good twice, and waited for before an admin may do anything. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { codeOfStep, stepAt } from '#server/adapters/identity/totp.ts';
import { type Browser, openUsersShop, PASSWORD, type UsersShop, untilWaiting } from './identity-fixture.ts';
import { mailedLink } from './mailed-link.ts';

const HOUR_MS = 3_600_000;
/** How long a code of an app is the newest. */
const STEP_MS = 30_000;
let shop: UsersShop;
/** The same people where admins need one. */
let strict: UsersShop;

beforeAll(async () => {
  shop = await openUsersShop();
  strict = await openUsersShop({ after: shop, adminsNeedSecondFactor: true });
});
// The shops' clock runs: a code that was just taken must not become the one before meanwhile.
beforeEach(() => {
  for (const one of [shop, strict]) one.wait(STEP_MS - (one.deps.now().getTime() % STEP_MS));
});
afterAll(async () => {
  await strict.close();
  await shop.close();
});

const codeNow = (of: UsersShop, secret: string, off = 0) => codeOfStep(secret, stepAt(of.deps.now()) + off);
const post = (browser: Browser, path: string, body: object) =>
  browser.call('POST', `/auth/${path}`, { body });
const statusOf = async (of: UsersShop, token: string) => {
  const answer = await of.call('GET', '/user', { token });
  return answer.status === 200 ? 200 : [answer.status, answer.body.code];
};

/** Sets up a second factor for whoever is signed in. */
async function enrol(of: UsersShop, browser: Browser): Promise<{ secret: string; codes: string[] }> {
  const begun = await post(browser, 'second-factor/begin', { password: PASSWORD });
  const { secret } = begun.body;
  const on = await post(browser, 'second-factor/turn-on', { code: codeNow(of, secret) });
  expect([on.status, on.body.recoveryCodes?.length]).toEqual([200, 10]);
  return { secret, codes: on.body.recoveryCodes };
}

async function newPerson(of: UsersShop, email: string, role: 'customer' | 'admin' = 'customer') {
  const before = await of.person(email, role);
  const browser = of.browser();
  await browser.signIn(email);
  const factor = await enrol(of, browser);
  return { email, before, browser, ...factor };
}

/** The newest acts of an account in the audit log. */
async function actsOf(email: string): Promise<string[]> {
  const { rows } = await sql<{ act: string }>`
    SELECT act FROM audit_entry JOIN identity_user ON identity_user.id::text = object_id
    WHERE email = ${email} ORDER BY audit_entry.id DESC`.execute(shop.databases.write);
  return rows.map(({ act }) => act);
}

describe('setting it up', () => {
  test('takes the password and a code, ends what was signed in to without it, and says so by mail', async () => {
    const email = 'setting-up@example.com';
    const elsewhere = await shop.person(email, 'customer');
    const browser = shop.browser();
    await browser.signIn(email);
    expect((await post(browser, 'second-factor/begin', {})).body.code).toBe('WRONG_PASSWORD');
    expect((await post(browser, 'second-factor/begin', { password: 'not this one' })).body.code).toBe(
      'WRONG_PASSWORD',
    );
    const { body } = await post(browser, 'second-factor/begin', { password: PASSWORD });
    expect(body.uri).toContain(`secret=${body.secret}`);
    // Until a code was right it counts for nothing.
    expect((await post(browser, 'second-factor/turn-on', { code: '000000' })).body.code).toBe('WRONG_CODE');
    expect((await shop.browser().signIn(email)).status).toBe(200);

    const on = await post(browser, 'second-factor/turn-on', { code: codeNow(shop, body.secret) });
    expect(on.status).toBe(200);
    expect((await shop.call('GET', `/admin/${email}`, { token: elsewhere })).status).toBe(401);
    const { body: security } = await browser.call('GET', '/auth/security');
    expect(security).toMatchObject({
      hasPassword: true,
      secondFactor: { since: expect.any(String), recoveryCodesLeft: 10, shownAt: expect.any(String) },
      sessions: [{ isThis: true }],
    });
    expect(shop.noticesAskedFor.at(-1)).toMatchObject({ about: 'second-factor-on' });
    expect(await actsOf(email)).toEqual(
      expect.arrayContaining(['second-factor.turned-on', 'second-factor.failed']),
    );
    expect((await post(browser, 'second-factor/begin', { password: PASSWORD })).body.code).toBe(
      'SECOND_FACTOR_ON',
    );
    // Neither the secret nor a recovery code can be read from the database.
    const { rows } = await sql<{ kept: string }>`
      SELECT string_agg(identity_second_factor::text, ' ') || (SELECT string_agg(identity_recovery_code::text, ' ') FROM identity_recovery_code)
        || (SELECT string_agg(audit_entry::text, ' ') FROM audit_entry) AS kept
      FROM identity_second_factor`.execute(shop.databases.write);
    for (const text of [body.secret, ...on.body.recoveryCodes]) expect(rows[0]?.kept).not.toContain(text);
  });
});

describe('signing in', () => {
  test('asks for a code, takes each once, and no other account’s', async () => {
    const { email, secret, codes } = await newPerson(shop, 'twice@example.com');
    const other = await newPerson(shop, 'other@example.com');
    const browser = shop.browser();
    const asked = await browser.signIn(email);
    expect(asked).toMatchObject({ status: 401, body: { code: 'SECOND_FACTOR_ASKED' } });
    expect([asked.headers.getSetCookie(), browser.cookie()]).toEqual([[], undefined]);
    const { challenge } = asked.body;
    const finish = (code: string, by = browser, of = challenge) =>
      post(by, 'sign-in/second-factor', { challenge: of, code });
    // The code that turned it on was used by that.
    expect((await finish(codeNow(shop, secret))).body.code).toBe('WRONG_CODE');
    shop.wait(STEP_MS);
    expect((await finish(codeNow(shop, other.secret))).body.code).toBe('WRONG_CODE');
    expect((await finish(other.codes[0] ?? '')).body.code).toBe('WRONG_CODE');
    const code = codeNow(shop, secret);
    // Of many who show one code at once, one gets in.
    const second = (await shop.browser().signIn(email)).body.challenge;
    const browsers = [browser, shop.browser(), shop.browser(), shop.browser()];
    const at = await Promise.all(
      browsers.map((one, index) => finish(code, one, index % 2 === 0 ? challenge : second)),
    );
    expect(at.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
    // Neither it nor the one before is good again, though their half minute is not over.
    const third = (await shop.browser().signIn(email)).body.challenge;
    expect((await finish(code, browser, third)).body.code).toBe('WRONG_CODE');
    expect((await finish(codeNow(shop, secret, -1), browser, third)).body.code).toBe('WRONG_CODE');
    // A recovery code is, once; and who has one code of it is told.
    const [recovery = ''] = codes;
    expect((await finish(recovery.toUpperCase(), browser, third)).status).toBe(200);
    expect(shop.noticesAskedFor.at(-1)).toMatchObject({ about: 'recovery-code-used' });
    const fourth = (await shop.browser().signIn(email)).body.challenge;
    expect((await finish(recovery, browser, fourth)).body.code).toBe('WRONG_CODE');
    expect((await finish(codes[1] ?? '', browser, third)).body.code).toBe('SIGN_IN_OVER');
    shop.wait(11 * 60_000);
    expect((await finish(codes[1] ?? '', browser, fourth)).body.code).toBe('SIGN_IN_OVER');
    expect(await actsOf(email)).toEqual(
      expect.arrayContaining(['sign-in.asked-for-second-factor', 'second-factor.failed', 'sign-in.done']),
    );
  });

  test('is as it was for whoever has none', async () => {
    await shop.person('plain@example.com', 'customer');
    expect((await shop.browser().signIn('plain@example.com')).status).toBe(200);
  });

  test('takes few wrong codes, from who knows the password alone, and lets the owner in by a new one', async () => {
    const limited = await openUsersShop({ after: shop, tries: { tries: 200, secondsPerTry: 1 } });
    const { email, secret } = await newPerson(limited, 'tried@example.com');
    const { challenge } = (await limited.browser().signIn(email)).body;
    const guess = () => post(limited.browser(), 'sign-in/second-factor', { challenge, code: '000000' });
    // Without the password nobody comes so far as to use up a try of somebody else's.
    await limited.browser().signIn(email, 'not this one');
    const seen: number[] = [];
    for (let tries = 0; tries < 12; tries += 1) seen.push((await guess()).status);
    expect(seen).toEqual([...Array.from({ length: 10 }, () => 422), 429, 429]);
    expect(limited.noticesAskedFor.filter(({ about }) => about === 'wrong-codes')).toHaveLength(1);
    limited.wait(5 * 60_000);
    const right = { challenge, code: codeNow(limited, secret) };
    expect((await post(limited.browser(), 'sign-in/second-factor', right)).status).toBe(200);
    await limited.close();
  });

  test('gives no tries of codes back for a new password by mail, so that a mailbox alone can’t guess them', async () => {
    const limited = await openUsersShop({ after: shop, tries: { tries: 5, secondsPerTry: 1 } });
    const { email } = await newPerson(limited, 'mailbox@example.com');
    const guess = async (password: string) => {
      const { challenge } = (await limited.browser().signIn(email, password)).body;
      return (await post(limited.browser(), 'sign-in/second-factor', { challenge, code: '000000' })).status;
    };
    for (let tries = 0; tries < 10; tries += 1) expect(await guess(PASSWORD)).toBe(422);
    await limited.call('POST', '/auth/request-password-reset', { body: { email } });
    const token = await mailedLink(limited, email, 'reset-password');
    const password = 'another horse';
    expect((await limited.call('POST', '/auth/reset-password', { body: { token, password } })).status).toBe(
      200,
    );
    expect(await guess(password)).toBe(429);
    limited.wait(5 * 60_000);
    expect([await guess(password), await guess(password)]).toEqual([422, 429]);
    await limited.close();
  });
});

describe('an admin of a shop that requires it', () => {
  test('has no permission without it, nor by an older proof, and again none after twelve hours', async () => {
    const email = 'required@example.com';
    const token = await strict.person(email, 'admin');
    expect(await statusOf(shop, token)).toBe(200);
    expect(await statusOf(strict, token)).toEqual([403, 'SECOND_FACTOR_REQUIRED']);
    const asked = await strict.call('GET', `/admin/${email}`, { token });
    expect(asked.body).toEqual({ admin: false, needsSecondFactor: true });
    // What is an admin's alone among everybody's calls is not theirs either.
    expect((await strict.call('GET', '/admin/plain@example.com', { token })).status).toBe(403);

    const browser = strict.browser();
    await browser.signIn(email);
    const oldProof = await browser.proof();
    const { secret, codes } = await enrol(strict, browser);
    const exchange = (proof: string) =>
      strict.call('PUT', `/user/${email}`, { body: { email }, token: proof });
    expect(await statusOf(strict, (await exchange(oldProof)).body.token)).toEqual([
      403,
      'SECOND_FACTOR_REQUIRED',
    ]);
    const good = await browser.accessToken(email);
    expect(await statusOf(strict, good)).toBe(200);

    strict.wait(12 * HOUR_MS);
    const stale = await browser.accessToken(email);
    expect(await statusOf(strict, stale)).toEqual([403, 'SECOND_FACTOR_REQUIRED']);
    expect((await post(browser, 'second-factor/show', { code: '000000' })).body.code).toBe('WRONG_CODE');
    expect((await post(browser, 'second-factor/show', { code: codeNow(strict, secret) })).status).toBe(200);
    expect(await statusOf(strict, await browser.accessToken(email))).toBe(200);
    expect(codes).toHaveLength(10);
  });

  test('who is one no more, is not one by it', async () => {
    const { email, browser } = await newPerson(strict, 'no-admin@example.com');
    expect(await statusOf(strict, await browser.accessToken(email))).toEqual([403, 'FORBIDDEN']);
  });
});

describe('taking it away', () => {
  test('takes the password and a code', async () => {
    const { email, browser, secret } = await newPerson(shop, 'off@example.com');
    shop.wait(STEP_MS);
    const off = (body: object) => post(browser, 'second-factor/turn-off', body);
    expect((await off({ code: codeNow(shop, secret) })).body.code).toBe('WRONG_PASSWORD');
    expect((await off({ password: PASSWORD, code: '000000' })).body.code).toBe('WRONG_CODE');
    const renewed = await post(browser, 'second-factor/recovery-codes', {
      password: PASSWORD,
      code: codeNow(shop, secret),
    });
    expect(renewed.body.recoveryCodes).toHaveLength(10);
    const proof = await browser.proof();
    expect((await off({ password: PASSWORD, code: renewed.body.recoveryCodes[3] })).status).toBe(200);
    expect((await shop.browser().signIn(email)).status).toBe(200);
    expect((await off({ password: PASSWORD, code: '000000' })).body.code).toBe('SECOND_FACTOR_OFF');
    // What was proved by it before is no longer so; the session goes on without it.
    expect((await shop.call('PUT', `/user/${email}`, { body: { email }, token: proof })).status).toBe(401);
    await browser.accessToken(email);
    expect(shop.noticesAskedFor.map(({ about }) => about)).toEqual(
      expect.arrayContaining(['second-factor-off', 'recovery-codes-new']),
    );
  });

  test('is an admin’s for others alone, ends their sessions and tells them', async () => {
    const admin = await shop.person('resetting@example.com', 'admin');
    const { email, browser } = await newPerson(shop, 'lost-it@example.com');
    const token = await browser.accessToken(email);
    const proof = await browser.proof();
    const reset = (of: string, by: string) => shop.call('DELETE', `/second-factor/${of}`, { token: by });
    expect((await reset(email, token)).status).toBe(403);
    expect((await reset('resetting@example.com', admin)).body.code).toBe('YOUR_OWN');
    expect((await reset(email, admin)).body).toEqual({ modifiedCount: 1 });
    expect((await reset(email, admin)).body).toEqual({ modifiedCount: 0 });
    expect((await browser.call('GET', '/auth/security')).status).toBe(401);
    expect((await shop.call('GET', `/admin/${email}`, { token })).status).toBe(401);
    // Nor does what was proved in them before.
    expect((await shop.call('PUT', `/user/${email}`, { body: { email }, token: proof })).status).toBe(401);
    expect(shop.noticesAskedFor.at(-1)).toMatchObject({ about: 'second-factor-reset' });
    expect((await shop.browser().signIn(email)).status).toBe(200);
    const { body } = await shop.call('GET', '/user?limit=100', { token: admin });
    const having = body.filter((user: { secondFactor: boolean }) => user.secondFactor);
    expect(having.map((user: { email: string }) => user.email)).toContain('twice@example.com');
  });
});

test('a second factor is asked for as before of whoever was removed and let back in', async () => {
  const admin = await shop.person('letting-in@example.com', 'admin');
  const { email, secret } = await newPerson(shop, 'in-again@example.com');
  await shop.call('DELETE', `/user/${email}`, { token: admin });
  await shop.call('PUT', `/user/active/${email}`, { token: admin });
  const browser = shop.browser();
  const asked = await browser.signIn(email);
  expect(asked).toMatchObject({ status: 401, body: { code: 'SECOND_FACTOR_ASKED' } });
  shop.wait(STEP_MS);
  const { challenge } = asked.body;
  await post(browser, 'sign-in/second-factor', { challenge, code: codeNow(shop, secret) });
  await browser.accessToken(email);
});

describe('a session that ends while it changes the second factor', () => {
  test.each([
    ['turn-off', { password: PASSWORD }],
    ['recovery-codes', { password: PASSWORD }],
    ['show', {}],
  ])('changes nothing by %s, and its code stays good', async (path, body) => {
    const { email, browser, secret, codes } = await newPerson(shop, `ended.${path}@example.com`);
    const owner = shop.browser();
    const { challenge } = (await owner.signIn(email)).body;
    await post(owner, 'sign-in/second-factor', { challenge, code: codes[0] ?? '' });
    shop.wait(STEP_MS);
    const code = codeNow(shop, secret);
    const held = await shop.databases.writePool.connect();
    try {
      await held.query('BEGIN');
      await held.query('SELECT FROM identity_second_factor FOR UPDATE');
      const begun = post(browser, `second-factor/${path}`, { ...body, code });
      await untilWaiting(shop, 1);
      expect((await post(owner, 'sessions/end', { which: 'others' })).status).toBe(200);
      await held.query('COMMIT');
      expect((await begun).body.code).toBe('SIGNED_OUT');
    } finally {
      held.release();
    }
    expect((await owner.call('GET', '/auth/security')).body.secondFactor).toMatchObject({
      since: expect.any(String),
      recoveryCodesLeft: 9,
    });
    expect((await post(owner, 'second-factor/show', { code })).status).toBe(200);
  });
});

describe('password and devices', () => {
  test('a password changes by the present one and a code, and signs out the others', async () => {
    const { email, browser, secret } = await newPerson(shop, 'changing@example.com');
    shop.wait(STEP_MS);
    const change = (body: object) =>
      post(browser, 'change-password', { password: PASSWORD, newPassword: 'another horse', ...body });
    expect((await change({ password: 'not this one' })).body.code).toBe('WRONG_PASSWORD');
    expect((await change({})).body.code).toBe('WRONG_CODE');
    const other = shop.browser();
    const { challenge } = (await other.signIn(email)).body;
    const token = await browser.accessToken(email);
    expect((await change({ code: codeNow(shop, secret) })).status).toBe(200);
    expect((await shop.call('GET', `/admin/${email}`, { token })).status).toBe(401);
    expect((await browser.call('GET', '/auth/security')).status).toBe(200);
    // A sign-in that began by the old password ends with it.
    shop.wait(STEP_MS);
    const late = await post(other, 'sign-in/second-factor', { challenge, code: codeNow(shop, secret) });
    expect(late.body.code).toBe('SIGN_IN_OVER');
    expect((await other.signIn(email)).body.code).toBe('WRONG_CREDENTIALS');
    expect((await other.signIn(email, 'another horse')).body.code).toBe('SECOND_FACTOR_ASKED');
    expect(shop.noticesAskedFor.at(-1)).toMatchObject({ about: 'password-changed' });
  });

  test('who has a session may guess its password a few times, and then has to wait', async () => {
    const limited = await openUsersShop({ after: shop, tries: { tries: 5, secondsPerTry: 60 } });
    const email = 'guessed@example.com';
    await limited.person(email, 'customer');
    const browser = limited.browser();
    await browser.signIn(email);
    const guess = (password: string) =>
      post(browser, 'change-password', { password, newPassword: 'another horse' });
    const seen: number[] = [];
    for (let tries = 0; tries < 7; tries += 1) seen.push((await guess(`guess ${tries}`)).status);
    expect(seen).toEqual([422, 422, 422, 422, 422, 429, 429]);
    // Guessed in vain: the right one is not taken either while there are no tries left.
    expect((await guess(PASSWORD)).status).toBe(429);
    limited.wait(60_000);
    expect((await guess(PASSWORD)).status).toBe(200);
    await limited.close();
  });

  test('other devices are listed by what they say of themselves, and signed out one by one or all', async () => {
    const email = 'devices@example.com';
    await shop.person(email, 'customer');
    const browsers = [shop.browser(), shop.browser(), shop.browser()];
    const [mine, second, third] = browsers;
    if (mine === undefined || second === undefined || third === undefined) throw new Error('three');
    await mine.signIn(email);
    const signIn = {
      body: { email, password: PASSWORD },
      headers: { 'user-agent': 'Somebody’s phone'.normalize('NFKD').replace('’', '') },
    };
    await second.call('POST', '/auth/sign-in/email', signIn);
    await third.signIn(email);
    const { sessions } = (await mine.call('GET', '/auth/security')).body;
    expect(sessions).toHaveLength(4);
    const phone = sessions.find((one: { userAgent: string }) => one.userAgent === 'Somebodys phone');
    expect((await post(mine, 'sessions/end', { which: phone.id })).body).toEqual({ ended: 1 });
    expect((await post(mine, 'sessions/end', { which: phone.id })).status).toBe(404);
    expect((await second.call('GET', '/auth/security')).status).toBe(401);
    const stranger = shop.browser();
    await stranger.signIn('plain@example.com');
    const own = (await third.call('GET', '/auth/security')).body.sessions.find(
      (one: { isThis: boolean }) => one.isThis,
    );
    expect((await post(stranger, 'sessions/end', { which: own.id })).status).toBe(404);
    expect((await post(mine, 'sessions/end', { which: 'others' })).body).toEqual({ ended: 2 });
    expect((await third.call('GET', '/auth/security')).status).toBe(401);
    expect((await mine.call('GET', '/auth/security')).body.sessions).toHaveLength(1);
  });
});
