import { describe, expect, it } from 'vitest';
import { chooseGoogle } from '#main/choose-google.ts';
import { GOOGLE_ISSUER } from '#server/adapters/identity/google.ts';
import { ConfigError, readConfig } from '#server/platform/config.ts';

const KEYS = { GOOGLE_CLIENT_ID: 'an id', GOOGLE_CLIENT_SECRET: 'a secret' };
const AT = { origin: 'https://parts.example', port: 3000 };

describe("Google's credentials", () => {
  it('go together', () => {
    for (const half of [{ GOOGLE_CLIENT_ID: 'an id' }, { GOOGLE_CLIENT_SECRET: 'a secret' }]) {
      expect(() => readConfig(half)).toThrow(ConfigError);
      expect(() => readConfig(half)).toThrow('go together');
    }
  });

  it('are of the real Google, in the demo too', async () => {
    const { settings } = chooseGoogle(readConfig(KEYS), AT);
    expect(settings?.isEmulated).toBe(false);
    expect(await settings?.connect()).toEqual({
      issuer: GOOGLE_ISSUER,
      clientId: 'an id',
      clientSecret: 'a secret',
    });
  });
});

describe('without them', () => {
  it('the demo has an emulated Google, and nothing else has any', () => {
    expect(chooseGoogle(readConfig({}), AT).settings?.isEmulated).toBe(true);
    for (const env of [
      { DEMO: 'false' },
      { HOST: '0.0.0.0' },
      { DATABASE_URL: 'postgres://db.example/shop' },
    ] as const) {
      const config = readConfig({ ...env, SANDBOX_PAYMENTS: 'true' });
      expect(chooseGoogle(config, AT).settings, JSON.stringify(env)).toBeUndefined();
    }
  });
});

describe('a sign-in', () => {
  it('may begin where people reach the shop, and on the machine itself where it listens to that alone', () => {
    const origins = (env: Record<string, string>) =>
      chooseGoogle(readConfig({ SANDBOX_PAYMENTS: 'true', ...KEYS, ...env }), AT).settings?.origins;
    expect(origins({})).toEqual([AT.origin, 'http://127.0.0.1:3000', 'http://localhost:3000']);
    expect(origins({ HOST: '0.0.0.0' })).toEqual([AT.origin]);
  });
});
