/** An email is verified by whoever reads its mail, and then its owner can be made an admin. */
import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { codeOfStep, stepAt } from '#server/adapters/identity/totp.ts';
import type { Mail } from '#server/mail/mailer.ts';
import { openTestShop } from '../shop.ts';
import { type Browser, openUsersShop, PASSWORD, type UsersShop } from './identity-fixture.ts';

const HOUR_MS = 3_600_000;

let shop: UsersShop;
let admin: string;
beforeAll(async () => {
  shop = await openUsersShop({ tries: { tries: 20, secondsPerTry: 30 } });
  admin = await shop.person('admin@example.com', 'admin');
});
afterAll(() => shop.close());

const userIdOf = async (email: string) =>
  (
    await shop.databases.write
      .selectFrom('identity_user')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
  ).id;

/** The mails that this address gets by working on what was asked for. */
async function mailsTo(email: string): Promise<Mail[]> {
  const userId = await userIdOf(email);
  const sent: Mail[] = [];
  const jobs = shop.identity.jobs({
    mailer: { send: async (mail) => void sent.push(mail) },
    shop: { name: 'Mainshaft', url: 'https://parts.example/' },
  });
  for (const asked of shop.mailsAskedFor) {
    if (asked.userId === userId) await jobs['mail-email-verification'](asked);
  }
  return sent;
}
const LINK = /https:\/\/parts\.example\/verify-email\?token=([\w.-]+)/;
const tokenFor = async (email: string) => LINK.exec((await mailsTo(email))[0]?.text ?? '')?.[1] ?? '';
const verify = (token: unknown) => shop.call('POST', '/auth/verify-email', { body: { token } });
const promote = (email: string) => shop.call('PUT', `/user/admin/${email}`, { token: admin });

describe('signing up', () => {
  test('asks for one mail, in the shop’s look, with nothing of what was typed', async () => {
    await shop.browser().signUp('ada@example.com', undefined, 'Win a prize <a href="https://bad.example">');
    const mails = await mailsTo('ada@example.com');
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({
      to: 'ada@example.com',
      subject: 'Welcome to Mainshaft: verify your email',
      messageId: expect.stringMatching(/^[0-9a-f-]{36}\.verify-email@parts\.example$/),
    });
    for (const text of [mails[0]?.text, mails[0]?.html]) {
      expect(text).toMatch(LINK);
      expect(text).toContain('good for 24 hours');
      expect(text).not.toMatch(/prize|bad\.example|undefined/);
    }
  });

  test('that is refused asks for none', async () => {
    await shop.browser().signUp('once@example.com');
    const before = shop.mailsAskedFor.length;
    expect((await shop.browser().signUp('once@example.com')).status).toBe(422);
    expect(shop.mailsAskedFor).toHaveLength(before);
  });
});

describe('the link', () => {
  test('lets its owner be made an admin at once, without signing in again', async () => {
    const browser = shop.browser();
    await browser.signUp('rising@example.com');
    await browser.accessToken('rising@example.com');
    expect((await promote('rising@example.com')).body.code).toBe('EMAIL_NOT_VERIFIED');

    const verified = await verify(await tokenFor('rising@example.com'));
    expect(verified.status).toBe(200);
    expect(verified.body).toEqual({ status: true, email: 'rising@example.com' });
    expect((await promote('rising@example.com')).body).toEqual({ modifiedCount: 1 });

    expect((await browser.call('GET', '/auth/get-session')).body.user.emailVerified).toBe(true);
    const token = await browser.accessToken('rising@example.com');
    expect((await shop.call('GET', '/admin/rising@example.com', { token })).body).toEqual({ admin: true });
  });

  test('counts for somebody who comes to the shop only afterwards', async () => {
    const browser = shop.browser();
    await browser.signUp('later@example.com');
    await verify(await tokenFor('later@example.com'));
    await browser.accessToken('later@example.com');
    expect((await promote('later@example.com')).body).toEqual({ modifiedCount: 1 });
  });

  test('does no harm a second time, and no mail is sent any more', async () => {
    await shop.browser().signUp('twice@example.com');
    const token = await tokenFor('twice@example.com');
    expect((await verify(token)).status).toBe(200);
    expect((await verify(token)).status).toBe(200);
    expect(await mailsTo('twice@example.com')).toEqual([]);
  });

  describe('opened where a second factor is on already', () => {
    /** Somebody signs up and sets one up before anybody has opened the link. */
    async function guarded(email: string) {
      const browser = shop.browser();
      const { id } = (await browser.signUp(email)).body.user;
      const post = (path: string, body: object) =>
        browser.call('POST', `/auth/second-factor/${path}`, { body });
      const { secret } = (await post('begin', { password: PASSWORD })).body;
      const code = codeOfStep(secret, stepAt(shop.deps.now()));
      expect((await post('turn-on', { code })).status).toBe(200);
      return { browser, id, token: await tokenFor(email) };
    }
    const open = (browser: Browser, token: string) =>
      browser.call('POST', '/auth/verify-email', { body: { token } });

    test('takes it away, for whoever has set it up may be somebody else', async () => {
      const email = 'squatted@example.com';
      const { browser, id, token } = await guarded(email);
      const proof = await browser.proof();
      const elsewhere = shop.browser();
      await elsewhere.signUp('neighbour@example.com');
      expect((await open(elsewhere, token)).status).toBe(200);
      expect((await shop.browser().signIn(email)).status).toBe(200);
      const exchanged = await shop.call('PUT', `/user/${email}`, { body: { email }, token: proof });
      expect(exchanged.status).toBe(401);
      expect(shop.noticesAskedFor.at(-1)).toMatchObject({ userId: id, about: 'second-factor-off' });
      const kept = await shop.databases.write
        .selectFrom('audit_entry')
        .select('act')
        .where('object_id', '=', id)
        .execute();
      expect(kept).toContainEqual({ act: 'second-factor.turned-off' });
    });

    test('leaves it in the browser that has shown it, and does so a second time elsewhere', async () => {
      const email = 'careful@example.com';
      const { browser, token } = await guarded(email);
      expect((await open(browser, token)).status).toBe(200);
      expect((await open(shop.browser(), token)).status).toBe(200);
      expect((await shop.browser().signIn(email)).body.code).toBe('SECOND_FACTOR_ASKED');
    });
  });

  test('verifies its own account and nobody else', async () => {
    const other = shop.browser();
    await other.signUp('bystander@example.com');
    await other.accessToken('bystander@example.com');
    await shop.browser().signUp('mine@example.com');
    await verify(await tokenFor('mine@example.com'));
    expect((await promote('bystander@example.com')).body.code).toBe('EMAIL_NOT_VERIFIED');
  });

  test('is no good for an account whose address is another by now, or that is gone', async () => {
    await shop.browser().signUp('before@example.com');
    const token = await tokenFor('before@example.com');
    const id = await userIdOf('before@example.com');
    const accounts = shop.databases.write;
    await accounts
      .updateTable('identity_user')
      .set({ email: 'after@example.com' })
      .where('id', '=', id)
      .execute();
    expect((await verify(token)).body.code).toBe('INVALID_TOKEN');
    const kept = await accounts.selectFrom('identity_user').selectAll().where('id', '=', id).execute();
    expect(kept[0]?.email_verified).toBe(false);
    await accounts.deleteFrom('identity_user').where('id', '=', id).execute();
    expect((await verify(token)).body.code).toBe('INVALID_TOKEN');
  });

  test('is no good when it was altered, made by others or for something else', async () => {
    const browser = shop.browser();
    await browser.signUp('target@example.com');
    const token = await tokenFor('target@example.com');
    const [head = '', claims = '', signature = ''] = token.split('.');
    const said = JSON.parse(Buffer.from(claims, 'base64url').toString());
    const altered = (changes: object) =>
      `${head}.${Buffer.from(JSON.stringify({ ...said, ...changes })).toString('base64url')}.${signature}`;
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${claims}.`;
    const forged = await new SignJWT(said)
      .setProtectedHeader({ alg: 'HS256', typ: 'verify-email+jwt' })
      .sign(new TextEncoder().encode('a secret that somebody made up themselves'));
    for (const bad of [
      altered({ sub: await userIdOf('admin@example.com') }),
      altered({ email: 'admin@example.com' }),
      altered({ exp: said.exp + 1 }),
      unsigned,
      forged,
      token.slice(0, -4),
      await browser.proof(),
      await browser.accessToken('target@example.com'),
      randomUUID(),
      'x'.repeat(2_000),
    ]) {
      const answer = await verify(bad);
      expect([answer.status, answer.body.code]).toEqual([422, 'INVALID_TOKEN']);
    }
    for (const none of ['', 'x'.repeat(2_001), undefined, 7]) expect((await verify(none)).status).toBe(422);
    // Nor is it good for anything but this.
    const asProof = await shop.call('PUT', '/user/target@example.com', {
      token,
      body: { email: 'target@example.com' },
    });
    expect([asProof.status, (await shop.call('GET', '/user', { token })).status]).toEqual([401, 401]);
    expect((await verify(token)).status).toBe(200);
  });

  test('is no good after 24 hours, nor from another site’s page', async () => {
    await shop.browser().signUp('slow@example.com');
    const token = await tokenFor('slow@example.com');
    const foreign = await shop.call('POST', '/auth/verify-email', {
      body: { token },
      headers: { origin: 'https://bad.example' },
    });
    expect(foreign.body.code).toBe('FOREIGN_ORIGIN');
    shop.wait(24 * HOUR_MS + 1_000);
    const late = await verify(token);
    expect([late.status, late.body.code]).toEqual([410, 'TOKEN_EXPIRED']);
    expect((await verify(await tokenFor('slow@example.com'))).status).toBe(200);
  });
});

describe('sending the mail again', () => {
  const again = (browser: ReturnType<UsersShop['browser']>) =>
    browser.call('POST', '/auth/send-verification-email');

  test('needs a session', async () => {
    expect((await again(shop.browser())).body.code).toBe('SIGNED_OUT');
  });

  test('sends another mail, three times, and then one every ten minutes', async () => {
    const browser = shop.browser();
    await browser.signUp('eager@example.com');
    for (let asked = 0; asked < 3; asked += 1) {
      const answer = await again(browser);
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({ status: true, emailVerified: false });
    }
    const mails = await mailsTo('eager@example.com');
    expect(new Set(mails.map((mail) => mail.messageId)).size).toBe(4);
    const refused = await again(browser);
    expect([refused.status, refused.body.code]).toEqual([429, 'TOO_MANY_TRIES']);
    expect(refused.body.retryAfterSeconds).toBeGreaterThan(500);
    shop.wait(600_000);
    expect((await again(browser)).status).toBe(200);
    expect((await again(browser)).status).toBe(429);
  });

  test('does nothing where the address is verified', async () => {
    const browser = shop.browser();
    await browser.signUp('done@example.com');
    await verify(await tokenFor('done@example.com'));
    const before = shop.mailsAskedFor.length;
    for (let asked = 0; asked < 5; asked += 1) {
      expect((await again(browser)).body).toEqual({ status: true, emailVerified: true });
    }
    expect(shop.mailsAskedFor).toHaveLength(before);
  });
});

test('the whole shop writes the mail, and its link works', async () => {
  const whole = await openTestShop({ work: true });
  try {
    const email = 'new.buyer@example.com';
    const made = await whole.call('POST', '/auth/sign-up/email', {
      body: { email, password: 'a secret of theirs', name: 'New Buyer' },
    });
    expect(made.status).toBe(200);
    const cookie = made.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const { token: proof } = (await whole.call('GET', '/auth/token', { headers: { cookie } })).body as {
      token: string;
    };
    expect((await whole.call('PUT', `/user/${email}`, { token: proof, body: { email } })).status).toBe(200);
    const mail = await vi.waitFor(
      async () => {
        const dir = join(whole.dataDir, 'mail');
        const [name = ''] = (await readdir(dir)).filter((one) => one.includes('verify-your-email'));
        return readFile(join(dir, name), 'utf8');
      },
      { timeout: 15_000, interval: 100 },
    );
    expect(mail).toMatch(/^To: new\.buyer@example\.com\r$/m);
    const text = mail.replaceAll('=\r\n', '').replaceAll('=3D', '=');
    const token = new RegExp(`${whole.url}/verify-email\\?token=([\\w.-]+)`).exec(text)?.[1];
    const owner = await whole.person('admin');
    const makeAdmin = () => whole.call('PUT', `/user/admin/${email}`, { token: owner.token });
    expect((await makeAdmin()).status).toBe(409);
    expect((await whole.call('POST', '/auth/verify-email', { body: { token } })).status).toBe(200);
    expect((await makeAdmin()).body).toEqual({ modifiedCount: 1 });
  } finally {
    await whole.close();
  }
});

test('none of this was a fault', () => {
  expect(shop.logged).toEqual([]);
});
