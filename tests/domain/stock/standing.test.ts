import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { canBeOrdered, mostOrderable } from '#domain/ordering/quantity.ts';
import { isOnlyAnotherNumber, OFTEN_ORDERED_TIMES, standingOf } from '#domain/stock/standing.ts';

test.each([
  [-1, 10, 'none'],
  [0, 10, 'none'],
  [1, 10, 'short'],
  [9, 10, 'short'],
  [10, 10, 'low'],
  [19, 10, 'low'],
  [20, 10, 'enough'],
  [39, 10, 'enough'],
  [40, 10, 'plenty'],
  [1, 1, 'low'],
  [4, 1, 'plenty'],
] as const)('%i units where at least %i are ordered: %s', (stock, minOrder, standing) => {
  expect(standingOf(stock, minOrder)).toBe(standing);
});

it('is only another number where all that is offered stays the same', () => {
  const rule = fc
    .record({ orderMultiple: fc.integer({ min: 1, max: 20 }), times: fc.integer({ min: 1, max: 5 }) })
    .map(({ orderMultiple, times }) => ({ orderMultiple, minOrder: orderMultiple * times }));
  const units = fc.integer({ min: -5, max: 1_000 });
  fc.assert(
    fc.property(rule, units, units, (rest, before, after) => {
      fc.pre(isOnlyAnotherNumber(before, after, rest.minOrder));
      const offered = (stock: number) => ({
        order: canBeOrdered({ ...rest, stock }),
        more: mostOrderable({ ...rest, stock }) > rest.minOrder,
        often: OFTEN_ORDERED_TIMES.filter((times) => times * rest.minOrder <= stock),
      });
      expect(offered(after)).toEqual(offered(before));
      expect(offered(after)).toMatchObject({ order: true, more: true });
    }),
  );
});

it('is never only another number where units are scarce', () => {
  expect(isOnlyAnotherNumber(19, 18, 10)).toBe(false);
  expect(isOnlyAnotherNumber(21, 19, 10)).toBe(false);
  expect(isOnlyAnotherNumber(19, 21, 10)).toBe(false);
  expect(isOnlyAnotherNumber(41, 39, 10)).toBe(false);
  expect(isOnlyAnotherNumber(41, 40, 10)).toBe(true);
});
