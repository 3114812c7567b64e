import { describe, expect, it } from 'vitest';
import { spreadOver, wordsElsewhere } from '#domain/catalogue/goes-with.ts';
import { readPartTypes } from '#main/reference/part-types.ts';

describe('the same place on a vehicle', () => {
  it.each([
    [[], []],
    [['front axle'], ['rear', 'drive']],
    [['Front Axle Left'], ['rear', 'drive', 'right']],
    [['steer axle'], ['rear', 'drive']],
    [['front axle', 'rear axle'], []],
    [
      ['front axle left', 'front axle right'],
      ['rear', 'drive'],
    ],
    [['front axle left, lower'], ['rear', 'drive', 'right', 'upper']],
    [['before catalytic converter'], ['after']],
    [['clutch side'], ['brake', 'throttle', 'parking']],
    [['cab'], []],
  ])('%j excludes %j', (positions, words) => {
    expect(wordsElsewhere(positions)).toEqual(words);
  });

  it('is known for every position that a part type has', () => {
    const words = new Set(readPartTypes().flatMap((type) => type.positions.join(' ').match(/[a-z]+/g) ?? []));
    // Words that exclude no other place; a new one is put here, or among the opposites.
    const plain = ['axle', 'wheel', 'side', 'catalytic', 'converter', 'scr', 'catalyst', 'window', 'cab'];
    const others = ['bonnet', 'tailgate', 'transmission', 'centre', 'upper', 'lower'];
    const unknown = [...words].filter(
      (word) => !plain.includes(word) && !others.includes(word) && wordsElsewhere([word]).length === 0,
    );
    expect(unknown).toEqual([]);
  });
});

describe('some of many', () => {
  it('are all of few, and evenly from the first to the last of more', () => {
    expect(spreadOver([1, 2, 3], 3)).toEqual([1, 2, 3]);
    expect(spreadOver([], 3)).toEqual([]);
    const thousand = Array.from({ length: 1000 }, (_, place) => place);
    const some = spreadOver(thousand, 5);
    expect(some).toEqual([0, 250, 500, 749, 999]);
    expect(spreadOver(thousand, 1)).toEqual([0]);
  });
});
