/** Parts as other parts' pages mention them. */
import { sql } from 'kysely';
import type { Querier } from '#server/platform/db/database.ts';
import { PART_COLUMNS, PART_JOINS, type PartRow } from './parts.ts';

/** Parts in the shop that bear one of these numbers as their maker's own. */
export async function readPartsOfNumbers(db: Querier, numbers: readonly string[]): Promise<PartRow[]> {
  if (numbers.length === 0) return [];
  const { rows } = await sql<PartRow>`
    SELECT ${PART_COLUMNS} FROM part ${PART_JOINS}
    WHERE part.part_number_norm = any(${numbers}::text[]) AND part.archived_at IS NULL
    ORDER BY part.id
    LIMIT 1000`.execute(db);
  return rows;
}
