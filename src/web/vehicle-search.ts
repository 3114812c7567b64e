/** The vehicle in an address: `?vehicle=` and its id, so that a link that is shared shows the same parts. */
import { retainSearchParams } from '@tanstack/react-router';
import { searchText } from './search-params.ts';

export type VehicleSearch = { readonly vehicle?: string | undefined };

/** Reads it; what cannot be a vehicle's id is left out. */
export function vehicleSearch(search: Record<string, unknown>): VehicleSearch {
  const vehicle = searchText(search.vehicle, 10);
  return vehicle !== undefined && /^[1-9]\d{0,8}$/.test(vehicle) ? { vehicle } : {};
}

/** Links from a page with a vehicle lead on with it, unless they name another one or, by `undefined`, none. */
export const keepVehicle = { middlewares: [retainSearchParams<VehicleSearch>(['vehicle'])] };
