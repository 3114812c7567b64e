import fc from 'fast-check';

const codePoint = fc.oneof(
  fc.integer({ min: 0, max: 0x7f }),
  fc.integer({ min: 0, max: 0x24f }),
  fc.integer({ min: 0, max: 0xd7ff }),
  fc.integer({ min: 0xe000, max: 0x10ffff }),
);

/** Any well-formed text, more often than not of letters near our own. */
export const anyText = fc.array(codePoint).map((points) => String.fromCodePoint(...points));
