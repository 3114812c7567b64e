/** How parts are listed for one vehicle, for whoever asks whether they fit. */
import { sql } from 'kysely';
import type { Application } from '#domain/vehicles/fit.ts';
import type { Querier } from '#server/platform/db/database.ts';

export type PartFitRow = {
  readonly partId: number;
  /** Whether any vehicle at all is listed for the part. */
  readonly hasFitments: boolean;
  /** Those without a condition first, then by position. */
  readonly applications: Application[];
};

/** For each of these parts that there is, in the order asked: its applications to the vehicle. */
export async function listPartFits(
  db: Querier,
  vehicleId: number,
  partIds: readonly number[],
): Promise<PartFitRow[]> {
  const { rows } = await sql<PartFitRow>`
    SELECT part.id AS "partId",
           EXISTS (SELECT FROM fitment WHERE fitment.part_id = part.id) AS "hasFitments",
           coalesce((SELECT json_agg(json_build_object('position', position, 'engine', engine, 'qualifiers', qualifiers,
                                                       'quantityPerVehicle', quantity_per_vehicle)
                                     ORDER BY qualifiers <> '' OR engine <> '', position, engine, qualifiers)
                     FROM fitment WHERE fitment.part_id = part.id AND fitment.vehicle_id = ${vehicleId}::int),
                    '[]') AS applications
    FROM unnest(${[...new Set(partIds)]}::bigint[]) WITH ORDINALITY AS asked (id, place)
    JOIN part ON part.id = asked.id
    ORDER BY asked.place`.execute(db);
  return rows;
}
