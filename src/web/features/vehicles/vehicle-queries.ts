/** What the pages ask about vehicles. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { VehicleBody } from '#contract/vehicles.ts';
import { api } from '#web/api.ts';
import type { VehiclePlace } from './kept-vehicles.ts';

/** One vehicle by its id. */
export function vehicleQuery(id: number | string) {
  return queryOptions({
    queryKey: ['vehicles', 'one', String(id)],
    queryFn: ({ signal }) => api().vehicleGet({ params: { vehicle: String(id) } }, { signal }),
  });
}

export const makesQuery = queryOptions({
  queryKey: ['vehicles', 'makes'],
  queryFn: ({ signal }) => api().vehicleMakes({}, { signal }),
});

export function modelsQuery(make: string) {
  return queryOptions({
    queryKey: ['vehicles', 'models', make],
    queryFn: ({ signal }) => api().vehicleModels({ query: { make } }, { signal }),
    enabled: make !== '',
  });
}

export function yearsQuery(model: { make: string; model: string; kind: VehicleBody['kind'] } | undefined) {
  return queryOptions({
    queryKey: ['vehicles', 'years', model],
    queryFn: ({ signal }) => (model === undefined ? [] : api().vehicleYears({ query: model }, { signal })),
    enabled: model !== undefined,
  });
}

/** Vehicles by what is typed; what was found before stays until there is something new. */
export function foundVehiclesQuery(text: string) {
  return queryOptions({
    queryKey: ['vehicles', 'found', text],
    queryFn: ({ signal }) => api().vehicleFind({ query: { q: text } }, { signal }),
    enabled: text !== '',
    placeholderData: keepPreviousData,
  });
}

/** What a VIN tells. Posted, so that it stands in no address. */
export function vinQuery(vin: string | undefined) {
  return queryOptions({
    queryKey: ['vehicles', 'vin', vin],
    queryFn: ({ signal }) => api().vinRead({ body: { vin: vin ?? '' } }, { signal }),
    enabled: vin !== undefined,
  });
}

/** The engines of a vehicle; none where no part depends on them. */
export function enginesQuery(id: number | string | undefined) {
  return queryOptions({
    queryKey: ['vehicles', 'engines', String(id)],
    queryFn: ({ signal }) => api().vehicleEngines({ params: { vehicle: String(id) } }, { signal }),
    enabled: id !== undefined,
  });
}

/** The fit of parts for a vehicle; at most 100 of them. */
export function fitsQuery(vehicle: VehiclePlace | null, partIds: readonly string[]) {
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
