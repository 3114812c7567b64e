/** A new password goes to whoever reads the mail of an account's address, once, and ends what was before. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeOfStep, stepAt } from '#server/adapters/identity/totp.ts';
import {
  type Answer,
  type Browser,
  openUsersShop,
  PASSWORD,
  type UsersShop,
  untilWaiting,
} from './identity-fixture.ts';
import { mailedLink, mailsOf } from './mailed-link.ts';

const HOUR_MS = 3_600_000;
const NEW_PASSWORD = 'a brand new secret';

let shop: UsersShop;
beforeAll(async () => {
  shop = await openUsersShop({ tries: { tries: 13, secondsPerTry: 30 } });
});
afterAll(() => shop.close());

const ask = (email: unknown, headers = {}) =>
  shop.call('POST', '/auth/request-password-reset', { body: { email }, headers });
const reset = (token: unknown, password: unknown = NEW_PASSWORD) =>
  shop.call('POST', '/auth/reset-password', { body: { token, password } });
const read = (token: unknown) => shop.call('POST', '/auth/reset-password/read', { body: { token } });
const link = (email: string) => mailedLink(shop, email, 'reset-password');

/** Somebody opens the link that verifies this address. */
const verify = async (email: string) => {
  const token = await mailedLink(shop, email, 'verify-email');
  expect((await shop.call('POST', '/auth/verify-email', { body: { token } })).status).toBe(200);
};

/** Somebody with an account, whose link was mailed. */
async function forgetful(email: string) {
  const browser = shop.browser();
  await browser.signUp(email);
  expect((await ask(email)).status).toBe(200);
  return { browser, token: await link(email) };
}

describe('asking for the mail', () => {
  test('is answered alike whether anyone has the address or not, headers and all', async () => {
    await shop.browser().signUp('known@example.com');
    const seen = async (email: string) => {
      const { status, body, headers } = await ask(email);
      const kept = [...headers].filter(([name]) => !['date', 'x-request-id'].includes(name));
      return { status, body, headers: kept };
    };
    const known = await seen('known@example.com');
    expect(known).toEqual(await seen('nobody@example.com'));
    expect(known).toMatchObject({ status: 200, body: { status: true } });
    // The same work, too: who has the address is found out by the job, after the answer.
    expect(shop.resetsAskedFor.map((asked) => asked.email)).toEqual([
      'known@example.com',
      'nobody@example.com',
    ]);
    expect(await mailsOf(shop, 'known@example.com', 'reset-password')).toHaveLength(1);
    expect(await mailsOf(shop, 'nobody@example.com', 'reset-password')).toHaveLength(0);
  });

  test('takes the address in any case, and refuses what is none', async () => {
    await shop.browser().signUp('case@example.com');
    await ask(' Case@Example.COM ');
    expect(await mailsOf(shop, 'case@example.com', 'reset-password')).toHaveLength(1);
    for (const bad of [
      '',
      'nobody',
      'a@b',
      'a\u0000@example.com',
      '\ud800@example.com',
      7,
      undefined,
      null,
    ]) {
      const answer = await ask(bad);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([422, 'application/problem+json']);
    }
    expect((await ask('case@example.com', { origin: 'https://bad.example' })).body.code).toBe(
      'FOREIGN_ORIGIN',
    );
  });

  test('works three times for an address, and then every ten minutes, known or not', async () => {
    await shop.browser().signUp('often@example.com');
    for (const email of ['often@example.com', 'unknown.often@example.com']) {
      const statuses = [];
      for (let asked = 0; asked < 4; asked += 1) statuses.push((await ask(email)).status);
      expect(statuses).toEqual([200, 200, 200, 429]);
    }
    shop.wait(600_000);
    expect((await ask('often@example.com')).status).toBe(200);
    expect((await ask('often@example.com')).body.code).toBe('TOO_MANY_TRIES');
    expect((await ask('unknown.often@example.com')).status).toBe(200);
  });

  test('sends a mail in the shop’s look, with nothing of what was typed at sign-up', async () => {
    await shop.browser().signUp('looks@example.com', undefined, 'Win a prize <a href="https://bad.example">');
    await ask('looks@example.com');
    const [mail] = await mailsOf(shop, 'looks@example.com', 'reset-password');
    expect(mail).toMatchObject({
      subject: 'Choose a new password',
      messageId: expect.stringMatching(/^[0-9a-f-]{36}\.reset-password@parts\.example$/),
    });
    for (const text of [mail?.text, mail?.html]) {
      expect(text).toMatch(/https:\/\/parts\.example\/reset-password\?token=[\w.-]+/);
      expect(text).toContain('good for 60 minutes and once');
      expect(text).not.toMatch(/prize|bad\.example|undefined/);
    }
  });
});

describe('the link', () => {
  test('sets the password, verifies the email, and ends sessions and access tokens at once', async () => {
    const { browser, token } = await forgetful('fay@example.com');
    const accessToken = await browser.accessToken('fay@example.com');
    expect((await read(token)).body).toEqual({ email: 'fay@example.com' });
    expect((await reset(token)).body).toEqual({ status: true, email: 'fay@example.com' });

    expect((await browser.call('GET', '/auth/get-session')).body).toBeNull();
    expect((await browser.call('GET', '/auth/token')).body.code).toBe('SIGNED_OUT');
    const stale = await shop.call('GET', '/admin/fay@example.com', { token: accessToken });
    expect(stale.status).toBe(401);

    expect((await shop.browser().signIn('fay@example.com')).body.code).toBe('WRONG_CREDENTIALS');
    const again = shop.browser();
    expect((await again.signIn('fay@example.com', NEW_PASSWORD)).body.user.emailVerified).toBe(true);
    const user = await shop.databases.write
      .selectFrom('shop_user')
      .select('email_verified')
      .where('email', '=', 'fay@example.com')
      .executeTakeFirstOrThrow();
    expect(user.email_verified).toBe(true);
    const fresh = await again.accessToken('fay@example.com');
    expect((await shop.call('GET', '/admin/fay@example.com', { token: fresh })).status).toBe(200);
  });

  test('leaves everybody else alone', async () => {
    const other = shop.browser();
    await other.signUp('bystander@example.com');
    const { token } = await forgetful('single@example.com');
    await reset(token);
    expect((await other.call('GET', '/auth/get-session')).body.user.email).toBe('bystander@example.com');
    expect((await shop.browser().signIn('bystander@example.com')).status).toBe(200);
  });

  test('works once, and so do all that were mailed for the same password', async () => {
    const { token } = await forgetful('once@example.com');
    await ask('once@example.com');
    const second = await link('once@example.com');
    expect((await reset(token)).status).toBe(200);
    for (const used of [token, second]) {
      expect((await read(used)).body.code).toBe('INVALID_TOKEN');
      const answer = await reset(used, 'another one still');
      expect([answer.status, answer.body.code]).toEqual([422, 'INVALID_TOKEN']);
    }
    // Even where the new password is the old one.
    await ask('once@example.com');
    const third = await link('once@example.com');
    expect((await reset(third)).status).toBe(200);
    expect((await reset(third)).body.code).toBe('INVALID_TOKEN');
  });

  test('of several at once sets one password', async () => {
    const { token } = await forgetful('racing@example.com');
    const words = ['first one', 'second one', 'third one', 'fourth one'];
    const answers = await Promise.all(words.map((word) => reset(token, word)));
    expect(answers.map((one) => one.status).sort()).toEqual([200, 422, 422, 422]);
    const winner = words[answers.findIndex((one) => one.status === 200)];
    for (const word of words) {
      const answer = await shop.browser().signIn('racing@example.com', word);
      expect(answer.status).toBe(word === winner ? 200 : 401);
    }
  });

  test('ends the session of whoever signs in with the old password in the same moment', async () => {
    const { token } = await forgetful('overtaken@example.com');
    const thieves = Array.from({ length: 6 }, () => shop.browser());
    await Promise.all([
      ...thieves.map((thief) => thief.signIn('overtaken@example.com')),
      reset(token),
      ...thieves.map((thief) => thief.signIn('overtaken@example.com')),
    ]);
    for (const thief of thieves) {
      expect((await thief.call('GET', '/auth/get-session')).body).toBeNull();
    }
  });

  test('is no good after an hour', async () => {
    const { token } = await forgetful('slow@example.com');
    shop.wait(HOUR_MS + 1_000);
    for (const answer of [await read(token), await reset(token)]) {
      expect([answer.status, answer.body.code]).toEqual([410, 'TOKEN_EXPIRED']);
    }
    expect((await shop.browser().signIn('slow@example.com')).status).toBe(200);
  });

  test('is no good for an account whose address is another by now, or that is gone', async () => {
    const { token } = await forgetful('before@example.com');
    const accounts = shop.databases.write;
    await accounts
      .updateTable('identity_user')
      .set({ email: 'after@example.com' })
      .where('email', '=', 'before@example.com')
      .execute();
    await shop.browser().signUp('before@example.com', 'somebody else');
    expect((await reset(token)).body.code).toBe('INVALID_TOKEN');
    expect((await shop.browser().signIn('before@example.com', 'somebody else')).status).toBe(200);
    await accounts.deleteFrom('identity_user').where('email', '=', 'after@example.com').execute();
    expect((await reset(token)).body.code).toBe('INVALID_TOKEN');
  });

  test('is no good when it was altered, or was made for something else', async () => {
    const { browser, token } = await forgetful('target@example.com');
    const [head = '', claims = '', signature = ''] = token.split('.');
    const said = JSON.parse(Buffer.from(claims, 'base64url').toString());
    const altered = (changes: object) =>
      `${head}.${Buffer.from(JSON.stringify({ ...said, ...changes })).toString('base64url')}.${signature}`;
    const other = await forgetful('other.target@example.com');
    const theirs = JSON.parse(Buffer.from(other.token.split('.')[1] ?? '', 'base64url').toString());
    const bad = [
      altered({ exp: said.exp + 60 }),
      altered({ sub: theirs.sub, email: theirs.email }),
      `${Buffer.from('{"alg":"none"}').toString('base64url')}.${claims}.`,
      await mailedLink(shop, 'target@example.com', 'verify-email'),
      await browser.proof(),
      await browser.accessToken('target@example.com'),
      randomUUID(),
      'x'.repeat(2_000),
    ];
    for (const one of bad) expect((await reset(one)).body.code).toBe('INVALID_TOKEN');
    // Nor does it verify an email, sign in, or say who calls.
    expect((await shop.call('POST', '/auth/verify-email', { body: { token } })).body.code).toBe(
      'INVALID_TOKEN',
    );
    expect((await shop.call('GET', '/user', { token })).status).toBe(401);
    expect((await reset(token)).status).toBe(200);
  });

  test.each([
    ['', 'Password is Required'],
    [undefined, 'Password is Required'],
    ['short', 'Must be 6 characters or longer'],
  ])('does not take the password %j', async (password, message) => {
    const { token } = await forgetful(`picky.${String(password).length}.${message.length}@example.com`);
    const answer = await shop.call('POST', '/auth/reset-password', { body: { token, password } });
    expect(answer.status).toBe(422);
    expect(answer.body.errors[0]).toEqual({ path: 'body.password', message });
    expect((await reset(token)).status).toBe(200);
  });

  test('gives the tries of signing in back', async () => {
    const { token } = await forgetful('locked@example.com');
    for (let tries = 0; tries < 14; tries += 1) await shop.browser().signIn('locked@example.com', 'wrong!');
    expect((await shop.browser().signIn('locked@example.com')).status).toBe(429);
    await reset(token);
    expect((await shop.browser().signIn('locked@example.com', NEW_PASSWORD)).status).toBe(200);
  });
});

describe('what an old password has begun', () => {
  const change = (browser: Browser, newPassword: string) =>
    browser.call('POST', '/auth/change-password', { body: { password: PASSWORD, newPassword } });

  /** Begins one after the other while the account is held, so that they end in this order; answers what came of them. */
  async function inTurn(email: string, begin: readonly (() => Promise<Answer>)[]) {
    const held = await shop.databases.writePool.connect();
    try {
      await held.query('BEGIN');
      await held.query('SELECT FROM identity_user WHERE email = $1 FOR UPDATE', [email]);
      const begun: Promise<Answer>[] = [];
      for (const one of begin) {
        begun.push(one());
        await untilWaiting(shop, begun.length);
      }
      await held.query('COMMIT');
      return (await Promise.all(begun)).map(({ status, body }) => [status, body.code]);
    } finally {
      held.release();
    }
  }

  test('does not change the password that a link has set meanwhile', async () => {
    const email = 'overwritten@example.com';
    const { browser, token } = await forgetful(email);
    const answers = await inTurn(email, [() => reset(token), () => change(browser, 'of the old one')]);
    expect(answers).toEqual([
      [200, undefined],
      [422, 'WRONG_PASSWORD'],
    ]);
    expect((await shop.browser().signIn(email, 'of the old one')).body.code).toBe('WRONG_CREDENTIALS');
    expect((await shop.browser().signIn(email, NEW_PASSWORD)).status).toBe(200);
  });

  test('does not change what it has changed itself meanwhile', async () => {
    const email = 'changing.twice@example.com';
    const browser = shop.browser();
    await browser.signUp(email);
    const answers = await inTurn(email, [
      () => change(browser, 'the first'),
      () => change(browser, 'the second'),
    ]);
    expect(answers).toEqual([
      [200, undefined],
      [422, 'WRONG_PASSWORD'],
    ]);
    expect((await shop.browser().signIn(email, 'the first')).status).toBe(200);
  });

  test('puts no second factor before an account that a link has given back', async () => {
    const email = 'shut.out@example.com';
    const { browser, token } = await forgetful(email);
    // Else it would not even stay begun.
    await verify(email);
    const { body } = await browser.call('POST', '/auth/second-factor/begin', {
      body: { password: PASSWORD },
    });
    const code = codeOfStep(body.secret, stepAt(shop.deps.now()));
    const turnOn = () => browser.call('POST', '/auth/second-factor/turn-on', { body: { code } });
    expect(await inTurn(email, [() => reset(token), turnOn])).toEqual([
      [200, undefined],
      [401, 'SIGNED_OUT'],
    ]);
    expect((await shop.browser().signIn(email, NEW_PASSWORD)).status).toBe(200);
  });
});

test('a link takes the place of a password that somebody else chose for this address', async () => {
  // They sign up with an address that is not theirs, and wait.
  const thief = shop.browser();
  await thief.signUp('victim@example.com', PASSWORD);
  await ask('victim@example.com');
  await reset(await link('victim@example.com'));
  expect((await thief.call('GET', '/auth/get-session')).body).toBeNull();
  expect((await shop.browser().signIn('victim@example.com', PASSWORD)).status).toBe(401);
});

describe('a second factor', () => {
  /** Whoever is signed in there sets one up, by the code that is good now. */
  async function guard(browser: Browser) {
    const post = (path: string, body: object) =>
      browser.call('POST', `/auth/second-factor/${path}`, { body });
    const { secret } = (await post('begin', { password: PASSWORD })).body;
    const code = codeOfStep(secret, stepAt(shop.deps.now()));
    expect((await post('turn-on', { code })).status).toBe(200);
  }
  const actsOf = async (accountId: string) =>
    (
      await shop.databases.write
        .selectFrom('audit_entry')
        .select('act')
        .where('object_id', '=', accountId)
        .execute()
    ).map(({ act }) => act);

  test('that somebody has set up before the address was proven falls with the password', async () => {
    const email = 'squatted@example.com';
    const thief = shop.browser();
    const { id } = (await thief.signUp(email)).body.user;
    await guard(thief);
    await ask(email);
    expect((await reset(await link(email))).status).toBe(200);

    const owner = shop.browser();
    expect((await owner.signIn(email, NEW_PASSWORD)).status).toBe(200);
    const { secondFactor } = (await owner.call('GET', '/auth/security')).body;
    expect(secondFactor).toEqual({ since: null, recoveryCodesLeft: 0, shownAt: null });
    expect(await actsOf(id)).toEqual(expect.arrayContaining(['password.reset', 'second-factor.turned-off']));
    const told = shop.noticesAskedFor.filter(({ userId }) => userId === id).map(({ about }) => about);
    expect(told).toEqual(['second-factor-on', 'second-factor-off']);
  });

  test('of an address that was proven stays', async () => {
    const email = 'guarded@example.com';
    const browser = shop.browser();
    const { id } = (await browser.signUp(email)).body.user;
    await verify(email);
    await guard(browser);
    await ask(email);
    expect((await reset(await link(email))).status).toBe(200);
    expect((await shop.browser().signIn(email, NEW_PASSWORD)).body.code).toBe('SECOND_FACTOR_ASKED');
    expect(await actsOf(id)).not.toContain('second-factor.turned-off');
  });
});

test('none of this was a fault', () => {
  expect(shop.logged).toEqual([]);
});
