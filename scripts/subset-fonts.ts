/**
 * `node scripts/subset-fonts.ts`: makes the typefaces of the first screen out of the packages of the whole ones. They
 * have the letters that the shop's own texts use, the features that its styles ask for, and no hints for old screens:
 * 10 kB each instead of 22. `src/web/ui/fonts.css` takes the whole ones for every other letter. A test says when a file
 * is not what this makes.
 *
 * The typefaces are under the SIL Open Font License, which stands beside them and goes with every copy.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

/** First and last code point of each stretch of letters. */
export const LETTERS: readonly (readonly [number, number])[] = [
  [0x20, 0x7e],
  // No-break space, degree, plus-minus, middle dot, times.
  [0xa0, 0xa0],
  [0xb0, 0xb1],
  [0xb7, 0xb7],
  [0xd7, 0xd7],
  // Dashes, quotation marks, ellipsis, euro, minus.
  [0x2013, 0x2014],
  [0x2018, 0x2019],
  [0x201c, 0x201d],
  [0x2026, 0x2026],
  [0x20ac, 0x20ac],
  [0x2212, 0x2212],
];

/** Kerning, and the figures that stand in columns. */
const TEXT = ['kern', 'liga', 'ccmp', 'tnum', 'lnum'];
/** Part numbers are shown letter by letter. */
const NUMBERS = ['ccmp'];

export const FONTS = [
  { from: 'barlow/files/barlow-latin-400-normal.woff2', to: 'barlow-400.woff2', features: TEXT },
  { from: 'barlow/files/barlow-latin-500-normal.woff2', to: 'barlow-500.woff2', features: TEXT },
  { from: 'barlow/files/barlow-latin-600-normal.woff2', to: 'barlow-600.woff2', features: TEXT },
  {
    from: 'barlow-condensed/files/barlow-condensed-latin-600-normal.woff2',
    to: 'barlow-condensed-600.woff2',
    features: TEXT,
  },
  {
    from: 'jetbrains-mono/files/jetbrains-mono-latin-400-normal.woff2',
    to: 'jetbrains-mono-400.woff2',
    features: NUMBERS,
  },
] as const;

const project = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** Where the typefaces of the first screen stand. */
export const fontPath = (name: string): string => project(`src/web/ui/fonts/${name}`);

/** A typeface with the letters above, as WOFF2. The same bytes each time. */
export function makeFont({ from, features }: (typeof FONTS)[number]): Promise<Buffer> {
  const letters = LETTERS.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)),
  );
  return subsetFont(readFileSync(project(`node_modules/@fontsource/${from}`)), letters.join(''), {
    targetFormat: 'woff2',
    keepFeatures: [...features],
    noHinting: true,
  });
}

if (import.meta.main) {
  for (const font of FONTS) writeFileSync(fontPath(font.to), await makeFont(font));
}
