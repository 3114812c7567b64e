/** The rules of the shop ask no clock, no chance and no locale: those come as arguments. */
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const PROJECT = join(import.meta.dirname, '../..');

/** What would make the same call give another answer elsewhere or later. `new Date(moment)` only turns one value into another. */
const IMPURE: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['the clock', /\bDate\.now\b|\bnew Date\(\s*\)|\bperformance\b|\bTemporal\.Now\b/],
  ['chance', /\bMath\.random\b|\bcrypto\b|\brandomUUID\b/],
  ['the locale', /\bIntl\b|\btoLocale\w*|\blocaleCompare\b/],
  ['the outside', /\bprocess\b|\bfetch\(|\bglobalThis\b|\bsetTimeout\b|\bconsole\b/],
];

const code = (source: string): string => source.replace(/\/\*[\s\S]*?\*\/|(^|\s)\/\/.*$/gm, '');
const impurities = (source: string): string[] =>
  IMPURE.filter(([, pattern]) => pattern.test(code(source))).map(([what]) => what);

it('src/domain and src/contract are pure', async () => {
  const found: string[] = [];
  let count = 0;
  for await (const file of glob('src/{domain,contract}/**/*.ts', { cwd: PROJECT })) {
    count += 1;
    for (const what of impurities(await readFile(join(PROJECT, file), 'utf8')))
      found.push(`${file} asks ${what}`);
  }
  expect(found).toEqual([]);
  expect(count).toBeGreaterThan(30);
});

it.each([
  ['the clock', 'const now = Date.now();'],
  ['the clock', 'const now = new Date();'],
  ['chance', 'const id = Math.random();'],
  ['the locale', "const text = (12).toLocaleString('de');"],
  ['the outside', 'const home = process.env.HOME;'],
])('a planted violation is found: %s', (what, source) => {
  expect(impurities(source)).toContain(what);
});

it('turning one value into another is no violation', () => {
  expect(impurities('const later = new Date(earlier.getTime() + 1); // not Date.now()')).toEqual([]);
});
