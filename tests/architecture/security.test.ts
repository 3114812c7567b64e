/** `docs/security.md` leaves no requirement of the standard out, and names only files and tests that are there. */
import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const PROJECT = join(import.meta.dirname, '../..');

/** The requirements of levels 1 and 2 in OWASP ASVS 5.0.0, by chapter and section. */
const REQUIREMENTS =
  `1.1.1-2 1.2.1-9 1.3.1-11 1.4.1-3 1.5.1-2 2.1.1-3 2.2.1-3 2.3.1-4 2.4.1 3.2.1-2 3.3.1-4 3.4.1-6 3.5.1-5
3.7.1-2 4.1.1-3 4.2.1 4.3.1-2 4.4.1-4 5.1.1 5.2.1-3 5.3.1-2 5.4.1-3 6.1.1-3 6.2.1-12 6.3.1-4 6.4.1-4 6.5.1-5 6.6.1-3
6.8.1-4 7.1.1-3 7.2.1-4 7.3.1-2 7.4.1-5 7.5.1-2 7.6.1-2 8.1.1-2 8.2.1-3 8.3.1 8.4.1 9.1.1-3 9.2.1-4 10.1.1-2 10.2.1-2
10.3.1-4 10.4.1-11 10.5.1-5 10.6.1-2 10.7.1-3 11.1.1-2 11.2.1-3 11.3.1-3 11.4.1-4 11.5.1 11.6.1 12.1.1-3 12.2.1-2
12.3.1-4 13.1.1 13.2.1-5 13.3.1-2 13.4.1-5 14.1.1-2 14.2.1-4 14.3.1-3 15.1.1-3 15.2.1-3 15.3.1-7 16.1.1 16.2.1-5
16.3.1-4 16.4.1-3 16.5.1-3 17.1.1 17.2.1-4 17.3.1-2`
    .split(/\s/)
    .flatMap((listed) => {
      const [section = '', first = 0, last = first] = [
        /^\d+\.\d+/.exec(listed)?.[0],
        ...(/\.(\d+)(?:-(\d+))?$/.exec(listed) ?? []).slice(1).filter(Boolean).map(Number),
      ];
      return Array.from({ length: last - first + 1 }, (_, at) => `${section}.${first + at}`);
    });

type Row = { readonly id: string; readonly level: string; readonly state: string; readonly where: string };

const page = await readFile(join(PROJECT, 'docs/security.md'), 'utf8');
const rows: readonly Row[] = [
  ...page.matchAll(/^\| (\d+\.\d+\.\d+) \| ([^|]+) \| [^|]+ \| ([^|]+) \| (.*?) ?\|$/gm),
].map(([, id = '', level = '', state = '', where = '']) => ({ id, level, state, where }));
const notApplicable = [...page.matchAll(/^n\/a: (.+)$/gm)].flatMap(([, line = '']) => [
  ...line.matchAll(/(?:^|; )(\d+\.\d+\.\d+) /g),
]);

test('every requirement is there once, with what became of it', () => {
  const named = [...rows.map(({ id }) => id), ...notApplicable.map(([, id]) => id ?? '')];
  expect(named.toSorted()).toEqual(REQUIREMENTS.toSorted());
  for (const { id, level, state } of rows) {
    expect(['1', '2'], id).toContain(level);
    expect(['met', 'owner', 'deviates', 'not met'], id).toContain(state);
  }
});

test('what is not met, and what deviates, says why', () => {
  for (const { id, state, where } of rows) {
    if (state === 'not met' || state === 'deviates') expect(where.length, id).toBeGreaterThan(10);
  }
});

test('every file that is named exists, and every test has the title that is named', async () => {
  const named = [
    ...page.matchAll(
      /`((?:src|tests|docs|scripts|migrations|bench)\/[\w./-]+|package-lock\.json|\.dependency-cruiser\.cjs|\.env\.example)`(?: › ([^`|;]+?)(?= \||;|$|\)| and ))?/gm,
    ),
  ];
  expect(named.length).toBeGreaterThan(200);
  const texts = new Map<string, string>();
  for (const [, path = '', title] of named) {
    await access(join(PROJECT, path)).catch(() =>
      expect.fail(`docs/security.md names ${path}, which is not there`),
    );
    if (title === undefined) continue;
    const text = texts.get(path) ?? (await readFile(join(PROJECT, path), 'utf8'));
    texts.set(path, text);
    expect(text.includes(title.trim()), `${path} has no test “${title}”`).toBe(true);
  }
});
