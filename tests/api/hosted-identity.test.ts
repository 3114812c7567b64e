/** A shop with a hosted identity provider: whom it believes, and what is not there. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { identityTable } from '#contract/identity.ts';
import { firebaseIssuer } from '#server/adapters/identity/firebase.ts';
import type { ProofVerifier } from '#server/users/proof.ts';
import { openTestShop, type TestShop } from '../shop.ts';

const SETTINGS = {
  IDENTITY: 'firebase',
  FIREBASE_PROJECT_ID: 'parts-shop-1a2b3',
  FIREBASE_API_KEY: 'AIzaSyA-0123456789_abcdefghijklmnopqrst',
  FIREBASE_AUTH_DOMAIN: 'parts-shop-1a2b3.firebaseapp.com',
};
const ISSUER = firebaseIssuer('parts-shop-1a2b3');

/** Believes whoever says "<subject>~<email>"; the real verifier's judgement is tested where its keys are. */
const proofs: ProofVerifier = {
  issuer: ISSUER,
  async verify(proof) {
    const [subject = '', email = ''] = proof.split('~');
    return {
      ok: true,
      identity: {
        issuer: ISSUER,
        subject,
        email: email.replace('+at+', '@'),
        emailVerified: false,
        name: '',
      },
    };
  },
};

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop({ env: SETTINGS, proofs, work: true });
});
afterAll(() => shop.close());

describe('the embedded provider', () => {
  test('has no calls', async () => {
    for (const { method, path } of Object.values(identityTable)) {
      const { status } = await shop.call(method, path, method === 'POST' ? { body: {} } : {});
      expect({ path, status }).toEqual({ path, status: 404 });
    }
  });

  test('is not in the API’s document', async () => {
    const { body } = await shop.call('GET', '/openapi.json');
    const { paths } = body as { readonly paths: Record<string, unknown> };
    expect(Object.keys(paths).some((path) => path.includes('/auth/'))).toBe(false);
    expect(Object.keys(paths).some((path) => path.endsWith('/user/{email}'))).toBe(true);
  });

  test('leaves its tables empty', async () => {
    for (const table of ['identity_account', 'identity_jwks', 'identity_session'] as const) {
      expect(await shop.databases.write.selectFrom(table).selectAll().execute()).toEqual([]);
    }
  });
});

test('browsers are told of the project', async () => {
  expect((await shop.call('GET', '/shop')).body).toMatchObject({
    identity: {
      provider: 'firebase',
      google: true,
      googleIsEmulated: false,
      firebase: {
        projectId: 'parts-shop-1a2b3',
        apiKey: SETTINGS.FIREBASE_API_KEY,
        authDomain: 'parts-shop-1a2b3.firebaseapp.com',
      },
    },
  });
});

test("somebody of the project is another user than the embedded provider's with the same email", async () => {
  // Made as the embedded provider's, which this shop had before.
  const before = await shop.person('admin', 'ada@example.com');
  const answer = await shop.call('PUT', '/user/ada@example.com', {
    token: 'uid-1~ada+at+example.com',
    body: { email: 'ada@example.com' },
  });
  expect(answer).toMatchObject({ status: 200, body: { role: 'customer' } });
  const users = await shop.databases.write
    .selectFrom('shop_user')
    .select(['id', 'issuer', 'subject', 'email', 'role'])
    .where('email', '=', 'ada@example.com')
    .orderBy('created_at')
    .orderBy('role')
    .execute();
  expect(users).toHaveLength(2);
  expect(users).toContainEqual(expect.objectContaining({ id: before.id, role: 'admin' }));
  expect(users).toContainEqual(
    expect.objectContaining({ issuer: ISSUER, subject: 'uid-1', role: 'customer' }),
  );
});

test('a shop as it is configured refuses what its project has not signed', async () => {
  const real = await openTestShop({ env: SETTINGS });
  try {
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const seconds = Math.floor(Date.now() / 1000);
    const claims = {
      iss: ISSUER,
      aud: 'parts-shop-1a2b3',
      sub: 'uid-1',
      email: 'ada@example.com',
      email_verified: true,
      iat: seconds,
      auth_time: seconds,
      exp: seconds + 3_600,
    };
    const answer = await real.call('PUT', '/user/ada@example.com', {
      token: `${part({ alg: 'none', typ: 'JWT' })}.${part(claims)}.`,
      body: { email: 'ada@example.com' },
    });
    expect(answer).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
  } finally {
    await real.close();
  }
});
