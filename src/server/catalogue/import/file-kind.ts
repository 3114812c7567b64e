/** What a kind of file is made of: its columns, how its rows are staged, and what is done with them. */
import { sql } from 'kysely';
import type * as z from 'zod';
import type { ImportKind } from '#contract/imports.ts';
import type { ExchangeRate } from '#domain/pricing/exchange.ts';
import type { Querier, Tx } from '#server/platform/db/database.ts';
import type { RowError } from './csv-file.ts';

/** How a row names a part that is there already. */
export type PartRef = { readonly sku: string; readonly brand: string; readonly partNumber: string };

/** What a kind needs to know of the shop, and who acts for which reason. */
export type Acting = {
  readonly exchange: ExchangeRate;
  readonly now: Date;
  readonly actorId: string | null;
};

/** An error that a look at the database found, with the group of rows that it spoils. */
export type StagedError = RowError & { readonly group_key: string };
export type Foreseen = { readonly inserted: number; readonly changed: number };
export type Merged = {
  /** What is new. */
  readonly inserted: number;
  /** What was there and is another now, or is gone. */
  readonly updated: number;
  /** Parts of which the search has to read something anew. */
  readonly partIds: readonly number[];
};

/** A row on its way into the temporary table; its keys are the table's columns. */
export type StagedRow = Readonly<Record<string, unknown>>;

export type FileKind<S extends z.ZodObject = z.ZodObject> = {
  readonly kind: ImportKind;
  readonly schema: S;
  /** A single transaction takes so many rows; longer files go in batches. */
  readonly maxRows: number;
  /** The temporary table of a batch, and its columns beside `group_key`, `line` and `other_key`. */
  readonly table: string;
  readonly columns: string;
  /** The part that a row is about, where it has to be there already. */
  readonly refOf?: (row: Readonly<Record<string, unknown>>) => PartRef;
  /** Rows with one key are applied together, and left out together when one of them is bad. */
  groupOf(row: z.output<S>, partId: number | undefined): string;
  /** What must be unique in a file besides its groups, with what to say where it isn't. */
  readonly other?: {
    of(row: z.output<S>): string;
    readonly column: keyof z.output<S> & string;
    readonly message: string;
  };
  stagedOf(row: z.output<S>, acting: Acting, partId: number | undefined): StagedRow;
  /** What only the rows together, or the shop, can tell to be wrong; by line. */
  check(tx: Tx, acting: Acting): Promise<StagedError[]>;
  /** What merging the staged rows would do, roughly: see docs/import.md. Changes nothing but temporary tables. */
  foresee(tx: Tx, acting: Acting): Promise<Foreseen>;
  merge(tx: Tx, acting: Acting): Promise<Merged>;
};

/** Makes room for staged rows of a kind; gone when the transaction ends. */
export async function makeRoom(
  tx: Tx,
  { table, columns }: Pick<FileKind, 'table' | 'columns'>,
): Promise<void> {
  await sql`CREATE TEMPORARY TABLE ${sql.table(table)} (group_key text COLLATE "C", line int, other_key text COLLATE "C", ${sql.raw(columns)}) ON COMMIT DROP`.execute(
    tx,
  );
}

/** Puts rows into the room made for them. */
export async function putRows(tx: Tx, table: string, rows: readonly StagedRow[]): Promise<void> {
  await sql`INSERT INTO ${sql.table(table)} SELECT * FROM json_populate_recordset(NULL::${sql.table(table)}, ${JSON.stringify(rows)}::json)`.execute(
    tx,
  );
}

/** A part's id as the key of a group: as text it sorts as the number does. */
export const partGroup = (partId: number | undefined): string => String(partId ?? 0).padStart(15, '0');

/** What a row of any file says of the part that it is about. */
export const partRefOf = (row: Readonly<Record<string, unknown>>): PartRef => {
  const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '');
  return { sku: textOf(row.sku), brand: textOf(row.brand), partNumber: textOf(row.part_number) };
};

/** A part that a row names, or what is wrong with the naming. */
export type FoundPart = { readonly partId: number } | { readonly column: string; readonly message: string };

/** Finds the parts that rows name, in their order. Archived parts are not there. */
export async function findNamedParts(
  db: Querier,
  refs: readonly (PartRef & { readonly brandSlug: string })[],
): Promise<FoundPart[]> {
  const { rows } = await sql<{ by_sku: number | null; by_number: number | null }>`
    SELECT (SELECT part.id FROM part WHERE part.sku = r.sku AND part.archived_at IS NULL) AS by_sku,
           (SELECT part.id FROM brand JOIN part ON part.brand_id = brand.id
            WHERE brand.slug = r.brand_slug AND part.part_number_norm = normalised_number(r.part_number)
              AND part.archived_at IS NULL) AS by_number
    FROM unnest(${refs.map((ref) => ref.sku)}::text[], ${refs.map((ref) => ref.brandSlug)}::text[],
                ${refs.map((ref) => ref.partNumber)}::text[]) WITH ORDINALITY AS r (sku, brand_slug, part_number, place)
    ORDER BY place`.execute(db);
  return refs.map((ref, at) => {
    const { by_sku: bySku, by_number: byNumber } = rows[at] ?? { by_sku: null, by_number: null };
    const hasNumber = ref.brand !== '' && ref.partNumber !== '';
    if (ref.sku === '' && !hasNumber)
      return { column: 'sku', message: 'A SKU, or a brand and a part number, are needed' };
    if (ref.sku !== '' && bySku === null) return { column: 'sku', message: 'There is no part with this SKU' };
    if (hasNumber && byNumber === null)
      return { column: 'part_number', message: 'There is no part with this brand and number' };
    if (bySku !== null && hasNumber && bySku !== byNumber)
      return {
        column: 'part_number',
        message: 'This brand and number are those of another part than the SKU',
      };
    const partId = bySku ?? byNumber;
    return partId === null ? { column: 'sku', message: 'There is no such part' } : { partId };
  });
}
