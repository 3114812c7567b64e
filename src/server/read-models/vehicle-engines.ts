/** Which engines vehicles have: those that their fitments name. */
import { sql } from 'kysely';
import type { Querier } from '#server/platform/db/database.ts';

/** More engines than any vehicle has; what is beyond is not looked at. */
const MAX_NAMES = 200;

/**
 * The engines of these vehicles, in every way in which fitments write them. Costs a look into an index for each, however
 * many parts there are.
 */
export async function listEngines(db: Querier, vehicleIds: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ engine: string }>`
    WITH RECURSIVE named AS (
      SELECT vehicle.id, (SELECT engine FROM fitment WHERE vehicle_id = vehicle.id AND engine <> '' ORDER BY engine LIMIT 1)
      FROM unnest(${vehicleIds}::int[]) AS vehicle (id)
      UNION ALL
      SELECT id, (SELECT engine FROM fitment
                  WHERE vehicle_id = named.id AND engine <> '' AND engine > named.engine ORDER BY engine LIMIT 1)
      FROM named WHERE engine IS NOT NULL
    )
    SELECT DISTINCT engine FROM named WHERE engine IS NOT NULL LIMIT ${sql.lit(MAX_NAMES)}`.execute(db);
  return rows.map((row) => row.engine);
}
