/** Vehicles as the wire has them. */
import type { FoundVehicleBody, VehicleBody } from '#contract/vehicles.ts';
import type { FoundVehicle } from '#domain/vehicles/find-vehicles.ts';
import { type Vehicle, vehicleName } from '#domain/vehicles/vehicle.ts';

export function vehicleBody(vehicle: Vehicle): VehicleBody {
  const { id, kind, make, model, year } = vehicle;
  return { id, kind, make, model, year, name: vehicleName(vehicle) };
}

export function foundVehicleBody(found: FoundVehicle): FoundVehicleBody {
  if (found.level === 'make') {
    return { make: found.make, kind: null, model: null, yearFrom: null, yearTo: null, vehicle: null };
  }
  const { kind, make, model, years } = found.model;
  return {
    make,
    kind,
    model,
    yearFrom: years[0] ?? null,
    yearTo: years.at(-1) ?? null,
    vehicle:
      found.level === 'vehicle' ? vehicleBody({ id: found.id, kind, make, model, year: found.year }) : null,
  };
}
