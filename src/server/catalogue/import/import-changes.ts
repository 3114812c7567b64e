/**
 * What a checked import would change most. It is read from the staged rows when somebody looks, not kept by the check: so it
 * is true by the prices and stocks of now, and nobody waits for it who does not look.
 */
import { sql } from 'kysely';
import type { ImportChangesBody } from '#contract/imports.ts';
import { numberSlugOf } from '#domain/catalogue/part-number.ts';
import { toDecimal } from '#domain/money.ts';
import { refuse } from '#domain/refusal.ts';
import type { Querier } from '#server/platform/db/database.ts';
import type { SetsOfParts } from './file-kind.ts';
import { findRun } from './import-run-store.ts';
import { fileKindOf } from './kinds.ts';
import type { ImportDeps } from './receive-file.ts';

/** Changes that are shown. */
const SHOWN_CHANGES = 20;

/** The largest changes of an import that waits to be applied; none where its kind sets no single number of parts. */
export async function largestChanges({ databases, exchange }: ImportDeps, id: string) {
  const db = databases.write;
  const run = await findRun(db, id);
  if (run === undefined) return refuse('NOT_FOUND');
  if (run.state !== 'checked') return refuse('IMPORT_NOT_CHECKED');
  const { kind, sets } = fileKindOf(run.kind);
  const rows = sets === undefined ? [] : await findLargest(db, id, sets);
  const told = (value: number) => (kind === 'prices' ? toDecimal(value, exchange.list) : value);
  return {
    movedFar: rows[0]?.moved_far ?? 0,
    largest: rows.map((row) => ({
      brand: row.brand,
      brandSlug: row.brand_slug,
      partNumber: row.part_number,
      partNumberSlug: numberSlugOf(row.part_number),
      name: row.name,
      before: told(row.was),
      after: told(row.becomes),
      movesFar: row.moves_far,
    })),
  } satisfies ImportChangesBody;
}

type ChangeRow = {
  readonly brand: string;
  readonly brand_slug: string;
  readonly part_number: string;
  readonly name: string;
  readonly was: number;
  readonly becomes: number;
  /** By more than half of what it is. */
  readonly moves_far: boolean;
  /** Of how many it moves by more than half; the same in each row. */
  readonly moved_far: number;
};

async function findLargest(db: Querier, id: string, { column, now }: SetsOfParts): Promise<ChangeRow[]> {
  // By factors, as a price that falls to a hundredth is as far off as one that becomes a hundred times as much: by per cents
  // no fall would be larger than one that doubles. Nothing in stock counts as one unit. Each OFFSET keeps what stands inside from being
  // worked out anew wherever it is named: without them it takes half as long again.
  const { rows } = await sql<ChangeRow>`
    WITH largest AS (
      SELECT part_id, was, becomes, moves_far, factor, (count(*) FILTER (WHERE moves_far) OVER ())::int AS moved_far
      FROM (
        SELECT part_id, was, becomes, abs(becomes - was) * 2 > was AS moves_far,
               greatest(becomes, was)::float8 / greatest(least(becomes, was), 1) AS factor
        FROM (SELECT (r.data ->> 'part_id')::bigint AS part_id, (r.data ->> ${column}::text)::bigint AS becomes
              FROM import_row AS r
              WHERE r.run_id = ${id}::uuid AND NOT EXISTS (
                SELECT FROM import_error AS e WHERE e.run_id = r.run_id AND e.group_key = r.group_key)
              OFFSET 0) AS staged
        JOIN (${now}) AS now USING (part_id)
        WHERE becomes <> was OFFSET 0) AS change
      ORDER BY moves_far DESC, factor DESC, part_id LIMIT ${sql.lit(SHOWN_CHANGES)})
    SELECT brand.name AS brand, brand.slug AS brand_slug, part.part_number, part.name, was, becomes, moves_far, moved_far
    FROM largest JOIN part ON part.id = largest.part_id JOIN brand ON brand.id = part.brand_id
    ORDER BY moves_far DESC, factor DESC, part.id`.execute(db);
  return rows;
}
