/** What pages ask of payments. */
import { queryOptions } from '@tanstack/react-query';
import { api, isWorthRetrying } from '#web/api.ts';

type Payable = { readonly _id: string; readonly pricePerUnit: number | null };

/**
 * The client secret to pay an order with. Asking again, after a reload too, gives the same open intent; it is not kept
 * beyond the page, since the order may be closed meanwhile. The price per unit that the page shows goes along; the shop says so if it is
 * not the order's.
 */
export function paymentIntentQuery({ _id: orderId, pricePerUnit }: Payable) {
  return queryOptions({
    queryKey: ['payment-intent', orderId],
    queryFn: ({ signal }) =>
      api().paymentIntentCreate(
        { body: { orderId, ...(pricePerUnit !== null && { pricePerUnit }) } },
        { signal },
      ),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** Payments that found no payable order, for admins. */
export const strayPaymentsQuery = queryOptions({
  queryKey: ['payments', 'stray'],
  queryFn: ({ signal }) => api().paymentsStray({}, { signal }),
  staleTime: 0,
});

const WAITS_MS = [1000, 2000, 4000];

/**
 * Tells the shop of a payment that the provider has confirmed, and answers the order. Told again after a fault, up to
 * three times; that is safe, since the shop asks the provider itself and marks an order once.
 */
export async function reportPayment(orderId: string, transactionId: string) {
  for (let tries = 0; ; tries += 1) {
    try {
      return await api().orderPay({ params: { id: orderId }, body: { orders: orderId, transactionId } });
    } catch (error) {
      const waitMs = WAITS_MS[tries];
      if (waitMs === undefined || !isWorthRetrying(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
}
