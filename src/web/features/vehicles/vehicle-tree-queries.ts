/** What the pages of makes and models ask. */
import { queryOptions } from '@tanstack/react-query';
import type { VehicleBody } from '#contract/vehicles.ts';
import { api } from '#web/api.ts';

/** All makes. */
export const makesQuery = queryOptions({
  queryKey: ['vehicles', 'makes'],
  queryFn: ({ signal }) => api().vehicleMakes({}, { signal }),
});

/** A make with its models, by its slug. */
export function makeQuery(make: string) {
  return queryOptions({
    queryKey: ['vehicles', 'make', make],
    queryFn: ({ signal }) => api().makeGet({ params: { make } }, { signal }),
  });
}

/** A model with its vehicles, by slugs. */
export function modelQuery(kind: VehicleBody['kind'], make: string, model: string) {
  return queryOptions({
    queryKey: ['vehicles', 'model', kind, make, model],
    queryFn: ({ signal }) => api().modelGet({ params: { kind, make, model } }, { signal }),
  });
}
