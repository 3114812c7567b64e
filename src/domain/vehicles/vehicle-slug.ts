/** Names of vehicles in addresses: `/catalogue/vehicles/cars/audi/a4/2014`. */
import { slugOf } from '../catalogue/part-number.ts';
import { VEHICLE_KINDS, type VehicleKind } from './vehicle.ts';

export const KIND_SLUGS: Readonly<Record<VehicleKind, string>> = {
  car: 'cars',
  truck: 'trucks',
  motorcycle: 'motorcycles',
};

/** The kind that an address names. */
export function kindOfSlug(slug: string): VehicleKind | undefined {
  return VEHICLE_KINDS.find((kind) => KIND_SLUGS[kind] === slug);
}

/** A make or model in the form for an address, never empty: "Mercedes-Benz" → "mercedes-benz". */
export function vehicleSlugOf(name: string): string {
  return slugOf(name) || name.toLowerCase();
}
