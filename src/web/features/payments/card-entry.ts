/**
 * What a person types into the sandbox's card fields: how it is written out as they type, and what is wrong with it. Pure,
 * so that today's month is an argument. Codes and texts are Stripe's.
 */
import {
  brandOf,
  type CalendarMonth,
  type CardBrand,
  cardDigitsMaxOf,
  cardNumberState,
  cvcLengthOf,
  digitsOf,
  expiryState,
  groupCardNumber,
} from '#domain/payments/card-number.ts';
import { testCardOf } from '#domain/payments/test-cards.ts';

export const CARD_FIELDS = ['number', 'expiry', 'cvc'] as const;
export type CardField = (typeof CARD_FIELDS)[number];

/** The fields as they stand: `4242 4242 4242 4242`, `04 / 29`, `123`. */
export type CardEntry = Readonly<Record<CardField, string>>;

/** A text and where the caret stands in it. */
export type Typed = { readonly text: string; readonly caret: number };

/** The card number in groups; the caret stays behind the digit that it was behind. */
export function writeNumber({ text, caret }: Typed): Typed {
  const digits = digitsOf(text).slice(0, cardDigitsMaxOf(digitsOf(text)));
  const written = groupCardNumber(digits);
  const digitsBefore = digitsOf(text.slice(0, caret)).length;
  let at = 0;
  for (let seen = 0; seen < digitsBefore && at < written.length; at += 1) {
    if (written[at] !== ' ') seen += 1;
  }
  return { text: written, caret: at };
}

/**
 * The expiry as `MM / YY`. Takes `4`, `0429`, `04/29`, `4-2029`; a month that can only be one digit gets its zero. While
 * something is being deleted the separator isn't put back, or one could never delete past it.
 */
export function writeExpiry(text: string, deleting: boolean): string {
  const parts = /^\s*(\d{1,2})\s*[/.\- ]\s*(?:20)?(\d{0,2})\s*$/u.exec(text);
  let digits = parts === null ? digitsOf(text) : (parts[1] ?? '').padStart(2, '0') + (parts[2] ?? '');
  if (parts === null && /^(?:[2-9]|1[3-9])/u.test(digits)) digits = `0${digits}`;
  if (parts === null && /^\d{2}20\d{2}$/u.test(digits)) digits = digits.slice(0, 2) + digits.slice(4);
  const [month, year] = [digits.slice(0, 2), digits.slice(2, 4)];
  if (month.length < 2 || (deleting && year === '')) return month;
  return `${month} / ${year}`;
}

/** The security code: as many digits as this card's has. */
export function writeCvc(text: string, number: string): string {
  return digitsOf(text).slice(0, cvcLengthOf(digitsOf(number)));
}

export type CardError = {
  readonly field: CardField;
  readonly type: 'validation_error';
  readonly code: string;
  readonly message: string;
};

export type CardReading = {
  readonly empty: boolean;
  readonly complete: boolean;
  readonly brand: CardBrand;
  readonly error: CardError | undefined;
};

/**
 * What can be said of the fields. What is wrong is said at once; that something is missing only of the fields in
 * `finished`, which the person has left.
 */
export function readEntry(
  entry: CardEntry,
  finished: ReadonlySet<CardField>,
  today: CalendarMonth,
): CardReading {
  const faults = [faultOfNumber(entry), faultOfExpiry(entry, today), faultOfCvc(entry)];
  const shown = faults.find((fault) => fault !== null && (!fault.missing || finished.has(fault.field)));
  return {
    empty: CARD_FIELDS.every((field) => entry[field] === ''),
    complete: faults.every((fault) => fault === null),
    brand: brandOf(digitsOf(entry.number)),
    error:
      shown == null
        ? undefined
        : { field: shown.field, type: 'validation_error', code: shown.code, message: shown.message },
  };
}

/** Month and four-digit year of a written-out expiry; null while it isn't whole. */
export function expiryOf(text: string): CalendarMonth | null {
  const match = /^(\d{2}) \/ (\d{2})$/u.exec(text);
  return match === null ? null : { month: Number(match[1]), year: 2_000 + Number(match[2]) };
}

/** `missing`: more has to be typed, as opposed to: what is typed is wrong. */
type Fault = Omit<CardError, 'type'> & { readonly missing: boolean };

function faultOfNumber(entry: CardEntry): Fault | null {
  const digits = digitsOf(entry.number);
  const fault = (missing: boolean, code: string, message: string): Fault => ({
    field: 'number',
    missing,
    code,
    message,
  });
  switch (cardNumberState(digits)) {
    case 'empty':
    case 'incomplete':
      return fault(true, 'incomplete_number', 'Your card number is incomplete.');
    case 'invalid':
      return fault(false, 'invalid_number', 'Your card number is invalid.');
    case 'complete':
      // Told while typing, so that nobody who brought their own card goes any further with it.
      return testCardOf(digits) === null
        ? fault(
            false,
            'test_mode_live_card',
            'This is a sandbox and takes test cards only, such as 4242 4242 4242 4242. Your card number was not sent.',
          )
        : null;
  }
}

function faultOfExpiry(entry: CardEntry, today: CalendarMonth): Fault | null {
  const expiry = expiryOf(entry.expiry);
  const fault = (missing: boolean, code: string, message: string): Fault => ({
    field: 'expiry',
    missing,
    code,
    message,
  });
  if (expiry === null) {
    return fault(true, 'incomplete_expiry', "Your card's expiration date is incomplete.");
  }
  switch (expiryState(expiry, today)) {
    case 'valid':
      return null;
    case 'invalid-month':
      return fault(false, 'invalid_expiry_month', "Your card's expiration date is invalid.");
    case 'invalid-year':
      return fault(false, 'invalid_expiry_year', "Your card's expiration year is invalid.");
    case 'past-year':
      return fault(false, 'invalid_expiry_year_past', "Your card's expiration year is in the past.");
    case 'past-month':
      return fault(false, 'invalid_expiry_month_past', "Your card's expiration date is in the past.");
  }
}

function faultOfCvc(entry: CardEntry): Fault | null {
  const digits = digitsOf(entry.number);
  const enough =
    entry.cvc.length === cvcLengthOf(digits) || (brandOf(digits) === 'unknown' && entry.cvc.length >= 3);
  return enough
    ? null
    : {
        field: 'cvc',
        missing: true,
        code: 'incomplete_cvc',
        message: "Your card's security code is incomplete.",
      };
}
