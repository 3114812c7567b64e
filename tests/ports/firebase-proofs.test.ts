/** Proofs of a Firebase project, judged by keys that a server of this test publishes as Google does. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, exportSPKI, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { firebaseIssuer, firebaseProofs } from '#server/adapters/identity/firebase.ts';
import { createProofVerifier, type ProofVerifier } from '#server/users/proof.ts';

const PROJECT = 'parts-shop-1a2b3';
const now = new Date();
const seconds = Math.floor(now.getTime() / 1000);

const pair = () => generateKeyPair('RS256', { extractable: true });
const [first, second, strangers] = await Promise.all([pair(), pair(), pair()]);
const published = async (...entries: [kid: string, keys: Awaited<ReturnType<typeof pair>>][]) =>
  JSON.stringify({
    keys: await Promise.all(
      entries.map(async ([kid, { publicKey }]) => ({
        ...(await exportJWK(publicKey)),
        kid,
        alg: 'RS256',
        use: 'sig',
      })),
    ),
  });

let answer = { status: 200, body: '' };
let isSilent = false;
let asked = 0;
const server = createServer((_request, response) => {
  asked += 1;
  if (!isSilent) response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
});
let keysAt: URL;
let verifier: ProofVerifier;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  keysAt = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`);
});
beforeEach(async () => {
  answer = { status: 200, body: await published(['first', first]) };
  isSilent = false;
  asked = 0;
  verifier = createProofVerifier(firebaseProofs(PROJECT, keysAt));
});
afterEach(() => void vi.useRealTimers());
afterAll(() => {
  server.closeAllConnections();
  return new Promise<void>((resolve) => server.close(() => resolve()));
});

/** What Firebase writes into a proof of somebody who signed in with a password. */
const CLAIMS: JWTPayload = {
  iss: `https://securetoken.google.com/${PROJECT}`,
  aud: PROJECT,
  sub: 'kQ3xYh2m9BfT0aVvZ1w7c5R8uLp1',
  user_id: 'kQ3xYh2m9BfT0aVvZ1w7c5R8uLp1',
  iat: seconds - 5,
  auth_time: seconds - 5,
  exp: seconds + 3_595,
  name: 'Ada Buyer',
  email: 'Ada@Example.com',
  email_verified: false,
  firebase: { identities: { email: ['ada@example.com'] }, sign_in_provider: 'password' },
};
const sign = (claims: JWTPayload, { kid = 'first', keys = first } = {}) =>
  new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT' }).sign(keys.privateKey);

test('a proof of the project names its bearer by subject, email, name and whether the email is verified', async () => {
  expect(await verifier.verify(await sign(CLAIMS), now)).toEqual({
    ok: true,
    identity: {
      issuer: firebaseIssuer(PROJECT),
      subject: 'kQ3xYh2m9BfT0aVvZ1w7c5R8uLp1',
      email: 'ada@example.com',
      emailVerified: false,
      name: 'Ada Buyer',
    },
  });
  const verified = await verifier.verify(await sign({ ...CLAIMS, email_verified: true }), now);
  expect(verified).toMatchObject({ ok: true, identity: { emailVerified: true } });
});

describe('a proof is refused', () => {
  const without = (name: string) =>
    Object.fromEntries(Object.entries(CLAIMS).filter(([key]) => key !== name));
  test.each<[string, JWTPayload, RegExp]>([
    [
      'of another project',
      { ...CLAIMS, iss: 'https://securetoken.google.com/other', aud: 'other' },
      /not for/,
    ],
    ['of another issuer', { ...CLAIMS, iss: 'https://securetoken.google.com/other' }, /not from/],
    ["with Google's own issuer", { ...CLAIMS, iss: 'https://accounts.google.com' }, /not from/],
    ['for another audience', { ...CLAIMS, aud: 'other' }, /not for this shop/],
    ['without an issuer', without('iss'), /not from/],
    ['without an audience', without('aud'), /not for this shop/],
    ['that has expired', { ...CLAIMS, exp: seconds - 1 }, /has expired/],
    ['that never ends', without('exp'), /not from|cannot be read/],
    ['made in the future', { ...CLAIMS, iat: seconds + 120 }, /of the future/],
    ['of a sign-in in the future', { ...CLAIMS, auth_time: seconds + 120 }, /of the future/],
    ['of a sign-in at no time', { ...CLAIMS, auth_time: 'now' }, /of the future/],
    ['that does not say when it was made', without('iat'), /not from/],
    ['that does not say when its bearer signed in', without('auth_time'), /not from/],
    ['of nobody', without('sub'), /not from/],
    ['of an empty subject', { ...CLAIMS, sub: '' }, /names nobody/],
    ['of somebody without an email', without('email'), /no email/],
  ])('%s', async (_, claims, reason) => {
    expect(await verifier.verify(await sign(claims), now)).toEqual({
      ok: false,
      reason: expect.stringMatching(reason),
    });
  });

  test('that is not signed, as an emulator makes it', async () => {
    const unsigned = new UnsecuredJWT(CLAIMS).encode();
    expect(await verifier.verify(unsigned, now)).toEqual({ ok: false, reason: expect.any(String) });
    // The same, though it claims to know the key.
    const [, claims] = unsigned.split('.');
    for (const header of [
      { alg: 'none', kid: 'first' },
      { alg: 'None', kid: 'first', typ: 'JWT' },
    ]) {
      const head = Buffer.from(JSON.stringify(header)).toString('base64url');
      expect((await verifier.verify(`${head}.${claims}.`, now)).ok).toBe(false);
    }
  });

  test("that is signed with the published key as if it were a secret's", async () => {
    const pem = new TextEncoder().encode(await exportSPKI(first.publicKey));
    const modulus = Buffer.from((await exportJWK(first.publicKey)).n ?? '', 'base64url');
    for (const secret of [pem, modulus]) {
      const forged = await new SignJWT(CLAIMS)
        .setProtectedHeader({ alg: 'HS256', kid: 'first' })
        .sign(secret);
      expect(await verifier.verify(forged, now)).toEqual({
        ok: false,
        reason: 'The proof of identity is not signed as this shop asks',
      });
    }
  });

  test('that is signed with another algorithm or by a key that is not published', async () => {
    const ps256 = await generateKeyPair('PS256');
    const other = await new SignJWT(CLAIMS)
      .setProtectedHeader({ alg: 'PS256', kid: 'first' })
      .sign(ps256.privateKey);
    expect((await verifier.verify(other, now)).ok).toBe(false);
    expect(await verifier.verify(await sign(CLAIMS, { keys: strangers }), now)).toEqual({
      ok: false,
      reason: 'The proof of identity is not signed by its provider',
    });
    expect(await verifier.verify(await sign(CLAIMS, { kid: 'unknown' }), now)).toEqual({
      ok: false,
      reason: 'The proof of identity is not signed by its provider',
    });
  });

  test('whose claims were changed after it was signed', async () => {
    const [head, , signature] = (await sign(CLAIMS)).split('.');
    const claims = Buffer.from(JSON.stringify({ ...CLAIMS, email: 'owner@example.com' })).toString(
      'base64url',
    );
    expect((await verifier.verify(`${head}.${claims}.${signature}`, now)).ok).toBe(false);
  });
});

describe("Google's keys", () => {
  test('are read once for many proofs', async () => {
    const proof = await sign(CLAIMS);
    await Promise.all(Array.from({ length: 20 }, () => verifier.verify(proof, now)));
    await verifier.verify(proof, now);
    expect(asked).toBe(1);
  });

  test('that do not come are an outage, until they come', async () => {
    const proof = await sign(CLAIMS);
    const good = answer;
    answer = { status: 503, body: '' };
    await expect(verifier.verify(proof, now)).rejects.toMatchObject({ kind: 'unavailable' });
    answer = good;
    expect((await verifier.verify(proof, now)).ok).toBe(true);
  });

  test('are not waited for without end', async () => {
    isSilent = true;
    const beganAtMs = performance.now();
    await expect(verifier.verify(await sign(CLAIMS), now)).rejects.toMatchObject({ kind: 'unavailable' });
    expect(performance.now() - beganAtMs).toBeLessThan(8_000);
  });

  test('that are known outlast an outage', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now });
    await verifier.verify(await sign(CLAIMS), now);
    answer = { status: 500, body: '' };
    vi.setSystemTime(now.getTime() + 5 * 3_600_000);
    expect((await verifier.verify(await sign(CLAIMS), now)).ok).toBe(true);
    expect(asked).toBe(1);
    // A key that nobody knows may be a new one: that can't be told now.
    const proof = await sign(CLAIMS, { kid: 'second', keys: second });
    await expect(verifier.verify(proof, now)).rejects.toMatchObject({ kind: 'unavailable' });
  });

  test('are read anew when a proof names a new one, and those that are gone count no more', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now });
    expect((await verifier.verify(await sign(CLAIMS), now)).ok).toBe(true);
    answer = { status: 200, body: await published(['second', second]) };
    vi.setSystemTime(now.getTime() + 10_000);
    expect((await verifier.verify(await sign(CLAIMS, { kid: 'second', keys: second }), now)).ok).toBe(true);
    expect((await verifier.verify(await sign(CLAIMS), now)).ok).toBe(false);
    expect(asked).toBe(2);
  });

  test('are not asked for by every proof that names an unknown one', async () => {
    for (let index = 0; index < 20; index += 1)
      await verifier.verify(await sign(CLAIMS, { kid: `unknown-${index}` }), now);
    expect(asked).toBe(1);
  });

  test('that were taken back are forgotten within hours', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now });
    const proof = await sign(CLAIMS);
    expect((await verifier.verify(proof, now)).ok).toBe(true);
    answer = { status: 200, body: await published(['second', second]) };
    vi.setSystemTime(now.getTime() + 6 * 3_600_000 + 1);
    expect((await verifier.verify(proof, now)).ok).toBe(false);
  });
});
