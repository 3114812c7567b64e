/** From the rows of a file to rows that can be staged: grouped, with their parts found. */
import type * as z from 'zod';
import { brandSlugOf } from '#domain/catalogue/part-number.ts';
import type { Querier } from '#server/platform/db/database.ts';
import { type BadRow, type CheckedRow, type RowError, shownValue } from './csv-file.ts';
import { type Acting, type FileKind, type StagedRow, WHOLE_FILE } from './file-kind.ts';
import { type FoundPart, findNamedParts, partGroup } from './named-parts.ts';

/** A row as it will be staged. */
export type StagedRead = {
  readonly groupKey: string;
  readonly line: number;
  readonly otherKey: string | null;
  readonly row: StagedRow;
};
export type BadRead = {
  readonly errors: readonly RowError[];
  /** The group that must be left out with it: `WHOLE_FILE` where it cannot be left out, null where it stands alone. */
  readonly groupKey: string | null;
  /** All that is wrong is that no part is found under its name. */
  readonly isUnnamed: boolean;
};
export type StagedBatch = {
  readonly staged: readonly StagedRead[];
  readonly bad: readonly BadRead[];
  /** Rows that the schema found good, whether or not their part was found. */
  readonly goodRows: number;
};

/** Rows that are looked up and stored together: so many, or fewer where they are long. */
const BATCH_ROWS = 500;
const BATCH_CHARACTERS = 1_000_000;

/** Gathers rows into batches, each looked up in one question to the database. */
export async function* readStaged<S extends z.ZodObject>(
  db: Querier,
  kind: FileKind<S>,
  acting: Acting,
  rows: AsyncIterable<CheckedRow<z.output<S>> | BadRow>,
): AsyncGenerator<StagedBatch> {
  let good: CheckedRow<z.output<S>>[] = [];
  let bad: BadRow[] = [];
  let characters = 0;
  for await (const read of rows) {
    if ('errors' in read) bad.push(read);
    else good.push(read);
    characters += charactersOf('errors' in read ? read.given : read.row);
    if (good.length + bad.length >= BATCH_ROWS || characters >= BATCH_CHARACTERS) {
      yield await stageBatch(db, kind, acting, good, bad);
      good = [];
      bad = [];
      characters = 0;
    }
  }
  if (good.length + bad.length > 0) yield await stageBatch(db, kind, acting, good, bad);
}

/** About what a row takes in memory. */
function charactersOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  let characters = 0;
  for (const one of Object.values(value)) characters += charactersOf(one);
  return characters;
}

async function stageBatch<S extends z.ZodObject>(
  db: Querier,
  kind: FileKind<S>,
  acting: Acting,
  good: readonly CheckedRow<z.output<S>>[],
  bad: readonly BadRow[],
): Promise<StagedBatch> {
  const parts = await partsOf(db, kind, [
    ...good.map(({ row }) => row),
    ...bad.map(({ given = {} }) => given),
  ]);
  const staged: StagedRead[] = [];
  const badReads: BadRead[] = bad.map((row, at) => ({
    errors: row.errors,
    groupKey: groupOfBad(kind, parts?.[good.length + at], row.unsure),
    isUnnamed: false,
  }));
  good.forEach(({ line, row }, at) => {
    const part = parts?.[at];
    const partId = part !== undefined && 'partId' in part ? part.partId : undefined;
    if (part !== undefined && !('partId' in part)) {
      const given: unknown = (row as Readonly<Record<string, unknown>>)[part.column];
      const { column, message } = part;
      const value = typeof given === 'string' ? { value: shownValue(given) } : {};
      const groupKey = groupOfBad(kind, part);
      badReads.push({ errors: [{ line, column, message, ...value }], groupKey, isUnnamed: true });
    } else {
      staged.push({
        line,
        groupKey: kind.groupOf(row, partId),
        otherKey: kind.other?.of(row) ?? null,
        row: kind.stagedOf(row, acting, partId),
      });
    }
  });
  return { staged, bad: badReads, goodRows: good.length };
}

async function partsOf<S extends z.ZodObject>(
  db: Querier,
  { refOf }: FileKind<S>,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<FoundPart[] | undefined> {
  if (refOf === undefined || rows.length === 0) return undefined;
  const refs = rows.map(refOf).map((ref) => ({ ...ref, brandSlug: brandSlugOf(ref.brand) }));
  return findNamedParts(db, refs);
}

// Of what a bad row would have been, only its part can be told, and not always.
function groupOfBad<S extends z.ZodObject>(
  { replaces }: FileKind<S>,
  part: FoundPart | undefined,
  unsure?: BadRow['unsure'],
): BadRead['groupKey'] {
  if (unsure === 'rest') return WHOLE_FILE;
  if (part === undefined) return null;
  const meant = 'partId' in part ? part.partId : part.meant;
  if (typeof meant === 'number') return partGroup(meant);
  // The part of another row may be incomplete without this one.
  const isAnyones = meant === 'unknown' || unsure === 'columns';
  return isAnyones && replaces === true ? WHOLE_FILE : null;
}
