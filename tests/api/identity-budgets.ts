/** How many statements each call of the embedded identity provider sends. */
import { expect } from 'vitest';
import type { IdentityTable } from '#contract/identity.ts';
import { createResetTokens, passwordMarkOf } from '#server/adapters/identity/reset-tokens.ts';
import { codeOfStep, stepAt } from '#server/adapters/identity/totp.ts';
import {
  createResendTokens,
  createVerificationTokens,
} from '#server/adapters/identity/verification-tokens.ts';
import { type Answer, SECRETS } from '../shop.ts';
import { newEmail } from './before-a-call.ts';
import { BEGIN_COMMIT, ENTRY, JOB } from './known-budgets.ts';
import type { Budget, Request, World } from './operation-budget.ts';

const PASSWORD = 'correct horse';
const NEW_PASSWORD = 'a brand new secret';
const DANA = 'dana.garage@example.com';

/** What the browser sends that was answered so. */
const browserOf = ({ shop }: World, { headers }: Answer) => ({
  origin: shop.url,
  cookie: headers
    .getSetCookie()
    .map((one) => one.slice(0, one.indexOf(';')))
    .join('; '),
});

/** Somebody with a new account, who is signed in. */
export async function signedUp(world: World) {
  const { shop } = world;
  const email = newEmail();
  const body = { email, password: PASSWORD, name: 'Somebody' };
  const answer = await shop.call('POST', '/auth/sign-up/email', { body });
  expect(answer.status).toBe(200);
  const { user } = answer.body as { user: { id: string } };
  return { email, userId: user.id, headers: browserOf(world, answer) };
}
type SignedUp = Awaited<ReturnType<typeof signedUp>>;

/** The same, with a second factor and a code that is good; that of the time before has turned it on. */
export async function withSecondFactor(world: World) {
  const { shop } = world;
  const somebody = await signedUp(world);
  const post = async (step: string, body: object) => {
    const { headers } = somebody;
    const answer = await shop.call('POST', `/auth/second-factor/${step}`, { headers, body });
    expect(answer.status).toBe(200);
    return answer.body as { readonly secret: string };
  };
  const { secret } = await post('begin', { password: PASSWORD });
  const step = stepAt(shop.clock.now);
  await post('turn-on', { code: codeOfStep(secret, step - 1) });
  return { ...somebody, code: codeOfStep(secret, step) };
}

/** What the shop gives an access token for. */
export async function proofOf({ shop }: World, { headers }: SignedUp): Promise<string> {
  const { body } = await shop.call('GET', '/auth/token', { headers });
  return (body as { token: string }).token;
}
/** Makes a user of the shop of them, or renews that they are one. */
export async function enterShop(world: World, somebody: SignedUp): Promise<void> {
  const { email } = somebody;
  const token = await proofOf(world, somebody);
  expect((await world.shop.call('PUT', `/user/${email}`, { token, body: { email } })).status).toBe(200);
}

const signIn = ({ shop }: World, { email }: SignedUp) =>
  shop.call('POST', '/auth/sign-in/email', { body: { email, password: PASSWORD } });

/** The link that was mailed to somebody who has forgotten their password. */
async function resetToken({ shop }: World, { userId, email }: SignedUp): Promise<string> {
  const { password } = await shop.databases.write
    .selectFrom('identity_account')
    .select('password')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  const passwordMark = passwordMarkOf(SECRETS.identity, userId, password);
  return createResetTokens(SECRETS.identity).issue({ userId, email, passwordMark }, shop.clock.now);
}

/** Dana has chosen herself at the emulated Google. */
async function chosenAtGoogle({ shop }: World): Promise<Request> {
  const headers = { origin: shop.url };
  const { body } = await shop.call('POST', '/auth/google/start', { headers });
  const { url, attempt } = body as { url: string; attempt: string };
  const chosen = await fetch(new URL('/o/oauth2/v2/auth/callback', url), {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ email: DANA, ...Object.fromEntries(new URL(url).searchParams) }),
  });
  const { state, code } = Object.fromEntries(new URL(chosen.headers.get('location') ?? '').searchParams);
  return { headers, body: { attempt, state, code } };
}

/** In the session of somebody new. */
const inSession =
  (body?: object) =>
  async (world: World): Promise<Request> => {
    const { headers } = await signedUp(world);
    return { headers, ...(body !== undefined && { body }) };
  };
/** In the session of somebody with a second factor, who shows it. */
const withCode =
  (body: object = {}) =>
  async (world: World): Promise<Request> => {
    const { headers, code } = await withSecondFactor(world);
    return { headers, body: { ...body, code } };
  };

/** The session, whose it is, and whether an emulated Google has made them. */
const SESSION = 3;
/** Who that is in the shop, and what they did. */
const ACT = 1 + ENTRY;
/** The account, and its session. */
const ENTERING = 2;
const PASSWORD_HASH = 1;
/** Whether there is a second factor. */
const FACTOR = 1;
/** The second factor, locked, and its code, used up. */
const CODE = 2;
/** Whether the session is still there. */
const STILL_IN = 1;
/** The old ones go, the new ones come. */
const RECOVERY_CODES = 2;
/** Of access tokens. */
const END = 1;

export const identityBudgets = {
  // Whether there is the email; user and password; a mail.
  identitySignUp: [
    1 + BEGIN_COMMIT + 2 + JOB + ENTRY + ENTERING,
    async () => ({ body: { email: newEmail(), password: PASSWORD, name: 'Somebody' } }),
  ],
  // Password and second factor, before there is a session and after that.
  identitySignIn: [
    2 * (PASSWORD_HASH + FACTOR) + ENTERING + ACT,
    async (world) => ({ body: { email: (await signedUp(world)).email, password: PASSWORD } }),
  ],
  identitySignOut: [SESSION + BEGIN_COMMIT + 1 + END + ACT, inSession()],
  identitySession: [SESSION, inSession()],
  // The key that signs it; the password, at the same time, that the browser's mark is of.
  identityProof: [SESSION + 1 + PASSWORD_HASH, inSession()],
  identityKeys: [1, async () => ({})],
  identityUpdateUser: [SESSION + BEGIN_COMMIT + 1 + ACT, inSession({ name: 'Somebody Else' })],
  // Whether it was verified before, and the second factor that falls where it was not; the account, and the user of the shop.
  identityVerifyEmail: [
    BEGIN_COMMIT + 2 + 2 + ACT,
    async (world) => ({
      body: {
        token: await createVerificationTokens(SECRETS.identity).issue(
          await signedUp(world),
          world.shop.clock.now,
        ),
      },
    }),
  ],
  identitySendVerificationEmail: [SESSION + BEGIN_COMMIT + JOB, inSession()],
  identityResendVerificationEmail: [
    BEGIN_COMMIT + JOB,
    async (world) => ({
      body: {
        token: await createResendTokens(SECRETS.identity).issue(await signedUp(world), world.shop.clock.now),
      },
    }),
  ],
  identityGoogleStart: [1, async ({ shop }) => ({ headers: { origin: shop.url } })],
  identityGoogleReturn: [0, async () => ({})],
  // Of somebody who has come before: the attempt; the account, what else leads to it, and whether it has a role; whether
  // Google still leads to it once there is a session.
  identityGoogleFinish: [1 + BEGIN_COMMIT + 3 + 2 * FACTOR + ENTERING + 1 + ACT, chosenAtGoogle],
  identityAskForPasswordReset: [
    BEGIN_COMMIT + JOB,
    async (world) => ({ body: { email: (await signedUp(world)).email } }),
  ],
  identityReadPasswordLink: [
    PASSWORD_HASH,
    async (world) => ({ body: { token: await resetToken(world, await signedUp(world)) } }),
  ],
  // The account, locked; the new password; the second factor falls, as the email was not verified before; it is now, here and in
  // the shop; sessions and Google's end.
  identityResetPassword: [
    BEGIN_COMMIT + 1 + PASSWORD_HASH + 1 + 1 + 2 + 2 + END + ACT,
    async (world) => ({
      body: { token: await resetToken(world, await signedUp(world)), password: NEW_PASSWORD },
    }),
  ],
  // The challenge, read and ended. The password is that which began it, before there is a session and after that.
  identityFinishSignIn: [
    2 + BEGIN_COMMIT + CODE + 2 * PASSWORD_HASH + ENTERING + ACT,
    async (world) => {
      const somebody = await withSecondFactor(world);
      const { challenge } = (await signIn(world, somebody)).body as { challenge: string };
      return { body: { challenge, code: somebody.code } };
    },
  ],
  identitySecurity: [SESSION + PASSWORD_HASH + FACTOR + 1, inSession()],
  identityBeginSecondFactor: [SESSION + PASSWORD_HASH + BEGIN_COMMIT + 1, inSession({ password: PASSWORD })],
  // The account, locked; it counts from now on; other sessions end, and this one has shown it.
  identityTurnOnSecondFactor: [
    SESSION + BEGIN_COMMIT + 1 + CODE + 1 + RECOVERY_CODES + 2 + END + ACT + JOB,
    async (world) => {
      const { headers } = await signedUp(world);
      const body = { password: PASSWORD };
      const begun = await world.shop.call('POST', '/auth/second-factor/begin', { headers, body });
      const { secret } = begun.body as { secret: string };
      return { headers, body: { code: codeOfStep(secret, stepAt(world.shop.clock.now)) } };
    },
  ],
  identityShowSecondFactor: [SESSION + FACTOR + BEGIN_COMMIT + CODE + STILL_IN + 1 + ACT, withCode()],
  // It goes, and no session has shown it.
  identityTurnOffSecondFactor: [
    SESSION + PASSWORD_HASH + FACTOR + BEGIN_COMMIT + CODE + STILL_IN + 2 + END + ACT + JOB,
    withCode({ password: PASSWORD }),
  ],
  identityRenewRecoveryCodes: [
    SESSION + PASSWORD_HASH + FACTOR + BEGIN_COMMIT + CODE + STILL_IN + RECOVERY_CODES + ACT + JOB,
    withCode({ password: PASSWORD }),
  ],
  // The account, locked, and the password, looked at again; the new one; other sessions end.
  identityChangePassword: [
    SESSION + PASSWORD_HASH + FACTOR + BEGIN_COMMIT + STILL_IN + 1 + PASSWORD_HASH + 1 + 1 + END + ACT + JOB,
    inSession({ password: PASSWORD, newPassword: NEW_PASSWORD }),
  ],
  // Known browsers are forgotten.
  identityEndSession: [
    SESSION + BEGIN_COMMIT + 1 + 1 + END + ACT,
    async (world) => {
      const somebody = await signedUp(world);
      await signIn(world, somebody);
      return { headers: somebody.headers, body: { which: 'others' } };
    },
  ],
} satisfies Record<keyof IdentityTable, Budget>;
