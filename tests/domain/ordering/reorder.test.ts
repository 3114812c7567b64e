import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkQuantity } from '#domain/ordering/quantity.ts';
import { compareWithToday, type OrderedBefore, type SoldToday } from '#domain/ordering/reorder.ts';

const before: OrderedBefore = { quantity: 12, pricePerUnit: 1215, currency: 'BDT' };
const today: SoldToday = {
  pricePerUnit: 1215,
  currency: 'BDT',
  minOrder: 4,
  orderMultiple: 4,
  stock: 100,
  archived: false,
};
const compare = (now: Partial<SoldToday>, then: Partial<OrderedBefore> = {}) =>
  compareWithToday({ ...before, ...then }, { ...today, ...now });

describe('ordering the same again', () => {
  it('says nothing where nothing has changed', () => {
    expect(compare({})).toEqual({ changes: [] });
  });

  it.each([
    ['a higher price', { pricePerUnit: 1300 }, [{ kind: 'price', before: 1215, now: 1300 }], undefined],
    ['a lower price', { pricePerUnit: 1000.5 }, [{ kind: 'price', before: 1215, now: 1000.5 }], undefined],
    [
      'another currency, in which prices cannot be compared',
      { currency: 'USD', pricePerUnit: 10 },
      [{ kind: 'currency', before: 1215, beforeCurrency: 'BDT', now: 10 }],
      undefined,
    ],
    ['a higher minimum', { minOrder: 20 }, [{ kind: 'minimum', minOrder: 20 }], 20],
    ['another multiple', { orderMultiple: 5, minOrder: 5 }, [{ kind: 'multiple', orderMultiple: 5 }], 10],
    [
      'a multiple as near above as below',
      { orderMultiple: 8, minOrder: 8 },
      [{ kind: 'multiple', orderMultiple: 8 }],
      16,
    ],
    ['less in stock', { stock: 10 }, [{ kind: 'scarce', stock: 10 }], 8],
    ['exactly as much in stock', { stock: 12 }, [], undefined],
    ['less in stock than the minimum', { stock: 3 }, [{ kind: 'sold-out', stock: 3 }], undefined],
    ['nothing in stock', { stock: 0 }, [{ kind: 'sold-out', stock: 0 }], undefined],
    [
      'a part that is no longer sold, whatever else has changed',
      { archived: true, stock: 0, pricePerUnit: 1 },
      [{ kind: 'archived' }],
      undefined,
    ],
    [
      'less in stock and a higher price',
      { stock: 9, pricePerUnit: 1300 },
      [
        { kind: 'scarce', stock: 9 },
        { kind: 'price', before: 1215, now: 1300 },
      ],
      8,
    ],
  ])('says %s', (_, now, changes, possibleQuantity) => {
    const { changes: said, possibleQuantity: possible } = compare(now);
    expect(said).toEqual(changes);
    expect(possible).toBe(possibleQuantity);
  });

  it('offers a quantity exactly where the old one cannot be ordered and another can, and one that can', () => {
    const part = fc
      .record({ multiple: fc.integer({ min: 1, max: 50 }), least: fc.integer({ min: 1, max: 20 }) })
      .chain(({ multiple, least }) =>
        fc.record({
          orderMultiple: fc.constant(multiple),
          // As the database has it: the minimum is a multiple.
          minOrder: fc.constant(multiple * least),
          stock: fc.integer({ min: 0, max: 2_000 }),
        }),
      );
    fc.assert(
      fc.property(part, fc.integer({ min: 1, max: 2_000 }), (rule, quantity) => {
        const { possibleQuantity } = compare(rule, { quantity });
        const isPossible = checkQuantity(quantity, rule).ok;
        const isAnyPossible = rule.stock >= rule.minOrder;
        expect(possibleQuantity !== undefined).toBe(!isPossible && isAnyPossible);
        if (possibleQuantity !== undefined) expect(checkQuantity(possibleQuantity, rule).ok).toBe(true);
      }),
    );
  });
});
