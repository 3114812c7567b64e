import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Currency,
  currencyOf,
  formatAmount,
  formatDecimalMoney,
  formatMoney,
  fromDecimal,
  MAX_AMOUNT_MINOR,
  times,
  toDecimal,
} from '#domain/money.ts';

/** One currency for each number of decimals that money has. */
const [yen, dollar, dinar] = [currencyOf('JPY'), currencyOf('USD'), currencyOf('KWD')];
const currency = fc.constantFrom(yen, dollar, dinar, currencyOf('BDT'), currencyOf('CHF'));
const amountMinor = fc.integer({ min: -MAX_AMOUNT_MINOR, max: MAX_AMOUNT_MINOR });

/** Reads what {@link formatAmount} prints, digit by digit: no float on the way. */
function parseAmount(text: string, { decimals }: Currency): bigint {
  const match = /^(-?)(\d{1,3}(?:,\d{3})*)(?:\.(\d+))?$/.exec(text);
  if (match === null) throw new Error(`not an amount: ${text}`);
  const [, sign, whole = '', fraction = ''] = match;
  expect(fraction).toHaveLength(decimals);
  return BigInt(`${sign}${whole.replaceAll(',', '')}${fraction}`);
}

describe('a currency', () => {
  it.each([
    ['USD', '$', 2],
    ['BDT', 'TK', 2],
    ['EUR', '€', 2],
    ['JPY', '¥', 0],
    ['KRW', 'KRW', 0],
    ['KWD', 'KWD', 3],
    ['CHF', 'CHF', 2],
  ])('%s is printed %s and has %i decimals', (code, label, decimals) => {
    expect(currencyOf(code)).toEqual({ code, label, decimals });
  });
});

describe('a decimal number of the API', () => {
  it.each([
    [12.5, dollar, 1250],
    [0, dollar, 0],
    [0.01, dollar, 1],
    // None of these is a binary fraction; all are whole cents.
    [0.07, dollar, 7],
    [1.1, dollar, 110],
    [1.15, dollar, 115],
    [8.41, dollar, 841],
    [1215, yen, 1215],
    [1.005, dinar, 1005],
    [999_999_999_999.99, dollar, 99_999_999_999_999],
  ])('%d is as many minor units', (decimal, inCurrency, minor) => {
    expect(fromDecimal(decimal, inCurrency)).toBe(minor);
  });

  it.each([
    ['more digits than cents', 1.005, dollar],
    ['more digits than cents, by arithmetic on floats', 0.1 + 0.2, dollar],
    ['digits in a currency without', 12.5, yen],
    ['a fourth digit', 1.0005, dinar],
    ['too much', 1_000_000_000_000.01, dollar],
    ['far too much', 1e300, dollar],
    ['no number', Number.NaN, dollar],
    ['no end', Number.POSITIVE_INFINITY, dollar],
  ])('is refused: %s', (_, decimal, inCurrency) => {
    expect(fromDecimal(decimal, inCurrency)).toBeUndefined();
  });

  it('comes back from every amount in every currency', () => {
    fc.assert(
      fc.property(amountMinor, currency, (minor, inCurrency) => {
        expect(fromDecimal(toDecimal(minor, inCurrency), inCurrency)).toBe(minor);
      }),
    );
  });

  it('survives JSON', () => {
    fc.assert(
      fc.property(amountMinor, currency, (minor, inCurrency) => {
        const sent: number = JSON.parse(JSON.stringify(toDecimal(minor, inCurrency)));
        expect(fromDecimal(sent, inCurrency)).toBe(minor);
      }),
    );
  });

  it('is never nudged: what is accepted is the very number that was sent', () => {
    fc.assert(
      fc.property(fc.double(), currency, (decimal, inCurrency) => {
        const minor = fromDecimal(decimal, inCurrency);
        if (minor !== undefined) expect(toDecimal(minor, inCurrency) === decimal).toBe(true);
      }),
    );
  });

  it('is exact up to the largest amount, and refused above', () => {
    for (const inCurrency of [yen, dollar, dinar]) {
      const most = toDecimal(MAX_AMOUNT_MINOR, inCurrency);
      expect(fromDecimal(most, inCurrency)).toBe(MAX_AMOUNT_MINOR);
      expect(fromDecimal(-most, inCurrency)).toBe(-MAX_AMOUNT_MINOR);
      expect(fromDecimal(toDecimal(MAX_AMOUNT_MINOR + 1, inCurrency), inCurrency)).toBeUndefined();
    }
  });
});

describe('an amount as people read it', () => {
  it.each([
    [121_500, dollar, '1,215.00', '$1,215.00'],
    [0, dollar, '0.00', '$0.00'],
    [5, dollar, '0.05', '$0.05'],
    [-5, dollar, '-0.05', '-$0.05'],
    [100_000, dollar, '1,000.00', '$1,000.00'],
    [99_999, dollar, '999.99', '$999.99'],
    [121_500, currencyOf('BDT'), '1,215.00', '1,215.00 TK'],
    [-121_500, currencyOf('BDT'), '-1,215.00', '-1,215.00 TK'],
    [1_215, yen, '1,215', '¥1,215'],
    [0, yen, '0', '¥0'],
    [1_215, dinar, '1.215', '1.215 KWD'],
    [1, dinar, '0.001', '0.001 KWD'],
    [MAX_AMOUNT_MINOR, dollar, '1,000,000,000,000.00', '$1,000,000,000,000.00'],
  ])('%d', (minor, inCurrency, amount, money) => {
    expect(formatAmount(minor, inCurrency)).toBe(amount);
    expect(formatMoney(minor, inCurrency)).toBe(money);
    expect(formatDecimalMoney(toDecimal(minor, inCurrency), inCurrency)).toBe(money);
  });

  it('says every digit, and reads back', () => {
    fc.assert(
      fc.property(amountMinor, currency, (minor, inCurrency) => {
        expect(parseAmount(formatAmount(minor, inCurrency), inCurrency)).toBe(BigInt(minor));
      }),
    );
  });

  it('is the same whether it came as an integer or as a decimal number', () => {
    fc.assert(
      fc.property(amountMinor, currency, (minor, inCurrency) => {
        expect(formatDecimalMoney(toDecimal(minor, inCurrency), inCurrency)).toBe(
          formatMoney(minor, inCurrency),
        );
      }),
    );
  });
});

describe('a price times a quantity', () => {
  it('is the exact product, or nothing where that is too large', () => {
    fc.assert(
      fc.property(fc.nat(MAX_AMOUNT_MINOR), fc.nat(10_000_000), (price, quantity) => {
        const exact = BigInt(price) * BigInt(quantity);
        const expected = exact > BigInt(MAX_AMOUNT_MINOR) ? undefined : Number(exact);
        expect(times(price, quantity)).toBe(expected);
      }),
    );
  });

  it('reaches the limit and not beyond', () => {
    expect(times(MAX_AMOUNT_MINOR, 1)).toBe(MAX_AMOUNT_MINOR);
    expect(times(MAX_AMOUNT_MINOR / 2, 2)).toBe(MAX_AMOUNT_MINOR);
    expect(times(MAX_AMOUNT_MINOR + 1, 1)).toBeUndefined();
    expect(times(MAX_AMOUNT_MINOR, 2)).toBeUndefined();
  });

  it('takes whole numbers alone', () => {
    expect(() => times(12.5, 2)).toThrow(RangeError);
    expect(() => times(1250, 1.5)).toThrow(RangeError);
  });
});
