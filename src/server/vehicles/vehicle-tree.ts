/** From make to model to year, by the names that stand in addresses. */
import type { Handlers } from '#contract/kernel/operation.ts';
import type { vehicleTree } from '#contract/vehicle-tree.ts';
import { refuse } from '#domain/refusal.ts';
import type { VehicleModel } from '#domain/vehicles/vehicle.ts';
import { vehicleSlugOf } from '#domain/vehicles/vehicle-slug.ts';
import type { ShopCallers } from '#server/users/caller.ts';
import { vehicleBody } from './vehicle-body.ts';
import type { VehicleList } from './vehicle-list.ts';

export function vehicleTreeHandlers(
  vehicleList: () => Promise<VehicleList>,
): Handlers<typeof vehicleTree, ShopCallers> {
  const modelsOf = async (makeSlug: string): Promise<readonly VehicleModel[]> =>
    (await vehicleList()).ofMakeSlug.get(makeSlug) ?? [];
  return {
    makeGet: async ({ params }) => {
      const models = await modelsOf(params.make);
      const [first] = models;
      if (first === undefined) return refuse('NOT_FOUND');
      return {
        slug: params.make,
        make: first.make,
        kinds: [...new Set(models.map((model) => model.kind))].sort(),
        models: models.map(modelBody),
      };
    },
    modelGet: async ({ params }) => {
      const models = await modelsOf(params.make);
      const model = models.find(
        ({ kind, model }) => kind === params.kind && vehicleSlugOf(model) === params.model,
      );
      if (model === undefined) return refuse('NOT_FOUND');
      const { kind, make, years, ids } = model;
      return {
        ...modelBody(model),
        make,
        makeSlug: params.make,
        vehicles: ids
          .flatMap((id, index) => {
            const year = years[index];
            return year === undefined ? [] : [vehicleBody({ id, kind, make, model: model.model, year })];
          })
          .reverse(),
      };
    },
  };
}

function modelBody({ kind, model, years }: VehicleModel) {
  return {
    kind,
    slug: vehicleSlugOf(model),
    model,
    yearFrom: years[0] ?? 0,
    yearTo: years.at(-1) ?? 0,
  };
}
