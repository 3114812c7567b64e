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

/** The newest order of a user, whatever became of it; null before their first. */
export function lastOrderQuery(email: string) {
  return queryOptions({
    queryKey: ['orders', 'of', email, 'last'],
    queryFn: async ({ signal }) => {
      const answer = await api().orderListMine({ query: { email, limit: 1, status: 'all' } }, { signal });
      return listPage(answer).rows[0] ?? null;
    },
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

/** Which of everybody's orders are looked for: those in a state, of a buyer by their email, with words or a number. */
export type OrdersSought = {
  readonly status: OrdersNarrowing;
  readonly buyer: string | undefined;
  readonly find: string | undefined;
};

/** Everybody's orders, newest first, page by page. */
export function allOrdersQuery(sought: OrdersSought) {
  return {
    ...listQuery(['orders', 'everybody', sought], (cursor, signal) =>
      api().ordersAll({ query: { ...sought, limit: 50, cursor } }, { signal }),
    ),
    ...ALWAYS_STALE,
  };
}

/** The newest orders of everybody in whatever state. */
export function newestOrdersQuery(limit: number) {
  return queryOptions({
    queryKey: ['orders', 'newest', limit],
    queryFn: async ({ signal }) =>
      listPage(await api().ordersAll({ query: { limit, status: 'all' } }, { signal })).rows,
    ...ALWAYS_STALE,
  });
}

/** The figures of the day that began then, and how many orders the day before had; asked for anew each minute. */
export function ordersTodayQuery(sinceMs: number, sinceYesterdayMs: number) {
  const query = {
    since: new Date(sinceMs).toISOString(),
    sinceYesterday: new Date(sinceYesterdayMs).toISOString(),
  };
  return queryOptions({
    queryKey: ['orders', 'today', query],
    queryFn: ({ signal }) => api().ordersToday({ query }, { signal }),
    refetchInterval: 60_000,
    ...ALWAYS_STALE,
  });
}

/** How many of them there are. */
export function orderCountQuery(sought: OrdersSought) {
  return queryOptions({
    queryKey: ['orders', 'count', sought],
    queryFn: async ({ signal }) =>
      listPage(await api().ordersAll({ query: { ...sought, limit: 1 } }, { signal })).count,
    ...ALWAYS_STALE,
  });
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
