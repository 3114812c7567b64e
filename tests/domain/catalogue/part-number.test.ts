import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { brandSlugOf, normaliseNumber, numberSlugOf, slugOf } from '#domain/catalogue/part-number.ts';
import { anyText } from '../texts.ts';

const lettersAndDigits = fc.string({
  unit: fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'),
  maxLength: 30,
});
const noise = fc.string({ unit: fc.constantFrom(...' .-/_#()+'), maxLength: 3 });

describe('a number as it is compared', () => {
  it.each([
    ['bd 4471.20', 'BD447120'],
    ['8E0 615 301', '8E0615301'],
    ['34-11-6 792 217', '34116792217'],
    ['A 000/420_47-20', 'A0004204720'],
    ['  ', ''],
    // Not ASCII: not part of a number, whatever its capital letter would be.
    ['\u00df1', '1'],
    ['\u01312', '2'],
    ['\u017f3', '3'],
    ['\ufb014', '4'],
    ['\u212a5', '5'],
    ['Ä6', '6'],
    ['１２', ''],
  ])('"%s" is "%s"', (typed, compared) => {
    expect(normaliseNumber(typed)).toBe(compared);
  });

  it('does not depend on how it is typed', () => {
    fc.assert(
      fc.property(lettersAndDigits, fc.infiniteStream(fc.tuple(noise, fc.boolean())), (number, hand) => {
        const typed = [...number].map((letter) => {
          const [before, lower] = hand.next().value;
          return `${before}${lower ? letter.toLowerCase() : letter}`;
        });
        expect(normaliseNumber(typed.join(''))).toBe(number);
      }),
    );
  });

  it('has upper-case letters and digits alone, and is itself when compared again', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const compared = normaliseNumber(text);
        expect(compared).toMatch(/^[A-Z0-9]*$/);
        expect(normaliseNumber(compared)).toBe(compared);
      }),
    );
  });
});

describe('the slug of a number', () => {
  it.each([
    ['BD 4471.20', 'bd-4471-20'],
    ['8E0615301', '8e0615301'],
    ['-A/1-', 'a-1'],
    ['Ä12', '12'],
    ['B½7', 'b-7'],
  ])('"%s" → "%s"', (number, slug) => {
    expect(numberSlugOf(number)).toBe(slug);
  });

  it('is the same number', () => {
    fc.assert(
      fc.property(anyText, (number) => {
        expect(normaliseNumber(numberSlugOf(number))).toBe(normaliseNumber(number));
      }),
    );
  });
});

describe.each([
  ['a number', numberSlugOf],
  ['a name', slugOf],
])('every slug of %s', (_, slug) => {
  it('fits into an address and is its own slug', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(slug(text)).toMatch(/^(?:[a-z0-9]+(?:-[a-z0-9]+)*)?$/);
        expect(slug(slug(text))).toBe(slug(text));
      }),
    );
  });
});

describe('the slug of a name', () => {
  it.each([
    ['Kolb & Co', 'kolb-co'],
    ['Škoda', 'skoda'],
    ['Citroën', 'citroen'],
    ['MERCEDES-BENZ', 'mercedes-benz'],
    ['…', ''],
  ])('"%s" → "%s"', (name, slug) => {
    expect(slugOf(name)).toBe(slug);
  });

  it('does not change with the case of its letters', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'abcXYZ019 -.&éÖ') }), (name) => {
        expect(slugOf(name.toUpperCase())).toBe(slugOf(name.toLowerCase()));
      }),
    );
  });
});

describe('the slug of a brand', () => {
  it('is that of its name', () => {
    expect(brandSlugOf('Škoda & Co')).toBe('skoda-co');
  });

  it('is never that of another page of the catalogue', async () => {
    const tree = await readFile(new URL('../../../src/web/route-tree.gen.ts', import.meta.url), 'utf8');
    const pages = [...tree.matchAll(/'\/catalogue\/([a-z-]+)/g)].map(([, page]) => page ?? '');
    expect(pages).toContain('compare');
    expect(pages.filter((page) => brandSlugOf(page) === page)).toEqual([]);
  });
});
