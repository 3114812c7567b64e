/** What pages ask of orders, and what they do to them. Every key begins with `orders`: whatever changes one refreshes all. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { OrderBody } from '#contract/ordering.ts';
import type { OrderStatus } from '#domain/ordering/order.ts';
import { api } from '#web/api.ts';
import { listPage, listQuery } from '#web/list-query.ts';
import { refreshParts } from '#web/query-client.ts';

/** Orders change by time and by payment, so what is kept is shown and asked for anew. */
const ALWAYS_STALE = { staleTime: 0 } as const;

/** A user's orders, newest first; `current` are all but the cancelled and expired ones. */
export function myOrdersQuery(email: string, which: 'current' | 'unpaid' | 'all') {
  const of = { email, limit: 100, ...(which === 'current' ? {} : { status: which }) };
  return {
    ...listQuery(['orders', 'of', email, which], (cursor, signal) =>
      api().orderListMine({ query: { ...of, cursor } }, { signal }),
    ),
    ...ALWAYS_STALE,
  };
}

/** How many orders of a user there are that are not closed. */
export function myOrderCountQuery(email: string) {
  return queryOptions({
    queryKey: ['orders', 'of', email, 'count'],
    queryFn: async ({ signal }) =>
      listPage(await api().orderListMine({ query: { email, limit: 1 } }, { signal })).count,
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
  return {
    ...listQuery(['orders', 'everybody', status ?? 'current'], (cursor, signal) =>
      api().ordersAll({ query: { limit: 50, cursor, status } }, { signal }),
    ),
    ...ALWAYS_STALE,
  };
}

/** The newest orders of everybody in whatever state, and how many there are. */
export function newestOrdersQuery(status: OrdersNarrowing, limit: number) {
  return queryOptions({
    queryKey: ['orders', 'newest', status ?? 'current', limit],
    queryFn: async ({ signal }) => listPage(await api().ordersAll({ query: { limit, status } }, { signal })),
    ...ALWAYS_STALE,
  });
}

/** How many orders are in a state. */
export function orderCountQuery(status: OrdersNarrowing) {
  return queryOptions({ ...newestOrdersQuery(status, 1), select: ({ count }) => count });
}

/** Lists that an order leaves when it is cancelled. */
const LEFT_BY_CANCELLED = ['current', 'unpaid'] as const;

/** Cancels an unpaid order; the answer, the buyer's updated list, is shown at once. */
export function useCancelOrder() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (order: OrderBody) => api().orderCancel({ params: { id: order._id } }),
    onSuccess: (updated, order) => {
      // The answer is the list's first page: what is further back stays as it was.
      const known = new Map(updated.map((other) => [other._id, other]));
      for (const which of LEFT_BY_CANCELLED) {
        const after = (orders: readonly OrderBody[]) =>
          orders
            .filter((other) => other._id !== order._id)
            .map((other) => known.get(other._id) ?? other)
            .filter((other) => which === 'current' || other.status === which);
        queryClient.setQueryData(
          myOrdersQuery(order.userEmail, which).queryKey,
          (list) =>
            list && {
              ...list,
              pages: list.pages.map((page) => ({ ...page, rows: after(page.rows), count: page.count - 1 })),
            },
        );
      }
    },
    // Refused, it was paid or closed meanwhile: the lists are then out of date, too.
    onSettled: () => refreshParts(queryClient, 'orders'),
  });
}
