/** What a person types into the sandbox's card fields, and what they are told. */
import { describe, expect, it } from 'vitest';
import {
  type CardField,
  readEntry,
  writeCvc,
  writeExpiry,
  writeNumber,
} from '#web/features/payments/card-entry.ts';

const today = { month: 11, year: 2026 };
const whole = { number: '4242 4242 4242 4242', expiry: '12 / 30', cvc: '123' };
const read = (changes: Partial<typeof whole>, finished: CardField[] = []) =>
  readEntry({ ...whole, ...changes }, new Set(finished), today);

describe('the number', () => {
  it.each([
    ['42424', 5, '4242 4', 6],
    ['4242-4242-4242-4242', 19, '4242 4242 4242 4242', 19],
    [' 378282246310005 ', 17, '3782 822463 10005', 17],
    // A digit put in near the front: the caret stays behind it.
    ['49242 4242', 2, '4924 2424 2', 2],
    ['42424242424242424242', 20, '4242 4242 4242 4242', 19],
    ['abc', 3, '', 0],
  ])('%j is written %j', (text, caret, written, at) => {
    expect(writeNumber({ text, caret })).toEqual({ text: written, caret: at });
  });
});

describe('the expiry', () => {
  it.each([
    ['', ''],
    ['1', '1'],
    ['4', '04 / '],
    ['13', '01 / 3'],
    ['12', '12 / '],
    ['1/', '01 / '],
    ['0429', '04 / 29'],
    ['04/2029', '04 / 29'],
    ['4-29', '04 / 29'],
    ['042029', '04 / 29'],
    ['12 / 203', '12 / 3'],
    ['12 / 299', '12 / 29'],
    ['x', ''],
  ])('%j is written %j', (text, written) => {
    expect(writeExpiry(text, false)).toBe(written);
  });

  it('can be deleted past its separator', () => {
    expect(writeExpiry('12 / ', true)).toBe('12');
    expect(writeExpiry('12 /', true)).toBe('12');
    expect(writeExpiry('1', true)).toBe('1');
  });
});

it('the security code has as many digits as the card’s', () => {
  expect(writeCvc('12345', '4242')).toBe('123');
  expect(writeCvc('12345', '3782')).toBe('1234');
  expect(writeCvc('1a2', '4242')).toBe('12');
});

describe('what is said', () => {
  it('of a whole card is nothing', () => {
    expect(read({})).toEqual({ empty: false, complete: true, brand: 'visa', error: undefined });
  });

  it.each<[Partial<typeof whole>, CardField, string, string]>([
    [{ number: '4242 4242 4242 4241' }, 'number', 'invalid_number', 'Your card number is invalid.'],
    [
      { expiry: '12 / 25' },
      'expiry',
      'invalid_expiry_year_past',
      "Your card's expiration year is in the past.",
    ],
    [
      { expiry: '10 / 26' },
      'expiry',
      'invalid_expiry_month_past',
      "Your card's expiration date is in the past.",
    ],
    [{ expiry: '00 / 28' }, 'expiry', 'invalid_expiry_month', "Your card's expiration date is invalid."],
  ])('of %j comes at once', (changes, field, code, message) => {
    expect(read(changes)).toMatchObject({
      complete: false,
      error: { field, code, message, type: 'validation_error' },
    });
  });

  it.each<[Partial<typeof whole>, CardField, string, string]>([
    [{ number: '4242' }, 'number', 'incomplete_number', 'Your card number is incomplete.'],
    [{ expiry: '12' }, 'expiry', 'incomplete_expiry', "Your card's expiration date is incomplete."],
    [{ cvc: '1' }, 'cvc', 'incomplete_cvc', "Your card's security code is incomplete."],
  ])('of %j waits until the field is left', (changes, field, code, message) => {
    expect(read(changes)).toMatchObject({ complete: false, error: undefined });
    expect(read(changes, [field])).toMatchObject({ error: { field, code, message } });
  });

  it('of a number that is no test card comes at once', () => {
    expect(read({ number: '4111 1111 1111 1111' })).toMatchObject({
      complete: false,
      error: { code: 'test_mode_live_card' },
    });
  });

  it('of empty fields is that they are empty', () => {
    const empty = { number: '', expiry: '', cvc: '' };
    expect(read(empty)).toEqual({ empty: true, complete: false, brand: 'unknown', error: undefined });
    expect(read(empty, ['number', 'expiry', 'cvc'])).toMatchObject({ error: { code: 'incomplete_number' } });
  });
});
