import { expect, test } from 'vitest';
import { safetyHeaders } from '#main/safety-headers.ts';

const strictTransport = (origin: string, reach: 'off' | 'host' | 'subdomains') =>
  safetyHeaders(origin, reach)['strict-transport-security'];

test('over https every answer says so for a year', () => {
  expect(strictTransport('https://parts.example', 'subdomains')).toBe('max-age=31536000; includeSubDomains');
  expect(strictTransport('https://parts.example', 'host')).toBe('max-age=31536000');
  expect(strictTransport('https://parts.example', 'off')).toBeUndefined();
});

test('over http nobody is told to come by https, which is not there', () => {
  expect(strictTransport('http://127.0.0.1:3000', 'subdomains')).toBeUndefined();
});

test('nothing can be framed, guessed at or taken by another site', () => {
  expect(safetyHeaders('http://127.0.0.1:3000', 'off')).toEqual({
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'content-security-policy': "base-uri 'none'; object-src 'none'; frame-ancestors 'none'",
  });
});
