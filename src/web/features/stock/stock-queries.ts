/** What an owner asks of stock, and does to it. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#web/api.ts';
import { refreshParts } from '#web/query-client.ts';
import { useWriteKey } from '#web/use-write-key.ts';

/** The level of a part's stock and its last movements, newest first. */
export function stockQuery(partId: string) {
  return queryOptions({
    queryKey: ['stock', partId],
    queryFn: ({ signal }) => api().stockMovements({ params: { id: partId } }, { signal }),
    staleTime: 0,
  });
}

type StockChange = { readonly partId: string; readonly quantity: number; readonly reason: string };

/** Changes the stock of a part by a number of units, for a reason. Tried again after a fault, it changes once. */
export function useAdjustStock() {
  const queryClient = useQueryClient();
  const writeKey = useWriteKey();
  return useMutation({
    mutationFn: ({ partId, ...change }: StockChange) =>
      api().stockAdjust({
        params: { id: partId },
        body: change,
        idempotencyKey: writeKey.keyFor({ partId, ...change }),
      }),
    onSuccess: () => writeKey.forget(),
    onSettled: () => refreshParts(queryClient),
  });
}
