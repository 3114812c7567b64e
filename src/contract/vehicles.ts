/** Calls about vehicles: which there are, and whether parts fit them. */
import * as z from 'zod';
import { FITS } from '#domain/vehicles/fit.ts';
import { VehicleKind } from './catalogue.ts';
import { PartId } from './fields.ts';
import { operations } from './kernel/operation.ts';
import { NOT_FOUND } from './refusals.ts';

/** A vehicle's id as addresses have it. */
export const VehicleRef = z.string().regex(/^[1-9]\d{0,8}$/);
/** The same in a body. */
export const VehicleId = z.number().int().min(1).max(999_999_999);

/** One make, model and model year. `name` is what people say: "2014 Audi A4". */
export const VehicleBody = z
  .object({
    id: VehicleId,
    kind: VehicleKind,
    make: z.string(),
    model: z.string(),
    year: z.number().int(),
    name: z.string(),
  })
  .meta({ id: 'Vehicle' });
export type VehicleBody = z.output<typeof VehicleBody>;

export const VehicleMakeBody = z.object({ make: z.string(), kinds: z.array(VehicleKind) });
export type VehicleMakeBody = z.output<typeof VehicleMakeBody>;

/** A model and the years that it was made in; between the two a year may be missing. */
export const VehicleModelBody = z.object({
  kind: VehicleKind,
  model: z.string(),
  yearFrom: z.number().int(),
  yearTo: z.number().int(),
});
export type VehicleModelBody = z.output<typeof VehicleModelBody>;

/** Something that was typed for: a vehicle where the text names one, else the make or model that is to be chosen from. */
export const FoundVehicleBody = z.object({
  make: z.string(),
  /** Null where only a make is meant. */
  kind: VehicleKind.nullable(),
  model: z.string().nullable(),
  yearFrom: z.number().int().nullable(),
  yearTo: z.number().int().nullable(),
  /** Null where a year is still to be chosen. */
  vehicle: VehicleBody.nullable(),
});
export type FoundVehicleBody = z.output<typeof FoundVehicleBody>;

export const ApplicationBody = z.object({
  position: z.string(),
  qualifiers: z.string(),
  quantityPerVehicle: z.number().int(),
});
/** Whether a part fits one vehicle, and how it is listed for it. */
export const PartFitBody = z
  .object({ partId: PartId, fit: z.enum(FITS), applications: z.array(ApplicationBody) })
  .meta({ id: 'PartFit' });
export type PartFitBody = z.output<typeof PartFitBody>;

/** Parts whose fit is asked at once. */
export const MAX_FITS = 100;
const name = z.string().trim().min(1).max(100);

export const vehicles = operations({
  vehicleMakes: {
    method: 'GET',
    path: '/vehicles/makes',
    access: 'anonymous',
    noun: 'vehicles',
    summary: 'Makes of vehicles, with the kinds that each makes',
    query: z.object({ kind: VehicleKind.optional() }),
    output: z.array(VehicleMakeBody),
    cache: 'revalidate',
  },
  vehicleModels: {
    method: 'GET',
    path: '/vehicles/models',
    access: 'anonymous',
    noun: 'vehicles',
    summary: 'Models of a make',
    query: z.object({ make: name, kind: VehicleKind.optional() }),
    output: z.array(VehicleModelBody),
    cache: 'revalidate',
  },
  vehicleYears: {
    method: 'GET',
    path: '/vehicles/years',
    access: 'anonymous',
    noun: 'vehicles',
    summary: 'Model years of a model, newest first: each is one vehicle',
    query: z.object({ make: name, model: name, kind: VehicleKind.optional() }),
    output: z.array(VehicleBody),
    cache: 'revalidate',
  },
  vehicleFind: {
    method: 'GET',
    path: '/vehicles',
    access: 'anonymous',
    noun: 'vehicles',
    summary: 'Vehicles by what is typed, as it is typed',
    description:
      'Make, model and year in any order and form, or the beginnings of them; at most 12, best first. A text that names no year finds models, one that names a make finds it, too.',
    query: z.object({ q: z.string().trim().max(100) }),
    output: z.array(FoundVehicleBody),
    rateClass: 'search',
    cache: 'revalidate',
  },
  vehicleGet: {
    method: 'GET',
    path: '/vehicles/{vehicle}',
    access: 'anonymous',
    noun: 'vehicles',
    summary: 'One vehicle',
    params: z.object({ vehicle: VehicleRef }),
    output: VehicleBody,
    refusals: { NOT_FOUND },
    cache: 'revalidate',
  },
  vehicleFits: {
    method: 'GET',
    path: '/vehicles/{vehicle}/fits',
    access: 'anonymous',
    noun: 'vehicles',
    summary: 'Whether parts fit a vehicle',
    description:
      '`fitsIf` where a condition (`qualifiers`) decides that only the buyer can know; `unknown` where no vehicle is listed for a part at all. Parts that are not there are left out.',
    params: z.object({ vehicle: VehicleRef }),
    query: z.object({ part: z.array(PartId).min(1).max(MAX_FITS) }),
    output: z.array(PartFitBody),
    refusals: { NOT_FOUND },
    cache: 'revalidate',
  },
});
