import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeCursor, decodeMomentCursor, encodeCursor, encodeMomentCursor } from '#domain/paging.ts';
import { anyText } from './texts.ts';

describe('a cursor', () => {
  it('brings back every text and number that it was made of', () => {
    const value = fc.oneof(anyText, fc.constantFrom('~', 'a~b', '%', '%7E', '', '&?#/'), fc.integer());
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 4 }), (values) => {
        expect(decodeCursor(encodeCursor(values), values.length)).toEqual(values.map(String));
      }),
      { numRuns: 500 },
    );
  });

  it('needs nothing escaped in an address', () => {
    fc.assert(
      fc.property(fc.array(anyText, { minLength: 1, maxLength: 4 }), (values) => {
        const cursor = encodeCursor(values);
        expect(new URL(`http://shop.test/?cursor=${cursor}&limit=1`).searchParams.get('limit')).toBe('1');
        expect(cursor).toMatch(/^[\w.!*'()~%-]*$/);
      }),
    );
  });

  it('of another length or from other hands is none', () => {
    expect(decodeCursor('a', 2)).toBeUndefined();
    expect(decodeCursor('a~b~c', 2)).toBeUndefined();
    expect(decodeCursor('%', 1)).toBeUndefined();
    expect(decodeCursor('%E0%A4', 1)).toBeUndefined();
  });

  it('never throws, whatever is sent', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 1, max: 3 }), (text, length) => {
        expect(decodeCursor(text, length)?.length ?? length).toBe(length);
      }),
    );
  });
});

describe('a cursor of a moment', () => {
  const id = '0b9c5a3e-7d1f-4c2a-9e8b-1a2b3c4d5e6f';

  it('brings back moment and id', () => {
    const moment = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(moment, fc.uuid(), (at, uuid) => {
        expect(decodeMomentCursor(encodeMomentCursor(at, uuid))).toEqual({
          moment: at.toISOString(),
          id: uuid,
        });
      }),
    );
  });

  it.each([
    ['nothing', undefined],
    ['an empty text', ''],
    ['one value', '2026-11-01T10:00:00.000Z'],
    ['three values', `2026-11-01T10:00:00.000Z~${id}~${id}`],
    ['no moment', `yesterday~${id}`],
    ['a day alone', `2026-11-01~${id}`],
    ['no uuid', '2026-11-01T10:00:00.000Z~1'],
    ['a uuid in braces', `2026-11-01T10:00:00.000Z~{${id}}`],
    // Moments that a database would choke on.
    ['a day that no month has', `2026-02-30T10:00:00.000Z~${id}`],
    ['a month that no year has', `2026-13-01T10:00:00.000Z~${id}`],
    ['the year nought', `0000-01-01T00:00:00.000Z~${id}`],
    ['an hour that no day has', `2026-01-01T25:00:00.000Z~${id}`],
    ['a time of colons', `2026-01-01T::::Z~${id}`],
    ['a broken escape', `2026-11-01T10%3~${id}`],
  ])('is none when it is %s', (_, cursor) => {
    expect(decodeMomentCursor(cursor)).toBeUndefined();
  });

  it('is none, whatever else is sent', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(decodeMomentCursor(text)).toBeUndefined();
      }),
    );
  });
});
