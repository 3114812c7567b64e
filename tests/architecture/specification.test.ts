/** `docs/specification.md` names a test for everything that the shop promises, and the tests are there. */
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { faultsOf, readPage, testsOf } from './specification-page.ts';

const PROJECT = join(import.meta.dirname, '../..');
const PAGE = 'docs/specification.md';
const SECTIONS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

const sourceOf = (file: string): Promise<string | undefined> =>
  readFile(join(PROJECT, file), 'utf8').catch(() => undefined);

it('every promise names tests that are there', async () => {
  const page = readPage(await readFile(join(PROJECT, PAGE), 'utf8'));
  expect(await faultsOf(page, SECTIONS, sourceOf)).toEqual([]);
  expect(page.promises.length).toBeGreaterThan(200);
});

it('every check that was written for a promise is named by one', async () => {
  const page = readPage(await readFile(join(PROJECT, PAGE), 'utf8'));
  const named = new Set(
    page.promises.flatMap(({ tests }) => tests.map(({ file, path }) => `${file} ${path.at(-1)}`)),
  );
  const idle: string[] = [];
  let count = 0;
  for await (const file of glob('tests/e2e/specification/*.test.ts', { cwd: PROJECT })) {
    for (const test of await testsOf((await sourceOf(file)) ?? '')) {
      count += 1;
      if (!named.has(`${file} ${test.at(-1)}`)) idle.push(`${file}: ${test.join(' › ')}`);
    }
  }
  expect(idle).toEqual([]);
  expect(count).toBeGreaterThan(40);
});

describe('a planted violation is found', () => {
  const SOURCE = `
    describe('a door', () => {
      it('opens', () => {});
      it.each([[1], [2]])('opens %d times', () => {});
      it.skip('sings', () => {});
      it(\`has "a" 'handle'\`, { timeout: 5 }, () => {});
    });
    describe.each(['a gate'])('%s', () => {
      it('opens', () => {});
    });
    describe.skip('a wall', () => {
      it('falls', () => {});
    });
    // it('is painted', () => {});
    test('closes', async () => { await work('opens slowly', () => it); });
  `;
  const good = [
    '# The promises',
    '',
    '## 1. Doors',
    '',
    '- **1.1** A door opens.',
    '  - `tests/door.test.ts` › a door › opens',
    '  - `tests/door.test.ts` › opens %d times',
    '- **1.2** It has a handle, and closes.',
    '  - `tests/door.test.ts` › has "a" \'handle\'',
    '  - `tests/door.test.ts` › closes',
    '',
    '## 2. Gates',
    '',
    '- **2.4** A gate opens.',
    '  - `tests/door.test.ts` › %s › opens',
  ];
  const faults = (lines: readonly string[]) =>
    faultsOf(readPage(lines.join('\n')), [1, 2], async (file) =>
      file === 'tests/door.test.ts' ? SOURCE : undefined,
    );
  /** The page with one line in another's place; null for none. */
  const changed = (from: string, to: string | null) =>
    good.flatMap((line) => (line !== from ? [line] : to === null ? [] : [to]));

  it('and a good page is good', async () => {
    expect(await faults(good)).toEqual([]);
  });

  it.each([
    ['no test', changed('  - `tests/door.test.ts` › %s › opens', null), '2.4: no test'],
    [
      'a file that is not there',
      changed('  - `tests/door.test.ts` › closes', '  - `tests/gone.test.ts` › closes'),
      '1.2: no file tests/gone.test.ts',
    ],
    [
      'a title that is not there',
      changed('  - `tests/door.test.ts` › closes', '  - `tests/door.test.ts` › Closes'),
      '1.2: no test tests/door.test.ts › Closes',
    ],
    [
      'a title that is only begun',
      changed('  - `tests/door.test.ts` › closes', '  - `tests/door.test.ts` › opens %d'),
      '1.2: no test tests/door.test.ts › opens %d',
    ],
    [
      'a text that is no title',
      changed('  - `tests/door.test.ts` › closes', '  - `tests/door.test.ts` › opens slowly'),
      '1.2: no test tests/door.test.ts › opens slowly',
    ],
    [
      'a test that is skipped',
      changed('  - `tests/door.test.ts` › closes', '  - `tests/door.test.ts` › sings'),
      '1.2: no test tests/door.test.ts › sings',
    ],
    [
      'a test in a describe that is skipped',
      changed('  - `tests/door.test.ts` › closes', '  - `tests/door.test.ts` › falls'),
      '1.2: no test tests/door.test.ts › falls',
    ],
    [
      'a test in a comment',
      changed('  - `tests/door.test.ts` › closes', '  - `tests/door.test.ts` › is painted'),
      '1.2: no test tests/door.test.ts › is painted',
    ],
    [
      'a title that is there twice',
      changed('  - `tests/door.test.ts` › a door › opens', '  - `tests/door.test.ts` › opens'),
      '1.1: several tests tests/door.test.ts › opens',
    ],
    [
      'the wrong describe',
      changed('  - `tests/door.test.ts` › a door › opens', '  - `tests/door.test.ts` › a wall › opens'),
      '1.1: no test tests/door.test.ts › a wall › opens',
    ],
    [
      'an id that repeats',
      changed('- **1.2** It has a handle, and closes.', '- **1.1** It has a handle, and closes.'),
      '1.1: there twice',
    ],
    [
      "an id in another's section",
      changed('- **2.4** A gate opens.', '- **1.4** A gate opens.'),
      "1.4: in another's section",
    ],
    ['a section that is missing', changed('## 2. Gates', null), 'section 2 is missing'],
    ['a section without a promise', good.slice(0, 13), 'section 2 promises nothing'],
    [
      'a promise without an id',
      changed('- **2.4** A gate opens.', '- A gate opens.'),
      'line 14: neither a section, a promise nor a test',
    ],
    [
      'a test that is written otherwise',
      changed('  - `tests/door.test.ts` › closes', '  - tests/door.test.ts: closes'),
      'line 10: neither a section, a promise nor a test',
    ],
  ])('%s', async (_, lines, fault) => {
    expect(await faults(lines)).toContain(fault);
  });
});
