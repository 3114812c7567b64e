/** docs/import.md says what the import takes: its columns, and rows that are good. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import { readCsv } from '#server/catalogue/import/csv-file.ts';
import { FitmentFileRow, PartFileRow } from '#server/catalogue/import/part-row.ts';

const text = await readFile(join(import.meta.dirname, '../../docs/import.md'), 'utf8');
/** What stands below a heading, up to the next. */
const section = (title: string) => text.split(/^## /m).find((part) => part.startsWith(`${title}\n`)) ?? '';

describe.each<[string, z.ZodObject]>([
  ['parts.csv', PartFileRow],
  ['fitments.csv', FitmentFileRow],
])('%s', (file, schema) => {
  it('has its columns listed, and which of them are needed', () => {
    const listed = [...section(file).matchAll(/^\| `(\w+)` \|([^|]*)\|/gm)];
    const documented = listed.map(([, column, needed]) => [column, needed?.trim() === 'yes'] as const);
    const isNeeded = (column: string) => !schema.shape[column]?.safeParse(undefined).success;
    const taken = Object.keys(schema.shape).map((column) => [column, isNeeded(column)] as const);
    expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(taken));
    expect(documented).toHaveLength(taken.length);
  });

  it('has an example with all of them that is good', async () => {
    const example = /```csv\n([^`]*)```/.exec(section(file))?.[1] ?? '';
    async function* bytes() {
      yield new TextEncoder().encode(example);
    }
    let rows = 0;
    for await (const read of readCsv(bytes(), schema)) {
      expect(read).not.toHaveProperty('errors');
      rows += 1;
    }
    expect(rows).toBe(1);
    expect(example.split('\n')[0]?.split(',').toSorted()).toEqual(Object.keys(schema.shape).toSorted());
  });
});
