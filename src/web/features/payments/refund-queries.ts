/** What an owner asks of refunds and of comparisons with the provider, and does about them. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { isApiError } from '#contract/kernel/api-error.ts';
import { api } from '#web/api.ts';
import { listQuery } from '#web/list-query.ts';
import { refreshParts } from '#web/query-client.ts';
import { useWriteKey } from '#web/use-write-key.ts';

/** All refunds, newest first, page by page. */
export const refundsQuery = {
  ...listQuery(['payments', 'refunds'], (cursor, signal) =>
    api().refundsList({ query: { limit: 24, cursor } }, { signal }),
  ),
  staleTime: 0,
};

/** How often a comparison that is under way is looked at. */
const LOOK_AGAIN_MS = 1_500;

/** The newest comparisons with the provider. */
export const reconciliationsQuery = queryOptions({
  queryKey: ['payments', 'reconciliations'],
  queryFn: ({ signal }) => api().reconciliationsList({}, { signal }),
  staleTime: 0,
  refetchInterval: ({ state }) =>
    state.data?.some((run) => run.state === 'running') === true ? LOOK_AGAIN_MS : false,
});

/** What can be given back of: a paid order, or a payment that found none. */
export type RefundSubject = {
  /** The order's number, where it is an order's payment. */
  readonly orderId: string | null;
  readonly transactionId: string;
  readonly currency: string;
  /** What was paid. */
  readonly amount: number;
  /** What is left of it. */
  readonly refundable: number;
  /** Units of its parts that may come back to the shelf. */
  readonly returnable: readonly {
    readonly partId: string;
    readonly name: string;
    readonly quantity: number;
  }[];
};

export type RefundWish = {
  readonly subject: RefundSubject;
  readonly amount: number;
  readonly reason: string;
  readonly returns: readonly { readonly partId: string; readonly quantity: number }[];
};

/** Gives money back. Tried again after a fault, it goes back once. */
export function useRefund() {
  const refresh = useRefresh();
  const writeKey = useWriteKey();
  return useMutation({
    mutationFn: ({ subject, amount, reason, returns }: RefundWish) => {
      const { orderId, transactionId } = subject;
      const idempotencyKey = writeKey.keyFor({ transactionId, amount, reason, returns });
      return orderId === null
        ? api().strayRefund({ params: { transactionId }, body: { amount, reason }, idempotencyKey })
        : api().orderRefund({
            params: { id: orderId },
            body: { amount, reason, ...(returns.length > 0 && { returns: [...returns] }) },
            idempotencyKey,
          });
    },
    onSuccess: () => writeKey.forget(),
    onError: (error) => {
      // The provider said no, and that try is over: the next one is another refund.
      if (isApiError(error) && error.status === 409) writeKey.forget();
    },
    onSettled: refresh,
  });
}

/** Asks the provider at once for a refund that it has not answered yet. */
export function useRetryRefund() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (id: string) => api().refundRetry({ params: { id } }),
    onSettled: refresh,
  });
}

/** Compares the books with the provider over the last days. */
export function useReconcile() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (days: number) => api().reconciliationStart({ body: { days } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: reconciliationsQuery.queryKey }),
  });
}

function useRefresh() {
  const queryClient = useQueryClient();
  return () => refreshParts(queryClient, 'payments', 'orders');
}
