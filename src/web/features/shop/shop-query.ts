/** How this shop is set up: every page needs it, so the root route loads it. */
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import type { ShopBody } from '#contract/shop.ts';
import { api } from '#web/api.ts';

/** While nothing can be ordered it is asked whether that is over. */
const ASK_AGAIN_MS = 15_000;

export const shopQuery = queryOptions({
  queryKey: ['shop'],
  queryFn: ({ signal }) => api().shopGet({}, { signal }),
  refetchInterval: (query) => (query.state.data?.takesOrders === false ? ASK_AGAIN_MS : false),
});

/** The shop's name, currencies, rate and what is switched on. */
export function useShop(): ShopBody {
  return useSuspenseQuery(shopQuery).data;
}
