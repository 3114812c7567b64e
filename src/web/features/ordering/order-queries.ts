/** What pages ask of orders, and what they do to them. Every key begins with `orders`: whatever changes one refreshes all. */
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { OrderBody } from '#contract/ordering.ts';
import type { OrderStatus } from '#domain/ordering/order.ts';
import { gatherPages, nextCursor } from '#web/addresses/page-links.ts';
import { api } from '#web/api.ts';
import { refreshParts } from '#web/query-client.ts';

/** Orders change by time and by payment, so what is kept is shown and asked for anew. */
const ALWAYS_STALE = { staleTime: 0 } as const;

/** A user's orders, newest first; `all` has the cancelled and expired ones too. */
export function myOrdersQuery(email: string, which: 'current' | 'all') {
  return queryOptions({
    queryKey: ['orders', 'of', email, which],
    queryFn: ({ signal }) =>
      gatherPages((cursor) =>
        api().orderListMine(
          { query: { email, limit: 100, cursor, ...(which === 'all' ? { status: 'all' as const } : {}) } },
          { signal },
        ),
      ),
    ...ALWAYS_STALE,
  });
}

/** One order by its id or number, as this user may see it. */
export function orderQuery(email: string, id: string) {
  return queryOptions({
    queryKey: ['orders', 'one', email, id],
    queryFn: ({ signal }) => api().orderGet({ params: { id } }, { signal }),
    ...ALWAYS_STALE,
  });
}

/** The document about an order, as the order stands. */
export function receiptQuery(email: string, id: string) {
  return queryOptions({
    queryKey: ['orders', 'receipt', email, id],
    queryFn: ({ signal }) => api().orderReceipt({ params: { id } }, { signal }),
    ...ALWAYS_STALE,
  });
}

/** What the list of all orders can be narrowed to; without one it leaves out the cancelled and expired ones. */
export type OrdersNarrowing = OrderStatus | 'all' | undefined;

/** Everybody's orders, newest first, page by page. */
export function allOrdersQuery(status: OrdersNarrowing) {
  return infiniteQueryOptions({
    queryKey: ['orders', 'everybody', status ?? 'current'],
    queryFn: async ({ pageParam, signal }) => {
      const { body, headers } = await api().ordersAll(
        { query: { limit: 50, cursor: pageParam, status } },
        { signal },
      );
      return { orders: body, ...countOf(headers), next: nextCursor(headers.link) };
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    ...ALWAYS_STALE,
  });
}

/** The newest orders of everybody in whatever state, and how many there are. */
export function newestOrdersQuery(status: OrdersNarrowing, limit: number) {
  return queryOptions({
    queryKey: ['orders', 'newest', status ?? 'current', limit],
    queryFn: async ({ signal }) => {
      const { body, headers } = await api().ordersAll({ query: { limit, status } }, { signal });
      return { orders: body, ...countOf(headers) };
    },
    ...ALWAYS_STALE,
  });
}

/** How many orders are in a state. */
export function orderCountQuery(status: OrdersNarrowing) {
  return queryOptions({ ...newestOrdersQuery(status, 1), select: ({ count }) => count });
}

function countOf(headers: {
  readonly 'x-total-count': string;
  readonly 'x-total-count-relation': 'eq' | 'gte';
}) {
  return {
    count: Number(headers['x-total-count']),
    isLowerBound: headers['x-total-count-relation'] === 'gte',
  };
}

/** Cancels an unpaid order; the answer, the buyer's updated list, is shown at once. */
export function useCancelOrder() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (order: OrderBody) => api().orderCancel({ params: { id: order._id } }),
    onSuccess: (updated, order) => {
      // The answer is the list's first page: what is further back stays as it was.
      const known = new Map(updated.map((other) => [other._id, other]));
      queryClient.setQueryData(myOrdersQuery(order.userEmail, 'current').queryKey, (orders) =>
        orders?.filter((other) => other._id !== order._id).map((other) => known.get(other._id) ?? other),
      );
    },
    // Refused, it was paid or closed meanwhile: the lists are then out of date, too.
    onSettled: () => refreshParts(queryClient, 'orders'),
  });
}
