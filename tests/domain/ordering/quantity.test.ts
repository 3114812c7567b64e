import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  canBeOrdered,
  checkQuantity,
  mostOrderable,
  type QuantityRule,
  roundUpQuantity,
} from '#domain/ordering/quantity.ts';

/** Rules as parts may have them: the minimum is a multiple of the multiple. */
const rule = fc
  .record({
    orderMultiple: fc.integer({ min: 1, max: 24 }),
    packs: fc.integer({ min: 1, max: 8 }),
    stock: fc.nat(400),
  })
  .map(
    ({ orderMultiple, packs, stock }): QuantityRule => ({
      orderMultiple,
      minOrder: orderMultiple * packs,
      stock,
    }),
  );
const quantity = fc.oneof(fc.integer({ min: -5, max: 420 }), fc.integer(), fc.double());

const canOrder = (units: number, { minOrder, orderMultiple, stock }: QuantityRule) =>
  Number.isInteger(units) && units >= minOrder && units <= stock && units % orderMultiple === 0;

describe('a quantity', () => {
  const sixes: QuantityRule = { minOrder: 12, orderMultiple: 6, stock: 32 };
  it.each([
    [12, { ok: true }],
    [18, { ok: true }],
    [30, { ok: true }],
    [11, { ok: false, code: 'BELOW_MINIMUM', message: 'Please type minimum Order' }],
    [0, { ok: false, code: 'BELOW_MINIMUM', message: 'Please type minimum Order' }],
    [-6, { ok: false, code: 'BELOW_MINIMUM', message: 'Please type minimum Order' }],
    [12.5, { ok: false, code: 'BELOW_MINIMUM', message: 'Please type minimum Order' }],
    [Number.NaN, { ok: false, code: 'BELOW_MINIMUM', message: 'Please type minimum Order' }],
    [33, { ok: false, code: 'OUT_OF_STOCK', message: 'Not available' }],
    // Too many and not a multiple: what is there at all comes first.
    [35, { ok: false, code: 'OUT_OF_STOCK', message: 'Not available' }],
    [13, { ok: false, code: 'NOT_A_MULTIPLE', message: 'Sold in 6s', lower: 12, higher: 18 }],
    // The next six would be 36, of which four are missing.
    [31, { ok: false, code: 'NOT_A_MULTIPLE', message: 'Sold in 6s', lower: 30 }],
  ])('of %d', (units, verdict) => {
    expect(checkQuantity(units, sixes)).toEqual(verdict);
  });

  it('is taken when and only when it reaches the minimum, is in stock and fills packs', () => {
    fc.assert(
      fc.property(quantity, rule, (units, of) => {
        expect(checkQuantity(units, of).ok).toBe(canOrder(units, of));
      }),
      { numRuns: 1_000 },
    );
  });

  it('that does not fill packs is answered with the nearest ones that can be ordered', () => {
    fc.assert(
      fc.property(quantity, rule, (units, of) => {
        const verdict = checkQuantity(units, of);
        if (verdict.ok || verdict.code !== 'NOT_A_MULTIPLE') return;
        expect(canOrder(verdict.lower, of)).toBe(true);
        expect(verdict.lower).toBeLessThan(units);
        expect(units - verdict.lower).toBeLessThan(of.orderMultiple);
        const next = verdict.lower + of.orderMultiple;
        expect(verdict.higher).toBe(canOrder(next, of) ? next : undefined);
      }),
      { numRuns: 1_000 },
    );
  });
});

it('a part can be ordered when some quantity of it can', () => {
  fc.assert(
    fc.property(rule, (of) => {
      const quantities = Array.from({ length: of.stock + 1 }, (_, units) => units);
      expect(canBeOrdered(of)).toBe(quantities.some((units) => checkQuantity(units, of).ok));
    }),
  );
});

it.each([
  [6, 6, null],
  [18, 18, null],
  [1, 6, 'minimum'],
  [0, 6, 'minimum'],
  [-4, 6, 'minimum'],
  [Number.NaN, 6, 'minimum'],
  [7, 12, 'multiple'],
  [12.5, 18, 'multiple'],
  [199, 204, 'multiple'],
] as const)('%d of what is sold in sixes is rounded up to %d', (asked, rounded, roundedTo) => {
  expect(roundUpQuantity(asked, { minOrder: 6, orderMultiple: 6 })).toEqual({ quantity: rounded, roundedTo });
});

it('what was rounded up can be ordered, unless it is more than the most that can', () => {
  fc.assert(
    fc.property(fc.integer({ min: -5, max: 1_000_000_000 }), rule, (units, of) => {
      const { quantity: rounded, roundedTo } = roundUpQuantity(units, of);
      expect(rounded).toBeGreaterThanOrEqual(units);
      expect(roundedTo === null).toBe(rounded === units);
      expect(checkQuantity(rounded, of).ok).toBe(rounded <= mostOrderable(of));
      expect(checkQuantity(mostOrderable(of), of).ok).toBe(canBeOrdered(of));
    }),
    { numRuns: 1_000 },
  );
});
