/** The typefaces of the first screen are what the script makes, and the pages ask the whole ones for every other letter. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FONTS, fontPath, LETTERS, makeFont } from '../../scripts/subset-fonts.ts';

const css = readFileSync(new URL('../../src/web/ui/fonts.css', import.meta.url), 'utf8');
// The stand-ins until then are typefaces of the reader's own.
const ofFiles = css.split('@font-face').filter((face) => face.includes('url('));
const ranges = [...ofFiles.join('').matchAll(/unicode-range:\s*([^;]+);/g)].map(([, text = '']) =>
  text.split(/,\s*/).map((range): [number, number] => {
    const [first = '', last = first] = range.slice('U+'.length).split('-');
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
  }),
);
const lettersOf = (stretches: readonly (readonly [number, number])[]) =>
  stretches.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, at) => first + at));

test.each(FONTS)('$to is what the script makes, of 9 kB at most', async (font) => {
  const committed = readFileSync(fontPath(font.to));
  expect(committed.equals(await makeFont(font))).toBe(true);
  expect(committed.length).toBeLessThan(9_000);
});

test('each letter of Latin comes from one of two files', () => {
  const latin: Record<string, string> = JSON.parse(
    readFileSync(new URL('../../node_modules/@fontsource/barlow/unicode.json', import.meta.url), 'utf8'),
  );
  const all = (latin.latin ?? '').split(',').map((range): [number, number] => {
    const [first = '', last = first] = range.slice('U+'.length).split('-');
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
  });
  const seen = lettersOf(all).filter((letter) => letter >= 0x20 && (letter < 0x7f || letter >= 0xa0));
  expect(ranges).toHaveLength(FONTS.length * 2);
  ranges.forEach((range, at) => {
    if (at % 2 === 0) expect(range).toEqual(LETTERS);
    else
      expect([...lettersOf(LETTERS), ...lettersOf(range)].sort((a, b) => a - b)).toEqual(
        seen.sort((a, b) => a - b),
      );
  });
});
