import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createProofVerifier, type ProofKeys } from '#server/users/proof.ts';

/** A hosted provider: it signs with RS256 and publishes its keys at an address. */
const keys = await generateKeyPair('RS256', { extractable: true });
const published = {
  keys: [{ ...(await exportJWK(keys.publicKey)), kid: 'hosted', alg: 'RS256', use: 'sig' }],
};
let answer: { status: number; body: string } = { status: 200, body: JSON.stringify(published) };
let asked = 0;
const server = createServer((_request, response) => {
  asked += 1;
  response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
});
let address: URL;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`);
});
afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));

const now = new Date();
const verifierOf = (jwks: ProofKeys) =>
  createProofVerifier({ issuer: 'https://hosted.test', audience: 'shop', algorithms: ['RS256'], jwks });
const proof = await new SignJWT({ email: 'Ada@Example.com', email_verified: true, name: 'Ada' })
  .setProtectedHeader({ alg: 'RS256', kid: 'hosted' })
  .setIssuer('https://hosted.test')
  .setAudience('shop')
  .setSubject('hosted-subject-1')
  .setExpirationTime(Math.floor(now.getTime() / 1000) + 600)
  .sign(keys.privateKey);

describe('a hosted provider', () => {
  test('needs no more than its name, audience, algorithm and the address of its keys', async () => {
    const verifier = verifierOf(address);
    expect(await verifier.verify(proof, now)).toEqual({
      ok: true,
      identity: {
        issuer: 'https://hosted.test',
        subject: 'hosted-subject-1',
        email: 'ada@example.com',
        emailVerified: true,
        name: 'Ada',
      },
    });
    asked = 0;
    await verifier.verify(proof, now);
    expect(asked).toBe(0);
  });

  test('is asked by the clock that the shop gives', async () => {
    const later = new Date(now.getTime() + 601_000);
    expect(await verifierOf(address).verify(proof, later)).toEqual({
      ok: false,
      reason: 'The proof of identity has expired',
    });
  });

  test.each([
    ['answers with a failure', { status: 500, body: 'no' }],
    ['answers with something else than keys', { status: 200, body: '<html>' }],
    ['answers with no set of keys', { status: 200, body: '{"keys": 1}' }],
  ])('that %s is an outage, not a bad proof', async (_, broken) => {
    const good = answer;
    answer = broken;
    try {
      await expect(verifierOf(address).verify(proof, now)).rejects.toMatchObject({ kind: 'unavailable' });
    } finally {
      answer = good;
    }
  });

  test('that cannot be reached is an outage, and is asked again', async () => {
    const nowhere = new URL('http://127.0.0.1:1/keys');
    await expect(verifierOf(nowhere).verify(proof, now)).rejects.toMatchObject({ kind: 'unavailable' });

    let down = true;
    const verifier = verifierOf(async () => {
      if (down) throw new Error('connection refused');
      return published;
    });
    await expect(verifier.verify(proof, now)).rejects.toMatchObject({ kind: 'unavailable' });
    down = false;
    expect((await verifier.verify(proof, now)).ok).toBe(true);
  });

  test('is not asked for its keys again by every proof that names an unknown one', async () => {
    let reads = 0;
    const verifier = verifierOf(async () => {
      reads += 1;
      return published;
    });
    const stranger = await generateKeyPair('RS256');
    for (let index = 0; index < 20; index += 1) {
      const other = await new SignJWT({})
        .setProtectedHeader({ alg: 'RS256', kid: `unknown-${index}` })
        .sign(stranger.privateKey);
      expect((await verifier.verify(other, now)).ok).toBe(false);
    }
    // Once more: another process may have made that key after we had read them.
    expect(reads).toBe(2);
  });
});
