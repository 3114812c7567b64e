/** Which identity provider a configuration means, and what it says where it can't mean any. */
import { describe, expect, it } from 'vitest';
import { chooseIdentity, identityBody, identityOrigins, issuerOf } from '#main/choose-identity.ts';
import { contentSecurityPolicy } from '#main/page-policy.ts';
import type { EmbeddedIdentity } from '#server/adapters/identity/embedded.ts';
import { ConfigError, readConfig } from '#server/platform/config.ts';
import { firebaseOfPage, providerMeta } from '#web/features/identity/chosen-provider.ts';

const PROJECT = {
  IDENTITY: 'firebase',
  FIREBASE_PROJECT_ID: 'parts-shop-1a2b3',
  FIREBASE_API_KEY: 'AIzaSyA-0123456789_abcdefghijklmnopqrst',
  FIREBASE_AUTH_DOMAIN: 'parts-shop-1a2b3.firebaseapp.com',
};
const NO_GOOGLE = { google: false, googleIsEmulated: false };
function refusalOf(variables: Readonly<Record<string, string>>): string {
  try {
    readConfig(variables);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error('this configuration was taken');
}

describe('a shop without settings of identity', () => {
  const { identity } = readConfig({});

  it('has the embedded provider, and tells browsers of no other', () => {
    expect(identity).toEqual({ provider: 'embedded' });
    const body = identityBody(identity, { google: true, googleIsEmulated: true });
    expect(body).toEqual({ provider: 'embedded', google: true, googleIsEmulated: true, firebase: null });
    expect(providerMeta(body)).toEqual([]);
    expect(identityOrigins(identity)).toEqual({ scripts: [], calls: [], frames: [] });
  });

  it('keeps it where only the project is set', () => {
    expect(readConfig({ ...PROJECT, IDENTITY: '' }).identity).toEqual({ provider: 'embedded' });
  });
});

describe('Firebase', () => {
  it.each(['FIREBASE_PROJECT_ID', 'FIREBASE_API_KEY', 'FIREBASE_AUTH_DOMAIN'])('needs %s', (name) => {
    expect(refusalOf({ ...PROJECT, [name]: '' })).toMatch(
      new RegExp(`^${name}: needed with IDENTITY=firebase`),
    );
  });

  it('names all that is missing', () => {
    expect(refusalOf({ IDENTITY: 'firebase' })).toMatch(
      /^FIREBASE_PROJECT_ID, FIREBASE_API_KEY, FIREBASE_AUTH_DOMAIN: /,
    );
  });

  it.each<[string, ...string[]]>([
    ['IDENTITY', 'Firebase', 'auth0', 'emulator', 'test'],
    ['FIREBASE_PROJECT_ID', 'Parts Shop', 'a', 'x/../y', 'parts-shop-', '1parts-shop', 'x'.repeat(31)],
    ['FIREBASE_API_KEY', 'short', 'AIzaSyA 0123456789 abcdefghij', `${'x'.repeat(30)};script-src *`],
    [
      'FIREBASE_AUTH_DOMAIN',
      'https://parts.firebaseapp.com',
      'parts.firebaseapp.com/',
      'parts.firebaseapp.com; script-src *',
      'localhost',
      'localhost:9099',
      '127.0.0.1',
      '*.example.com',
    ],
    ['FIREBASE_GOOGLE', 'yes', '1'],
  ])('does not take any %s', (name, ...values) => {
    for (const value of values)
      expect(refusalOf({ ...PROJECT, [name]: value })).toMatch(new RegExp(`^${name} `));
  });

  it("is trusted by its project's fixed name, and its users are kept under it", () => {
    const { identity } = readConfig(PROJECT);
    expect(issuerOf(identity)).toBe('https://securetoken.google.com/parts-shop-1a2b3');
    // A provider that anything is asked of would fail here.
    const { embedded, proofs } = chooseIdentity(identity, {} as EmbeddedIdentity);
    expect(embedded).toBeUndefined();
    expect(proofs).toMatchObject({
      issuer: issuerOf(identity),
      audience: 'parts-shop-1a2b3',
      algorithms: ['RS256'],
      jwks: new URL(
        'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com',
      ),
    });
  });

  it("reaches browsers by the page's head, as it was set", () => {
    const body = identityBody(readConfig(PROJECT).identity, NO_GOOGLE);
    expect(body).toMatchObject({ provider: 'firebase', google: true, googleIsEmulated: false });
    const meta = providerMeta(body);
    expect(firebaseOfPage((name) => meta.find((one) => one.name === name)?.content ?? null)).toEqual({
      projectId: 'parts-shop-1a2b3',
      apiKey: PROJECT.FIREBASE_API_KEY,
      authDomain: 'parts-shop-1a2b3.firebaseapp.com',
      google: true,
    });
    expect(firebaseOfPage(() => null)).toBeNull();
  });

  it.each([
    [
      'true',
      "connect-src 'self' https://identitytoolkit.googleapis.com https://securetoken.googleapis.com",
      "script-src 'self' https://apis.google.com",
      'frame-src https://parts-shop-1a2b3.firebaseapp.com',
    ],
    [
      'false',
      "connect-src 'self' https://identitytoolkit.googleapis.com https://securetoken.googleapis.com",
      "script-src 'self'",
      "frame-src 'none'",
    ],
  ])('lets pages reach what it needs with Google %s, and nothing else', (google, ...directives) => {
    const { identity } = readConfig({ ...PROJECT, FIREBASE_GOOGLE: google });
    const origins = identityOrigins(identity);
    const policy = contentSecurityPolicy([], 'mark', {
      stripe: false,
      pictureOrigins: [],
      identityOrigins: origins,
    }).split('; ');
    expect(policy).toEqual(expect.arrayContaining(directives));
    expect(policy.filter((one) => /google|firebase/.test(one)).length).toBe(google === 'true' ? 3 : 1);
  });
});
