/** How this shop is set up: every page needs it, so the root route loads it. */
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import type { ShopBody } from '#contract/shop.ts';
import { api } from '#web/api.ts';

export const shopQuery = queryOptions({
  queryKey: ['shop'],
  queryFn: ({ signal }) => api().shopGet({}, { signal }),
});

/** The shop's name, currencies, rate and what is switched on. */
export function useShop(): ShopBody {
  return useSuspenseQuery(shopQuery).data;
}
