/** The operations of vehicles. */

import type * as z from 'zod';
import type { VehicleKind } from '#contract/catalogue.ts';
import type { Handlers } from '#contract/kernel/operation.ts';
import type { vehicleTree } from '#contract/vehicle-tree.ts';
import type { vehicles } from '#contract/vehicles.ts';
import { refuse } from '#domain/refusal.ts';
import { engineAmong, enginesOnce } from '#domain/vehicles/engine.ts';
import { forEngine, judgeFit } from '#domain/vehicles/fit.ts';
import type { VinTable } from '#domain/vehicles/vin-table.ts';
import { listPartFits } from '#server/read-models/part-fits.ts';
import { listEngines } from '#server/read-models/vehicle-engines.ts';
import type { ShopDeps } from '#server/shop-deps.ts';
import type { ShopCallers } from '#server/users/caller.ts';
import { garageHandlers } from './garage.ts';
import { vinBody } from './read-vin.ts';
import { foundVehicleBody, vehicleBody } from './vehicle-body.ts';
import { vehicleListOf } from './vehicle-list.ts';
import { findVehicle } from './vehicle-store.ts';
import { vehicleTreeHandlers } from './vehicle-tree.ts';

/** Vehicles found for one text. */
const FOUND_AT_MOST = 12;

export function vehicleHandlers(
  deps: Pick<ShopDeps, 'databases' | 'now'> & { readonly vinTable: () => Promise<VinTable> },
): Handlers<typeof vehicles & typeof vehicleTree, ShopCallers> {
  const db = deps.databases.read;
  const vehicleList = vehicleListOf(db);
  const modelsOf = async (make: string, kind: z.output<typeof VehicleKind> | undefined) => {
    const { ofMake } = await vehicleList();
    return (ofMake.get(make.toLowerCase()) ?? []).filter(
      (model) => kind === undefined || model.kind === kind,
    );
  };
  return {
    ...garageHandlers(deps),
    ...vehicleTreeHandlers(vehicleList),
    vehicleMakes: async ({ query }) => {
      const { ofMake } = await vehicleList();
      return [...ofMake.values()].flatMap((models) => {
        const kinds = [...new Set(models.map((model) => model.kind))].sort();
        const [first] = models;
        const isAsked = query.kind === undefined || kinds.includes(query.kind);
        return first === undefined || !isAsked ? [] : [{ make: first.make, kinds }];
      });
    },
    vehicleModels: async ({ query }) =>
      (await modelsOf(query.make, query.kind)).map(({ kind, model, years }) => ({
        kind,
        model,
        yearFrom: years[0] ?? 0,
        yearTo: years.at(-1) ?? 0,
      })),
    vehicleYears: async ({ query }) => {
      const models = await modelsOf(query.make, query.kind);
      const asked = query.model.toLowerCase();
      return models
        .filter(({ model }) => model.toLowerCase() === asked)
        .flatMap(({ kind, make, model, years, ids }) =>
          years.flatMap((year, index) => {
            const id = ids[index];
            return id === undefined ? [] : [vehicleBody({ id, kind, make, model, year })];
          }),
        )
        .sort((a, b) => b.year - a.year);
    },
    vehicleFind: async ({ query }) =>
      (await vehicleList()).find(query.q, FOUND_AT_MOST).map(foundVehicleBody),
    vinRead: async ({ body }) => vinBody(body.vin, await deps.vinTable(), await vehicleList(), deps.now()),
    vehicleGet: async ({ params }) => {
      const vehicle = await findVehicle(db, Number(params.vehicle));
      return vehicle === undefined ? refuse('NOT_FOUND') : vehicleBody(vehicle);
    },
    vehicleEngines: async ({ params }) => {
      const vehicle = await findVehicle(db, Number(params.vehicle));
      return vehicle === undefined ? refuse('NOT_FOUND') : enginesOnce(await listEngines(db, [vehicle.id]));
    },
    vehicleFits: async ({ params, query }) => {
      const vehicle = await findVehicle(db, Number(params.vehicle));
      if (vehicle === undefined) return refuse('NOT_FOUND');
      const [fits, engines] = await Promise.all([
        listPartFits(db, vehicle.id, query.part.map(Number)),
        (query.engine ?? '') === '' ? [] : listEngines(db, [vehicle.id]),
      ]);
      const engine = engineAmong(engines, query.engine ?? '');
      return fits.map(({ partId, hasFitments, applications: listed }) => {
        const { applications, otherEngines } = forEngine(listed, engine);
        const fit = judgeFit(applications, hasFitments);
        return {
          partId: String(partId),
          fit,
          applications: [...applications],
          otherEngines: [...otherEngines],
        };
      });
    },
  };
}
