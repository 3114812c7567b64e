/** Sends an order, once however often it is tried, and sorts what may come back. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { PartDetailBody } from '#contract/catalogue.ts';
import { problemOfCall } from '#contract/kernel/api-error.ts';
import type { ShopTable } from '#contract/table.ts';
import { api } from '#web/api.ts';
import { useUser } from '#web/features/identity/guards.tsx';
import { refreshParts } from '#web/query-client.ts';
import { attemptKey, endAttempt, forgetDraft } from './order-draft.ts';

export type OrderToPlace = {
  readonly quantity: number;
  readonly address: string;
  readonly phone: string;
  /** What the form showed; the server refuses when it is no longer so. */
  readonly pricePerUnit: number;
  /** For which vehicle, with what the buyer said of it. */
  readonly forVehicle?: ForVehicle | undefined;
};

export type ForVehicle = {
  readonly vehicle: number;
  /** Empty where it is not said. */
  readonly engine: string;
  readonly conditionAnswers: Readonly<Record<string, boolean>>;
};

/** The refusals and faults of placing an order, as the client sees them; null when it is not a failed call. */
export function orderProblemOf(error: unknown) {
  return problemOfCall<ShopTable['orderPlace']>(error);
}

/**
 * Places an order for one part. `onTruth` is told what a refusal says of the part (its price, its stock), so that the
 * form can show how it is now.
 */
export function usePlaceOrder(
  { _id: partId, name: partsName }: Pick<PartDetailBody, '_id' | 'name'>,
  onTruth: (truth: Partial<PartDetailBody>) => void,
) {
  const queryClient = useQueryClient();
  const { name: userName, email: userEmail } = useUser();
  const draftOf = { email: userEmail, partId };
  return useMutation({
    mutationFn: (order: OrderToPlace) =>
      api().orderPlace({
        body: {
          // The specified payload names the part in `orderId`; who orders what, the server knows better.
          partId,
          orderId: partId,
          partsName,
          userName,
          userEmail,
          orderQuantity: order.quantity,
          pricePerUnit: order.pricePerUnit,
          address: order.address,
          phone: order.phone,
          ...order.forVehicle,
        },
        idempotencyKey: attemptKey(draftOf, JSON.stringify(order)),
      }),
    onSuccess: () => {
      forgetDraft(draftOf);
      refreshParts(queryClient, 'orders');
    },
    onError: (error) => {
      const problem = orderProblemOf(error);
      // Without a certain answer it may have been placed: trying again must say so with the same key.
      const isCertain = problem !== null && problem.status >= 400 && problem.status < 500;
      if (isCertain) endAttempt(draftOf);
      if (problem?.code === 'PRICE_CHANGED') {
        onTruth({ price: problem.price, pricePerUnit: problem.pricePerUnit });
      }
      if (problem?.code === 'OUT_OF_STOCK' || problem?.code === 'BELOW_MINIMUM') {
        onTruth({ minOrder: problem.minOrder, stock: problem.stock });
      }
      if (problem?.code === 'NOT_A_MULTIPLE') onTruth({ orderMultiple: problem.orderMultiple });
      // Refused for what the part is now: lists show what it was.
      if (problem?.status === 409) refreshParts(queryClient);
    },
  });
}
