/** What was measured, as files by which runs are compared. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

const RESULTS = join(import.meta.dirname, 'results');

/** Writes `<day>-<name>.json` and says where. A run of the same name on the same day replaces it. */
export async function keepResults(name: string, results: object, folder = RESULTS): Promise<void> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, `${new Date().toISOString().slice(0, 10)}-${name}.json`);
  await writeFile(path, `${JSON.stringify(results, (_key, value: unknown) => shorten(value), 2)}\n`);
  console.error(`kept in ${relative(process.cwd(), path)}`);
}

/** Five digits say more than a measurement knows. */
const shorten = (value: unknown) =>
  typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(5)) : value;
