import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isOwnPath } from '#domain/own-path.ts';

test.each([
  '/',
  '/dashboard/myorder',
  '/parts/7?vehicle=3#fit',
  '/catalogue?q=a%2Fb',
  '/a//b',
  '/%2F%2Fevil.example',
])('%s stays in the shop', (address) => expect(isOwnPath(address)).toBe(true));

test.each([
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r\\evil.example',
  '\\\\evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  ' /a',
  '.',
  'evil.example',
  '',
])('%j does not', (address) => expect(isOwnPath(address)).toBe(false));

test('whatever it takes, a browser at the shop reads as an address of the shop', () => {
  const piece = fc.constantFrom(
    '/',
    '\\',
    '\t',
    '\n',
    '@',
    ':',
    '.',
    '?',
    '#',
    '%2f',
    'evil.example',
    'javascript:',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
      const address = pieces.join('');
      if (isOwnPath(address))
        expect(new URL(address, 'https://shop.example').origin).toBe('https://shop.example');
    }),
  );
});
