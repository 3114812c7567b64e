/** Files as owners import them: a test names only the fields that matter to it. */
import { sql } from 'kysely';
import type { ImportKind } from '#contract/imports.ts';
import { isRefusal } from '#domain/refusal.ts';
import type { RowError } from '#server/catalogue/import/csv-file.ts';
import { firstErrors } from '#server/catalogue/import/import-report.ts';
import { importWhole } from '#server/catalogue/import/import-whole.ts';
import type { ImportDeps } from '#server/catalogue/import/receive-file.ts';
import type { Databases } from '#server/platform/db/database.ts';
import type { TestShop } from '../shop.ts';

export type FileRow = Readonly<Record<string, string | number>>;

/** The file with these rows; its columns are all that any row has. */
export async function* fileOf(rows: readonly FileRow[]): AsyncGenerator<Uint8Array> {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cell = (value: string | number | undefined) => `"${String(value ?? '').replaceAll('"', '""')}"`;
  const lines = rows.map((row) => columns.map((column) => cell(row[column])).join(','));
  yield new TextEncoder().encode([columns.join(','), ...lines, ''].join('\n'));
}

let made = 0;
/** A row of a parts file: a part of its own in everything that must be unique. */
export function partRow<Change extends FileRow>(change?: Change) {
  made += 1;
  return {
    sku: `SKU-${made}`,
    brand: 'Kolbmann',
    part_number: `KM ${1000 + made}.20`,
    name: 'Brake Disc, front axle',
    description: 'Ventilated, coated hub.',
    price: '12.50',
    ...change,
  };
}

export type Brought = {
  readonly rows: number;
  readonly inserted: number;
  readonly updated: number;
  readonly errors?: readonly RowError[];
};

/** Imports a file from beginning to end; `errors` where it was not applied, with what is wrong. */
export async function bringWhole(
  deps: ImportDeps,
  kind: ImportKind,
  file: AsyncIterable<Uint8Array>,
): Promise<Brought> {
  const done = await importWhole(deps, { fileName: 'file.csv', kind }, file);
  if (isRefusal(done)) throw new Error(`refused: ${done.code}`);
  const { rows, inserted, updated } = done;
  return done.state === 'applied'
    ? { rows, inserted, updated }
    : { rows, inserted, updated, errors: await firstErrors(deps, done.id) };
}
export const bringParts = ({ shop }: TestShop, ...rows: FileRow[]) =>
  bringWhole(shop.deps, 'parts', fileOf(rows));
export const bringFitments = ({ shop }: TestShop, ...rows: FileRow[]) =>
  bringWhole(shop.deps, 'fitments', fileOf(rows));

/** What the owner is told is wrong and where; nothing when the file was taken. */
export const errorsOf = ({ errors = [] }: Brought): readonly RowError[] =>
  errors.map(({ line, column, message }) => ({ line, column, message }));

export type KeptPart = { id: number; sku: string; number: string; updatedAt: Date; archivedAt: Date | null };

/** A part as the database has it. */
export async function keptPart({ databases }: TestShop, sku: string): Promise<KeptPart> {
  const { rows } = await sql<KeptPart>`
    SELECT id, sku, part_number AS number, updated_at AS "updatedAt", archived_at AS "archivedAt"
    FROM part WHERE sku = ${sku}`.execute(databases.write);
  const [found] = rows;
  if (found === undefined) throw new Error(`there is no part ${sku}`);
  return found;
}

const TABLES = [
  'brand',
  'part',
  'part_number_alias',
  'part_search',
  'part_kind',
  'fitment',
  'stock_level',
  'stock_movement',
];

/** All that an import may touch, as text. */
export async function catalogueAsText({ write }: Databases): Promise<string> {
  const dumps = TABLES.map(async (table) => {
    const { rows } = await sql<{ dump: string }>`
      SELECT coalesce(string_agg(t::text, E'\n' ORDER BY t::text), '') AS dump FROM ${sql.table(table)} AS t`.execute(
      write,
    );
    return rows[0]?.dump;
  });
  return (await Promise.all(dumps)).join('\n');
}
