/**
 * The client of Firebase Authentication on the real library, against a stand-in for Google's calls that answers as it is
 * told: what can't be had from Firebase's own emulator, which the long tests use.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { deleteApp, type FirebaseApp, initializeApp } from '@firebase/app';
import { type Auth, connectAuthEmulator, initializeAuth, inMemoryPersistence } from '@firebase/auth';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { firebaseClient } from '#web/features/identity/firebase-client.ts';
import type { IdentityClient, IdentityUser } from '#web/features/identity/identity-client.ts';
import { signInProblemOf } from '#web/features/identity/sign-in-problem.ts';

type Account = { email: string; displayName?: string; emailVerified: boolean };
const UID = 'uid-of-ada';

/** The account that the stand-in knows, and what its next answers are instead. */
let account: Account;
let refusals: Record<string, { status: number; message: string } | 'hang up'>;
let calls: { name: string; body: Record<string, unknown> }[];

const server = createServer(async (request, response) => {
  let text = '';
  for await (const chunk of request) text += chunk;
  const name = /([a-zA-Z:]+)\?/.exec(request.url ?? '')?.[1] ?? '';
  const isForm = request.headers['content-type']?.includes('urlencoded') ?? false;
  calls.push({
    name,
    body: isForm ? Object.fromEntries(new URLSearchParams(text)) : JSON.parse(text || '{}'),
  });
  const refusal = refusals[name];
  if (refusal === 'hang up') return void request.socket.destroy();
  const [status, body] =
    refusal === undefined
      ? [200, answerTo(name, calls.at(-1)?.body ?? {})]
      : [refusal.status, { error: { code: refusal.status, message: refusal.message } }];
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
});

function answerTo(name: string, body: Record<string, unknown>): unknown {
  const idToken = tokenOf(account);
  const session = { idToken, refreshToken: 'refresh', expiresIn: '3600', localId: UID, email: account.email };
  switch (name) {
    case 'accounts:signUp':
    case 'accounts:signInWithPassword':
      account = { ...account, email: String(body.email).toLowerCase() };
      return { ...session, idToken: tokenOf(account) };
    case 'accounts:lookup':
      return { users: [{ localId: UID, providerUserInfo: [], ...account }] };
    case 'accounts:update':
      account = { ...account, displayName: String(body.displayName) };
      // The name is in the next token, not in this one.
      return { ...session, displayName: account.displayName };
    case 'accounts:sendOobCode':
      return { email: account.email };
    case 'token':
      return {
        access_token: tokenOf(account),
        id_token: tokenOf(account),
        refresh_token: 'refresh',
        expires_in: '3600',
        user_id: UID,
      };
    default:
      throw new Error(`The stand-in does not know ${name}`);
  }
}

function tokenOf({ email, displayName, emailVerified }: Account): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const iat = Math.floor(Date.now() / 1000);
  const name = displayName === undefined ? {} : { name: displayName };
  const claims = {
    sub: UID,
    user_id: UID,
    email,
    email_verified: emailVerified,
    iat,
    auth_time: iat,
    exp: iat + 3_600,
    ...name,
  };
  return `${part({ alg: 'none' })}.${part({ ...claims, made: calls.length })}.`;
}
const claimsOf = (proof: string | null) => JSON.parse(atob((proof ?? '').split('.')[1] ?? ''));

let app: FirebaseApp;
let auth: Auth;
let client: IdentityClient;
let googleAnswers: () => Promise<unknown>;
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => {
  server.closeAllConnections();
  return new Promise<void>((resolve) => server.close(() => resolve()));
});
beforeEach(() => {
  account = { email: 'ada@example.com', emailVerified: false };
  refusals = {};
  calls = [];
  app = initializeApp(
    { projectId: 'p', apiKey: 'key', authDomain: 'p.firebaseapp.com' },
    crypto.randomUUID(),
  );
  auth = initializeAuth(app, { persistence: inMemoryPersistence });
  connectAuthEmulator(auth, `http://127.0.0.1:${(server.address() as AddressInfo).port}`, {
    disableWarnings: true,
  });
  googleAnswers = async () => undefined;
  client = firebaseClient(auth, () => googleAnswers());
});
afterEach(() => deleteApp(app));

const ADA = { email: 'ada@example.com', password: 'correct horse', name: 'Ada Buyer' };
const refuse = (name: string, message: string, status = 400) => {
  refusals[name] = { status, message };
};
const said = async (promise: Promise<unknown>) =>
  promise.then(
    () => 'nothing',
    (error: unknown) => signInProblemOf(error)?.message ?? error,
  );

describe('what went wrong', () => {
  test.each([
    ['INVALID_LOGIN_CREDENTIALS', 'Invalid email or password'],
    ['INVALID_PASSWORD', 'Invalid email or password'],
    ['EMAIL_NOT_FOUND', 'Invalid email or password'],
    ['INVALID_EMAIL', 'Provide a valid Email'],
    ['USER_DISABLED', 'This account has been disabled'],
    [
      'TOO_MANY_ATTEMPTS_TRY_LATER : Access to this account has been temporarily disabled.',
      /^Too many tries/,
    ],
    ['OPERATION_NOT_ALLOWED', 'This shop has not switched on this way of signing in'],
    ['PASSWORD_LOGIN_DISABLED', 'This shop has not switched on this way of signing in'],
  ])('at a sign-in, %s, is said plainly', async (message, sentence) => {
    refuse('accounts:signInWithPassword', message);
    expect(await said(client.signIn(ADA))).toEqual(
      typeof sentence === 'string' ? sentence : expect.stringMatching(sentence),
    );
  });

  test.each([
    ['EMAIL_EXISTS', 'User already exists. Use another email.'],
    ['WEAK_PASSWORD : Password should be at least 6 characters', 'Must be 6 characters or longer'],
    ['ADMIN_ONLY_OPERATION', 'New accounts cannot be made here. Please ask the shop for one.'],
  ])('at a sign-up, %s, is said plainly', async (message, sentence) => {
    refuse('accounts:signUp', message);
    expect(await said(client.createAccount(ADA))).toBe(sentence);
  });

  test("is told in Firebase's own words where we have none", async () => {
    refuse(
      'accounts:signUp',
      'PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Missing password requirements: [Password must contain a numeric character]',
    );
    expect(await said(client.createAccount(ADA))).toMatch(/must contain a numeric character/);
    refuse('accounts:signInWithPassword', 'SOMETHING_NEW : The moon is in the wrong house');
    expect(await said(client.signIn(ADA))).toMatch(/The moon is in the wrong house/);
  });

  test('is a connection that is not there', async () => {
    refusals['accounts:signInWithPassword'] = 'hang up';
    expect(await said(client.signIn(ADA))).toMatch(/^The sign-in service does not answer/);
  });

  test("is a window of Google's that was closed", async () => {
    const { FirebaseError } = await import('@firebase/app');
    googleAnswers = async () => {
      throw new FirebaseError('auth/popup-closed-by-user', 'Firebase: Error (auth/popup-closed-by-user).');
    };
    expect(await said(client.signInWithGoogle(Promise.resolve()))).toMatch(/window was closed/);
  });
});

test("Google's window is opened in the moment of the click, though an earlier sign-out is under way", async () => {
  let isOpen = false;
  googleAnswers = async () => {
    isOpen = true;
  };
  let signedOut: () => void = () => undefined;
  const signingIn = client.signInWithGoogle(
    new Promise((resolve) => {
      signedOut = resolve;
    }),
  );
  expect(isOpen).toBe(true);
  signedOut();
  await signingIn;
});

describe('an account', () => {
  test('has its mail sent, and the name in the next proof', async () => {
    const made = await client.createAccount(ADA);
    expect(made).toEqual({ email: 'ada@example.com', name: '' });
    expect(calls.filter(({ name }) => name === 'accounts:sendOobCode')).toMatchObject([
      { body: { requestType: 'VERIFY_EMAIL' } },
    ]);
    await client.setDisplayName('Ada Buyer');
    expect(claimsOf(await client.proof())).toMatchObject({ email: 'ada@example.com', name: 'Ada Buyer' });
  });

  test('is made although the mail could not be sent', async () => {
    refuse('accounts:sendOobCode', 'QUOTA_EXCEEDED', 429);
    expect(await client.createAccount(ADA)).toMatchObject({ email: 'ada@example.com' });
  });

  test('that nobody has gets no other answer to a forgotten password', async () => {
    refuse('accounts:sendOobCode', 'EMAIL_NOT_FOUND');
    await expect(client.sendPasswordReset('nobody@example.com')).resolves.toBeUndefined();
    refuse('accounts:sendOobCode', 'TOO_MANY_ATTEMPTS_TRY_LATER');
    expect(await said(client.sendPasswordReset('ada@example.com'))).toMatch(/^Too many tries/);
  });
});

describe('a proof', () => {
  test('says that the email is verified as soon as it is, and then is not asked for again', async () => {
    await client.signIn(ADA);
    expect(claimsOf(await client.proof()).email_verified).toBe(false);
    account = { ...account, emailVerified: true };
    expect(claimsOf(await client.proof()).email_verified).toBe(true);
    calls = [];
    await client.proof();
    expect(calls).toEqual([]);
    expect(await client.sendEmailVerification()).toEqual({ emailVerified: true });
    expect(calls.map(({ name }) => name)).toEqual(['accounts:lookup']);
  });

  test('is had although it cannot be told whether the email is verified by now', async () => {
    await client.signIn(ADA);
    refusals['accounts:lookup'] = 'hang up';
    expect(claimsOf(await client.proof()).email).toBe('ada@example.com');
  });

  test.each(['USER_NOT_FOUND', 'USER_DISABLED', 'TOKEN_EXPIRED', 'INVALID_ID_TOKEN'])(
    'is nobody any more when the account says %s',
    async (message) => {
      await client.signIn(ADA);
      refuse('accounts:lookup', message);
      expect(await client.proof()).toBeNull();
      expect(auth.currentUser).toBeNull();
    },
  );

  test('of nobody is none', async () => {
    expect(await client.proof()).toBeNull();
    await client.signIn(ADA);
    await client.signOut();
    await client.signOut();
    expect(await client.proof()).toBeNull();
  });
});

describe('a listener', () => {
  const listen = () => {
    const heard: (IdentityUser | null)[] = [];
    const stop = client.onChange?.((user) => heard.push(user));
    return { heard, stop: () => stop?.() };
  };

  test('hears who is signed in, a new name and the sign-out, each once', async () => {
    const { heard } = listen();
    await auth.authStateReady();
    await client.createAccount(ADA);
    await client.setDisplayName('Ada Buyer');
    // A new token is no news.
    await auth.currentUser?.getIdToken(true);
    await client.signOut();
    await expect.poll(() => heard.length).toBe(4);
    expect(heard).toEqual([
      null,
      { email: 'ada@example.com', name: '' },
      { email: 'ada@example.com', name: 'Ada Buyer' },
      null,
    ]);
  });

  test('that comes later hears who is signed in now', async () => {
    await client.signIn(ADA);
    const { heard } = listen();
    await expect.poll(() => heard).toEqual([{ email: 'ada@example.com', name: '' }]);
  });

  test('hears of an account that was closed', async () => {
    await client.signIn(ADA);
    const { heard } = listen();
    await expect.poll(() => heard.length).toBe(1);
    refuse('accounts:lookup', 'USER_DISABLED');
    await client.proof();
    await expect.poll(() => heard.at(-1)).toBeNull();
  });

  test('hears nothing once it has stopped', async () => {
    const { heard, stop } = listen();
    await auth.authStateReady();
    await expect.poll(() => heard).toEqual([null]);
    stop();
    await client.createAccount(ADA);
    await client.setDisplayName('Ada Buyer');
    expect(heard).toEqual([null]);
  });
});
