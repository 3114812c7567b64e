/**
 * All models with their years, kept in memory: a few thousand that are only ever added to. Each reading asks for the last
 * vehicle's id, one look into an index, and reads the list anew when there are more.
 */
import { type VehicleFinder, vehicleFinder } from '#domain/vehicles/find-vehicles.ts';
import type { VehicleModel } from '#domain/vehicles/vehicle.ts';
import { vehicleSlugOf } from '#domain/vehicles/vehicle-slug.ts';
import type { Db } from '#server/platform/db/database.ts';
import { lastVehicleId, listModels } from './vehicle-store.ts';

export type VehicleList = {
  readonly models: readonly VehicleModel[];
  readonly ofMake: ReadonlyMap<string, readonly VehicleModel[]>;
  readonly ofMakeSlug: ReadonlyMap<string, readonly VehicleModel[]>;
  readonly find: VehicleFinder;
};

/** Answers how to get the list as it is now. */
export function vehicleListOf(db: Db): () => Promise<VehicleList> {
  let kept: { readonly lastId: number; readonly list: Promise<VehicleList> } | undefined;
  return async () => {
    const lastId = await lastVehicleId(db);
    if (kept?.lastId !== lastId) {
      const list = listModels(db).then(arrange);
      const reading = { lastId, list };
      kept = reading;
      // What could not be read is read again by whoever comes next.
      list.catch(() => {
        if (kept === reading) kept = undefined;
      });
    }
    return kept.list;
  };
}

function arrange(models: readonly VehicleModel[]): VehicleList {
  const ofMake = new Map<string, VehicleModel[]>();
  for (const model of models) {
    const known = ofMake.get(model.make.toLowerCase());
    if (known === undefined) ofMake.set(model.make.toLowerCase(), [model]);
    else known.push(model);
  }
  const ofMakeSlug = Map.groupBy(models, ({ make }) => vehicleSlugOf(make));
  return { models, ofMake, ofMakeSlug, find: vehicleFinder(models) };
}
