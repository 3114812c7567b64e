/** Calls about vehicles: which there are, and whether parts fit them. */
import * as z from 'zod';
import { FITS } from '#domain/vehicles/fit.ts';
import { isVin } from '#domain/vehicles/vin.ts';
import { EngineName, VehicleKind } from './catalogue.ts';
import { Id, Moment, PartId, text } from './fields.ts';
import { operations } from './kernel/operation.ts';
import { GARAGE_FULL, IDEMPOTENCY_MISMATCH, NOT_FOUND, UNKNOWN_VEHICLE } from './refusals.ts';

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
  /** The engine that it depends on; empty where it is for any, or for the one that was asked for. */
  engine: z.string(),
  qualifiers: z.string(),
  quantityPerVehicle: z.number().int(),
});
/** Whether a part fits one vehicle, and how it is listed for it. */
export const PartFitBody = z
  .object({
    partId: PartId,
    fit: z.enum(FITS),
    applications: z.array(ApplicationBody),
    /** Engines of the vehicle that it is listed for, none of them the one that was asked for. */
    otherEngines: z.array(z.string()),
  })
  .meta({ id: 'PartFit' });
export type PartFitBody = z.output<typeof PartFitBody>;

/** What a VIN tells. It is to be confirmed by whoever has the vehicle before them, and proves no fit. */
export const VinBody = z
  .object({
    /** In capitals, without spaces. */
    vin: z.string(),
    /** `wrong` where the ninth character could be the check digit but is another; `none` where it cannot be one. */
    checkDigit: z.enum(['right', 'wrong', 'none']),
    /** Makes that the manufacturer's code stands for; empty where it is not known. */
    makes: z.array(z.string()),
    /** The model years that it may be of: one where that is sound, two where its letter stands for both, none where nothing is read. */
    years: z.array(z.number().int()),
    /** Vehicles that it may be of: none where it does not tell, several where it does not tell them apart. */
    vehicles: z.array(VehicleBody),
    /** What else it may be of that the shop does not know, by name. */
    others: z.array(z.string()),
  })
  .meta({ id: 'Vin' });
export type VinBody = z.output<typeof VinBody>;

/** A vehicle that somebody keeps for themselves, with what tells it from others of its kind. */
export const GarageVehicleBody = z
  .object({
    id: z.uuid(),
    vehicle: VehicleBody,
    /** Empty where it is not said. */
    engine: z.string(),
    name: z.string(),
    plate: z.string(),
    vin: z.string(),
    notes: z.string(),
    createdAt: Moment,
  })
  .meta({ id: 'GarageVehicle' });
export type GarageVehicleBody = z.output<typeof GarageVehicleBody>;

/** Vehicles that one person may keep. */
export const MAX_GARAGE_VEHICLES = 200;
const garageFields = {
  engine: EngineName,
  name: text(60),
  plate: text(20),
  // Kept as it is written down: it is theirs to know, and is never taken for a proof of what the vehicle is.
  vin: text(25),
  notes: text(1000),
};

/** Parts whose fit is asked at once. */
export const MAX_FITS = 100;
const name = z.string().trim().min(1).max(100);

export const vehicles = operations({
  vehicleMakes: {
    method: 'GET',
    path: '/vehicle-makes',
    access: 'anonymous',
    noun: 'vehicles',
    summary: 'Makes of vehicles, with the kinds that each makes',
    query: z.object({ kind: VehicleKind.optional() }),
    output: z.array(VehicleMakeBody),
    cache: 'revalidate',
  },
  vehicleModels: {
    method: 'GET',
    path: '/vehicle-models',
    access: 'anonymous',
    noun: 'vehicles',
    summary: 'Models of a make',
    query: z.object({ make: name, kind: VehicleKind.optional() }),
    output: z.array(VehicleModelBody),
    cache: 'revalidate',
  },
  vehicleYears: {
    method: 'GET',
    path: '/vehicle-years',
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
  vinRead: {
    method: 'POST',
    path: '/vin',
    access: 'anonymous',
    noun: 'vehicles',
    summary: 'Read a VIN',
    description:
      'Offline, from public data. Spaces and dashes do not matter. Of vehicles that are not made by the rules of North America only the make is told. One vehicle is as good as certain only with a right check digit, one year, and no others.',
    body: z.object({
      vin: z.string().max(40).refine(isVin, 'A VIN has 17 letters and digits'),
    }),
    output: VinBody,
    rateClass: 'search',
    audit: { none: 'Reads only.' },
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
  vehicleEngines: {
    method: 'GET',
    path: '/vehicles/{vehicle}/engines',
    access: 'anonymous',
    noun: 'vehicles',
    summary: 'Engines of a vehicle',
    description:
      'Those that the fitments of parts name for it, the smallest first; none where no part depends on the engine.',
    params: z.object({ vehicle: VehicleRef }),
    output: z.array(z.string()),
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
      '`fitsIf` where a condition (`qualifiers`) decides that only the buyer can know; `unknown` where no vehicle is listed for a part at all. Parts that are not there are left out. With an `engine`, parts for another one do not fit; an engine that is not among the vehicle’s settles nothing.',
    params: z.object({ vehicle: VehicleRef }),
    query: z.object({ part: z.array(PartId).min(1).max(MAX_FITS), engine: EngineName.optional() }),
    output: z.array(PartFitBody),
    refusals: { NOT_FOUND },
    cache: 'revalidate',
  },
  garageList: {
    method: 'GET',
    path: '/garage',
    access: 'customer',
    noun: 'vehicles',
    summary: "One's own vehicles, newest first",
    output: z.array(GarageVehicleBody),
  },
  garageAdd: {
    method: 'POST',
    path: '/garage',
    access: 'customer',
    noun: 'vehicles',
    summary: 'Keep a vehicle',
    description: 'The same model and year may be kept more than once: fleets have many alike.',
    body: z.object({
      vehicle: VehicleId,
      engine: garageFields.engine.default(''),
      name: garageFields.name.default(''),
      plate: garageFields.plate.default(''),
      vin: garageFields.vin.default(''),
      notes: garageFields.notes.default(''),
    }),
    idempotent: true,
    status: 201,
    output: GarageVehicleBody,
    refusals: { UNKNOWN_VEHICLE, GARAGE_FULL, IDEMPOTENCY_MISMATCH },
    audit: { none: "One's own garage." },
  },
  garageMoveIn: {
    method: 'POST',
    path: '/recent-vehicles',
    access: 'customer',
    noun: 'vehicles',
    summary: 'Keep vehicles that were chosen before signing in',
    description:
      'Those that are kept already, that there are not, or that are too many are left out. Safe to repeat.',
    body: z.object({
      vehicles: z
        .array(z.union([VehicleId, z.object({ vehicle: VehicleId, engine: EngineName.default('') })]))
        .min(1)
        .max(10),
    }),
    output: z.array(GarageVehicleBody),
    audit: { none: "One's own garage." },
  },
  garageChange: {
    method: 'PUT',
    path: '/garage/{id}',
    access: 'customer',
    noun: 'vehicles',
    summary: 'Change what is written of a kept vehicle',
    description: 'Only the given fields change.',
    params: z.object({ id: Id }),
    body: z.object(garageFields).partial(),
    output: GarageVehicleBody,
    refusals: { NOT_FOUND },
    audit: { none: "One's own garage." },
  },
  garageRemove: {
    method: 'DELETE',
    path: '/garage/{id}',
    access: 'customer',
    noun: 'vehicles',
    summary: 'Keep a vehicle no longer',
    params: z.object({ id: Id }),
    output: z.object({ deletedCount: z.number().int() }),
    refusals: { NOT_FOUND },
    audit: { none: "One's own garage." },
  },
});
