/** What is asked while somebody chooses a vehicle. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { VehicleBody } from '#contract/vehicles.ts';
import { api } from '#web/api.ts';

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
