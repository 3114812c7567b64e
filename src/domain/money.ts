/**
 * Money: integers of a currency's smallest unit. Amounts are never added, compared or multiplied as decimals; decimals
 * exist only at the edges (the API's fields, what people read and type).
 */

import { inThrees } from './whole-numbers.ts';

/** A currency as the shop uses it. */
export type Currency = {
  /** ISO 4217, upper case. */
  readonly code: string;
  /** How it is printed: "$" stands before the amount, "TK" behind it. */
  readonly label: string;
  /** Digits of the smallest unit: 2 for cents. */
  readonly decimals: number;
};

/** The largest amount that the shop handles, in minor units: far below 2^53, so that integers stay exact. */
export const MAX_AMOUNT_MINOR = 100_000_000_000_000;

const LABELS: Readonly<Record<string, string>> = {
  USD: '$',
  BDT: 'TK',
  EUR: '€',
  GBP: '£',
  JPY: '¥',
  INR: '₹',
};
// ISO 4217: the currencies without, and with three, decimals; all others have two.
const NO_DECIMALS = new Set('BIF CLP DJF GNF JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'.split(' '));
const THREE_DECIMALS = new Set('BHD IQD JOD KWD LYD OMR TND'.split(' '));

/** The currency of an ISO 4217 code; one without a label of its own is printed by its code. */
export function currencyOf(code: string): Currency {
  return {
    code,
    label: LABELS[code] ?? code,
    decimals: NO_DECIMALS.has(code) ? 0 : THREE_DECIMALS.has(code) ? 3 : 2,
  };
}

/** Minor units as the decimal number of the API's fields: 1250 → 12.5. Exact to the currency's digits. */
export function toDecimal(amountMinor: number, currency: Currency): number {
  return amountMinor / 10 ** currency.decimals;
}

/**
 * A decimal number of the API as minor units: 12.5 → 1250. Undefined when it has more digits than the currency, or is
 * out of range.
 */
export function fromDecimal(amount: number, currency: Currency): number | undefined {
  const minor = Math.round(amount * 10 ** currency.decimals);
  if (!Number.isSafeInteger(minor) || Math.abs(minor) > MAX_AMOUNT_MINOR) return undefined;
  return toDecimal(minor, currency) === amount ? minor : undefined;
}

/** Digits grouped in threes with a dot before the minor units: 121500 → "1,215.00". The same in every locale. */
export function formatAmount(amountMinor: number, currency: Currency): string {
  const sign = amountMinor < 0 ? '-' : '';
  const digits = String(Math.abs(amountMinor)).padStart(currency.decimals + 1, '0');
  const split = digits.length - currency.decimals;
  const whole = inThrees(digits.slice(0, split), ',');
  return currency.decimals === 0 ? `${sign}${whole}` : `${sign}${whole}.${digits.slice(split)}`;
}

/** An amount with its label: "$1,215.00", "1,215.00 TK". Words stand behind the amount, signs before it. */
export function formatMoney(amountMinor: number, currency: Currency): string {
  const amount = formatAmount(amountMinor, currency);
  if (/^[A-Z]/.test(currency.label)) return `${amount} ${currency.label}`;
  return amount.startsWith('-') ? `-${currency.label}${amount.slice(1)}` : `${currency.label}${amount}`;
}

/** The same from a decimal number of the API. */
export function formatDecimalMoney(amount: number, currency: Currency): string {
  return formatMoney(Math.round(amount * 10 ** currency.decimals), currency);
}

/** A price per unit times a quantity, both integers; undefined above {@link MAX_AMOUNT_MINOR}. */
export function times(pricePerUnitMinor: number, quantity: number): number | undefined {
  const product = BigInt(pricePerUnitMinor) * BigInt(quantity);
  return product > BigInt(MAX_AMOUNT_MINOR) ? undefined : Number(product);
}
