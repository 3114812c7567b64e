/**
 * Amounts as Stripe counts them. Mostly that is the smallest unit that the shop counts in too; where it is not
 * (https://docs.stripe.com/currencies, "Zero-decimal currencies" and "Special cases"), the difference is here.
 */
import { currencyOf } from '#domain/money.ts';
import type { PayableAmounts } from '#domain/payments/payable.ts';
import { PaymentProviderRejected } from '#server/payments/payment-provider.ts';
import { AMOUNT_MAX, amountMin } from '#server/platform/stripe-currencies.ts';

/** Stripe's own list of currencies that it counts in whole units. */
const ZERO_DECIMAL = new Set([
  'BIF',
  'CLP',
  'DJF',
  'GNF',
  'JPY',
  'KMF',
  'KRW',
  'MGA',
  'PYG',
  'RWF',
  'VND',
  'VUV',
  'XAF',
  'XOF',
  'XPF',
]);

/** Counted in thousandths. */
const THREE_DECIMAL = new Set(['BHD', 'JOD', 'KWD', 'OMR', 'TND']);

/** How many decimals Stripe counts in. UGX, which has none, is on its list of those without and yet sent with two. */
export function stripeDecimals(currency: string): 0 | 2 | 3 {
  if (ZERO_DECIMAL.has(currency)) return 0;
  return THREE_DECIMAL.has(currency) ? 3 : 2;
}

/** Counted in hundredths, and charged in whole units alone. */
const WHOLE_UNITS = new Set(['ISK', 'UGX']);

/** What every amount is a multiple of, as Stripe counts it: of thousandths the last digit must be 0. */
function stripeStep(currency: string): number {
  if (WHOLE_UNITS.has(currency)) return 100;
  return THREE_DECIMAL.has(currency) ? 10 : 1;
}

/** What Stripe takes in one payment, as the shop counts it. */
export function amountsOf(currency: string): PayableAmounts {
  const step = stripeStep(currency);
  const stepMinor = fromStripeAmount(step, currency);
  return {
    leastMinor: Math.ceil(amountMin(currency.toLowerCase()) / step) * stepMinor,
    mostMinor: Math.floor(AMOUNT_MAX / step) * stepMinor,
    stepMinor,
  };
}

/**
 * An amount of the shop's as Stripe counts it.
 *
 * @throws PaymentProviderRejected `amount_not_representable` where Stripe has no such amount (half a Malagasy ariary,
 *   a single Kuwaiti fils): better no payment than a rounded one.
 */
export function toStripeAmount(amountMinor: number, currency: string): number {
  const amount = shiftDecimals(amountMinor, stripeDecimals(currency) - currencyOf(currency).decimals);
  if (amount === null || amount % stripeStep(currency) !== 0) {
    throw new PaymentProviderRejected(
      'amount_not_representable',
      `Stripe cannot take ${amountMinor} of the smallest unit of ${currency}.`,
    );
  }
  return amount;
}

/**
 * An amount of Stripe's as the shop counts it.
 *
 * @throws PaymentProviderRejected `amount_not_representable` for a fraction of that unit, which no payment of ours has.
 */
export function fromStripeAmount(amount: number, currency: string): number {
  const amountMinor = shiftDecimals(amount, currencyOf(currency).decimals - stripeDecimals(currency));
  if (amountMinor === null) {
    throw new PaymentProviderRejected(
      'amount_not_representable',
      `Stripe's ${amount} of ${currency} is a fraction of its smallest unit.`,
    );
  }
  return amountMinor;
}

function shiftDecimals(amount: number, places: number): number | null {
  if (!Number.isSafeInteger(amount)) return null;
  const factor = 10 ** Math.abs(places);
  if (places >= 0) return Number.isSafeInteger(amount * factor) ? amount * factor : null;
  return amount % factor === 0 ? amount / factor : null;
}
