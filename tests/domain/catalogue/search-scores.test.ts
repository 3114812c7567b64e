import { expect, it } from 'vitest';
import { NAMED_TYPE_SCORE, numberScore, WORDS_SCORE } from '#domain/catalogue/search-scores.ts';

it('a number comes before what begins so, a part’s own before others’, and both before words, however well they fit', () => {
  const inOrder = [
    numberScore({ isExact: true, isOwn: true }),
    numberScore({ isExact: true, isOwn: false }),
    numberScore({ isExact: false, isOwn: true }),
    numberScore({ isExact: false, isOwn: false }),
    WORDS_SCORE + NAMED_TYPE_SCORE,
    // The worst of a type that was named, and the best of all others.
    NAMED_TYPE_SCORE,
    WORDS_SCORE,
  ];
  expect(inOrder).toEqual([...new Set(inOrder)].sort((one, other) => other - one));
});
