/** The emulated Google of a demo: the real emulator, and the fence around what it makes. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { GOOGLE_RETURN_PATH } from '#server/adapters/identity/google.ts';
import { createGoogleEmulator, type GoogleEmulator } from '#server/adapters/identity/google-emulator.ts';
import { openTestShop } from '../shop.ts';
import { openTestGoogle, startGoogle } from './google-fixture.ts';
import { type Browser, openUsersShop, PASSWORD, type UsersShop } from './identity-fixture.ts';
import { mailedLink } from './mailed-link.ts';

const DANA = 'dana.garage@example.com';
const LEE = 'lee.fleet@example.com';

const returnTo: string[] = [];
let emulator: GoogleEmulator;
let shop: UsersShop;
let admin: string;
beforeAll(async () => {
  emulator = createGoogleEmulator({ name: 'Mainshaft', returnTo });
  shop = await openUsersShop({ google: { isEmulated: true, connect: emulator.connect } });
  returnTo.push(`${shop.url}${GOOGLE_RETURN_PATH}`);
  admin = await shop.person('admin@example.com', 'admin');
});
afterAll(async () => {
  await shop.close();
  await emulator.stop();
});

/** Somebody chooses one of the emulator's people in the window. */
async function signIn(browser: Browser, email: string) {
  const { url, attempt } = await startGoogle(browser);
  const query = new URL(url).searchParams;
  const page = await fetch(url);
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('Google Emulator');
  const chosen = await fetch(new URL('/o/oauth2/v2/auth/callback', url), {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ email, ...Object.fromEntries(query) }),
  });
  const back = new URL(chosen.headers.get('location') ?? '');
  expect(back.origin + back.pathname).toBe(`${shop.url}${GOOGLE_RETURN_PATH}`);
  const { state, code } = Object.fromEntries(back.searchParams);
  return browser.call('POST', '/auth/google/finish', { body: { attempt, state, code } });
}
const providersOf = async (email: string) =>
  (
    await shop.databases.write
      .selectFrom('identity_account')
      .innerJoin('identity_user', 'identity_user.id', 'identity_account.user_id')
      .select(['provider_id', 'account_id'])
      .where('email', '=', email)
      .execute()
  ).map((row) => `${row.provider_id} ${row.account_id}`);

describe('an emulated sign-in', () => {
  test('makes an account that cannot be mistaken for Google’s, and comes back to it after a new start', async () => {
    const first = await signIn(shop.browser(), DANA);
    expect(first.body.user).toMatchObject({ email: DANA, name: 'Dana Garage', emailVerified: true });
    expect(await providersOf(DANA)).toEqual([`google-emulator ${DANA}`]);
    const later = createGoogleEmulator({ name: 'Mainshaft', returnTo });
    const restarted = await openUsersShop({
      after: shop,
      google: { isEmulated: true, connect: later.connect },
    });
    await restarted.identity.forgetOutsideDemo();
    returnTo.push(`${restarted.url}${GOOGLE_RETURN_PATH}`);
    const { url, attempt } = await startGoogle(restarted.browser());
    const chosen = await fetch(new URL('/o/oauth2/v2/auth/callback', url), {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ email: DANA, ...Object.fromEntries(new URL(url).searchParams) }),
    });
    const { state, code } = Object.fromEntries(new URL(chosen.headers.get('location') ?? '').searchParams);
    const again = await restarted
      .browser()
      .call('POST', '/auth/google/finish', { body: { attempt, state, code } });
    expect(again.body.user).toEqual(first.body.user);
    await restarted.close();
    await later.stop();
  });

  test('of somebody whom the emulator has not verified is unverified', async () => {
    const answer = await signIn(shop.browser(), 'not.verified@example.com');
    expect(answer.body.user.emailVerified).toBe(false);
  });

  test('never reaches an account that has a password, verified or not', async () => {
    for (const verified of [false, true]) {
      if (verified) {
        await shop.databases.write
          .updateTable('identity_user')
          .set({ email_verified: true })
          .where('email', '=', 'testuser@gmail.com')
          .execute();
      } else await shop.browser().signUp('testuser@gmail.com');
      const browser = shop.browser();
      const answer = await signIn(browser, 'testuser@gmail.com');
      expect([answer.status, answer.body.code, browser.cookie()]).toEqual([
        409,
        'NOT_FOR_EMULATED',
        undefined,
      ]);
    }
    expect(await providersOf('testuser@gmail.com')).toEqual([expect.stringMatching(/^credential /)]);
  });

  test('ends for whoever is given a role, sessions and tokens too', async () => {
    const browser = shop.browser();
    await signIn(browser, LEE);
    const token = await browser.accessToken(LEE);
    const proof = await browser.proof();
    expect((await shop.call('PUT', `/user/admin/${LEE}`, { token: admin })).body).toEqual({
      modifiedCount: 1,
    });
    expect((await shop.call('GET', '/user', { token })).status).toBe(401);
    expect((await shop.call('PUT', `/user/${LEE}`, { body: { email: LEE }, token: proof })).status).toBe(401);
    expect((await browser.call('GET', '/auth/token')).body.code).toBe('SIGNED_OUT');
    expect((await browser.call('GET', '/auth/get-session')).body).toBeNull();
    expect((await browser.call('POST', '/auth/update-user', { body: { name: 'Boss' } })).body.code).toBe(
      'SIGNED_OUT',
    );
    expect((await signIn(shop.browser(), LEE)).body.code).toBe('NOT_FOR_EMULATED');
  });

  test('ends for whoever reads the mail of the address and chooses a password', async () => {
    const email = 'not.verified@example.com';
    const browser = shop.browser();
    await signIn(browser, email);
    await shop.call('POST', '/auth/request-password-reset', { body: { email } });
    const token = await mailedLink(shop, email, 'reset-password');
    await shop.call('POST', '/auth/reset-password', { body: { token, password: PASSWORD } });
    expect((await browser.call('GET', '/auth/get-session')).body).toBeNull();
    expect(await providersOf(email)).toEqual([expect.stringMatching(/^credential /)]);
    expect((await signIn(shop.browser(), email)).body.code).toBe('NOT_FOR_EMULATED');
    expect((await shop.browser().signIn(email)).status).toBe(200);
  });
});

describe('outside the demo', () => {
  test('what it made stops working at once, is gone with the start, and frees its address', async () => {
    const browser = shop.browser();
    await signIn(browser, DANA);
    const token = await browser.accessToken(DANA);
    const cookie = browser.cookie() ?? '';
    const own = shop.browser();
    await own.signUp('with.password@example.com');

    const google = await openTestGoogle();
    const real = await openUsersShop({
      after: shop,
      google: { isEmulated: false, connect: google.connect },
    });
    const headers = { cookie, origin: real.url };
    expect((await real.call('GET', '/auth/get-session', { headers })).body).toBeNull();
    expect((await real.call('GET', '/auth/token', { headers })).body.code).toBe('SIGNED_OUT');

    await real.identity.forgetOutsideDemo();
    expect((await real.call('GET', `/admin/${DANA}`, { token })).status).toBe(401);
    const users = await shop.databases.write
      .selectFrom('shop_user')
      .select(['email', 'deactivated_at'])
      .where('email', '=', DANA)
      .execute();
    expect(users).toEqual([{ email: DANA, deactivated_at: expect.any(Date) }]);
    expect(await providersOf(DANA)).toEqual([]);
    // Those who have a password stay, and the owner of the address is somebody new.
    expect((await own.call('GET', '/auth/get-session')).body.user.email).toBe('with.password@example.com');
    const owner = real.browser();
    const dana = { sub: '1', email: DANA, email_verified: true, name: 'The real Dana' };
    expect((await google.signIn(owner, dana)).body.user.name).toBe('The real Dana');
    expect(
      (await shop.databases.write.selectFrom('shop_user').select('email').where('email', '=', DANA).execute())
        .length,
    ).toBe(1);
    await owner.accessToken(DANA);
    await real.close();
    await google.close();
  });

  test('a whole shop has no emulated Google, and the demo has one that costs nothing until it is used', async () => {
    const demo = await openTestShop();
    expect((await demo.call('GET', '/shop')).body).toMatchObject({
      identity: { google: true, googleIsEmulated: true },
    });
    const begun = await demo.call('POST', '/auth/google/start', { headers: { origin: demo.url } });
    expect(begun.status).toBe(200);
    const { url } = begun.body as { url: string };
    expect((await fetch(url)).status).toBe(200);
    await demo.close();
    await expect(fetch(url)).rejects.toThrow();

    const plain = await openTestShop({ env: { DEMO: 'false', SANDBOX_PAYMENTS: 'true' } });
    expect((await plain.call('GET', '/shop')).body).toMatchObject({
      identity: { google: false, googleIsEmulated: false },
    });
    const refused = await plain.call('POST', '/auth/google/start', { headers: { origin: plain.url } });
    expect(refused.status).toBe(404);
    await plain.close();
  });
});

test('none of this was a fault', () => {
  expect(shop.logged.filter((line) => Number(line.level) >= 50)).toEqual([]);
});
