import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeVocabulary, slipsBetween } from '#domain/catalogue/search-typos.ts';

describe('slips between two words', () => {
  it.each([
    ['brake', 'brake', 0],
    ['brkae', 'brake', 0.7],
    ['brak', 'brake', 0.9],
    ['brrake', 'brake', 0.6],
    ['drake', 'brake', 1],
  ])('%s → %s cost %d', (typed, meant, cost) => expect(slipsBetween(typed, meant, 2)).toBeCloseTo(cost));

  it('are none only between equal words, and never less than a bound that was passed', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd'), maxLength: 8 });
    fc.assert(
      fc.property(word, word, (a, b) => {
        expect(slipsBetween(a, b, 99) === 0).toBe(a === b);
        const exact = slipsBetween(a, b, 99);
        const bounded = slipsBetween(a, b, 1.5);
        if (exact <= 1.5) expect(bounded).toBeCloseTo(exact);
        else expect(bounded).toBeGreaterThan(1.5);
      }),
    );
  });
});

describe('a vocabulary', () => {
  const vocabulary = makeVocabulary([
    ['brake', 'trade'],
    ['pad', 'trade'],
    ['shoe', 'trade'],
    ['shock', 'trade'],
    ['brace', 'name'],
    ['bracket', 'trade'],
    ['brakeline', 'name'],
  ]);
  it('knows plurals', () => {
    expect([vocabulary.knows('brakes'), vocabulary.knows('pads'), vocabulary.knows('pods')]).toEqual([
      true,
      true,
      false,
    ]);
  });
  it('prefers words of the trade, and a missed letter to a wrong one', () => {
    expect(vocabulary.nearest('brahe')).toBe('brake');
    expect(vocabulary.nearest('shok')).toBe('shock');
  });
  it('leaves alone what is too short, has digits or is like nothing', () => {
    expect([vocabulary.nearest('pd'), vocabulary.nearest('br4ke'), vocabulary.nearest('window')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
  it('completes what was begun, words of the trade and short ones first', () => {
    expect(vocabulary.completions('bra', 3)).toEqual(['brake', 'bracket', 'brace']);
    expect(vocabulary.completions('z', 3)).toEqual([]);
  });
});
