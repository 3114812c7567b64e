import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  brandOf,
  cardNumberState,
  cvcLengthOf,
  digitsOf,
  expiryState,
  groupCardNumber,
  passesLuhn,
} from '#domain/payments/card-number.ts';
import {
  CARD_BEHAVIOURS,
  TEST_CARDS,
  testCardOf,
  testCardOfPaymentMethodId,
} from '#domain/payments/test-cards.ts';

const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: 22 });

describe('test cards', () => {
  it.each(TEST_CARDS)('$number is a whole card of $brand', ({ number, brand, behaviour }) => {
    expect(cardNumberState(number)).toBe('complete');
    expect(brandOf(number)).toBe(brand);
    expect(CARD_BEHAVIOURS[behaviour]).toBeDefined();
    expect(testCardOf(number)?.number).toBe(number);
  });

  it('have names of their own', () => {
    const names = TEST_CARDS.flatMap((card) => card.paymentMethodIds ?? []);
    expect(new Set(names).size).toBe(names.length);
    expect(testCardOfPaymentMethodId('pm_card_visa')?.number).toBe('4242424242424242');
    expect(testCardOfPaymentMethodId('pm_card_nobody')).toBeNull();
  });

  it('are few: another number is none', () => {
    expect(testCardOf('4111111111111111')).toBeNull();
    expect(testCardOf('')).toBeNull();
  });
});

describe('card numbers', () => {
  it.each([
    ['', 'empty'],
    ['4242', 'incomplete'],
    ['424242424242424', 'incomplete'],
    ['4242424242424242', 'complete'],
    ['4242424242424241', 'invalid'],
    ['378282246310005', 'complete'],
    ['378282246310006', 'invalid'],
    ['9999999999999995', 'invalid'],
    ['6200000000000005', 'complete'],
    ['6205500000000000004', 'complete'],
  ])('%j is %s', (number, state) => {
    expect(cardNumberState(number)).toBe(state);
  });

  it('in groups are the same digits', () => {
    fc.assert(
      fc.property(digits, (number) => {
        const grouped = groupCardNumber(number);
        expect(number.startsWith(digitsOf(grouped))).toBe(true);
        expect(grouped).not.toMatch(/^ | $| {2}/);
      }),
    );
  });

  it('with one digit changed fail the check digit', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...TEST_CARDS.map((card) => card.number)),
        fc.nat({ max: 18 }),
        fc.integer({ min: 1, max: 9 }),
        (number, at, by) => {
          const place = at % number.length;
          const changed =
            number.slice(0, place) + ((Number(number[place]) + by) % 10) + number.slice(place + 1);
          expect(passesLuhn(changed)).toBe(false);
        },
      ),
    );
  });

  it('say how long the security code is', () => {
    expect(cvcLengthOf('37')).toBe(4);
    expect(cvcLengthOf('42')).toBe(3);
    expect(cvcLengthOf('')).toBe(4);
  });
});

describe('expiry', () => {
  const today = { month: 11, year: 2026 };
  it.each([
    [11, 2026, 'valid'],
    [10, 2026, 'past-month'],
    [12, 2025, 'past-year'],
    [1, 2027, 'valid'],
    [0, 2027, 'invalid-month'],
    [13, 2027, 'invalid-month'],
    [Number.NaN, 2027, 'invalid-month'],
    [12, 2076, 'valid'],
    [1, 2077, 'invalid-year'],
  ])('%d/%d is %s', (month, year, state) => {
    expect(expiryState({ month, year }, today)).toBe(state);
  });
});
