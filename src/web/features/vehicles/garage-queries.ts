/** What pages ask of the garage, and change in it. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { GarageVehicleBody } from '#contract/vehicles.ts';
import { api } from '#web/api.ts';
import { useWriteKey } from '#web/use-write-key.ts';
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

/** Adds a vehicle, or changes what is written of one that has an `id`. Tried again after a fault, it is added once. */
export function useSaveInGarage() {
  const queryClient = useQueryClient();
  const writeKey = useWriteKey();
  return useMutation({
    mutationFn: ({
      id,
      vehicle,
      notes,
    }: {
      id?: string | undefined;
      vehicle: number;
      notes: GarageNotes;
    }) => {
      if (id !== undefined) return api().garageChange({ params: { id }, body: notes });
      const body = { vehicle, ...notes };
      return api().garageAdd({ body, idempotencyKey: writeKey.keyFor(body) });
    },
    onSuccess: () => {
      writeKey.forget();
      return queryClient.invalidateQueries({ queryKey: ['garage'] });
    },
  });
}

export function useRemoveFromGarage() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api().garageRemove({ params: { id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['garage'] }),
  });
}
