import { createHmac } from 'node:crypto';
import { type CryptoKey, exportJWK, exportSPKI, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { setRole } from '#server/users/user-store.ts';
import { ACCESS_SECRET, openUsersShop, type UsersShop } from './identity-fixture.ts';

// A provider of the test's own, so that it can sign anything; the shop knows it by configuration alone.
const keys = await generateKeyPair('ES256', { extractable: true });
const otherKeys = await generateKeyPair('ES256', { extractable: true });
const rsaKeys = await generateKeyPair('RS256', { extractable: true });
const publicJwk = { ...(await exportJWK(keys.publicKey)), kid: 'key-1', alg: 'ES256' };
const ISSUER = 'https://issuer.test/shop';
const AUDIENCE = 'parts-shop';

type Claims = Record<string, unknown>;
const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;
const claimsOf = (email: string, changes: Claims = {}): Claims => ({
  iss: ISSUER,
  aud: AUDIENCE,
  sub: `subject of ${email}`,
  exp: inSeconds(900),
  iat: inSeconds(0),
  email,
  email_verified: false,
  name: 'Ada Buyer',
  ...changes,
});
const sign = (claims: Claims, header = { alg: 'ES256', kid: 'key-1' }, key: CryptoKey = keys.privateKey) =>
  new SignJWT(claims).setProtectedHeader(header).sign(key);
const segment = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

let shop: UsersShop;
let publishedKeys = [publicJwk];
beforeAll(async () => {
  shop = await openUsersShop({
    proofs: {
      issuer: ISSUER,
      audience: AUDIENCE,
      algorithms: ['ES256'],
      jwks: async () => ({ keys: publishedKeys }),
    },
  });
});
afterAll(() => shop.close());

const exchange = (token: string, email: string, body: unknown = { email }) =>
  shop.call('PUT', `/user/${encodeURIComponent(email)}`, { body, token });
const tokenOf = async (email: string, changes: Claims = {}): Promise<string> => {
  const answer = await exchange(await sign(claimsOf(email, changes)), email);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body.token;
};
const adminCheck = (token: string, email: string) => shop.call('GET', `/admin/${email}`, { token });

describe('a proof of identity', () => {
  test('makes a user and gives a token that calls accept', async () => {
    const answer = await exchange(await sign(claimsOf('ada@example.com')), 'ada@example.com');
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ token: expect.any(String), expiresInSeconds: 900, role: 'customer' });
    expect((await adminCheck(answer.body.token, 'ada@example.com')).body).toEqual({ admin: false });
  });

  test.each([
    ['expired', claimsOf('bad@example.com', { exp: inSeconds(-1) })],
    ['never expiring', claimsOf('bad@example.com', { exp: undefined })],
    ['not good yet', claimsOf('bad@example.com', { nbf: inSeconds(600) })],
    ['of another issuer', claimsOf('bad@example.com', { iss: 'https://issuer.test/other' })],
    ['of an issuer that begins alike', claimsOf('bad@example.com', { iss: `${ISSUER}/` })],
    ['of no issuer', claimsOf('bad@example.com', { iss: undefined })],
    ['for someone else', claimsOf('bad@example.com', { aud: 'other-shop' })],
    ['for nobody', claimsOf('bad@example.com', { aud: undefined })],
    ['of nobody', claimsOf('bad@example.com', { sub: undefined })],
    ['of an empty subject', claimsOf('bad@example.com', { sub: '' })],
    ['of a subject that no database keeps', claimsOf('bad@example.com', { sub: 'a\0b' })],
    ['without an email', claimsOf('bad@example.com', { email: undefined })],
    ['with something else for an email', claimsOf('bad@example.com', { email: ['bad@example.com'] })],
  ])('that is %s is refused', async (_, claims) => {
    const answer = await exchange(await sign(claims), 'bad@example.com');
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
  });

  test('that was tampered with is refused', async () => {
    const [header, , signature] = (await sign(claimsOf('ada@example.com'))).split('.');
    const forged = `${header}.${segment(claimsOf('boss@example.com'))}.${signature}`;
    expect((await exchange(forged, 'boss@example.com')).status).toBe(401);
    expect((await exchange(`${await sign(claimsOf('boss@example.com'))}x`, 'boss@example.com')).status).toBe(
      401,
    );
  });

  test.each([
    [
      'with another key under a published name',
      sign(claimsOf('k@example.com'), undefined, otherKeys.privateKey),
    ],
    [
      'with a key that was never published',
      sign(claimsOf('k@example.com'), { alg: 'ES256', kid: 'key-2' }, otherKeys.privateKey),
    ],
    [
      'with another algorithm',
      sign(claimsOf('k@example.com'), { alg: 'RS256', kid: 'key-1' }, rsaKeys.privateKey),
    ],
  ])('signed %s is refused', async (_, proof) => {
    expect((await exchange(await proof, 'k@example.com')).status).toBe(401);
  });

  test('signed with nothing is refused', async () => {
    for (const alg of ['none', 'None', 'NONE']) {
      const unsigned = `${segment({ alg, kid: 'key-1' })}.${segment(claimsOf('k@example.com'))}`;
      for (const proof of [`${unsigned}.`, unsigned, `${unsigned}.AAAA`]) {
        expect((await exchange(proof, 'k@example.com')).status).toBe(401);
      }
    }
  });

  test('signed with the public key as if it were a secret is refused', async () => {
    const body = `${segment({ alg: 'HS256', kid: 'key-1' })}.${segment(claimsOf('k@example.com'))}`;
    for (const secret of [await exportSPKI(keys.publicKey), JSON.stringify(publicJwk), publicJwk.x ?? '']) {
      const signature = createHmac('sha256', secret).update(body).digest('base64url');
      expect((await exchange(`${body}.${signature}`, 'k@example.com')).status).toBe(401);
    }
  });

  test('that brings its own key is refused', async () => {
    const jwk = await exportJWK(otherKeys.publicKey);
    const proof = await new SignJWT(claimsOf('k@example.com'))
      .setProtectedHeader({ alg: 'ES256', jwk })
      .sign(otherKeys.privateKey);
    expect((await exchange(proof, 'k@example.com')).status).toBe(401);
  });

  test.each([
    '',
    'Bearer',
    'Bearer ',
    'Basic YWRhOnB3',
    'Bearer a b',
    'Bearer §',
    'Bearer a.b.c',
    'Bearer ....',
    'bearer null',
  ])('is not the header %j', async (authorization) => {
    const answer = await shop.call('PUT', '/user/ada@example.com', {
      body: { email: 'ada@example.com' },
      headers: { authorization: Buffer.from(authorization).toString('latin1') },
    });
    expect(answer.status).toBe(401);
  });

  test('is never taken from a cookie', async () => {
    const proof = await sign(claimsOf('ada@example.com'));
    const answer = await shop.call('PUT', '/user/ada@example.com', {
      body: { email: 'ada@example.com' },
      headers: { cookie: `authorization=Bearer ${proof}; token=${proof}; accessToken=${proof}` },
    });
    expect(answer.status).toBe(401);
  });

  test('is not an access token, nor the other way round', async () => {
    const proof = await sign(claimsOf('ada@example.com'));
    expect((await adminCheck(proof, 'ada@example.com')).status).toBe(401);
    expect((await exchange(await tokenOf('ada@example.com'), 'ada@example.com')).status).toBe(401);
  });

  test('signed with a key that is published later is accepted then', async () => {
    const proof = await sign(
      claimsOf('later@example.com'),
      { alg: 'ES256', kid: 'key-3' },
      otherKeys.privateKey,
    );
    publishedKeys = [publicJwk, { ...(await exportJWK(otherKeys.publicKey)), kid: 'key-3', alg: 'ES256' }];
    await expect
      .poll(async () => (await exchange(proof, 'later@example.com')).status, {
        timeout: 15_000,
        interval: 1_000,
      })
      .toBe(200);
  });
});

describe('the email', () => {
  test("must be the proof's own", async () => {
    const proof = await sign(claimsOf('mine@example.com'));
    const answer = await exchange(proof, 'yours@example.com');
    expect(answer.status).toBe(403);
    expect(answer.body.code).toBe('NOT_YOURS');
  });

  test('must be the same in address and body', async () => {
    const proof = await sign(claimsOf('mine@example.com'));
    for (const [path, body] of [
      ['mine@example.com', 'yours@example.com'],
      ['yours@example.com', 'mine@example.com'],
    ] as const) {
      const answer = await exchange(proof, path, { email: body });
      expect(answer.status).toBe(422);
      expect(answer.body.code).toBe('EMAIL_MISMATCH');
    }
  });

  test('may be spelled in capitals anywhere', async () => {
    const proof = await sign(claimsOf('Mixed.Case@Example.com'));
    expect(
      (await exchange(proof, 'mixed.case@EXAMPLE.com', { email: 'MIXED.CASE@example.com' })).status,
    ).toBe(200);
    expect(
      (await exchange(await sign(claimsOf('mixed.case@example.com')), 'mixed.case@example.com')).status,
    ).toBe(200);
  });

  test('is required in the body', async () => {
    const proof = await sign(claimsOf('mine@example.com'));
    for (const body of [{}, { email: null }, { email: 'not one' }, []]) {
      expect((await exchange(proof, 'mine@example.com', body)).status).toBe(422);
    }
    expect(
      (await shop.call('PUT', '/user/mine', { body: { email: 'mine@example.com' }, token: proof })).status,
    ).toBe(404);
  });

  test('is an attribute: it may change, and the user with their role stays', async () => {
    const before = await tokenOf('old@example.com', { sub: 'mover' });
    await shop.databases.write
      .updateTable('shop_user')
      .set({ role: 'admin' })
      .where('subject', '=', 'mover')
      .execute();
    const changes = { sub: 'mover', name: 'New Name', email_verified: true };
    const after = await exchange(await sign(claimsOf('new@example.com', changes)), 'new@example.com');
    expect(after.body.role).toBe('admin');
    expect((await adminCheck(before, 'new@example.com')).body).toEqual({ admin: true });
    const { body: all } = await shop.call('GET', '/user', { token: after.body.token });
    expect(all).toContainEqual(
      expect.objectContaining({ email: 'new@example.com', name: 'New Name', emailVerified: true }),
    );
    expect(all).not.toContainEqual(expect.objectContaining({ email: 'old@example.com' }));
  });

  test('that its provider gives to someone else brings no role and no account along', async () => {
    const first = await tokenOf('passed-on@example.com', { sub: 'first owner' });
    await shop.databases.write
      .updateTable('shop_user')
      .set({ role: 'admin' })
      .where('subject', '=', 'first owner')
      .execute();
    const second = await exchange(
      await sign(claimsOf('passed-on@example.com', { sub: 'second owner' })),
      'passed-on@example.com',
    );
    expect(second.body.role).toBe('customer');
    expect((await adminCheck(first, 'passed-on@example.com')).status).toBe(401);
    expect((await adminCheck(second.body.token, 'passed-on@example.com')).body).toEqual({ admin: false });
  });

  test('of one person who signs in many times at once makes one user', async () => {
    const proof = await sign(claimsOf('many@example.com'));
    const answers = await Promise.all(Array.from({ length: 10 }, () => exchange(proof, 'many@example.com')));
    expect(answers.map((answer) => answer.status)).toEqual(Array(10).fill(200));
    const rows = await shop.databases.write
      .selectFrom('shop_user')
      .select('id')
      .where('email', '=', 'many@example.com')
      .execute();
    expect(rows).toHaveLength(1);
  });

  test('with two subjects at once ends with one of them', async () => {
    const proofs = await Promise.all(
      ['one', 'two', 'three', 'four'].map((sub) => sign(claimsOf('contested@example.com', { sub }))),
    );
    const answers = await Promise.all(proofs.map((proof) => exchange(proof, 'contested@example.com')));
    expect(answers.every((answer) => answer.status === 200)).toBe(true);
    const rows = await shop.databases.write
      .selectFrom('shop_user')
      .select('id')
      .where('email', '=', 'contested@example.com')
      .execute();
    expect(rows).toHaveLength(1);
  });
});

describe('the name', () => {
  const nameOf = async (email: string) =>
    (
      await shop.databases.write
        .selectFrom('shop_user')
        .select('display_name')
        .where('email', '=', email)
        .executeTakeFirstOrThrow()
    ).display_name;

  test.each([
    ['  Ada\0\nBuyer\ud800 ', 'Ada Buyer'],
    ['x'.repeat(300), 'x'.repeat(100)],
    [undefined, 'named'],
    [42, 'named'],
  ])('%j is kept as %j', async (name, kept) => {
    await tokenOf('named@example.com', { name, sub: `named ${String(name).length}` });
    expect(await nameOf('named@example.com')).toBe(kept);
  });

  test('that is known stays where a later proof has none', async () => {
    await tokenOf('stays@example.com', { name: 'Known' });
    await tokenOf('stays@example.com', { name: '', email_verified: true });
    expect(await nameOf('stays@example.com')).toBe('Known');
  });
});

describe('an access token', () => {
  const forge = (
    claims: Claims,
    header: Claims = { alg: 'HS256', typ: 'at+jwt' },
    secret = ACCESS_SECRET,
  ) => {
    const body = `${segment(header)}.${segment(claims)}`;
    return `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`;
  };
  const claimsOfToken = (token: string): Claims =>
    JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

  test('of this shop is what the test takes it for', async () => {
    const token = await tokenOf('forge@example.com');
    expect(claimsOfToken(token)).toMatchObject({ iss: 'mainshaft', aud: 'mainshaft-api', epoch: 0 });
    expect((await adminCheck(forge(claimsOfToken(token)), 'forge@example.com')).status).toBe(200);
  });

  test.each<[string, (good: Claims) => string]>([
    ['signed with another secret', (good) => forge(good, undefined, 'another secret, as long as the first')],
    ['of another issuer', (good) => forge({ ...good, iss: 'mainshaft-identity' })],
    ['for another audience', (good) => forge({ ...good, aud: 'mainshaft-shop' })],
    ['expired', (good) => forge({ ...good, exp: inSeconds(-1) })],
    ['never expiring', ({ exp: _, ...good }) => forge(good)],
    ['of an unknown user', (good) => forge({ ...good, sub: '00000000-0000-4000-8000-000000000000' })],
    ['of no user at all', (good) => forge({ ...good, sub: "x' OR 1=1" })],
    ['of an epoch to come', (good) => forge({ ...good, epoch: 1 })],
    ['without an epoch', ({ epoch: _, ...good }) => forge(good)],
    ['of another type', (good) => forge(good, { alg: 'HS256', typ: 'JWT' })],
    ['of another algorithm', (good) => forge(good, { alg: 'HS512', typ: 'at+jwt' })],
    ['unsigned', (good) => `${segment({ alg: 'none', typ: 'at+jwt' })}.${segment(good)}.`],
    ['not a token', () => 'accessToken'],
  ])('that is %s is refused', async (_, make) => {
    const token = make(claimsOfToken(await tokenOf('forge@example.com')));
    const answer = await adminCheck(token, 'forge@example.com');
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
  });

  test('that was tampered with is refused', async () => {
    const [header, , signature] = (await tokenOf('forge@example.com')).split('.');
    const other = claimsOfToken(await tokenOf('other@example.com'));
    expect((await adminCheck(`${header}.${segment(other)}.${signature}`, 'other@example.com')).status).toBe(
      401,
    );
  });

  test('of a deactivated user is refused at once, and they get no other', async () => {
    const admin = await tokenOf('boss@example.com');
    await inTransaction(shop.databases.write, async (tx) => {
      const { id } = await tx
        .selectFrom('shop_user')
        .select('id')
        .where('email', '=', 'boss@example.com')
        .executeTakeFirstOrThrow();
      await setRole(tx, id, 'admin');
    });
    expect((await adminCheck(admin, 'boss@example.com')).status).toBe(401);
    const fresh = await tokenOf('boss@example.com');
    const customer = await tokenOf('leaver@example.com');
    expect((await adminCheck(customer, 'leaver@example.com')).status).toBe(200);

    const removed = await shop.call('DELETE', '/user/leaver@example.com', { token: fresh });
    expect(removed.body).toEqual({ modifiedCount: 1 });
    expect((await adminCheck(customer, 'leaver@example.com')).status).toBe(401);
    const again = await exchange(await sign(claimsOf('leaver@example.com')), 'leaver@example.com');
    expect(again.status).toBe(403);
    expect(again.body.code).toBe('DEACTIVATED');
    const repeated = await shop.call('DELETE', '/user/leaver@example.com', { token: fresh });
    expect(repeated.body).toEqual({ modifiedCount: 0 });
  });

  test("is its own bearer's, also where many call at once", async () => {
    const names = ['ann', 'ben', 'cas', 'dot'].map((name) => `${name}@example.com`);
    const tokens = await Promise.all(names.map((email) => tokenOf(email)));
    const gone = await tokenOf('gone@example.com');
    await shop.databases.write
      .updateTable('shop_user')
      .set({ deactivated_at: new Date() })
      .where('email', '=', 'gone@example.com')
      .execute();
    const nobody = forge({ ...claimsOfToken(gone), sub: '00000000-0000-4000-8000-000000000000' });
    const statuses = await Promise.all(
      [...tokens, ...tokens, gone, nobody].map(async (token) =>
        Promise.all(names.map(async (email) => (await adminCheck(token, email)).status)),
      ),
    );
    // Nobody may ask about anybody else.
    const own = names.map((_, at) => names.map((__, other) => (at === other ? 200 : 403)));
    const refused = names.map(() => 401);
    expect(statuses).toEqual([...own, ...own, refused, refused]);
  });

  test("of a demoted admin is refused at once, and the next one is a customer's", async () => {
    await tokenOf('demoted@example.com');
    const { id } = await shop.databases.write
      .selectFrom('shop_user')
      .select('id')
      .where('email', '=', 'demoted@example.com')
      .executeTakeFirstOrThrow();
    const become = (role: 'admin' | 'customer') =>
      inTransaction(shop.databases.write, (tx) => setRole(tx, id, role));
    await become('admin');
    const asAdmin = await tokenOf('demoted@example.com');
    expect((await shop.call('GET', '/user', { token: asAdmin })).status).toBe(200);
    await become('customer');
    expect((await shop.call('GET', '/user', { token: asAdmin })).status).toBe(401);
    const asCustomer = await tokenOf('demoted@example.com');
    expect((await shop.call('GET', '/user', { token: asCustomer })).status).toBe(403);
  });

  test('ends after its 15 minutes', async () => {
    const token = await tokenOf('patient@example.com');
    shop.wait(14 * 60_000);
    expect((await adminCheck(token, 'patient@example.com')).status).toBe(200);
    shop.wait(61_000);
    const answer = await adminCheck(token, 'patient@example.com');
    expect(answer.status).toBe(401);
    expect(answer.body.detail).toBe('The access token has expired');
  });
});

test('none of this was a fault', () => {
  expect(shop.logged).toEqual([]);
});
