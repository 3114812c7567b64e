import fc from 'fast-check';
import { expect, test } from 'vitest';
import { asPlainCell, textOfCell } from '#domain/spreadsheet-text.ts';

const formulaLike = fc
  .tuple(
    fc.constantFrom('', "'", "''", ' ', "' "),
    fc.constantFrom('=', '+', '-', '@', '\t', '\r', '＝', ' =', ''),
    fc.string(),
  )
  .map((parts) => parts.join(''));

test('no cell begins as a formula does', () => {
  fc.assert(
    fc.property(fc.oneof(formulaLike, fc.string({ unit: 'binary-ascii' })), (text) => {
      expect(asPlainCell(text)).not.toMatch(/^\s*[=+\-@\t\r＝＋－＠]/);
    }),
  );
});

test('what was written reads back as it was, apostrophes and all', () => {
  fc.assert(
    fc.property(fc.oneof(formulaLike, fc.string({ unit: 'binary-ascii' })), (text) => {
      expect(textOfCell(asPlainCell(text))).toBe(text);
    }),
  );
});

test.each(["O'Brien", "'quoted'", '5-speed', 'a=b', ''])('%j is left as it is, both ways', (text) => {
  expect(asPlainCell(text)).toBe(text);
  expect(textOfCell(text)).toBe(text);
});
