/**
 * What can be told of a payment card from its face alone: brand, plausible number, expiry. Pure: no list of issuers, and
 * today's month is an argument. Passing these checks says that a card is written down right, not that it can pay.
 */

export const KNOWN_CARD_BRANDS = [
  'visa',
  'mastercard',
  'amex',
  'discover',
  'diners',
  'jcb',
  'unionpay',
] as const;
export type KnownCardBrand = (typeof KNOWN_CARD_BRANDS)[number];
export type CardBrand = KnownCardBrand | 'unknown';

type BrandRule = {
  readonly brand: KnownCardBrand;
  /** Ranges of leading digits, both ends included and of the same length. */
  readonly prefixes: readonly (readonly [from: string, to: string])[];
  /** Every length, in digits, that a number of this brand may have. */
  readonly lengths: readonly number[];
  /** Sizes of the groups in which the brand prints its numbers. */
  readonly groups: readonly number[];
  readonly cvcLength: 3 | 4;
};

const FOURS = [4, 4, 4, 4, 3];

/** The first rule that matches wins, so narrower ranges stand before wider ones. */
const BRAND_RULES: readonly BrandRule[] = [
  {
    brand: 'amex',
    prefixes: [
      ['34', '34'],
      ['37', '37'],
    ],
    lengths: [15],
    groups: [4, 6, 5],
    cvcLength: 4,
  },
  { brand: 'diners', prefixes: [['36', '36']], lengths: [14], groups: [4, 6, 4], cvcLength: 3 },
  {
    brand: 'diners',
    prefixes: [
      ['300', '305'],
      ['3095', '3095'],
      ['38', '39'],
    ],
    lengths: [14, 16],
    groups: FOURS,
    cvcLength: 3,
  },
  { brand: 'jcb', prefixes: [['3528', '3589']], lengths: [16], groups: FOURS, cvcLength: 3 },
  {
    brand: 'discover',
    prefixes: [
      ['6011', '6011'],
      ['644', '649'],
      ['65', '65'],
    ],
    lengths: [16],
    groups: FOURS,
    cvcLength: 3,
  },
  {
    brand: 'unionpay',
    prefixes: [
      ['62', '62'],
      ['81', '81'],
    ],
    lengths: [16, 17, 18, 19],
    groups: FOURS,
    cvcLength: 3,
  },
  {
    brand: 'mastercard',
    prefixes: [
      ['51', '55'],
      ['2221', '2720'],
    ],
    lengths: [16],
    groups: FOURS,
    cvcLength: 3,
  },
  { brand: 'visa', prefixes: [['4', '4']], lengths: [16], groups: FOURS, cvcLength: 3 },
];

const UNKNOWN_RULE: Pick<BrandRule, 'lengths' | 'groups' | 'cvcLength'> = {
  lengths: [16],
  groups: FOURS,
  cvcLength: 4,
};

/** No card number is longer than this many digits. */
export const CARD_DIGITS_MAX = 19;

/** The digits of a text as people write numbers; spaces, dashes and everything else fall away. */
export function digitsOf(text: string): string {
  return text.replace(/\D/gu, '');
}

/** The brand that a number (digits only) starts like; `unknown` until enough digits are there to tell. */
export function brandOf(digits: string): CardBrand {
  return ruleOf(digits)?.brand ?? 'unknown';
}

/** How many digits the security code of this card has: 4 for American Express, else 3; 4 at most while unknown. */
export function cvcLengthOf(digits: string): 3 | 4 {
  return (ruleOf(digits) ?? UNKNOWN_RULE).cvcLength;
}

/** The greatest number of digits that a card starting like this can have. */
export function cardDigitsMaxOf(digits: string): number {
  return Math.max(...(ruleOf(digits) ?? UNKNOWN_RULE).lengths);
}

/** The number in the groups in which its brand prints it: `4242 4242 4242 4242`, `3782 822463 10005`. */
export function groupCardNumber(digits: string): string {
  const groups: string[] = [];
  let from = 0;
  for (const size of (ruleOf(digits) ?? UNKNOWN_RULE).groups) {
    if (from >= digits.length) break;
    groups.push(digits.slice(from, from + size));
    from += size;
  }
  return groups.join(' ');
}

/** Whether the check digit is right (Luhn's sum is a multiple of ten). An empty number fails. */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i += 1) {
    const value = Number(digits[digits.length - 1 - i]);
    const doubled = i % 2 === 1 ? value * 2 : value;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return digits.length > 0 && sum % 10 === 0;
}

export type CardNumberState = 'empty' | 'incomplete' | 'invalid' | 'complete';

/** How far a number (digits only) has got. `invalid` is a number of full length that no card can have. */
export function cardNumberState(digits: string): CardNumberState {
  if (digits.length === 0) return 'empty';
  const rule = ruleOf(digits);
  const lengths = (rule ?? UNKNOWN_RULE).lengths;
  if (lengths.includes(digits.length) && rule !== undefined && passesLuhn(digits)) return 'complete';
  return digits.length < Math.max(...lengths) ? 'incomplete' : 'invalid';
}

/** A month of the calendar; `month` is 1 to 12, `year` has four digits. */
export type CalendarMonth = { readonly month: number; readonly year: number };

export type ExpiryState = 'valid' | 'invalid-month' | 'invalid-year' | 'past-year' | 'past-month';

/** Whether a card that expires in `expiry` can be used in `current`; a card is good to the end of its month. */
export function expiryState(expiry: CalendarMonth, current: CalendarMonth): ExpiryState {
  if (!(expiry.month >= 1 && expiry.month <= 12)) return 'invalid-month';
  if (expiry.year < current.year) return 'past-year';
  if (expiry.year === current.year && expiry.month < current.month) return 'past-month';
  // A card is issued for a few years; a year this far off is a typing error.
  return expiry.year > current.year + 50 ? 'invalid-year' : 'valid';
}

function ruleOf(digits: string): BrandRule | undefined {
  return BRAND_RULES.find((rule) =>
    rule.prefixes.some(([from, to]) => {
      const start = digits.slice(0, from.length);
      return start.length === from.length && start >= from && start <= to;
    }),
  );
}
