/** Numbers of orders as people type them. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { orderNumber } from '#domain/ordering/order.ts';
import { typedOrderNumbers } from '#domain/ordering/typed-number.ts';

it.each([
  ...['MS-2026-000021', 'ms-2026-000021', ' MS 2026 000021 ', 'MS2026000021', 'ms‑2026‑000021'],
  ...['2026000021', '2026-000021', '2026/21', 'MS-2026-21'],
])('%j is a whole number', (typed) => {
  expect(typedOrderNumbers(typed)).toEqual(['MS-2026-000021']);
});

it.each(['21', '000021', 'MS-000021', 'ms 21'])('%j may be one of any year', (typed) => {
  expect(typedOrderNumbers(typed)).toEqual(expect.arrayContaining(['MS-2025-000021', 'MS-2026-000021']));
});

it('a year alone is a running number like any other', () => {
  expect(typedOrderNumbers('2026')).toContain('MS-2025-002026');
});

it.each(['', 'MS', 'MS-', 'MS-2026-', 'ada', '21a', 'MS-2026-0000x', '+880 1711 000000', '12345678901'])(
  '%j is none',
  (typed) => {
    expect(typedOrderNumbers(typed)).toEqual([]);
  },
);

it('every number of the shop is found by itself, without its signs, and by its running digits', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 99_999_999 }), fc.integer({ min: 2000, max: 2099 }), (at, year) => {
      const number = orderNumber(at, new Date(Date.UTC(year, 5)));
      expect(typedOrderNumbers(number)).toEqual([number]);
      expect(typedOrderNumbers(number.replace(/\D/g, ''))).toEqual([number]);
      expect(typedOrderNumbers(String(at))).toContain(number);
    }),
  );
});
