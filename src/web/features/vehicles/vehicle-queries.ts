/** What every page asks about a vehicle. */
import { queryOptions } from '@tanstack/react-query';
import { api } from '#web/api.ts';

/** One vehicle by its id. */
export function vehicleQuery(id: number | string) {
  return queryOptions({
    queryKey: ['vehicles', 'one', String(id)],
    queryFn: ({ signal }) => api().vehicleGet({ params: { vehicle: String(id) } }, { signal }),
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
