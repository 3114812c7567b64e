/** The vehicle of a buyer: one of the shop's, and which of its engines it has. */
import type { VehicleBody } from '#contract/vehicles.ts';
import { engineKey } from '#domain/vehicles/engine.ts';
import { vehicleName } from '#domain/vehicles/vehicle.ts';

export type OwnVehicle = VehicleBody & {
  /** As its fitments name it; empty where it is not said. The name ends with it. */
  readonly engine: string;
};

export function ownVehicle(vehicle: VehicleBody, engine = ''): OwnVehicle {
  return { ...vehicle, engine, name: vehicleName(vehicle, engine) };
}

/** Tells vehicles apart; the same model and year with another engine is another one. */
export function vehicleKey({ id, engine }: Pick<OwnVehicle, 'id' | 'engine'>): string {
  return engine === '' ? String(id) : `${id} ${engineKey(engine)}`;
}
