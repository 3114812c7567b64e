/** A shop whose secret was replaced: everybody signs in anew, and nothing that the old one sealed stands in the way. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { codeOfStep, stepAt } from '#server/adapters/identity/totp.ts';
import { type Browser, openUsersShop, PASSWORD, type UsersShop } from './identity-fixture.ts';

const EMAIL = 'ada@example.com';
const GUARDED = 'grace@example.com';
const MINUTE_MS = 60_000;

let before: UsersShop;
let shop: UsersShop;
/** Signed in by the old secret. */
let browser: Browser;
let oldProof: string;
let factor: { readonly secret: string; readonly recoveryCode: string };
beforeAll(async () => {
  before = await openUsersShop();
  await before.person(EMAIL, 'customer');
  await before.person(GUARDED, 'customer');
  browser = before.browser();
  await browser.signIn(EMAIL);
  oldProof = await browser.proof();
  factor = await guard(GUARDED);
  shop = await openUsersShop({ after: before, secret: 'another-identity-secret-of-a-test-3Kd9' });
});
afterAll(async () => {
  await shop.close();
  await before.close();
});

/** Sets up a second factor. */
async function guard(email: string) {
  const owner = before.browser();
  await owner.signIn(email);
  const post = (path: string, body: object) => owner.call('POST', `/auth/second-factor/${path}`, { body });
  const { secret } = (await post('begin', { password: PASSWORD })).body;
  const code = codeOfStep(secret, stepAt(before.deps.now()));
  const [recoveryCode] = (await post('turn-on', { code })).body.recoveryCodes;
  return { secret, recoveryCode };
}

it('lets everybody sign in, and nobody stay signed in', async () => {
  const cookie = browser.cookie() ?? '';
  const old = await shop.call('GET', '/auth/token', { headers: { cookie, 'sec-fetch-site': 'same-origin' } });
  expect([old.status, old.body.code]).toEqual([401, 'SIGNED_OUT']);

  const again = shop.browser();
  expect((await again.signIn(EMAIL)).status).toBe(200);
  expect(await again.accessToken(EMAIL)).toEqual(expect.any(String));
});

it('takes no proof that a key of the old secret has signed', async () => {
  const answer = await shop.call('PUT', `/user/${EMAIL}`, { body: { email: EMAIL }, token: oldProof });
  expect(answer.status).toBe(401);
});

it('has a process that still goes by the old secret say that it cannot tell, until it is replaced', async () => {
  const other = before.browser();
  await other.signIn(EMAIL);
  expect((await other.call('GET', '/auth/token')).status).toBe(503);
});

it('takes no code of a second factor that the old one sealed, and breaks at none', async () => {
  shop.wait(2 * MINUTE_MS);
  const visitor = shop.browser();
  const { challenge } = (await visitor.signIn(GUARDED)).body;
  for (const code of [codeOfStep(factor.secret, stepAt(shop.deps.now())), factor.recoveryCode]) {
    const answer = await visitor.call('POST', '/auth/sign-in/second-factor', { body: { challenge, code } });
    expect([answer.status, answer.body.code]).toEqual([422, 'WRONG_CODE']);
  }
});
