/** The only SQL that writes vehicles, and that reads them by themselves. */

import { sql } from 'kysely';
import type { Vehicle, VehicleKind, VehicleModel } from '#domain/vehicles/vehicle.ts';
import type { Querier, Tx } from '#server/platform/db/database.ts';

export type VehicleYears = {
  readonly kind: VehicleKind;
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

/** One vehicle by its id. */
export function findVehicle(db: Querier, id: number): Promise<Vehicle | undefined> {
  return db
    .selectFrom('vehicle')
    .select(['id', 'kind', 'make', 'model', 'year'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** All models with their years, sorted by make, model and kind. */
export async function listModels(db: Querier): Promise<VehicleModel[]> {
  const { rows } = await sql<VehicleModel>`
    SELECT kind, make, model, array_agg(year::int ORDER BY year) AS years, array_agg(id ORDER BY year) AS ids
    FROM vehicle GROUP BY kind, make, model ORDER BY lower(make), make, lower(model), model, kind`.execute(
    db,
  );
  return rows;
}

/** The id of the vehicle that came last; 0 when there is none. It grows with every vehicle that is added. */
export async function lastVehicleId(db: Querier): Promise<number> {
  const { rows } = await sql<{ last: number }>`SELECT coalesce(max(id), 0) AS last FROM vehicle`.execute(db);
  return rows[0]?.last ?? 0;
}
