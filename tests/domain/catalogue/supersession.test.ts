import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { followSupersession, type Replacement } from '#domain/catalogue/supersession.ts';

/** "A>B" for B replaces A; in capitals what is still current. */
const follow = (start: string, pairs: string) => {
  const replacements = pairs.split(' ').flatMap((pair): Replacement[] => {
    const [older = '', newer] = pair.split('>');
    return newer === undefined ? [] : [{ older, newer }];
  });
  const { ways, circle, replaces } = followSupersession(start, replacements, (key) => /^[A-Z]/.test(key));
  const text = (keys: readonly string[]) => keys.join(' ');
  return { ways: ways.map(text), circle: text(circle), replaces: text(replaces) };
};

describe('supersession', () => {
  it.each([
    ['nothing is known', 'A', '', { ways: [], circle: '', replaces: '' }],
    ['an old part', 'a', 'a>B', { ways: ['B'], circle: '', replaces: '' }],
    ['its new part', 'B', 'a>B', { ways: [], circle: '', replaces: 'a' }],
    ['the first of a chain', 'a', 'c>D b>c a>b', { ways: ['b c D'], circle: '', replaces: '' }],
    ['the middle of a chain', 'b', 'c>D b>c a>b', { ways: ['c D'], circle: '', replaces: 'a' }],
    ['the end of a chain', 'D', 'c>D b>c a>b', { ways: [], circle: '', replaces: 'c b a' }],
    ['a chain with a short cut', 'a', 'a>b b>C a>C', { ways: ['C'], circle: '', replaces: '' }],
    ['a part that was divided', 'a', 'a>B a>C', { ways: ['B', 'C'], circle: '', replaces: '' }],
    ['parts that were joined', 'C', 'a>C b>C', { ways: [], circle: '', replaces: 'a b' }],
    ['a new part that is gone, too', 'a', 'a>b', { ways: ['b'], circle: '', replaces: '' }],
    ['a part that replaces itself', 'A', 'A>A', { ways: [], circle: '', replaces: '' }],
    ['a circle of two current ones', 'A', 'A>B B>A', { ways: [], circle: 'B', replaces: '' }],
    ['a circle of none', 'a', 'a>b b>a', { ways: [], circle: 'b', replaces: '' }],
    ['a circle with one that is current', 'a', 'a>B B>a', { ways: ['B'], circle: '', replaces: '' }],
    ['that one itself', 'B', 'a>B B>a', { ways: [], circle: '', replaces: 'a' }],
    ['a circle behind', 'D', 'a>b b>a b>D', { ways: [], circle: '', replaces: 'b a' }],
    ['a circle ahead', 'a', 'a>b b>c c>b', { ways: [], circle: 'b c', replaces: '' }],
    ['a circle ahead with a newest', 'a', 'a>b b>C C>b', { ways: ['b C'], circle: '', replaces: '' }],
    ['a circle with a way out', 'a', 'a>b b>a b>C', { ways: ['b C'], circle: '', replaces: '' }],
  ])('%s', (_, start, pairs, expected) => {
    expect(follow(start, pairs)).toEqual(expected);
  });

  it('comes to an end whatever the lists say, never at the part itself, and never says both', () => {
    const key = fc.constantFrom('A', 'B', 'c', 'd', 'e', 'f');
    const replacements = fc.array(fc.record({ older: key, newer: key }), { maxLength: 14 });
    fc.assert(
      fc.property(replacements, key, (list, start) => {
        const { ways, circle, replaces } = followSupersession(start, list, (k) => /^[A-Z]/.test(k));
        for (const way of ways) {
          expect(way.length).toBeGreaterThan(0);
          expect(new Set(way).size).toBe(way.length);
          // Each step is one that some part lists.
          [start, ...way].reduce((older, newer) => {
            expect(list).toContainEqual({ older, newer });
            return newer;
          });
        }
        const ahead = [...ways.flat(), ...circle];
        expect(ahead).not.toContain(start);
        expect(replaces).not.toContain(start);
        expect(replaces.filter((k) => ahead.includes(k))).toEqual([]);
        // Something newer is always told of in one way or the other, unless this one is the newest of a circle.
        const isReplaced = list.some(({ older, newer }) => older === start && newer !== start);
        if (!isReplaced) expect(ahead).toEqual([]);
        else if (ahead.length === 0) expect(/^[A-Z]/.test(start)).toBe(true);
      }),
    );
  });
});
