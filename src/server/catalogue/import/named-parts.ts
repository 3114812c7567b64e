/** Files whose rows are about parts that are there already: how they name them, and what may be wrong with that. */
import { type RawBuilder, sql } from 'kysely';
import type { Querier } from '#server/platform/db/database.ts';
import type { Acting, PartRef, StagedRow } from './file-kind.ts';

/** A part's id as the key of a group: as text it sorts as the number does. */
export const partGroup = (partId: number | undefined): string => String(partId ?? 0).padStart(15, '0');

/** What a row of any file says of the part that it is about. */
export const partRefOf = (row: Readonly<Record<string, unknown>>): PartRef => {
  const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '');
  return { sku: textOf(row.sku), brand: textOf(row.brand), partNumber: textOf(row.part_number) };
};

/** A part that a row names, or what is wrong with the naming. */
export type FoundPart = { readonly partId: number } | Misnamed;
type Misnamed = {
  readonly column: string;
  readonly message: string;
  /** The part that it is, if any of the shop; unknown where it may be more than one. */
  readonly meant: number | 'none' | 'unknown';
};

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
    const partId = bySku ?? byNumber;
    const wrong = (column: string, message: string, meant: Misnamed['meant'] = partId ?? 'none') => ({
      column,
      message,
      meant,
    });
    if (ref.sku === '' && !hasNumber)
      return wrong('sku', 'A SKU, or a brand and a part number, are needed', 'unknown');
    if (ref.sku !== '' && bySku === null) return wrong('sku', 'There is no part with this SKU');
    if (hasNumber && byNumber === null)
      return wrong('part_number', 'There is no part with this brand and number');
    if (bySku !== null && hasNumber && bySku !== byNumber)
      return wrong('part_number', 'This brand and number are those of another part than the SKU', 'unknown');
    return partId === null ? wrong('sku', 'There is no such part') : { partId };
  });
}

/**
 * What such kinds of files have in common. The rows of a part are a group, and the temporary table has its id in a column
 * `part_id`.
 */
export const aboutNamedParts = {
  refOf: partRefOf,
  groupOf: (_: StagedRow, partId: number | undefined) => partGroup(partId),
  stagedOf: (row: StagedRow, _: Acting, partId: number | undefined): StagedRow => ({
    ...row,
    part_id: partId,
  }),
};

/** Finds rows whose part has been taken out of the shop since they were staged. */
export const partsGone = (table: string): RawBuilder<unknown> => sql`
  SELECT group_key, line, 'sku', 'This part is not in the shop any more', ''
    FROM ${sql.table(table)} AS s
    WHERE NOT EXISTS (SELECT FROM part WHERE part.id = s.part_id AND part.archived_at IS NULL)`;

/** Finds rows of parts that earlier rows are about already. */
export const partsTwice = (table: string): RawBuilder<unknown> => sql`
  SELECT group_key, line, 'sku', 'This part is in the file twice', ''
    FROM (SELECT group_key, line, row_number() OVER (PARTITION BY part_id ORDER BY line) AS nth
          FROM ${sql.table(table)}) AS s WHERE nth > 1`;
