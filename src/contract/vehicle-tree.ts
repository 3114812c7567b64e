/** Calls that lead to a vehicle step by step, by the names that stand in addresses. */
import * as z from 'zod';
import { VehicleKind } from './catalogue.ts';
import { operations } from './kernel/operation.ts';
import { NOT_FOUND } from './refusals.ts';
import { VehicleBody } from './vehicles.ts';

const Slug = z.string().min(1).max(100);
/** Slugs are what `vehicleSlugOf` makes of a name: "mercedes-benz". */
const Make = z.object({ slug: Slug, make: z.string(), kinds: z.array(VehicleKind) });
const Model = z.object({
  kind: VehicleKind,
  slug: Slug,
  model: z.string(),
  yearFrom: z.number().int(),
  yearTo: z.number().int(),
});

export const MakeModelsBody = z.object({ ...Make.shape, models: z.array(Model) }).meta({ id: 'MakeModels' });
export type MakeModelsBody = z.output<typeof MakeModelsBody>;

/** A model with its vehicles, one for each year, newest first. */
export const ModelVehiclesBody = z
  .object({ ...Model.shape, make: z.string(), makeSlug: Slug, vehicles: z.array(VehicleBody) })
  .meta({ id: 'ModelVehicles' });
export type ModelVehiclesBody = z.output<typeof ModelVehiclesBody>;

export const vehicleTree = operations({
  makeGet: {
    method: 'GET',
    path: '/vehicle-makes/{make}',
    access: 'anonymous',
    noun: 'vehicles',
    summary: 'One make with its models, by its slug',
    params: z.object({ make: Slug }),
    output: MakeModelsBody,
    refusals: { NOT_FOUND },
    cache: 'revalidate',
  },
  modelGet: {
    method: 'GET',
    path: '/vehicle-makes/{make}/{kind}/{model}',
    access: 'anonymous',
    noun: 'vehicles',
    summary: 'One model with its vehicles, by slugs',
    params: z.object({ make: Slug, kind: VehicleKind, model: Slug }),
    output: ModelVehiclesBody,
    refusals: { NOT_FOUND },
    cache: 'revalidate',
  },
});
