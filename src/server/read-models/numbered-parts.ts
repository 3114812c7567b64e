/** Parts by their number, also those that the shop sells no more. */
import { sql } from 'kysely';
import type { Querier } from '#server/platform/db/database.ts';

/** Of more parts than these with one number, the others are left out. */
const MAX_PARTS = 1_000;

/** The ids of the parts with this number of their maker or of the shop; the number as `normaliseNumber` has it. */
export async function idsOfNumberedParts(db: Querier, number: string): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM part WHERE part_number_norm = ${number}
    UNION
    SELECT id FROM part WHERE normalised_number(sku) = ${number}
    LIMIT ${sql.lit(MAX_PARTS)}`.execute(db);
  return rows.map(({ id }) => id);
}
