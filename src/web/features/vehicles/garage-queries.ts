/** What pages ask of the garage, and change in it. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { GarageVehicleBody } from '#contract/vehicles.ts';
import { api } from '#web/api.ts';
import { randomKey } from '#web/random-key.ts';
import { type OwnVehicle, ownVehicle } from './own-vehicle.ts';

/** A person's vehicles, newest first. */
export function garageQuery(email: string) {
  return queryOptions({
    queryKey: ['garage', email],
    queryFn: ({ signal }) => api().garageList({}, { signal }),
  });
}

/** The vehicle that somebody keeps, as it can be chosen. */
export const vehicleKept = ({ vehicle, engine }: GarageVehicleBody): OwnVehicle =>
  ownVehicle(vehicle, engine);

/** What an owner writes of a vehicle. */
export type GarageNotes = Pick<GarageVehicleBody, 'engine' | 'name' | 'plate' | 'vin' | 'notes'>;

/** Adds a vehicle, or changes what is written of one that has an `id`. */
export function useSaveInGarage() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, vehicle, notes }: { id?: string | undefined; vehicle: number; notes: GarageNotes }) =>
      id === undefined
        ? api().garageAdd({ body: { vehicle, ...notes }, idempotencyKey: randomKey() })
        : api().garageChange({ params: { id }, body: notes }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['garage'] }),
  });
}

export function useRemoveFromGarage() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api().garageRemove({ params: { id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['garage'] }),
  });
}
