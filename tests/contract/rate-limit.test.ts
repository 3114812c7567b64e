import { describe, expect, it } from 'vitest';
import { addressIn } from '#server/platform/serve/client-address.ts';
import { addressKey, rateLimiter } from '#server/platform/serve/rate-limit.ts';

function limiterAt(clock: { ms: number }, maxCallers?: number) {
  return rateLimiter({
    limits: { write: { perMinute: 60, burst: 3 }, token: { perMinute: 6, burst: 1 } },
    nowMs: () => clock.ms,
    ...(maxCallers === undefined ? {} : { maxCallers }),
  });
}

describe('a limiter', () => {
  it('lets a burst in, and then as many as time gives', () => {
    const clock = { ms: 0 };
    const take = limiterAt(clock);
    expect([take('write', 'a'), take('write', 'a'), take('write', 'a')]).toEqual([null, null, null]);
    expect(take('write', 'a')).toEqual({ retryAfterSeconds: 1 });
    clock.ms = 400;
    expect(take('write', 'a')?.retryAfterSeconds).toBeCloseTo(0.6);
    clock.ms = 1_000;
    expect(take('write', 'a')).toBeNull();
    expect(take('write', 'a')).not.toBeNull();
    clock.ms = 3_600_000;
    expect([1, 2, 3, 4].map(() => take('write', 'a') === null)).toEqual([true, true, true, false]);
  });

  it('counts callers and classes apart, and leaves other classes alone', () => {
    const take = limiterAt({ ms: 0 });
    expect([take('token', 'a'), take('token', 'b'), take('write', 'a')]).toEqual([null, null, null]);
    expect(take('token', 'a')).toEqual({ retryAfterSeconds: 10 });
    for (let call = 0; call < 1_000; call += 1) expect(take('read', 'a')).toBeNull();
  });

  it('forgets whoever has been silent longest', () => {
    const take = limiterAt({ ms: 0 }, 2);
    take('token', 'a');
    take('token', 'b');
    expect(take('token', 'a')).not.toBeNull();
    take('token', 'c');
    expect(take('token', 'a')).not.toBeNull();
    expect(take('token', 'b')).toBeNull();
  });
});

describe('what stands for an address', () => {
  it('is the address, or the network of an IPv6 one', () => {
    expect(addressKey('203.0.113.9')).toBe('203.0.113.9');
    expect(addressKey('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2');
    expect(addressKey('2001:db8:1:2::9')).toBe('2001:db8:1:2');
    expect(addressKey('2001:db8::1')).toBe('2001:db8:0:0');
    expect(addressKey('fe80::1')).toBe('fe80:0:0:0');
    expect(addressKey('::1')).toBe('0:0:0:0');
    expect(addressKey('')).toBe('');
  });
});

describe('an address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:51234', '203.0.113.7'],
    ['203.0.113.7:51235', '203.0.113.7'],
    ['2001:db8::1', '2001:db8::1'],
    ['2001:DB8:0001:0::9', '2001:db8:1::9'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:cb00:7107', '203.0.113.7'],
    ['0:0:0:0:0:ffff:cb00:7107', '203.0.113.7'],
    ['[::ffff:cb00:7107]:443', '203.0.113.7'],
    ['[203.0.113.7]:443', undefined],
    ['203.0.113.7:', undefined],
    ['203.0.113.7:80:80', undefined],
    ['203.0.113', undefined],
    ['0x7f.1', undefined],
    ['2001:db8::1]:443', undefined],
    ['[2001:db8::1:443', undefined],
    ['2001:db8:::1', undefined],
    ['parts.example', undefined],
    ['unknown', undefined],
    ['_hidden', undefined],
    ['', undefined],
  ])('that a proxy writes as %j is read as %j', (written, address) => {
    expect(addressIn(written)).toBe(address);
  });
});
