/**
 * From list currency to settlement currency: the one point of conversion. Every pricing rule works in list currency;
 * only the finished price per unit is converted, rounded half-up once.
 */
import type { Currency } from '../money.ts';

/** One unit of list currency is `rate` units of settlement currency, as of `date` ("2026-11-01"). */
export type ExchangeRate = {
  readonly list: Currency;
  readonly settlement: Currency;
  /** A positive decimal number as text ("121.50"), so that it is exact. */
  readonly rate: string;
  readonly date: string;
};

/**
 * How many minor units a price per unit is a multiple of, where cards are not charged the smallest: tens of fils, whole
 * krónur and ariary. So whatever is ordered comes to an amount that can be paid.
 */
const STEPS: Readonly<Record<string, bigint>> = {
  BHD: 10n,
  JOD: 10n,
  KWD: 10n,
  OMR: 10n,
  TND: 10n,
  ISK: 100n,
  MGA: 100n,
};

const RATE = /^(\d{1,9})(?:\.(\d{1,9}))?$/;

/** Whether a text can be a rate: up to nine digits before and after the point, more than zero. */
export function isRate(text: string): boolean {
  return RATE.test(text) && Number(text) > 0;
}

/**
 * The price per unit that an order pays, in minor units of the settlement currency, and in whole steps of it. It is at
 * least one step: a part that is worth less than half of one would be free otherwise.
 * @throws RangeError when the rate is no rate; configuration is checked at the start, so that would be a bug.
 */
export function pricePerUnitMinor(listPriceMinor: number, exchange: ExchangeRate): number {
  if (exchange.list.code === exchange.settlement.code) return listPriceMinor;
  const match = RATE.exec(exchange.rate);
  if (match === null) throw new RangeError(`not a rate: ${exchange.rate}`);
  const [, whole = '', fraction = ''] = match;
  const step = STEPS[exchange.settlement.code] ?? 1n;
  // price / 10^list × rate × 10^settlement / step, as one exact fraction.
  const numerator =
    BigInt(listPriceMinor) * BigInt(whole + fraction) * 10n ** BigInt(exchange.settlement.decimals);
  const denominator = step * 10n ** BigInt(fraction.length + exchange.list.decimals);
  const steps = (2n * numerator + denominator) / (2n * denominator);
  return Number(step * (steps === 0n ? 1n : steps));
}
