/** The only writer of vehicles. */
import { sql } from 'kysely';
import type { Tx } from '#server/platform/db/database.ts';

export type VehicleYears = {
  readonly kind: 'car' | 'truck' | 'motorcycle';
  readonly make: string;
  readonly model: string;
  readonly yearFrom: number;
  readonly yearTo: number;
};

/** Adds the vehicles of these models and years that are not there yet; answers how many were new. */
export async function addVehicles(tx: Tx, models: readonly VehicleYears[]): Promise<number> {
  const { rows } = await sql<{ added: number }>`
    WITH added AS (
      INSERT INTO vehicle (kind, make, model, year)
      SELECT kind, make, model, year
      FROM json_to_recordset(${JSON.stringify(models)}::json)
        AS m (kind text, make text, model text, "yearFrom" int, "yearTo" int)
      CROSS JOIN LATERAL generate_series("yearFrom", "yearTo") AS year
      ON CONFLICT DO NOTHING
      RETURNING 1
    )
    SELECT count(*)::int AS added FROM added`.execute(tx);
  return rows[0]?.added ?? 0;
}
