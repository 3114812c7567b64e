import { describe, expect, test } from 'vitest';
import { parseSearch, searchText, searchWord, stringifySearch } from '#web/addresses/search-params.ts';
import { wholeSearchText } from '#web/addresses/sought-words.ts';

describe('the part of an address behind the question mark', () => {
  test('is text, whatever it looks like: no number, truth value or quote is read into it', () => {
    expect(parseSearch('?q=34116898725&x=true&y=%22a%22')).toEqual({
      q: '34116898725',
      x: 'true',
      y: '"a"',
    });
  });

  test('means the same whether a form without script or a link wrote it', () => {
    const fromForm = parseSearch('?q=SB+34+1120-48');
    expect(parseSearch(stringifySearch(fromForm))).toEqual(fromForm);
  });

  test('leaves out what is undefined or empty', () => {
    expect(stringifySearch({ q: '', brand: undefined, type: 'brake-disc' })).toBe('?type=brake-disc');
    expect(stringifySearch({})).toBe('');
  });

  test('is written as forms write it, but for commas and slashes', () => {
    const text = `${Array.from({ length: 0x250 }, (_, code) => String.fromCharCode(code)).join('')}–€\ud800 😀`;
    for (const value of [text, ...text]) {
      const asForms = new URLSearchParams({ q: value, 'a b': '1' }).toString();
      expect(stringifySearch({ q: value, 'a b': 1 })).toBe(
        `?${asForms.replaceAll('%2C', ',').replaceAll('%2F', '/')}`,
      );
    }
  });

  test('is trimmed, shortened and, where only some words make sense, limited to them', () => {
    expect(searchText('  34 11 ', 200)).toBe('34 11');
    expect(searchText('abcdef', 3)).toBe('abc');
    expect(searchText('   ', 200)).toBeUndefined();
    expect(searchText('a\u0000b\ud800', 200)).toBe('a b');
    expect(searchText(' abc', 3)).toBe('ab');
    expect(searchText(7, 200)).toBeUndefined();
    expect(wholeSearchText(' abc ', 3)).toBe('abc');
    expect(wholeSearchText('abcd', 3)).toBeUndefined();
    expect(wholeSearchText('\u0000', 3)).toBeUndefined();
    expect(searchWord('truck', ['car', 'truck'])).toBe('truck');
    expect(searchWord('boat', ['car', 'truck'])).toBeUndefined();
  });
});
