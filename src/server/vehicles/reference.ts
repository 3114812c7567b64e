/** The makes, models and years that every shop knows. */
import type { Tx } from '#server/platform/db/database.ts';
import { addVehicles, type VehicleYears } from './vehicle-store.ts';

/** Adds the vehicles that are missing; answers how many. Vehicles are never taken away: parts may fit them. */
export function keepVehicles(tx: Tx, models: readonly VehicleYears[]): Promise<number> {
  return addVehicles(tx, models);
}
