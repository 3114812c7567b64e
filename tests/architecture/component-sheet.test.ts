/** No component of the pages is left out where all are shown with their states: `/dev/ui`, while developing. */
import { glob, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';

const WEB = join(import.meta.dirname, '../../src/web');

/** The components' own modules that these sources import. */
async function importedBy(pattern: string): Promise<Set<string>> {
  const found = new Set<string>();
  for await (const file of glob(pattern, { cwd: WEB })) {
    const source = await readFile(join(WEB, file), 'utf8');
    for (const [, name] of source.matchAll(/['"](?:#web\/ui|\.)\/([\w-]+\.tsx)['"]/g)) found.add(name ?? '');
  }
  return found;
}

it('every component is on the sheet, or a piece of one that is', async () => {
  const shown = await importedBy('dev/*.tsx');
  const pieces = await importedBy('ui/*.{ts,tsx}');
  const missing: string[] = [];
  let count = 0;
  for await (const file of glob('ui/*.tsx', { cwd: WEB })) {
    count += 1;
    const name = basename(file);
    if (!shown.has(name) && !pieces.has(name)) missing.push(name);
  }
  expect(missing).toEqual([]);
  expect(count).toBeGreaterThan(20);
});
