/** What a kind of file is made of: its columns, how its rows are staged, and what is done with them. */
import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod';
import type { ImportKind } from '#contract/imports.ts';
import type { ExchangeRate } from '#domain/pricing/exchange.ts';
import type { Tx } from '#server/platform/db/database.ts';
import type { RowError } from './csv-file.ts';

/** How a row names a part that is there already. */
export type PartRef = { readonly sku: string; readonly brand: string; readonly partNumber: string };

/** What a kind needs to know of the shop, and who acts for which reason. */
export type Acting = {
  readonly exchange: ExchangeRate;
  readonly now: Date;
  readonly actorId: string | null;
};

/** The group of what cannot be left out: without it, nobody knows what the file says of its parts. No row has this key. */
export const WHOLE_FILE = '';

/** Why the rows with errors of a file cannot be left out: because of this one. */
export const whyNotLeftOut = ({ line, message }: Pick<RowError, 'line' | 'message'>): string =>
  `Line ${line} (${message}) cannot be left out: nobody can tell which parts would be incomplete without it`;

export type Foreseen = { readonly inserted: number; readonly changed: number };
export type Merged = {
  /** What is new. */
  readonly inserted: number;
  /** What was there and is another now, or is gone. */
  readonly updated: number;
  /** Parts of which the search has to read something anew. */
  readonly partIds: readonly number[];
};

/** What a file sets of parts that are there: its column in a staged row, and what the shop has, as part_id and `was`. */
export type SetsOfParts = { readonly column: string; readonly now: RawBuilder<unknown> };

/** A row on its way into the temporary table; its keys are the table's columns. */
export type StagedRow = Readonly<Record<string, unknown>>;

export type FileKind<S extends z.ZodObject = z.ZodObject> = {
  readonly kind: ImportKind;
  readonly schema: S;
  /** The temporary table of a batch, and its columns beside `group_key`, `line` and `other_key`. */
  readonly table: string;
  readonly columns: string;
  /** The part that a row is about, where it has to be there already. */
  readonly refOf?: (row: Readonly<Record<string, unknown>>) => PartRef;
  /** The one number that it sets of each part, where it does no more than that. */
  readonly sets?: SetsOfParts;
  /** The rows of a part replace what it had, so that one that is missing takes something away. */
  readonly replaces?: true;
  /** Rows with one key are applied together, and left out together when one of them is bad. */
  groupOf(row: z.output<S>, partId: number | undefined): string;
  /** What must be unique in a file besides its groups, with what to say where it isn't. */
  readonly other?: {
    of(row: z.output<S>): string;
    readonly column: keyof z.output<S> & string;
    readonly message: string;
  };
  stagedOf(row: z.output<S>, acting: Acting, partId: number | undefined): StagedRow;
  /**
   * What finds the errors that only the rows together, or the shop, can tell. Each is a SELECT, of the staged rows, of
   * group_key, line, the column that is wrong, what to say, and the value that stands there (or nothing).
   */
  check(acting: Acting): readonly RawBuilder<unknown>[];
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
