import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  expiryOf,
  isClosed,
  isPaid,
  type OrderLine,
  type OrderStatus,
  orderNumber,
  summarise,
  TRANSITIONS,
  unitCount,
} from '#domain/ordering/order.ts';

const statuses = Object.keys(TRANSITIONS) as OrderStatus[];

describe('the states of an order', () => {
  it('can all be reached from unpaid', () => {
    const reached = new Set<OrderStatus>(['unpaid']);
    // A set that grows while it is walked is walked to its end.
    for (const status of reached) for (const next of TRANSITIONS[status]) reached.add(next);
    expect([...reached].sort()).toEqual([...statuses].sort());
  });

  it('never come back: no order passes a state twice, but for money that went back in vain', () => {
    const isInVain = (from: OrderStatus, to: OrderStatus) => from === 'refunded' && to === 'paid';
    const visit = (status: OrderStatus, path: readonly OrderStatus[]): void => {
      expect(path).not.toContain(status);
      for (const next of TRANSITIONS[status]) {
        if (!isInVain(status, next)) visit(next, [...path, status]);
      }
    };
    for (const status of statuses) visit(status, []);
  });

  it.each(['cancelled', 'expired'] as const)('end with %s', (status) => {
    expect(TRANSITIONS[status]).toEqual([]);
  });

  it.each(['unpaid', 'paid', 'shipped'] as const)('go on from %s', (status) => {
    expect(TRANSITIONS[status]).not.toEqual([]);
  });

  it('lead from money taken to nothing but money kept or given back', () => {
    for (const status of statuses.filter((one) => isPaid({ status: one }))) {
      for (const next of TRANSITIONS[status])
        expect(isPaid({ status: next }) || next === 'refunded').toBe(true);
    }
  });

  it('lead to a closed order from an unpaid one alone', () => {
    for (const status of statuses) {
      if (TRANSITIONS[status].some((next) => isClosed({ status: next }))) expect(status).toBe('unpaid');
    }
  });

  it.each([
    ['unpaid', false, false],
    ['paid', true, false],
    ['shipped', true, false],
    ['cancelled', false, true],
    ['expired', false, true],
    ['refunded', false, false],
  ] as const)('%s: paid %s, closed %s', (status, paid, closed) => {
    expect(isPaid({ status })).toBe(paid);
    expect(isClosed({ status })).toBe(closed);
  });
});

describe('an order number', () => {
  it.each([
    [42, '2026-07-01T12:00:00Z', 'MS-2026-000042'],
    [1, '2026-12-31T23:59:59Z', 'MS-2026-000001'],
    [1, '2027-01-01T00:00:00Z', 'MS-2027-000001'],
    [1_234_567, '2026-07-01T12:00:00Z', 'MS-2026-1234567'],
  ])('%i in %s is %s', (sequence, placedAt, number) => {
    expect(orderNumber(sequence, new Date(placedAt))).toBe(number);
  });

  it('is another for every running number', () => {
    const at = new Date('2026-07-01T12:00:00Z');
    fc.assert(
      fc.property(fc.nat(), fc.nat(), (a, b) => {
        expect(orderNumber(a, at) === orderNumber(b, at)).toBe(a === b);
      }),
    );
  });
});

describe('an order in one line', () => {
  const line = (partName: string, quantity: number): OrderLine => ({
    partId: 1,
    partName,
    sku: 'X',
    quantity,
    listPriceMinor: 1,
    pricePerUnitMinor: 1,
    amountMinor: quantity,
  });
  it.each([
    [[], '', 0],
    [[line('Brake Disc', 4)], 'Brake Disc', 4],
    [[line('Brake Disc', 4), line('Oil Filter', 12)], 'Brake Disc and 1 more', 16],
    [[line('Brake Disc', 1), line('Oil Filter', 2), line('Clutch', 3)], 'Brake Disc and 2 more', 6],
  ])('%#', (lines, summary, units) => {
    expect(summarise({ lines })).toBe(summary);
    expect(unitCount({ lines })).toBe(units);
  });
});

it('expires so many minutes after it was placed, whatever the clocks do in between', () => {
  const placedAt = new Date('2026-03-29T00:30:00Z');
  expect(expiryOf(placedAt, 120)).toEqual(new Date('2026-03-29T02:30:00Z'));
  expect(placedAt).toEqual(new Date('2026-03-29T00:30:00Z'));
});
