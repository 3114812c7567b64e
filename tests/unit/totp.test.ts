/** Codes of apps, by the vectors of RFC 6238 and of RFC 4648. */
import { describe, expect, it } from 'vitest';
import { newRecoveryCodes, recoveryCodeHash } from '#server/adapters/identity/recovery-codes.ts';
import { codeOfStep, newTotpSecret, stepAt, stepOfCode, totpUri } from '#server/adapters/identity/totp.ts';

/** "12345678901234567890" in base32. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

describe('a code', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('at %d seconds is the one of RFC 6238', (seconds, code) => {
    expect(codeOfStep(SECRET, stepAt(new Date(seconds * 1000)))).toBe(code);
  });

  it('is good half a minute before and after its own, and no longer', () => {
    const now = new Date('2026-11-21T12:00:15Z');
    const step = stepAt(now);
    const seen = [-2, -1, 0, 1, 2].map((off) => stepOfCode(SECRET, codeOfStep(SECRET, step + off), now));
    expect(seen).toEqual([null, step - 1, step, step + 1, null]);
    for (const typed of ['', '12345', '1234567', 'abcdef', '½½½½½½'])
      expect(stepOfCode(SECRET, typed, now)).toBeNull();
  });

  it('has a secret of its own, of 160 bits, which an app reads from an address', () => {
    const secrets = new Set(Array.from({ length: 50 }, newTotpSecret));
    expect(secrets.size).toBe(50);
    for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    const uri = new URL(totpUri(SECRET, { issuer: 'Parts & Co', account: 'a+b@example.com' }));
    expect(uri.protocol).toBe('otpauth:');
    expect(Object.fromEntries(uri.searchParams)).toMatchObject({
      secret: SECRET,
      issuer: 'Parts & Co',
      digits: '6',
    });
    expect(decodeURIComponent(uri.pathname)).toContain('Parts & Co:a+b@example.com');
  });
});

describe('a recovery code', () => {
  it('is one of ten, found however it is typed, and only by its own account', () => {
    const codes = newRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    const [code = ''] = codes;
    expect(code).toMatch(/^[a-z2-9]{5}-[a-z2-9]{5}$/);
    const hash = recoveryCodeHash('secret', 'user', code);
    expect(recoveryCodeHash('secret', 'user', ` ${code.toUpperCase().replace('-', ' ')} `)).toBe(hash);
    expect(recoveryCodeHash('secret', 'other', code)).not.toBe(hash);
    expect(recoveryCodeHash('secret', 'user', '123456')).toBeNull();
    expect(hash).not.toContain(code.slice(0, 5));
  });
});
