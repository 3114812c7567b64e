/** The makes, models and model years that the shop knows: reference/vehicles.csv, made by scripts/make-vehicles.ts. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import * as z from 'zod';
import { VehicleKind } from '#contract/catalogue.ts';
import type { Vehicle } from '#domain/vehicles/vehicle.ts';
import { PROJECT } from '#server/platform/project-folder.ts';

/** One model through adjacent model years, both ends included. A model that paused has several. */
export interface VehicleRange {
  readonly kind: Vehicle['kind'];
  readonly make: string;
  readonly model: string;
  readonly yearFrom: number;
  readonly yearTo: number;
}

const VEHICLES_FILE = join(PROJECT, 'reference/vehicles.csv');

const year = z.coerce.number().int().min(1900).max(2100);
const vehicleRow = z.strictObject({
  kind: VehicleKind,
  make: z.string().min(1),
  model: z.string().min(1),
  year_from: year,
  year_to: year,
});

/**
 * Reads the whole list: about 2,000 ranges, sorted by kind, make, model and year.
 *
 * @throws when the file is missing or a row is malformed.
 */
export function readVehicles(file: string = VEHICLES_FILE): VehicleRange[] {
  const rows = z.array(vehicleRow).parse(parse(readFileSync(file), { columns: true }));
  return rows.map((row) => ({
    kind: row.kind,
    make: row.make,
    model: row.model,
    yearFrom: row.year_from,
    yearTo: row.year_to,
  }));
}
