/** Signing in with Google: whose account it is, and everything that must not sign anyone in. */
import { generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { codeOfStep, stepAt } from '#server/adapters/identity/totp.ts';
import { openTestGoogle, type Somebody, startGoogle, type TestGoogle } from './google-fixture.ts';
import { type Browser, openUsersShop, PASSWORD, type UsersShop } from './identity-fixture.ts';
import { mailedLink } from './mailed-link.ts';

let google: TestGoogle;
let shop: UsersShop;
let admin: string;
beforeAll(async () => {
  google = await openTestGoogle();
  shop = await openUsersShop({ google: { isEmulated: false, connect: google.connect } });
  admin = await shop.person('admin@example.com', 'admin');
});
afterAll(async () => {
  await shop.close();
  await google.close();
});
beforeEach(() => {
  google.next = {};
  google.down = false;
});

let people = 0;
/** Somebody new at Google. */
function somebody(told: Partial<Somebody> = {}): Somebody {
  people += 1;
  const one = { sub: `10000${people}`, email: `person${people}@example.com`, email_verified: true };
  return { name: `Person ${people}`, ...one, ...told };
}
const accounts = () =>
  shop.databases.write
    .selectFrom('identity_account')
    .innerJoin('identity_user', 'identity_user.id', 'identity_account.user_id')
    .select(['provider_id', 'account_id', 'email'])
    .execute();
const verify = (email: string) =>
  shop.databases.write
    .updateTable('identity_user')
    .set({ email_verified: true })
    .where('email', '=', email)
    .execute();
const actsOf = async (accountId: string) =>
  (
    await shop.databases.write
      .selectFrom('audit_entry')
      .select('act')
      .where('object_id', '=', accountId)
      .execute()
  ).map(({ act }) => act);
const finish = (body: unknown, browser = shop.browser()) =>
  browser.call('POST', '/auth/google/finish', { body });
/** Somebody opens the newest link that was mailed to this address. */
const openVerificationMail = async (email: string) => {
  const token = await mailedLink(shop, email, 'verify-email');
  expect((await shop.call('POST', '/auth/verify-email', { body: { token } })).status).toBe(200);
};
/** Whoever is signed in there sets up a second factor; answers what its app shows so many half minutes ahead. */
const turnOnSecondFactor = async (browser: Browser, again: object) => {
  const post = (path: string, body: object) => browser.call('POST', `/auth/second-factor/${path}`, { body });
  const { secret } = (await post('begin', again)).body;
  const code = (ahead: number) => codeOfStep(secret, stepAt(shop.deps.now()) + ahead);
  expect((await post('turn-on', { code: code(0) })).status).toBe(200);
  return code;
};
const OWN_PASSWORD = 'a secret of mine';
/** Whoever reads the mail of this address sets a new password. */
const resetPassword = async (email: string) => {
  await shop.call('POST', '/auth/request-password-reset', { body: { email } });
  const token = await mailedLink(shop, email, 'reset-password');
  const answer = await shop.call('POST', '/auth/reset-password', { body: { token, password: OWN_PASSWORD } });
  expect(answer.status).toBe(200);
};

describe('the first sign-in', () => {
  test("makes the account, with Google's name and word on the email, and is let into the shop", async () => {
    const ada = somebody({ name: 'Ada  \u0000 Lovelace', email: 'Ada.Lovelace@Example.com' });
    const browser = shop.browser();
    const answer = await google.signIn(browser, ada);
    expect(answer.status).toBe(200);
    expect(answer.body.user).toMatchObject({
      email: 'ada.lovelace@example.com',
      name: 'Ada    Lovelace',
      emailVerified: true,
    });
    expect(Object.keys(answer.body.user).sort()).toEqual(['email', 'emailVerified', 'id', 'name']);
    const claims = JSON.parse(
      Buffer.from((await browser.proof()).split('.')[1] ?? '', 'base64url').toString(),
    );
    expect(claims).toMatchObject({ email: 'ada.lovelace@example.com', email_verified: true });
    const token = await browser.accessToken('ada.lovelace@example.com');
    expect((await shop.call('GET', '/admin/ada.lovelace@example.com', { token })).body).toEqual({
      admin: false,
    });
    expect(await accounts()).toContainEqual({
      provider_id: 'google',
      account_id: ada.sub,
      email: 'ada.lovelace@example.com',
    });
  });

  test('keeps none of Google’s tokens', async () => {
    await google.signIn(shop.browser(), somebody());
    const kept = await shop.databases.write
      .selectFrom('identity_account')
      .select(['access_token', 'refresh_token', 'id_token'])
      .where('provider_id', '=', 'google')
      .execute();
    for (const row of kept) expect(Object.values(row)).toEqual([null, null, null]);
  });

  test('with an email that Google has not verified is unverified here, gets the mail, and is no admin', async () => {
    const unsure = somebody({ email_verified: false });
    const browser = shop.browser();
    const before = shop.mailsAskedFor.length;
    expect((await google.signIn(browser, unsure)).body.user.emailVerified).toBe(false);
    expect(shop.mailsAskedFor).toHaveLength(before + 1);
    await browser.accessToken(unsure.email);
    const promoted = await shop.call('PUT', `/user/admin/${unsure.email}`, { token: admin });
    expect(promoted.body.code).toBe('EMAIL_NOT_VERIFIED');
    // Once Google has verified it, the next sign-in counts.
    expect((await google.signIn(browser, { ...unsure, email_verified: true })).body.user.emailVerified).toBe(
      true,
    );
    expect((await shop.call('PUT', `/user/admin/${unsure.email}`, { token: admin })).body).toEqual({
      modifiedCount: 1,
    });
  });

  test('of many at once makes one account', async () => {
    const ada = somebody();
    const answers = await Promise.all(Array.from({ length: 6 }, () => google.signIn(shop.browser(), ada)));
    expect(answers.map((one) => one.status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(new Set(answers.map((one) => one.body.user.id)).size).toBe(1);
    expect((await accounts()).filter((one) => one.email === ada.email)).toHaveLength(1);
  });

  test('takes a name from the email where Google tells none', async () => {
    const { name: _, ...nameless } = somebody();
    expect((await google.signIn(shop.browser(), nameless)).body.user.name).toBe(nameless.email.split('@')[0]);
  });
});

describe('a later sign-in', () => {
  test('is the same account, whatever email Google gives by then', async () => {
    const ada = somebody();
    const first = await google.signIn(shop.browser(), ada);
    const later = await google.signIn(shop.browser(), { ...ada, email: 'moved@example.com' });
    expect(later.body.user).toEqual(first.body.user);
  });

  test('does not verify an account’s email for another address that Google has verified', async () => {
    const ada = somebody({ email_verified: false });
    await google.signIn(shop.browser(), ada);
    const later = await google.signIn(shop.browser(), {
      ...ada,
      email: 'other.address@example.com',
      email_verified: true,
    });
    expect(later.body.user.emailVerified).toBe(false);
  });
});

describe('an account with a password', () => {
  test.each`
    ours     | googles  | outcome
    ${true}  | ${true}  | ${'linked'}
    ${true}  | ${false} | ${'refused'}
    ${false} | ${true}  | ${'refused, with an offer'}
    ${false} | ${false} | ${'refused, with an offer'}
  `('verified here: $ours, by Google: $googles → $outcome', async ({ ours, googles, outcome }) => {
    const ada = somebody({ email_verified: googles });
    const made = await shop.browser().signUp(ada.email);
    if (ours) await verify(ada.email);
    const browser = shop.browser();
    const answer = await google.signIn(browser, { ...ada, email: ada.email.toUpperCase() });
    if (outcome === 'linked') {
      expect(answer.status).toBe(200);
      expect(answer.body.user.id).toBe(made.body.user.id);
      return;
    }
    expect([answer.status, answer.body.code, answer.body.title]).toEqual([
      409,
      'LINK_NEEDS_VERIFIED_EMAIL',
      'Verify your email first',
    ]);
    expect(answer.body.detail).toMatch(/^Verify your email first: /);
    expect(browser.cookie()).toBeUndefined();
    expect((await accounts()).filter((one) => one.email === ada.email)).toHaveLength(1);
    expect(typeof answer.body.resendToken).toBe(outcome === 'refused' ? 'object' : 'string');
    if (outcome === 'refused') expect(answer.body.resendToken).toBeNull();
  });

  test('is linked once its email is verified by the mail that the offer sends', async () => {
    const ada = somebody();
    await shop.browser().signUp(ada.email);
    const { resendToken: token } = (await google.signIn(shop.browser(), ada)).body;
    const before = shop.mailsAskedFor.length;
    const sent = await shop.call('POST', '/auth/send-verification-email/by-token', { body: { token } });
    expect([sent.status, sent.body]).toEqual([200, { status: true }]);
    expect(shop.mailsAskedFor).toHaveLength(before + 1);
    // The offer is for a mail and verifies nothing.
    expect((await shop.call('POST', '/auth/verify-email', { body: { token } })).body.code).toBe(
      'INVALID_TOKEN',
    );
    const link = await mailedLink(shop, ada.email, 'verify-email');
    expect((await shop.call('POST', '/auth/verify-email', { body: { token: link } })).status).toBe(200);
    expect((await google.signIn(shop.browser(), ada)).status).toBe(200);
  });

  const noticesOf = (userId: string) =>
    shop.noticesAskedFor.filter((one) => one.userId === userId).map(({ about }) => about);

  test('that somebody else made with this address is the owner’s alone once they sign in', async () => {
    const ada = somebody();
    const thief = shop.browser();
    const made = (await thief.signUp(ada.email)).body.user;
    const proof = await thief.proof();
    const token = await thief.accessToken(ada.email);
    const elsewhere = shop.browser();
    await elsewhere.signIn(ada.email);
    const owner = shop.browser();
    expect((await google.signIn(owner, ada)).body.code).toBe('LINK_NEEDS_VERIFIED_EMAIL');
    await openVerificationMail(ada.email);
    expect((await google.signIn(owner, ada)).body.user.id).toBe(made.id);

    for (const browser of [thief, elsewhere])
      expect((await browser.call('GET', '/auth/get-session')).body).toBeNull();
    expect((await thief.signIn(ada.email)).body.code).toBe('WRONG_CREDENTIALS');
    expect((await shop.call('GET', `/admin/${ada.email}`, { token })).status).toBe(401);
    const body = { email: ada.email };
    expect((await shop.call('PUT', `/user/${ada.email}`, { body, token: proof })).status).toBe(401);
    await owner.accessToken(ada.email);
    expect(noticesOf(made.id)).toEqual(['account-claimed']);
    expect(await actsOf(made.id)).toContain('account.claimed');

    // The mail leads to a password of their own.
    await resetPassword(ada.email);
    expect((await shop.browser().signIn(ada.email, OWN_PASSWORD)).status).toBe(200);
  });

  test('that somebody else made and guarded with this address asks its owner for no code', async () => {
    const ada = somebody();
    const thief = shop.browser();
    await thief.signUp(ada.email);
    await turnOnSecondFactor(thief, { password: PASSWORD });
    await openVerificationMail(ada.email);
    expect((await google.signIn(shop.browser(), ada)).status).toBe(200);
  });

  test('that was claimed has no known browsers of before', async () => {
    const limited = await openUsersShop({
      after: shop,
      google: { isEmulated: false, connect: google.connect },
      tries: { tries: 1, secondsPerTry: 600 },
    });
    const ada = somebody();
    const thief = limited.browser();
    await thief.signUp(ada.email);
    await thief.accessToken(ada.email);
    await thief.call('POST', '/auth/sign-out');
    await verify(ada.email);
    expect((await google.signIn(limited.browser(), ada)).status).toBe(200);
    expect((await limited.browser().signIn(ada.email, 'a wrong guess')).status).toBe(401);
    expect((await thief.signIn(ada.email, 'a wrong guess')).status).toBe(429);
    await limited.close();
  });

  test('that somebody else made by a Google account with this address is, too', async () => {
    const ada = somebody();
    const thief = shop.browser();
    const theirs = { ...ada, sub: `${ada.sub}-of-a-thief`, email_verified: false };
    await google.signIn(thief, theirs);
    await openVerificationMail(ada.email);
    expect((await google.signIn(shop.browser(), ada)).status).toBe(200);
    expect((await thief.call('GET', '/auth/get-session')).body).toBeNull();
    expect((await google.signIn(thief, theirs)).body.code).toBe('LINK_NEEDS_VERIFIED_EMAIL');
  });

  test('keeps it, and its other devices, in a browser that was signed in to it before', async () => {
    const ada = somebody();
    const browser = shop.browser();
    const made = (await browser.signUp(ada.email)).body.user;
    await browser.accessToken(ada.email);
    const elsewhere = shop.browser();
    await elsewhere.signIn(ada.email);
    await openVerificationMail(ada.email);
    await browser.call('POST', '/auth/sign-out');
    expect((await google.signIn(browser, ada)).status).toBe(200);
    expect((await elsewhere.call('GET', '/auth/get-session')).body.user.email).toBe(ada.email);
    expect((await shop.browser().signIn(ada.email)).status).toBe(200);
    expect(noticesOf(made.id)).toEqual([]);
  });

  test('that is linked already keeps what it has, in whatever browser', async () => {
    const ada = somebody();
    const browser = shop.browser();
    await google.signIn(browser, ada);
    const { body } = await google.signIn(shop.browser(), ada);
    expect((await browser.call('GET', '/auth/get-session')).body.user).toEqual(body.user);
  });

  test('gets no mail for a token that is none, too old or for something else', async () => {
    const ada = somebody();
    const browser = shop.browser();
    await browser.signUp(ada.email);
    const { resendToken } = (await google.signIn(shop.browser(), ada)).body;
    const before = shop.mailsAskedFor.length;
    const resend = (token: unknown) =>
      shop.call('POST', '/auth/send-verification-email/by-token', { body: { token } });
    const link = await mailedLink(shop, ada.email, 'verify-email');
    for (const bad of [`${resendToken.slice(0, -3)}AAA`, link, await browser.proof(), 'x']) {
      expect((await resend(bad)).body.code).toBe('INVALID_TOKEN');
    }
    for (const none of ['', null, 7, 'x'.repeat(2_001)]) expect((await resend(none)).status).toBe(422);
    expect(shop.mailsAskedFor).toHaveLength(before);
  });

  test('of an admin is not reached by an address that only looks like theirs', async () => {
    for (const email of [
      'ａdmin@example.com',
      'admin@example\u3002com',
      'admin@exam\u200bple.com',
      '\u212Aadmin@example.com',
      'аdmin@example.com',
      'admin@example.com\u0000',
      '',
      undefined,
    ]) {
      const answer = await google.signIn(shop.browser(), somebody({ email: email as string }));
      expect([answer.status, answer.body.code]).toEqual([409, 'GOOGLE_REFUSED']);
    }
    for (const email of ['admin+1@example.com', 'a.dmin@example.com', 'admin@example.com.co']) {
      const answer = await google.signIn(shop.browser(), somebody({ email }));
      expect(answer.body.user.email).toBe(email);
    }
    const unverified = await google.signIn(
      shop.browser(),
      somebody({ email: 'ADMIN@example.com', email_verified: false }),
    );
    expect(unverified.body.code).toBe('LINK_NEEDS_VERIFIED_EMAIL');
    const texts = await google.signIn(
      shop.browser(),
      somebody({ email: 'admin@example.com', email_verified: 'true' as unknown as boolean }),
    );
    expect(texts.body.code).toBe('LINK_NEEDS_VERIFIED_EMAIL');
  });
});

describe('a new password by mail', () => {
  const linksOf = async (email: string) =>
    (await accounts())
      .filter((one) => one.email === email)
      .map((one) => one.provider_id)
      .sort();

  test.each([
    ['right away', async () => {}],
    ['after they have verified the address by mail', openVerificationMail],
  ])(
    'shuts a Google account out that somebody else has linked without proving the address, %s',
    async (_when, first) => {
      const ada = somebody({ email_verified: false });
      const thief = shop.browser();
      expect((await google.signIn(thief, ada)).status).toBe(200);
      await first(ada.email);
      await resetPassword(ada.email);

      expect((await google.signIn(thief, ada)).body.code).toBe('LINK_NEEDS_VERIFIED_EMAIL');
      expect((await thief.call('GET', '/auth/get-session')).body).toBeNull();
      expect(await linksOf(ada.email)).toEqual(['credential']);
      expect((await shop.browser().signIn(ada.email, OWN_PASSWORD)).status).toBe(200);
    },
  );

  test('shuts out one that proves another address by now', async () => {
    const ada = somebody({ email_verified: false });
    const thief = shop.browser();
    await google.signIn(thief, ada);
    const theirs = { ...ada, email: 'thief@example.com', email_verified: true };
    expect((await google.signIn(thief, theirs)).status).toBe(200);
    await resetPassword(ada.email);
    // It is theirs to make an account of their own with, under their own address.
    const own = await google.signIn(thief, theirs);
    expect(own.body.user.email).toBe('thief@example.com');
    expect(await linksOf(ada.email)).toEqual(['credential']);
  });

  test.each([
    ['when it made the account', async (ada: Somebody) => void (await google.signIn(shop.browser(), ada))],
    [
      'when it was linked with one that had a password',
      async (ada: Somebody) => {
        await shop.browser().signUp(ada.email);
        await openVerificationMail(ada.email);
        await google.signIn(shop.browser(), ada);
      },
    ],
    [
      'some time later',
      async (ada: Somebody) => {
        await google.signIn(shop.browser(), { ...ada, email_verified: false });
        await openVerificationMail(ada.email);
        await google.signIn(shop.browser(), ada);
      },
    ],
  ])('leaves a Google account that has proven the same address %s', async (_when, proves) => {
    const ada = somebody();
    await proves(ada);
    await resetPassword(ada.email);
    expect(await linksOf(ada.email)).toEqual(['credential', 'google']);
    expect((await google.signIn(shop.browser(), ada)).status).toBe(200);
    expect((await shop.browser().signIn(ada.email, OWN_PASSWORD)).status).toBe(200);
  });

  test('ends a sign-in of theirs that waits for the second factor', async () => {
    const ada = somebody({ email_verified: false });
    const thief = shop.browser();
    await google.signIn(thief, ada);
    // A factor of an address that is not proven would fall with the new password.
    await verify(ada.email);
    const code = await turnOnSecondFactor(thief, {});
    const { challenge } = (await google.signIn(shop.browser(), ada)).body;
    await resetPassword(ada.email);
    const finish = { body: { challenge, code: code(1) } };
    const answer = await shop.browser().call('POST', '/auth/sign-in/second-factor', finish);
    expect(answer.body.code).toBe('SIGN_IN_OVER');
  });
});

describe('the window', () => {
  test('begins with state, nonce, PKCE and an address of the shop', async () => {
    const { url } = await startGoogle(shop.browser());
    const query = new URL(url).searchParams;
    expect(url.startsWith(`${google.issuer}/auth?`)).toBe(true);
    expect(Object.fromEntries(query)).toMatchObject({
      response_type: 'code',
      client_id: google.clientId,
      redirect_uri: `${shop.url}/api/auth/callback/google`,
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      prompt: 'select_account',
    });
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(query.get(name)).toMatch(/^[\w-]{43}$/);
    }
    const other = new URL((await startGoogle(shop.browser())).url).searchParams;
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(other.get(name)).not.toBe(query.get(name));
    }
  });

  test('comes back to a page without script that leaves its opener alone', async () => {
    const answer = await shop.call('GET', '/auth/callback/google?code=<script>&state=%00&x=%ff');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(answer.headers.get('cross-origin-opener-policy')).toBeNull();
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(answer.body).not.toMatch(/<script/);
  });

  test.each([
    ['another site', { origin: 'https://bad.example' }],
    ['a host that is not the shop’s', { origin: 'http://bad.example', host: 'bad.example' }],
    ['no origin', { origin: '' }],
    ['another port of this machine', { origin: 'http://127.0.0.1:9' }],
  ])('is not begun for %s', async (_, headers) => {
    const answer = await shop.call('POST', '/auth/google/start', { headers });
    expect([answer.status, answer.body.code]).toEqual([403, 'FOREIGN_ORIGIN']);
    expect(JSON.stringify(answer.body)).not.toContain('bad.example');
  });

  test('that the person closes at Google, or that Google ends, says so', async () => {
    const { attempt, url } = await startGoogle(shop.browser());
    const state = new URL(url).searchParams.get('state');
    const denied = await finish({ attempt, state, error: 'access_denied' });
    expect([denied.status, denied.body.code, denied.body.detail]).toEqual([
      409,
      'GOOGLE_REFUSED',
      'You did not let Google sign you in.',
    ]);
    const next = await startGoogle(shop.browser());
    const ended = await finish({
      attempt: next.attempt,
      state: new URL(next.url).searchParams.get('state'),
      error: 'temporarily_unavailable',
    });
    expect(ended.body.detail).toContain('temporarily_unavailable');
    const none = await startGoogle(shop.browser());
    const state3 = new URL(none.url).searchParams.get('state');
    expect((await finish({ attempt: none.attempt, state: state3 })).body.code).toBe('GOOGLE_REFUSED');
  });
});

describe('what does not sign anyone in', () => {
  const ada = somebody({ sub: 'ada', email: 'never@example.com' });
  const refused = async (next: TestGoogle['next'], code = 'GOOGLE_REFUSED') => {
    google.next = next;
    const browser = shop.browser();
    const answer = await google.signIn(browser, ada);
    expect([answer.body.code, browser.cookie()]).toEqual([code, undefined]);
    expect((await accounts()).filter((one) => one.email === ada.email)).toEqual([]);
  };

  test('a sign-in that was ended before, twice at once too', async () => {
    const browser = shop.browser();
    const { attempt, url } = await startGoogle(browser);
    const body = { attempt, ...google.choose(url, somebody()) };
    expect((await finish(body)).status).toBe(200);
    const again = await finish(body);
    expect([again.status, again.body.code]).toEqual([410, 'SIGN_IN_OVER']);
    const other = await startGoogle(browser);
    const twice = { attempt: other.attempt, ...google.choose(other.url, somebody()) };
    const answers = await Promise.all([finish(twice), finish(twice), finish(twice)]);
    expect(answers.map((one) => one.status).sort()).toEqual([200, 410, 410]);
  });

  test('the state of another sign-in, or the code of one', async () => {
    const mine = await startGoogle(shop.browser());
    const theirs = await startGoogle(shop.browser());
    const crossed = await finish({ attempt: mine.attempt, ...google.choose(theirs.url, ada) });
    expect(crossed.body.code).toBe('SIGN_IN_OVER');
    // And that used the attempt up.
    expect((await finish({ attempt: mine.attempt, ...google.choose(mine.url, ada) })).body.code).toBe(
      'SIGN_IN_OVER',
    );
    const third = await startGoogle(shop.browser());
    const state = new URL(third.url).searchParams.get('state');
    const { code } = google.choose(theirs.url, ada);
    // Its PKCE verifier is not this code's.
    expect((await finish({ attempt: third.attempt, state, code })).body.code).toBe('GOOGLE_REFUSED');
  });

  test('an attempt that is made up or older than ten minutes', async () => {
    const { attempt, url } = await startGoogle(shop.browser());
    const { code, state } = google.choose(url, ada);
    expect((await finish({ attempt: 'made-up', code, state })).body.code).toBe('SIGN_IN_OVER');
    shop.wait(10 * 60_000 + 1_000);
    expect((await finish({ attempt, code, state })).body.code).toBe('SIGN_IN_OVER');
    shop.wait(-10 * 60_000 - 1_000);
  });

  test('a call from another site’s page', async () => {
    const { attempt, url } = await startGoogle(shop.browser());
    const answer = await shop.call('POST', '/auth/google/finish', {
      body: { attempt, ...google.choose(url, ada) },
      headers: { origin: 'https://bad.example' },
    });
    expect(answer.body.code).toBe('FOREIGN_ORIGIN');
  });

  test.each([
    ['of another sign-in', { nonce: 'another' }],
    ['without a nonce', { nonce: undefined }],
    ['for another client', { aud: 'somebody.else' }],
    ['for several, asked for by another', { aud: ['shop.apps.google.test', 'x'], azp: 'x' }],
    ['for several without saying for whom', { aud: ['shop.apps.google.test', 'x'] }],
    ['of another issuer', { iss: 'https://accounts.google.test' }],
    ['that has expired', { exp: Math.floor(Date.now() / 1000) - 120 }],
    ['without an end', { exp: undefined }],
    ['of nobody', { sub: undefined }],
    ['of a name that cannot be kept', { sub: 'a\u0000b' }],
    ['without an email', { email: undefined }],
  ])('an ID token %s', async (_, claims) => {
    await refused({ claims: claims as TestGoogle['next']['claims'] & object });
  });

  test('an ID token that was tampered with, is unsigned, or signed by others', async () => {
    const withClaims = (token: string, changes: object) => {
      const [head, claims = '', signature] = token.split('.');
      const said = JSON.parse(Buffer.from(claims, 'base64url').toString());
      const altered = Buffer.from(JSON.stringify({ ...said, ...changes })).toString('base64url');
      return `${head}.${altered}.${signature}`;
    };
    await refused({ alter: (token) => withClaims(token, { email: 'admin@example.com' }) });
    await refused({
      alter: (token) => `${Buffer.from('{"alg":"none"}').toString('base64url')}.${token.split('.')[1]}.`,
    });
    const forger = await generateKeyPair('RS256');
    const forged = (alg: string, key: Parameters<SignJWT['sign']>[0]) => (token: string) =>
      new SignJWT(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()))
        .setProtectedHeader({ alg, kid: 'one' })
        .sign(key);
    await refused({ alter: forged('RS256', forger.privateKey) });
    await refused({ alter: forged('HS256', new TextEncoder().encode('the secret of the shop at Google')) });
    await refused({ alter: () => 'not a token' });
  });

  test('a Google that refuses the code', async () => {
    await refused({ status: 400 });
  });

  test('a Google that is down or answers nonsense: 503, and once it is back all is well', async () => {
    await refused({ status: 500 }, 'GOOGLE_UNAVAILABLE');
    await refused({ status: 200, body: '<html>' }, 'GOOGLE_UNAVAILABLE');
    await refused({ status: 200, body: '{}' }, 'GOOGLE_UNAVAILABLE');
    const cold = await openUsersShop({ google: { isEmulated: false, connect: google.connect } });
    google.down = true;
    const answer = await cold.browser().call('POST', '/auth/google/start');
    expect([answer.status, answer.body.code]).toEqual([503, 'GOOGLE_UNAVAILABLE']);
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
    google.down = false;
    expect((await google.signIn(cold.browser(), somebody())).status).toBe(200);
    await cold.close();
  });
});

describe('a shop without Google', () => {
  test('has none of it', async () => {
    const plain = await openUsersShop();
    const start = await plain.browser().call('POST', '/auth/google/start');
    const end = await plain
      .browser()
      .call('POST', '/auth/google/finish', { body: { attempt: 'a', state: 'b', code: 'c' } });
    expect([start.status, end.status]).toEqual([404, 404]);
    await plain.close();
  });
});

test('whoever reads the mail has the say: a new password goes to an account that only had Google', async () => {
  const ada = somebody();
  const browser = shop.browser();
  await google.signIn(browser, ada);
  expect((await shop.browser().signIn(ada.email)).body.code).toBe('WRONG_CREDENTIALS');
  await shop.call('POST', '/auth/request-password-reset', { body: { email: ada.email } });
  const token = await mailedLink(shop, ada.email, 'reset-password');
  const set = await shop.call('POST', '/auth/reset-password', { body: { token, password: PASSWORD } });
  expect(set.body).toEqual({ status: true, email: ada.email });
  expect((await shop.browser().signIn(ada.email)).status).toBe(200);
  expect((await google.signIn(shop.browser(), ada)).status).toBe(200);
});

test('nothing of this was a fault', () => {
  const faults = shop.logged.filter((line) => Number(line.level) >= 50);
  expect(faults).toEqual([]);
});
