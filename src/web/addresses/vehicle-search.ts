/**
 * The vehicle in an address: `?vehicle=` and its id, with `&engine=` where that is known, so that a link that is shared shows
 * the same parts.
 */
import type { SearchMiddleware } from '@tanstack/react-router';
import { MAX_ENGINE_LENGTH } from '#domain/vehicles/engine.ts';
import { searchText } from './search-params.ts';

export type VehicleSearch = { readonly vehicle?: string | undefined; readonly engine?: string | undefined };

/** Reads it; what cannot be a vehicle's id is left out, and an engine without a vehicle. */
export function vehicleSearch(search: Record<string, unknown>): VehicleSearch {
  const vehicle = searchText(search.vehicle, 10);
  if (vehicle === undefined || !/^[1-9]\d{0,8}$/.test(vehicle)) return {};
  const engine = searchText(search.engine, MAX_ENGINE_LENGTH);
  return engine === undefined ? { vehicle } : { vehicle, engine };
}

/** The other way; null for none. */
export function searchOfVehicle(
  vehicle: { readonly id: number; readonly engine?: string } | null,
): VehicleSearch {
  if (vehicle === null) return { vehicle: undefined, engine: undefined };
  return { vehicle: String(vehicle.id), engine: vehicle.engine === '' ? undefined : vehicle.engine };
}

const retainVehicle: SearchMiddleware<VehicleSearch> = ({ search, next }) => {
  const result = next(search);
  if ('vehicle' in result || search.vehicle === undefined) return result;
  const { vehicle, engine } = search;
  return { ...result, vehicle, ...(engine !== undefined && { engine }) };
};

/** Links from a page with a vehicle lead on with it, unless they name another one or, by `undefined`, none. */
export const keepVehicle = { middlewares: [retainVehicle] };
