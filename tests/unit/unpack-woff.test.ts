import { create } from 'fontkit';
import { describe, expect, it } from 'vitest';
import { type Face, fontBytes, runsOf } from '#server/platform/pdf/typefaces.ts';
import { unpackWoff } from '#server/platform/pdf/unpack-woff.ts';

describe('the typefaces of documents', () => {
  it('are fonts once they are unpacked', () => {
    const font = create(fontBytes('barlow-latin-400-normal'));
    expect(font).toMatchObject({ familyName: 'Barlow', type: 'TTF' });
  });

  it('are refused where they are something else', () => {
    expect(() => unpackWoff(Buffer.from('wOF2 and more of it'))).toThrow('no WOFF file');
  });

  it.each<[string, Face, [string, string | null][]]>([
    ['Brake 12 €', 'text', [['Brake 12 €', 'barlow-latin-400-normal']]],
    ['Total', 'head', [['Total', 'barlow-condensed-latin-600-normal']]],
    ['MS-2026', 'code', [['MS-2026', 'jetbrains-mono-latin-400-normal']]],
    [
      'Łódź',
      'text',
      [
        ['Ł', 'barlow-latin-ext-400-normal'],
        ['ód', 'barlow-latin-400-normal'],
        ['ź', 'barlow-latin-ext-400-normal'],
      ],
    ],
    ['Київ', 'strong', [['Київ', 'noto-sans-cyrillic-600-normal']]],
    ['Ελένη', 'text', [['Ελένη', 'noto-sans-greek-400-normal']]],
    ['ঢাকা ১২', 'text', [['ঢাকা ১২', 'noto-sans-bengali-bengali-400-normal']]],
    [
      'a 東 b',
      'text',
      [
        ['a ', 'barlow-latin-400-normal'],
        ['東', null],
        [' b', 'barlow-latin-400-normal'],
      ],
    ],
    ['🚗', 'text', [['🚗', null]]],
  ])('set %s', (text, face, runs) => {
    expect(runsOf(text, face)).toEqual(runs.map(([piece, font]) => ({ text: piece, font })));
  });

  it('lose no character', () => {
    const text = 'Nguyễn Łukasz · Дмитро · নাদিয়া रहमान 山田 محمد 🚗 e\u0301';
    expect(
      runsOf(text, 'text')
        .map((run) => run.text)
        .join(''),
    ).toBe(text.normalize('NFC'));
  });
});
