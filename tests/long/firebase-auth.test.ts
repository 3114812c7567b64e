/**
 * A shop whose people sign in at Firebase: the browser's own client and session, on the real library and Firebase's own
 * emulator, and a whole shop behind them. The window of Google's sign-in is the one thing that can't be had here; what
 * comes after it is.
 */
import { deleteApp, type FirebaseApp } from '@firebase/app';
import { type Auth, GoogleAuthProvider, signInWithCredential } from '@firebase/auth';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { firebaseClient } from '#web/features/identity/firebase-client.ts';
import type { IdentityClient } from '#web/features/identity/identity-client.ts';
import type { Kept } from '#web/features/identity/kept-session.ts';
import type { Session, SessionProvider } from '#web/features/identity/session.ts';
import { createShopSession, type IssuedToken } from '#web/features/identity/shop-session.ts';
import { openTestShop, type TestShop } from '../shop.ts';
import {
  disableAccount,
  EMULATOR_ISSUER,
  emulatorProofs,
  follow,
  forgetAccounts,
  hideAddresses,
  mailedLink,
  openAuth,
  SHOP_SETTINGS,
} from './emulator.ts';

const ADA = { name: 'Ada Buyer', email: 'ada@example.com', password: 'correct horse' };
const WRONG = { ok: false, message: 'Invalid email or password' };

let shop: TestShop;
let people: Person[] = [];
beforeAll(async () => {
  shop = await openTestShop({ env: SHOP_SETTINGS, proofs: emulatorProofs });
});
beforeEach(async () => {
  await forgetAccounts();
  await shop.databases.write.deleteFrom('shop_user').execute();
  shop.clock.now = new Date();
});
afterEach(async () => {
  await Promise.all(people.map(({ app }) => deleteApp(app)));
  people = [];
});
afterAll(() => shop.close());

type Person = {
  readonly app: FirebaseApp;
  readonly auth: Auth;
  readonly client: IdentityClient;
  readonly session: SessionProvider;
  readonly kept: () => Kept | null;
};

/** A browser of the shop's, with the session as its pages have it. */
function openPerson(googleAnswer: Readonly<Record<string, unknown>> = {}): Person {
  const { app, auth } = openAuth();
  // The emulator takes the claims themselves for Google's answer.
  const client = firebaseClient(auth, (at) =>
    signInWithCredential(at, GoogleAuthProvider.credential(JSON.stringify(googleAnswer))),
  );
  let kept: Kept | null = null;
  const session = createShopSession({
    client,
    async exchange(email, proof) {
      shop.clock.now = new Date();
      const { status, body } = await shop.call('PUT', `/user/${email}`, { token: proof, body: { email } });
      if (status !== 200) throw new Error(`The proof was answered ${status}: ${JSON.stringify(body)}`);
      return body as IssuedToken;
    },
    shelf: {
      read: () => kept,
      keep(token, forWhom) {
        kept = { token, session: forWhom };
      },
      forget() {
        kept = null;
      },
      onForeignChange: () => undefined,
    },
    alone: (work) => work(),
    nowMs: () => Date.now(),
    later: () => () => undefined,
    userGone: () => undefined,
    userLeft: () => undefined,
  });
  session.start();
  const person = { app, auth, client, session: session.provider, kept: () => kept };
  people.push(person);
  return person;
}

const userOf = ({ session }: Person) => {
  const now: Session = session.current();
  return now.status === 'signed-in' ? now.user : null;
};
const ask = (person: Person, method: string, path: string) =>
  shop.call(method, path, { token: person.kept()?.token });
const claimsOf = async ({ client }: Person) =>
  JSON.parse(Buffer.from((await client.proof())?.split('.')[1] ?? '', 'base64url').toString());

async function signedUp(account = ADA): Promise<Person> {
  const person = openPerson();
  expect(await person.session.signUp(account)).toEqual({ ok: true });
  return person;
}

test('signing up makes an account with a name and a user of the shop, who may then do what customers may', async () => {
  const ada = await signedUp();
  expect(userOf(ada)).toEqual({
    email: 'ada@example.com',
    name: 'Ada Buyer',
    emailVerified: false,
    role: 'customer',
  });
  expect(await claimsOf(ada)).toMatchObject({ name: 'Ada Buyer', email: 'ada@example.com' });
  expect((await ask(ada, 'GET', '/admin/ada@example.com')).body).toEqual({ admin: false });
  const users = await shop.databases.write.selectFrom('shop_user').selectAll().execute();
  expect(users).toMatchObject([
    { issuer: EMULATOR_ISSUER, subject: ada.auth.currentUser?.uid, display_name: 'Ada Buyer' },
  ]);
  expect(await mailedLink('VERIFY_EMAIL', ADA.email)).toBeDefined();
});

test('signing out and in again comes to the same user', async () => {
  const ada = await signedUp();
  await ada.session.signOut();
  expect(ada.kept()).toBeNull();
  expect(userOf(ada)).toBeNull();
  expect(await ada.session.signIn(ADA)).toEqual({ ok: true });
  expect(userOf(ada)).toMatchObject({ name: 'Ada Buyer' });
  const elsewhere = openPerson();
  expect(await elsewhere.session.signIn({ ...ADA, email: 'Ada@Example.COM' })).toEqual({ ok: true });
  const { count } = await shop.databases.write
    .selectFrom('shop_user')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  expect(count).toBe(1);
});

test.each([true, false])(
  'a wrong password and an unknown address are answered alike, where addresses are hidden: %s',
  async (isHidden) => {
    await hideAddresses(isHidden);
    try {
      await signedUp();
      const stranger = openPerson();
      expect(await stranger.session.signIn({ ...ADA, password: 'another horse' })).toEqual(WRONG);
      expect(await stranger.session.signIn({ ...ADA, email: 'nobody@example.com' })).toEqual(WRONG);
      await expect(stranger.client.sendPasswordReset('nobody@example.com')).resolves.toBeUndefined();
      expect(userOf(stranger)).toBeNull();
    } finally {
      await hideAddresses(false);
    }
  },
);

test('an address that has an account, and a password that is too short, are refused in plain words', async () => {
  await signedUp();
  const other = openPerson();
  expect(await other.session.signUp(ADA)).toMatchObject({
    ok: false,
    message: 'User already exists. Use another email.',
  });
  const short = { ...ADA, email: 'grace@example.com', password: 'abc' };
  expect(await other.session.signUp(short)).toMatchObject({ message: 'Must be 6 characters or longer' });
});

test('a password is set anew by the link of a mail, and the old one is none any more', async () => {
  const ada = await signedUp();
  await ada.session.signOut();
  await ada.client.sendPasswordReset(ADA.email);
  await follow(await mailedLink('PASSWORD_RESET', ADA.email), { newPassword: 'battery staple' });
  expect(await ada.session.signIn(ADA)).toEqual(WRONG);
  expect(await ada.session.signIn({ ...ADA, password: 'battery staple' })).toEqual({ ok: true });
});

test('an email counts as verified from the next proof on, and its owner may then become an admin', async () => {
  const ada = await signedUp();
  const owner = await shop.person('admin', 'owner@example.com');
  await shop.databases.write
    .updateTable('shop_user')
    .set({ issuer: EMULATOR_ISSUER })
    .where('email', '=', 'owner@example.com')
    .execute();
  const makeAdmin = () => shop.call('PUT', '/user/admin/ada@example.com', { token: owner.token });
  expect(await makeAdmin()).toMatchObject({ status: 409, body: { code: 'EMAIL_NOT_VERIFIED' } });

  expect(await ada.client.sendEmailVerification()).toEqual({ emailVerified: false });
  await follow(await mailedLink('VERIFY_EMAIL', ADA.email));
  await ada.session.refresh();
  expect(userOf(ada)).toMatchObject({ emailVerified: true });
  expect(await ada.client.sendEmailVerification()).toEqual({ emailVerified: true });
  expect(await makeAdmin()).toMatchObject({ status: 200, body: { modifiedCount: 1 } });
  await ada.session.refresh();
  expect(userOf(ada)).toMatchObject({ role: 'admin' });
});

describe('with Google', () => {
  const GOOGLE = { sub: 'google-1', email: 'ada@example.com', email_verified: true, name: 'Ada at Google' };

  test('somebody new becomes a user with a verified email, and is the same one the next time', async () => {
    const ada = openPerson(GOOGLE);
    expect(await ada.session.signInWithGoogle()).toEqual({ ok: true });
    expect(userOf(ada)).toEqual({
      email: 'ada@example.com',
      name: 'Ada at Google',
      emailVerified: true,
      role: 'customer',
    });
    const uid = ada.auth.currentUser?.uid;
    await ada.session.signOut();
    expect(await ada.session.signInWithGoogle()).toEqual({ ok: true });
    expect(ada.auth.currentUser?.uid).toBe(uid);
  });

  test('somebody who has a password is the same user as before', async () => {
    const ada = await signedUp();
    const atGoogle = openPerson(GOOGLE);
    expect(await atGoogle.session.signInWithGoogle()).toEqual({ ok: true });
    expect(atGoogle.auth.currentUser?.uid).toBe(ada.auth.currentUser?.uid);
    expect(userOf(atGoogle)).toMatchObject({ emailVerified: true });
  });
});

test('an account that was disabled ends the session, and lets nobody in again', async () => {
  const ada = await signedUp();
  await disableAccount(ada.auth.currentUser?.uid ?? '');
  await ada.session.refresh();
  expect(userOf(ada)).toBeNull();
  expect(ada.kept()).toBeNull();
  expect(await ada.session.signIn(ADA)).toEqual({ ok: false, message: 'This account has been disabled' });
});

test('a user who was deactivated in the shop is not let in, though Firebase knows them', async () => {
  const ada = await signedUp();
  await shop.databases.write.updateTable('shop_user').set({ deactivated_at: new Date() }).execute();
  expect((await ask(ada, 'GET', '/admin/ada@example.com')).status).toBe(401);
  const proof = await ada.client.proof();
  const again = await shop.call('PUT', '/user/ada@example.com', {
    token: proof ?? '',
    body: { email: 'ada@example.com' },
  });
  expect(again).toMatchObject({ status: 403, body: { code: 'DEACTIVATED' } });
});

test('the same shop as it is configured believes no proof of an emulator', async () => {
  const real = await openTestShop({ env: SHOP_SETTINGS });
  try {
    const ada = await signedUp();
    const answer = await real.call('PUT', '/user/ada@example.com', {
      token: (await ada.client.proof()) ?? '',
      body: { email: 'ada@example.com' },
    });
    expect(answer.status).toBe(401);
  } finally {
    await real.close();
  }
});
