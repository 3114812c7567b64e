/** Files as owners import them: a test names only the fields that matter to it. */
import { sql } from 'kysely';
import { isRefusal } from '#domain/refusal.ts';
import type { RowError } from '#server/catalogue/import/csv-file.ts';
import { importFitments } from '#server/catalogue/import/import-fitments.ts';
import { importParts } from '#server/catalogue/import/import-parts.ts';
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

export const bringParts = ({ shop }: TestShop, ...rows: FileRow[]) => importParts(shop.deps, fileOf(rows));
export const bringFitments = ({ shop }: TestShop, ...rows: FileRow[]) =>
  importFitments(shop.deps, fileOf(rows));

/** What the owner is told is wrong and where; nothing when the file was taken. */
export function errorsOf(report: Awaited<ReturnType<typeof importParts>>): readonly RowError[] {
  if (!isRefusal(report)) return [];
  return report.data.errors.map(({ line, column, message }) => ({ line, column, message }));
}

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
