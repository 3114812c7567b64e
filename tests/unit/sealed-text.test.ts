/** Texts that only the shop can read or make. */
import { expect, it } from 'vitest';
import { createSeal } from '#server/platform/sealed-text.ts';

it('is opened by its secret, for its purpose and owner alone, and never when it was changed', () => {
  const seal = createSeal('a secret', 'second-factor');
  const sealed = seal.seal('GEZDGNBVGY3TQOJQ', 'user');
  expect(seal.open(sealed, 'user')).toBe('GEZDGNBVGY3TQOJQ');
  expect(seal.seal('GEZDGNBVGY3TQOJQ', 'user')).not.toBe(sealed);
  expect(seal.open(sealed, 'other')).toBeNull();
  expect(createSeal('another', 'second-factor').open(sealed, 'user')).toBeNull();
  expect(createSeal('a secret', 'other').open(sealed, 'user')).toBeNull();
  const bytes = Buffer.from(sealed, 'base64url');
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
  expect(seal.open(bytes.toString('base64url'), 'user')).toBeNull();
});

it.each(['', 'A', 'short', 'not base64url at all: ß', 'A'.repeat(37), `${'A'.repeat(60)}=`])(
  'anything else is none: %j',
  (text) => {
    expect(createSeal('a secret', 'second-factor').open(text, '')).toBeNull();
  },
);
