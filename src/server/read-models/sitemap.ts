/** What search engines are told of the catalogue: addresses of parts and of what leads to them, in pieces of fixed bounds. */

import { sql } from 'kysely';
import type { VehicleKind } from '#domain/vehicles/vehicle.ts';
import type { Querier } from '#server/platform/db/database.ts';

export type SitemapPart = { brand_slug: string; part_number: string; updated_at: Date };

/** The highest id that a part has; 0 without parts. */
export async function lastPartId(db: Querier): Promise<number> {
  const { rows } = await sql<{ last: number }>`SELECT coalesce(max(id), 0) AS last FROM part`.execute(db);
  return rows[0]?.last ?? 0;
}

/** Parts that the shop sells, by id: those after `afterId` up to and with `upToId`. */
export async function partsBetween(db: Querier, afterId: number, upToId: number): Promise<SitemapPart[]> {
  const { rows } = await sql<SitemapPart>`
    SELECT brand.slug AS brand_slug, part.part_number, part.updated_at
    FROM part JOIN brand ON brand.id = part.brand_id
    WHERE part.id > ${afterId}::bigint AND part.id <= ${upToId}::bigint AND part.archived_at IS NULL
    ORDER BY part.id`.execute(db);
  return rows;
}

/** Part types that the shop has parts of. */
export async function typesWithParts(db: Querier): Promise<{ code: string; category: string }[]> {
  const { rows } = await sql<{ code: string; category: string }>`
    SELECT code, category[1] AS category FROM part_type
    WHERE EXISTS (SELECT FROM part WHERE part_type_id = part_type.id AND archived_at IS NULL)
    ORDER BY category, code`.execute(db);
  return rows;
}

/** The highest id that a brand has; 0 without brands. */
export async function lastBrandId(db: Querier): Promise<number> {
  const { rows } = await sql<{ last: number }>`SELECT coalesce(max(id), 0) AS last FROM brand`.execute(db);
  return rows[0]?.last ?? 0;
}

/** Slugs of brands that the shop has parts of, by id: those after `afterId` up to and with `upToId`. */
export async function brandsBetween(db: Querier, afterId: number, upToId: number): Promise<string[]> {
  const { rows } = await sql<{ slug: string }>`
    SELECT slug FROM brand
    WHERE id > ${afterId}::int AND id <= ${upToId}::int
      AND EXISTS (SELECT FROM part WHERE brand_id = brand.id AND archived_at IS NULL)
    ORDER BY id`.execute(db);
  return rows.map((row) => row.slug);
}

export type SitemapVehicle = {
  kind: VehicleKind;
  make: string;
  model: string;
  year: number;
};

/** The highest id that a vehicle has; 0 without vehicles. */
export async function lastVehicleId(db: Querier): Promise<number> {
  const { rows } = await sql<{ last: number }>`SELECT coalesce(max(id), 0) AS last FROM vehicle`.execute(db);
  return rows[0]?.last ?? 0;
}

/** Vehicles that parts are listed for, by id: those after `afterId` up to and with `upToId`. */
export async function vehiclesBetween(
  db: Querier,
  afterId: number,
  upToId: number,
): Promise<SitemapVehicle[]> {
  const { rows } = await sql<SitemapVehicle>`
    SELECT kind, make, model, year::int AS year FROM vehicle
    WHERE id > ${afterId}::int AND id <= ${upToId}::int
      AND EXISTS (SELECT FROM fitment WHERE vehicle_id = vehicle.id)
    ORDER BY id`.execute(db);
  return rows;
}

/** Models that parts are listed for; at most so many. */
export async function modelsWithParts(db: Querier, atMost: number): Promise<Omit<SitemapVehicle, 'year'>[]> {
  const { rows } = await sql<Omit<SitemapVehicle, 'year'>>`
    SELECT DISTINCT kind, make, model FROM vehicle
    WHERE EXISTS (SELECT FROM fitment WHERE vehicle_id = vehicle.id)
    ORDER BY kind, make, model
    LIMIT ${sql.lit(atMost)}`.execute(db);
  return rows;
}
