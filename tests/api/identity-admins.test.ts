import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditOfCommand } from '#server/audit/audit.ts';
import { ensureUser } from '#server/users/ensure-user.ts';
import { makeAdmin } from '#server/users/make-admin.ts';
import { actsOn } from './acts-on.ts';
import { openUsersShop, type UsersShop } from './identity-fixture.ts';

let shop: UsersShop;
let admin: string;
beforeAll(async () => {
  shop = await openUsersShop();
  admin = await shop.person('admin@example.com', 'admin');
});
afterAll(() => shop.close());

const remove = (token: string, email: string) => shop.call('DELETE', `/user/${email}`, { token });
const promote = (token: string, email: string) => shop.call('PUT', `/user/admin/${email}`, { token });
const demote = (token: string, email: string) => shop.call('DELETE', `/user/admin/${email}`, { token });
const isAdmin = (token: string, email: string) => shop.call('GET', `/admin/${email}`, { token });

describe('making an admin', () => {
  test('counts from the next token on, which is asked for at once', async () => {
    const browser = shop.browser();
    await shop.person('rising@example.com', 'customer');
    await browser.signIn('rising@example.com');
    const before = await browser.accessToken('rising@example.com');
    expect((await promote(admin, 'Rising@Example.com')).body).toEqual({ modifiedCount: 1 });
    expect((await shop.call('GET', '/user', { token: before })).status).toBe(401);
    const after = await browser.accessToken('rising@example.com');
    expect((await shop.call('GET', '/user', { token: after })).status).toBe(200);
    expect((await promote(admin, 'rising@example.com')).body).toEqual({ modifiedCount: 0 });
    expect((await shop.call('GET', '/user', { token: after })).status).toBe(200);
  });

  test('needs a verified email, but not from who runs the server', async () => {
    const browser = shop.browser();
    await browser.signUp('unverified@example.com');
    await browser.accessToken('unverified@example.com');
    const answer = await promote(admin, 'unverified@example.com');
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({ code: 'EMAIL_NOT_VERIFIED', title: 'Verify your email first' });
    const audit = auditOfCommand('user.made-admin', shop.deps.now);
    expect(await makeAdmin(shop.deps, 'unverified@example.com', audit, { evenUnverified: true })).toEqual({
      modifiedCount: 1,
    });
  });

  test('of nobody, or of someone deactivated, is refused', async () => {
    expect((await promote(admin, 'nobody@example.com')).status).toBe(404);
    await shop.person('gone@example.com', 'customer');
    await remove(admin, 'gone@example.com');
    const answer = await promote(admin, 'gone@example.com');
    expect(answer.status).toBe(403);
    expect(answer.body.code).toBe('DEACTIVATED');
  });

  test('is for admins', async () => {
    const customer = await shop.person('customer@example.com', 'customer');
    expect((await promote(customer, 'customer@example.com')).status).toBe(403);
    expect((await shop.call('PUT', '/user/admin/customer@example.com')).status).toBe(401);
    expect((await isAdmin(customer, 'customer@example.com')).body).toEqual({ admin: false });
  });

  test('never happens by registering', async () => {
    for (const role of [
      { role: 'admin' },
      { isAdmin: true },
      { emailVerified: true, email_verified: true },
    ]) {
      const browser = shop.browser();
      const email = `sly${Object.keys(role)[0]?.toLowerCase()}@example.com`;
      await browser.call('POST', '/auth/sign-up/email', {
        body: { email, password: 'secret', name: 'Sly', ...role },
      });
      const token = await browser.accessToken(email);
      expect((await isAdmin(token, email)).body).toEqual({ admin: false });
      expect((await browser.call('GET', '/auth/get-session')).body.user.emailVerified).toBe(false);
    }
  });
});

describe("taking an admin's role away", () => {
  test('ends their tokens at once, and the next one is a customer’s', async () => {
    const falling = await shop.person('falling@example.com', 'admin');
    const browser = shop.browser();
    await browser.signIn('falling@example.com');
    expect((await shop.call('GET', '/user', { token: falling })).status).toBe(200);
    expect((await demote(admin, 'Falling@Example.com')).body).toEqual({ modifiedCount: 1 });
    expect((await shop.call('GET', '/user', { token: falling })).status).toBe(401);
    expect((await isAdmin(admin, 'falling@example.com')).body).toEqual({ admin: false });
    // They are signed in still, as a customer.
    const after = await browser.accessToken('falling@example.com');
    expect((await shop.call('GET', '/user', { token: after })).status).toBe(403);
    expect((await demote(admin, 'falling@example.com')).body).toEqual({ modifiedCount: 0 });
    expect((await isAdmin(after, 'falling@example.com')).body).toEqual({ admin: false });
  });

  test('is written down once, with what they were', async () => {
    await shop.person('noted@example.com', 'admin');
    await demote(admin, 'noted@example.com');
    await demote(admin, 'noted@example.com');
    expect(await actsOn(shop, 'noted@example.com')).toEqual([
      { act: 'user.made-customer', before: { role: 'admin' }, after: { role: 'customer' } },
    ]);
  });

  test('is for admins, and of somebody', async () => {
    const customer = await shop.person('envious@example.com', 'customer');
    expect((await demote(customer, 'admin@example.com')).status).toBe(403);
    expect((await shop.call('DELETE', '/user/admin/admin@example.com')).status).toBe(401);
    expect((await demote(admin, 'nobody@example.com')).status).toBe(404);
  });

  test('can be undone by making them one again', async () => {
    await shop.person('returning@example.com', 'admin');
    await demote(admin, 'returning@example.com');
    expect((await promote(admin, 'returning@example.com')).body).toEqual({ modifiedCount: 1 });
    expect((await isAdmin(admin, 'returning@example.com')).body).toEqual({ admin: true });
  });
});

describe('asking who is an admin', () => {
  test('is for oneself and for admins, and tells others nothing of who exists', async () => {
    const customer = await shop.person('curious@example.com', 'customer');
    expect((await isAdmin(customer, 'CURIOUS@example.com')).body).toEqual({ admin: false });
    const known = await isAdmin(customer, 'admin@example.com');
    const unknown = await isAdmin(customer, 'nobody-at-all@example.com');
    expect([known.status, unknown.status]).toEqual([403, 403]);
    expect({ ...known.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' });
    expect((await isAdmin(admin, 'admin@example.com')).body).toEqual({ admin: true });
    expect((await isAdmin(admin, 'curious@example.com')).body).toEqual({ admin: false });
    expect((await isAdmin(admin, 'nobody-at-all@example.com')).body).toEqual({ admin: false });
  });
});

describe('the list of users', () => {
  test('shows an admin everyone, newest first, and nobody else anything', async () => {
    const customer = await shop.person('newest@example.com', 'customer');
    const { status, body } = await shop.call('GET', '/user', { token: admin });
    expect(status).toBe(200);
    expect(body[0]).toEqual({
      _id: expect.any(String),
      email: 'newest@example.com',
      name: 'Some One',
      role: 'customer',
      emailVerified: true,
      deactivated: false,
      secondFactor: false,
      createdAt: expect.stringMatching(/Z$/),
    });
    expect(body.at(-1).email).toBe('admin@example.com');
    expect((await shop.call('GET', '/user', { token: customer })).status).toBe(403);
    expect((await shop.call('GET', '/user')).status).toBe(401);
  });
});

describe('the last admin', () => {
  test.each(['/user', '/user/admin'])('stays, whoever asks: DELETE %s', async (path) => {
    const alone = await openUsersShop();
    try {
      const token = await alone.person('only@example.com', 'admin');
      const answer = await alone.call('DELETE', `${path}/only@example.com`, { token });
      expect(answer.status).toBe(409);
      expect(answer.body.code).toBe('LAST_ADMIN');
      // A removed admin is none who would be left.
      await alone.person('removed@example.com', 'admin');
      await alone.call('DELETE', '/user/removed@example.com', { token });
      expect((await alone.call('DELETE', `${path}/only@example.com`, { token })).body.code).toBe(
        'LAST_ADMIN',
      );
      expect((await alone.call('GET', '/user', { token })).status).toBe(200);
      expect((await alone.call('DELETE', `${path}/nobody@example.com`, { token })).status).toBe(404);
    } finally {
      await alone.close();
    }
  });

  test('stays, too, when admins deactivate each other at the same moment', () =>
    duel(['left', 'right', 'third'], () => '/user'));

  test('stays, too, when two take each other’s role away at the same moment', () =>
    duel(['left', 'right'], () => '/user/admin'));

  test('stays, too, when some are removed while others lose the role', () =>
    duel(['left', 'right', 'third'], (index) => (index === 0 ? '/user' : '/user/admin')));
});

/** Admins who have nobody but each other end each the next one at the same moment, again and again. */
async function duel(sides: readonly string[], pathOf: (index: number) => string): Promise<void> {
  const ring = await openUsersShop();
  try {
    for (let round = 0; round < 10; round += 1) {
      const names = sides.map((side) => `${side}${round}@example.com`);
      const tokens = await Promise.all(names.map((email) => ring.person(email, 'admin')));
      // Earlier rounds' survivors step down, so that only these are left.
      await ring.databases.write
        .updateTable('shop_user')
        .set({ role: 'customer' })
        .where('email', 'not in', names)
        .execute();
      const answers = await Promise.all(
        tokens.map((token, index) =>
          ring.call('DELETE', `${pathOf(index)}/${names[(index + 1) % names.length]}`, { token }),
        ),
      );
      for (const answer of answers) expect([200, 401, 403, 409]).toContain(answer.status);
      const left = await ring.databases.write
        .selectFrom('shop_user')
        .select('email')
        .where('role', '=', 'admin')
        .where('deactivated_at', 'is', null)
        .execute();
      expect(left.length).toBeGreaterThanOrEqual(1);
      if (sides.length === 2) expect(left).toHaveLength(1);
    }
    expect(ring.logged).toEqual([]);
  } finally {
    await ring.close();
  }
}

test('ensuring a user twice changes nothing, and ends no tokens', async () => {
  const seeded = await shop.identity.seedIdentity({
    email: 'ensured@example.com',
    name: 'Ensured',
    password: 'a secret of theirs',
  });
  const first = await ensureUser(shop.deps, seeded, 'admin');
  const browser = shop.browser();
  await browser.signIn('ensured@example.com', 'a secret of theirs');
  const token = await browser.accessToken('ensured@example.com');
  expect(await ensureUser(shop.deps, seeded, 'admin')).toEqual(first);
  expect((await isAdmin(token, 'ensured@example.com')).body).toEqual({ admin: true });
});

test('none of this was a fault', () => {
  expect(shop.logged).toEqual([]);
});
