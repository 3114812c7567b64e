import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { currencyOf } from '#domain/money.ts';
import { type ExchangeRate, isRate, pricePerUnitMinor } from '#domain/pricing/exchange.ts';

const exchange = (list: string, rate: string, settlement: string): ExchangeRate => ({
  list: currencyOf(list),
  settlement: currencyOf(settlement),
  rate,
  date: '2026-11-01',
});

const codes = ['USD', 'BDT', 'JPY', 'KWD', 'EUR'] as const;
/** Rates as text, from "0.000000001" to "999999999.999999999". */
const rate = fc
  .tuple(fc.nat(999_999_999), fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: 9 }))
  .map(([whole, fraction]) => (fraction === '' ? `${whole}` : `${whole}.${fraction}`))
  .filter(isRate);
/** Prices that a part may have in the database. */
const price = fc.integer({ min: 1, max: 100_000_000_000 });

/** The price as a fraction of whole numbers: numerator and denominator, nothing rounded. */
function exactPrice(listPriceMinor: number, { list, settlement, rate: text }: ExchangeRate) {
  const point = text.indexOf('.');
  const digits = point === -1 ? 0 : text.length - point - 1;
  return {
    numerator: BigInt(listPriceMinor) * BigInt(text.replace('.', '')) * 10n ** BigInt(settlement.decimals),
    denominator: 10n ** BigInt(digits + list.decimals),
  };
}

describe('the price per unit', () => {
  it.each([
    [1_000, exchange('USD', '121.50', 'BDT'), 121_500],
    [1, exchange('USD', '121.50', 'BDT'), 122],
    // Exactly half of a minor unit goes up, anything less down.
    [1, exchange('USD', '0.5', 'BDT'), 1],
    [5, exchange('USD', '0.499999999', 'BDT'), 2],
    // What is worth less than can be charged costs the least that can.
    [1, exchange('USD', '0.499999999', 'BDT'), 1],
    [1, exchange('USD', '0.3071', 'KWD'), 10],
    [1, exchange('USD', '0.01', 'ISK'), 100],
    [3, exchange('USD', '0.5', 'BDT'), 2],
    [5, exchange('USD', '0.5', 'EUR'), 3],
    // Rounded once: 1.005 to the cent first would be 1.01 and then 1.02.
    [201, exchange('USD', '0.50', 'EUR'), 101],
    [1_250, exchange('USD', '150', 'JPY'), 1_875],
    [1_875, exchange('JPY', '0.0067', 'USD'), 1_256],
    // No card is charged single fils, half a króna or half an ariary.
    [1_000, exchange('USD', '0.3065', 'KWD'), 3_070],
    [1_000, exchange('USD', '0.3064', 'KWD'), 3_060],
    [1, exchange('USD', '138.5', 'ISK'), 100],
    [1, exchange('USD', '4550', 'MGA'), 4_600],
    [3_065, exchange('KWD', '3.26', 'USD'), 999],
    // What 1.1 × 3 is in floats: 3.3000000000000003.
    [300, exchange('USD', '1.1', 'EUR'), 330],
  ])('of %i minor units of list currency', (listPriceMinor, rates, expected) => {
    expect(pricePerUnitMinor(listPriceMinor, rates)).toBe(expected);
  });

  it('is the exact price rounded half-up, once', () => {
    fc.assert(
      fc.property(
        price,
        rate,
        fc.constantFrom(...codes),
        fc.constantFrom(...codes),
        (minor, text, list, to) => {
          fc.pre(list !== to);
          const rates = exchange(list, text, to);
          const { numerator, denominator } = exactPrice(minor, rates);
          const rounded = pricePerUnitMinor(minor, rates);
          fc.pre(Number.isSafeInteger(rounded));
          // Single fils cannot.
          const step = to === 'KWD' ? 10n : 1n;
          expect(BigInt(rounded) % step).toBe(0n);
          // Nothing is free: what would be rounded to nothing costs one step.
          const isTiny = 2n * numerator < denominator * step;
          if (isTiny) {
            expect(BigInt(rounded)).toBe(step);
            return;
          }
          // -step/2 < rounded - exact <= step/2, both sides times twice the denominator.
          const twiceOff = 2n * (BigInt(rounded) * denominator - numerator);
          expect(twiceOff > -denominator * step && twiceOff <= denominator * step).toBe(true);
        },
      ),
    );
  });

  it('is never nothing, however little a part is worth', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9 }),
        fc.constantFrom(...codes),
        fc.constantFrom(...codes),
        (minor, list, to) => {
          expect(pricePerUnitMinor(minor, exchange(list, '0.000000001', to))).toBeGreaterThan(0);
        },
      ),
    );
  });

  it('is the list price itself where both currencies are one, whatever the rate says', () => {
    fc.assert(
      fc.property(price, rate, fc.constantFrom(...codes), (minor, text, code) => {
        expect(pricePerUnitMinor(minor, exchange(code, text, code))).toBe(minor);
      }),
    );
  });

  it('does not fall when the list price rises', () => {
    fc.assert(
      fc.property(price, fc.nat(1_000_000), rate, (minor, more, text) => {
        const rates = exchange('USD', text, 'BDT');
        expect(pricePerUnitMinor(minor + more, rates)).toBeGreaterThanOrEqual(
          pricePerUnitMinor(minor, rates),
        );
      }),
    );
  });

  it('is not made with what is no rate', () => {
    expect(() => pricePerUnitMinor(100, exchange('USD', 'about 120', 'BDT'))).toThrow(RangeError);
  });
});

describe('a rate', () => {
  it.each(['1', '121.50', '0.000000001', '999999999.999999999', '007'])('may be %s', (text) => {
    expect(isRate(text)).toBe(true);
  });

  it.each([
    '',
    '0',
    '0.0',
    '-1',
    '+1',
    '1,5',
    '1.',
    '.5',
    '1e3',
    ' 1',
    '1 ',
    'NaN',
    '1234567890',
    '0.0000000001',
    '١',
  ])('may not be "%s"', (text) => {
    expect(isRate(text)).toBe(false);
  });
});
