/** The fit of the parts on a page for the chosen vehicle, filled in by the browser. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { PartFitBody } from '#contract/vehicles.ts';
import { type ConditionAnswers, type Fit, settleFit } from '#domain/vehicles/fit.ts';
import { api } from '#web/api.ts';
import type { VehiclePlace } from './kept-vehicles.ts';
import type { OwnVehicle } from './own-vehicle.ts';
import { useChosenVehicle, useConditionAnswers } from './vehicle-shelf.ts';

export type KnownFit = PartFitBody & {
  readonly vehicle: OwnVehicle;
  /** With the buyer's answers. */
  readonly settled: Fit;
  readonly answers: ConditionAnswers;
};

/**
 * The fit of each of these parts (at most 100); undefined while it is not known, and without a vehicle. The same function
 * as long as its answers are the same.
 */
export function useFits(partIds: readonly string[]): (partId: string) => KnownFit | undefined {
  const vehicle = useChosenVehicle();
  const answers = useConditionAnswers(vehicle);
  const fits = useQuery(fitsQuery(vehicle, partIds)).data;
  return useCallback(
    (partId) => {
      const fit = fits?.get(partId);
      if (fit === undefined || vehicle === null) return undefined;
      return { ...fit, vehicle, answers, settled: settleFit(fit.fit, fit.applications, answers) };
    },
    [fits, vehicle, answers],
  );
}

/** The fit of parts for a vehicle; at most 100 of them. */
function fitsQuery(vehicle: VehiclePlace | null, partIds: readonly string[]) {
  return queryOptions({
    queryKey: ['vehicles', 'fits', vehicle?.id, vehicle?.engine, partIds],
    queryFn: async ({ signal }) => {
      const fits = await api().vehicleFits(
        {
          params: { vehicle: String(vehicle?.id) },
          query: { part: [...partIds], ...(vehicle?.engine !== '' && { engine: vehicle?.engine }) },
        },
        { signal },
      );
      return new Map(fits.map((fit) => [fit.partId, fit]));
    },
    enabled: vehicle !== null && partIds.length > 0,
  });
}
