/** docs/import.md says what the import takes: its columns, and rows that are good. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import type { ImportKind } from '#contract/imports.ts';
import { readCsv } from '#server/catalogue/import/csv-file.ts';
import { fileKindOf } from '#server/catalogue/import/kinds.ts';
import { recognise } from '#server/catalogue/import/recognise.ts';

const text = await readFile(join(import.meta.dirname, '../../docs/import.md'), 'utf8');
/** What stands below a heading, up to the next. */
const section = (title: string) => text.split(/^## /m).find((part) => part.startsWith(`${title}\n`)) ?? '';

const KINDS: readonly ImportKind[] = ['parts', 'numbers', 'fitments', 'prices', 'stock', 'codes'];

async function* bytesOf(content: string) {
  yield new TextEncoder().encode(content);
}

describe.each(KINDS)('%s.csv', (kind) => {
  const file = `${kind}.csv`;
  const schema: z.ZodObject = fileKindOf(kind).schema;

  it('has its columns listed, and which of them are needed', () => {
    const listed = [...section(file).matchAll(/^\| `(\w+)` \|([^|]*)\|/gm)];
    const documented = listed.map(([, column, needed]) => [column, needed?.trim() === 'yes'] as const);
    const isNeeded = (column: string) => schema.shape[column]?._zod.optin === undefined;
    const taken = Object.keys(schema.shape).map((column) => [column, isNeeded(column)] as const);
    expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(taken));
    expect(documented).toHaveLength(taken.length);
  });

  it('has an example with all of them that is good', async () => {
    const example = /```csv\n([^`]*)```/.exec(section(file))?.[1] ?? '';
    let rows = 0;
    for await (const read of readCsv(bytesOf(example), schema)) {
      expect(read).not.toHaveProperty('errors');
      rows += 1;
    }
    expect(rows).toBe(1);
    expect(example.split('\n')[0]?.split(',').toSorted()).toEqual(Object.keys(schema.shape).toSorted());
  });

  it('has a sample file that is recognised and good', async () => {
    const sample = await readFile(join(import.meta.dirname, `../../public/samples/${file}`), 'utf8');
    expect(recognise(new TextEncoder().encode(sample), undefined)).toEqual({ kind, format: 'csv' });
    let rows = 0;
    for await (const read of readCsv(bytesOf(sample), schema)) {
      expect(read).not.toHaveProperty('errors');
      rows += 1;
    }
    expect(rows).toBeGreaterThan(1);
    expect(text).toContain(`public/samples/${file}`);
  });
});
