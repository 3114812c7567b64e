import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { correctSpellings, looksLikeNumber } from '#domain/catalogue/search-words.ts';

describe('spellings', () => {
  it.each([
    ['porshe brake disc', 'porsche brake disc'],
    ['Porshe', 'porsche'],
    ['VW golf', 'volkswagen golf'],
    ['merc, chevy', 'mercedes-benz, chevrolet'],
    ['Mercedes-Benz', 'Mercedes-Benz'],
    // Part of another word is no spelling of a maker.
    ['mercury', 'mercury'],
    ['brake disc 320 mm', 'brake disc 320 mm'],
    ['', ''],
  ])('"%s" is looked for as "%s"', (typed, corrected) => {
    expect(correctSpellings(typed)).toBe(corrected);
  });

  it('leave words alone that every JavaScript object knows', () => {
    for (const word of ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf']) {
      expect(correctSpellings(word)).toBe(word);
    }
  });

  it('are put right once and for all', () => {
    const word = fc.constantFrom('porshe', 'Merc', 'benz', 'VW', 'bmv', 'disc', 'constructor', '320');
    fc.assert(
      fc.property(fc.array(fc.oneof(word, fc.string())), (words) => {
        const once = correctSpellings(words.join(' '));
        expect(correctSpellings(once)).toBe(once);
      }),
    );
  });
});

describe('a number on a part', () => {
  it.each(['BD4', '8E0615301', '123'])('may be %s', (normalised) => {
    expect(looksLikeNumber(normalised)).toBe(true);
  });

  it.each(['', '12', 'A1', 'DISC', 'VOLKSWAGEN'])('is not "%s"', (normalised) => {
    expect(looksLikeNumber(normalised)).toBe(false);
  });
});
